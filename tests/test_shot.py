"""What applies to a shot and to the checks around it: every printed example of chapter 11.

What is expected here is read from the rules, number by number; no test asks the code what it thinks
a table, a zone or an exception is.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

import attrs
import pytest
from immutables import Map

from events.errors import BadInput
from events.terms import Density, Rain, TimeOfDay, WindForce
from replays.asking.ask import ask
from sim.asking.answer import Answer
from sim.chapter_11.dust import LADDER
from sim.chapter_11.interdiction import resolve_interdiction
from sim.modifiers import Modifier, Near
from sim.shot import Attack
from sim.state import FFE, Smoke, State, VehicleDust, Wind, but
from tests.table import TANK, Table

NONE, LIGHT, MODERATE, HEAVY, VERY_HEAVY, EXTREMELY_HEAVY = Density
DENSITIES: Final = tuple(Density)
DUSTY: Final = DENSITIES[1:]

LETTERS: Final = [
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *(2 * letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXY"),
]
LONG: Final = {"name": "27", "desert": True, "width": 51}
"""A board on which a LOS can be fifty hexes long."""

SCRUBBY: Final = LONG | {
    "map": "\n".join(
        f"{row:<4}"
        + "".join(
            f"{'' if row == 0 and n % 2 == 0 else 's' if row == 5 and n in (0, 19) else '.':4}"
            for n in range(51)
        ).rstrip()
        for row in range(11)
    )
}
"""The same with Concealment Terrain in A5 and T5: scrub."""

LIGHT_DUST: Final = (0, 1, 1, 2, 2, 3)
MODERATE_DUST: Final = (1, 1, 2, 2, 3, 3)
"""What a dr of 1 to 6 gives, halved down and halved up."""


def desert(density: Density = NONE, **facts: Any) -> State:
    """A desert without vehicles, in this density."""
    state: State = Table(**{"vehicles": [], **facts}).state
    return but(state, dust=density)


def windy(state: State, direction: int, force: WindForce = WindForce.HEAVY_WINDS) -> State:
    """The same with another wind."""
    return but(state, wind=Wind(force, direction))


def raining(state: State, rain: Rain = Rain.RAIN) -> State:
    """The same in rain, which comes from a clear sky only in tests."""
    return but(state, sky=attrs.evolve(state.sky, rain=rain, rained=True))


def smoky(state: State, *names: str, dispersed: Sequence[str] = ()) -> State:
    """The same with SMOKE in these hexes."""
    counters = [(name, name in dispersed) for name in (*names, *dispersed)]
    return but(
        state, smoke=Map({name: Smoke(name, "German", dispersed=old) for name, old in counters})
    )


def shot(state: State, firer: str = "D5", target: str = "H5", **options: Any) -> Any:
    """The answer to a shot."""
    return ask(state, "shot", firer=firer, target=target, **options)


def item(answer: Answer, *names: str) -> Modifier | None:
    """The one modifier of these names that applies; if it does not, it says why not."""
    found = [each for each in answer.items if each.name in names]
    missed = [each for each in answer.near if each.name in names]
    assert len(found) <= 1
    assert found or missed, (names, answer)
    assert all(isinstance(each, Near) and each.why for each in missed)
    return found[0] if found else None


def drm(answer: Answer, *names: str) -> Any:
    """What a modifier of these names adds: a number, the six results of its die, or None."""
    found = item(answer, *names)
    if found is None:
        return None
    return found.amount if found.die is None else found.die.values


def haze(answer: Answer) -> Any:
    """What Heat Haze of either kind adds."""
    return drm(answer, "Heat Haze", "Intense Heat Haze")


def light_dust(answer: Answer) -> Any:
    """What the die of Light or Moderate Dust adds."""
    return drm(answer, "Light Dust", "Moderate Dust", "Dust")


def heavy_dust(answer: Answer) -> Any:
    """What the LOS Hindrance of Heavy or denser Dust adds."""
    return drm(answer, *(f"{density} Dust" for density in (HEAVY, VERY_HEAVY, EXTREMELY_HEAVY)))


def far(range_: int) -> dict[str, str]:
    """A firer and a target so many hexes apart, on the long board."""
    return {"firer": "A5", "target": f"{LETTERS[range_]}5"}


# 11.62-11.624 Heat Haze -----------------------------------------------------------------------

BANDS: Final = {
    # time, target: the first range of each further +1
    ("Mid Afternoon", "infantry"): (13, 19, 25, 31, 37, 43, 49),
    ("Mid Afternoon", "vehicle"): (25, 37, 49),
    ("Midday", "infantry"): (7, 13, 19, 25, 31, 37, 43, 49),
    ("Midday", "vehicle"): (13, 25, 37, 49),
}


@pytest.mark.rule("11.62", "11.621")
@pytest.mark.parametrize(("time", "target"), BANDS)
def test_every_range_of_heat_haze(time: str, target: str) -> None:
    """Haze adds nothing up to its free range, then +1 for each band begun, at every range."""
    state = desert(time_of_day=time, boards=[LONG])
    for range_ in range(1, 51):
        answer = shot(state, **far(range_), against=target)
        assert answer.facts["range"] == range_
        expected = sum(range_ >= first for first in BANDS[time, target])
        assert (haze(answer) or 0) == expected, range_
        found = item(answer, "Heat Haze", "Intense Heat Haze")
        if found is not None:
            assert found.kind == "DLV"
            assert found.rule == ("11.621" if time == "Midday" else "11.62")


@pytest.mark.rule("11.62", "11.621")
@pytest.mark.parametrize(
    ("time", "target", "range_", "expected"),
    [
        *[("Mid Afternoon", "infantry", r, d) for r, d in ((12, None), (13, 1), (18, 1))],
        *[("Mid Afternoon", "infantry", r, d) for r, d in ((19, 2), (24, 2), (25, 3))],
        *[("Mid Afternoon", "vehicle", r, d) for r, d in ((24, None), (25, 1), (36, 1))],
        *[("Mid Afternoon", "vehicle", r, d) for r, d in ((37, 2), (48, 2), (49, 3))],
        *[("Midday", "infantry", r, d) for r, d in ((6, None), (7, 1), (12, 1), (13, 2), (18, 2))],
        *[("Midday", "infantry", r, d) for r, d in ((19, 3),)],
        *[("Midday", "vehicle", r, d) for r, d in ((12, None), (13, 1), (24, 1), (25, 2))],
        *[("Midday", "vehicle", r, d) for r, d in ((36, 2), (37, 3))],
    ],
)
def test_the_printed_bands_of_heat_haze(
    time: str, target: str, range_: int, expected: int | None
) -> None:
    """Both edges of every band of the printed examples."""
    state = desert(time_of_day=time, boards=[LONG])
    for attack in ("TH", "IFT"):
        assert haze(shot(state, **far(range_), against=target, attack=attack)) == expected


@pytest.mark.rule("11.62", "11.621")
@pytest.mark.parametrize(
    ("month", "intense"),
    [
        *((month, True) for month in ("May", "June", "July", "August", "September")),
        *((month, False) for month in ("January", "February", "March", "April")),
        *((month, False) for month in ("October", "November", "December")),
    ],
)
def test_the_mid_morning_is_intense_in_the_hot_months(month: str, *, intense: bool) -> None:
    """Mid Morning brings Intense Heat Haze from May to September, and the plain kind else."""
    state = desert(time_of_day="Mid Morning", month=month, boards=[LONG])
    assert haze(shot(state, **far(12))) == (1 if intense else None)
    assert haze(shot(state, **far(13))) == (2 if intense else 1)


@pytest.mark.rule("11.62")
@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"time_of_day": "None"}, "Time of Day"),
        ({"time_of_day": "Night"}, "it is Night"),
        ({"time_of_day": "Late Afternoon"}, "Time of Day"),
        ({"time_of_day": "Early Morning", "ec": "Moist"}, "Time of Day"),
    ],
)
def test_no_heat_haze_at_other_times(facts: dict[str, Any], why: str) -> None:
    """At any other Time of Day there is no Heat Haze, and the answer says so."""
    answer = shot(desert(boards=[LONG], **facts), **far(30))
    assert haze(answer) is None
    assert why in next(near.why for near in answer.near if "Haze" in near.name)


@pytest.mark.rule("11.62")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"land": "Syria"}, "North Africa"),
        ({"boards": [{**LONG, "desert": False}]}, "Desert Board"),
        ({"weather": "Overcast"}, "Overcast"),
        ({"weather": "Mud & Overcast", "ec": "Mud"}, "Overcast"),
    ],
)
def test_heat_haze_names_the_condition_that_fails(change: dict[str, Any], why: str) -> None:
    """Haze needs North Africa, a Desert Board and no Overcast; what fails is named."""
    state = desert(**{"boards": [LONG], **change})
    state = but(state, sky=attrs.evolve(state.sky, time_of_day=TimeOfDay.MIDDAY))
    answer = shot(state, **far(30))
    assert haze(answer) is None
    assert why in next(near.why for near in answer.near if "Haze" in near.name)


@pytest.mark.rule("11.622")
@pytest.mark.parametrize("range_", [0, 1, 12, 40])
def test_heat_haze_on_aerial_units(range_: int) -> None:
    """Ground Support takes +1, Intense +2, at any range; a Sighting TC takes +1 of either."""
    for time, expected in (("Mid Afternoon", 1), ("Midday", 2)):
        state = desert(time_of_day=time)
        for target in ("infantry", "vehicle"):
            answer = shot(state, attack="Ground Support", range=range_, against=target)
            assert haze(answer) == expected
            found = item(answer, "Heat Haze", "Intense Heat Haze")
            assert found is not None
            assert found.rule == "11.622"
        assert haze(ask(state, "sighting")) == 1
        assert haze(ask(state, "sighting", hex="D4")) == 1


@pytest.mark.rule("11.62", "11.621")
@pytest.mark.parametrize("attack", ["vs Aerial", "Heavy AA", "Aerial Combat"])
@pytest.mark.parametrize("time", ["Mid Afternoon", "Midday"])
def test_heat_haze_spares_aerial_targets(attack: str, time: str) -> None:
    """An attack against an Aerial target takes no Heat Haze, however far."""
    assert haze(shot(desert(time_of_day=time), attack=attack, range=60)) is None


@pytest.mark.rule("11.623")
@pytest.mark.parametrize(
    ("time", "range_", "infantry", "vehicle"),
    [
        ("Mid Afternoon", 13, 1, None),
        ("Mid Afternoon", 24, 2, None),
        ("Mid Afternoon", 25, 3, 1),
        ("Mid Afternoon", 37, 5, 2),
        ("Midday", 12, 1, None),
        ("Midday", 13, 2, 1),
        ("Midday", 25, 4, 2),
    ],
)
def test_a_mixed_hex_takes_the_lesser_heat_haze(
    time: str, range_: int, infantry: int, vehicle: int | None
) -> None:
    """Area Target Type and an onboard OBA Accuracy dr vs both kinds take the lesser DRM only."""
    state = desert(time_of_day=time, boards=[LONG])
    ends = far(range_)
    assert haze(shot(state, **ends, against="infantry", area=True)) == infantry
    assert haze(shot(state, **ends, against="vehicle", area=True)) == vehicle
    assert haze(shot(state, **ends, against="both", area=True)) == vehicle
    assert haze(ask(state, "oba-accuracy", **ends, against="both")) == vehicle
    assert haze(ask(state, "oba-accuracy", **ends, against="infantry")) == infantry


@pytest.mark.rule("11.623")
@pytest.mark.parametrize("shell", ["HE", "SMOKE"])
def test_an_empty_hex_is_fired_at_as_if_infantry_were_there(shell: str) -> None:
    """HE and SMOKE at a hex with neither vehicle nor Known Infantry take Infantry's DRM."""
    state = desert(time_of_day="Mid Afternoon", boards=[LONG])
    for range_, expected in ((12, None), (13, 1), (18, 1), (19, 2), (25, 3)):
        assert haze(shot(state, **far(range_), against="none", shell=shell)) == expected
        accuracy = ask(state, "oba-accuracy", **far(range_), against="none", shell=shell)
        assert haze(accuracy) == expected


@pytest.mark.rule("11.624", "C1.63")
@pytest.mark.parametrize("range_", [1, 6, 12, 13, 40])
def test_an_offboard_observer_takes_two_for_any_heat_haze(range_: int) -> None:
    """Both kinds of Heat Haze add +2 to the Accuracy dr of an Offboard Observer, however far."""
    for time in ("Mid Afternoon", "Midday"):
        state = desert(time_of_day=time, boards=[LONG])
        answer = ask(state, "oba-accuracy", **far(range_), observer="offboard")
        assert haze(answer) == 2
        found = item(answer, "Heat Haze", "Intense Heat Haze")
        assert found is not None
        assert found.rule == "11.624"


# 11.61-11.612 Sun Blindness -------------------------------------------------------------------

COMPASS: Final = {"up": 0, "right": 90, "down": 180, "left": 270}
"""How far north is turned clockwise from the top of the map."""

SUNNY: Final[dict[str, dict[str, Any]]] = {
    "Early Morning": {"ec": "Moist"},
    "Late Afternoon": {"ec": "Dry"},
}


def dot(name: str) -> tuple[float, float]:
    """Where a hex's centre dot lies: right, and down; the side of a hex is 1."""
    hexrow, number = LETTERS.index(name[0]), int(name[1:])
    down = number - (0.5 if hexrow % 2 else 1)
    return 1.5 * hexrow, math.sqrt(3) * down


def turn_from_sun(firer: str, target: str, north: str, time: str) -> float:
    """By how many degrees a LOS turns away from the low sun."""
    (x1, y1), (x2, y2) = dot(firer), dot(target)
    clockwise_from_up = math.degrees(math.atan2(x2 - x1, y1 - y2))
    sun = COMPASS[north] + (90 if time == "Early Morning" else 270)
    return abs((clockwise_from_up - sun + 180) % 360 - 180)


def sunny(time: str, north: str = "up", **facts: Any) -> State:
    """A clear desert at a time when the sun is low."""
    return desert(time_of_day=time, north=north, **SUNNY[time], **facts)


def blinded(answer: Answer) -> Any:
    """What Sun Blindness adds."""
    return drm(answer, "Sun Blindness")


@pytest.mark.rule("11.611", "11.612")
@pytest.mark.parametrize("north", COMPASS)
@pytest.mark.parametrize("time", SUNNY)
def test_the_sun_blindness_zone_is_a_sixth_of_the_compass(time: str, north: str) -> None:
    """A target takes +2 if its centre dot is within 30 degrees of the sun, and on the border.

    By the ruling 11.611-conditions; its other answer leaves the dots on the border out.
    """
    state = sunny(time, north)
    strict = sunny(time, north, rulings={"11.611-conditions": "in"})
    on_border = 0
    for firer, target in product(("H5", "G5"), state.setting.area.record):
        if firer == target:
            continue
        turn = turn_from_sun(firer, target, north, time)
        border = abs(turn - 30) < 1e-6
        on_border += border
        expected = 2 if turn < 30 or border else None
        assert blinded(shot(state, firer, target)) == expected, (firer, target)
        assert blinded(shot(strict, firer, target)) == (None if border else expected)
    assert on_border > 5


FIRST_ILLUSTRATION: Final = "I5 I6 J4 J5 J6 K4 K5 K6 K7 L3 L4 L5 L6 L7 M3 M4 M5 M6 M7 M8"
SECOND_ILLUSTRATION: Final = "H6 G7 H7 I7 G8 H8 I8 F8 J8 G9 H9 I9"


@pytest.mark.rule("11.611")
def test_the_zone_of_the_first_illustration() -> None:
    """Hexrows run north-south: each hexrow further east has one hex more in the Zone of H5."""
    state = sunny("Early Morning")
    found = [name for name in state.setting.area.record if name[0] in "GHIJKLM"]
    zone = {name for name in found if name != "H5" and blinded(shot(state, "H5", name)) == 2}
    assert zone == set(FIRST_ILLUSTRATION.split())


@pytest.mark.rule("11.611")
def test_the_zone_of_the_second_illustration() -> None:
    """Hexrows run east-west, east being down the map: the Zone of H5 fans out from H6."""
    state = sunny("Early Morning", "right")
    found = [name for name in state.setting.area.record if dot(name)[1] < dot("H10")[1] - 0.1]
    zone = {name for name in found if name != "H5" and blinded(shot(state, "H5", name)) == 2}
    expected = {*SECOND_ILLUSTRATION.split(), "F9", "J9", "E10", "K10", "G10", "I10", "F10", "J10"}
    assert zone == {name for name in expected if name in found}


@pytest.mark.rule("11.611", "11.612")
def test_the_zone_is_that_of_the_firer() -> None:
    """Who looks into the sun is blinded; who looks the other way along the same LOS is not."""
    for north, east, west in (("up", "K5", "E5"), ("down", "E5", "K5")):
        morning, evening = sunny("Early Morning", north), sunny("Late Afternoon", north)
        assert blinded(shot(morning, "H5", east)) == 2
        assert blinded(shot(morning, east, "H5")) is None
        assert blinded(shot(morning, "H5", west)) is None
        assert blinded(shot(evening, "H5", west)) == 2
        assert blinded(shot(evening, "H5", east)) is None


@pytest.mark.rule("11.611", "11.612")
def test_sun_blindness_says_which_rule_and_is_dlv() -> None:
    """Its modifier is DLV, of 11.611 in the morning and 11.612 in the afternoon."""
    for time, target, rule in (
        ("Early Morning", "H5", "11.611"),
        ("Late Afternoon", "B5", "11.612"),
    ):
        found = item(shot(sunny(time), "D5", target), "Sun Blindness")
        assert found is not None
        assert (found.kind, found.rule, found.amount) == ("DLV", rule, 2)


@pytest.mark.rule("11.61")
@pytest.mark.parametrize("time", SUNNY)
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"boards": [{"name": "5", "desert": False, "width": 15}]}, "Desert Board"),
        ({"weather": "Overcast"}, "Overcast"),
        ({"weather": "Mud & Overcast"}, "Overcast"),
    ],
)
def test_sun_blindness_names_the_condition_that_fails(
    time: str, change: dict[str, Any], why: str
) -> None:
    """It needs a Desert Board and no Overcast; what fails is named."""
    state = desert(**{"ec": "Mud", **change})
    state = but(state, sky=attrs.evolve(state.sky, time_of_day=TimeOfDay(time)))
    answer = shot(state)
    assert blinded(answer) is None
    assert why in next(near.why for near in answer.near if near.name == "Sun Blindness")


@pytest.mark.rule("11.61")
def test_sun_blindness_is_of_one_desert_board_and_of_any_land() -> None:
    """One Desert Board among others is enough, and North Africa is not asked for."""
    boards = [{"name": "5", "desert": False, "width": 15}, {"name": "27", "desert": True}]
    state = desert(boards=boards, time_of_day="Early Morning", ec="Moist", land="Syria")
    assert blinded(shot(state, "5D5", "5H5")) == 2


@pytest.mark.rule("11.61")
@pytest.mark.parametrize("time", ["None", "Mid Morning", "Midday", "Mid Afternoon", "Night"])
def test_no_sun_blindness_at_other_times(time: str) -> None:
    """The sun blinds in the Early Morning and the Late Afternoon only."""
    state = desert(time_of_day=time)
    assert all(blinded(shot(state, "H5", target)) is None for target in ("K5", "E5", "H1", "H9"))


# Attacks and what they take -------------------------------------------------------------------

DUST_TAKERS: Final = {"TH", "IFT", "Ground Support", "vs Aerial"}
"""Not OBA, DC, FT, Fire Lane, Specific Collateral (11.71), CC, Residual FP (11.794, 11.732), nor
Heavy AA and Aerial Combat (11.793)."""

SUN_TAKERS: Final = {"TH", "IFT", "Ground Support"}
HAZE_TAKERS: Final = {"TH", "IFT", "Ground Support"}
WIND_TAKERS: Final = {"TH", "IFT", "vs Aerial"}
ATTACKS: Final = [attack.value for attack in Attack]


def attacked(state: State, attack: str, **options: Any) -> Any:
    """A shot of this kind, four hexes east; CC in the hex itself."""
    return shot(state, "D5", "D5" if attack == "CC" else "H5", attack=attack, **options)


@pytest.mark.rule("11.611")
@pytest.mark.parametrize("attack", ATTACKS)
def test_which_attacks_the_sun_blinds(attack: str) -> None:
    """Sun Blindness spares OBA, DC, FT, Fire Lanes, Specific Collateral and Aerial targets."""
    answer = attacked(sunny("Early Morning"), attack)
    assert blinded(answer) == (2 if attack in SUN_TAKERS else None)


@pytest.mark.rule("11.62", "11.621", "11.622")
@pytest.mark.parametrize("attack", [each for each in ATTACKS if each not in ("DC", "FT")])
def test_which_attacks_heat_haze_affects(attack: str) -> None:
    """Heat Haze spares OBA, Fire Lanes, Specific Collateral and attacks vs Aerial targets."""
    far_away = {} if attack == "CC" else {"range": 13}
    answer = attacked(desert(time_of_day="Mid Afternoon"), attack, **far_away)
    assert haze(answer) == (1 if attack in HAZE_TAKERS else None)


@pytest.mark.rule("11.71", "11.72", "11.793", "11.794")
@pytest.mark.parametrize("density", DUSTY)
@pytest.mark.parametrize("attack", ATTACKS)
def test_which_attacks_dust_affects(attack: str, density: Density) -> None:
    """The Dust die goes to TH and non-ordnance IFT DR, Aerial ones included, and no further."""
    answer = attacked(desert(density), attack)
    moderate = density in (MODERATE, EXTREMELY_HEAVY)
    die = MODERATE_DUST if moderate else LIGHT_DUST
    assert light_dust(answer) == (die if attack in DUST_TAKERS else None)
    if attack in DUST_TAKERS:
        found = item(answer, "Light Dust", "Moderate Dust")
        assert found is not None
        assert (found.kind, found.rule) == ("DLV", "11.72" if moderate else "11.71")


@pytest.mark.rule("11.73", "11.731", "11.732")
@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("attack", ATTACKS)
def test_which_attacks_heavy_dust_hinders(attack: str, density: Density) -> None:
    """The LOS Hindrance of Heavy or denser Dust goes to whatever takes the Light Dust DRM."""
    expected = {HEAVY: 2, VERY_HEAVY: 4, EXTREMELY_HEAVY: 4}.get(density)
    answer = attacked(desert(density), attack)
    assert heavy_dust(answer) == (expected if attack in DUST_TAKERS else None)
    if heavy_dust(answer):
        found = item(answer, f"{density} Dust")
        assert found is not None
        assert found.kind == "LOS Hindrance"


@pytest.mark.rule("11.761")
@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("ruling", ["takes-dlv", "any-fire"])
def test_which_attacks_are_made_into_heavy_wind(attack: str, density: Density, ruling: str) -> None:
    """Any density adds +1 into Heavy Wind, never to Ground Support; by ruling also to FT and DC."""
    state = windy(desert(density, rulings={"11.761-attacks": ruling}), 1)
    takers = WIND_TAKERS | ({"FT", "DC"} if ruling == "any-fire" else set())
    answer = shot(state, "D5", "D5" if attack == "CC" else "D9", attack=attack)
    expected = 1 if attack in takers and density is not NONE else None
    assert drm(answer, "into Heavy Wind") == expected


@pytest.mark.rule("11.6")
def test_no_dlv_counts_toward_blockage() -> None:
    """DLV of +9 and more never blocks; it stands apart from LOS Hindrances and LV."""
    state = windy(desert(MODERATE, time_of_day="Midday", boards=[LONG]), 6)
    answer = shot(state, **far(50))
    assert haze(answer) == 8
    assert drm(answer, "into Heavy Wind") == 1
    assert (answer.total.fixed, answer.total.low, answer.total.high) == (9, 10, 12)
    assert {each.kind for each in answer.items} == {"DLV"}
    assert answer.blocked is None


# 11.71-11.732 Densities -----------------------------------------------------------------------


@pytest.mark.rule("11.71", "11.72")
def test_the_dust_die() -> None:
    """A subsequent dr of 1 to 6, halved down in Light and up in Moderate Dust."""
    light, moderate = shot(desert(LIGHT)), shot(desert(MODERATE))
    assert light_dust(light) == LIGHT_DUST
    assert light_dust(moderate) == MODERATE_DUST
    sixth, third = Fraction(1, 6), Fraction(1, 3)
    assert light.total.chances == {0: sixth, 1: third, 2: third, 3: sixth}
    assert moderate.total.chances == {1: third, 2: third, 3: third}


@pytest.mark.rule("11.73", "11.731", "11.732")
@pytest.mark.parametrize(
    ("density", "hindrance", "die", "low", "high"),
    [
        (HEAVY, 2, LIGHT_DUST, 2, 5),
        (VERY_HEAVY, 3, LIGHT_DUST, 3, 6),
        (EXTREMELY_HEAVY, 3, MODERATE_DUST, 4, 6),
    ],
)
def test_the_printed_example_at_range_three(
    density: Density, hindrance: int, die: tuple[int, ...], low: int, high: int
) -> None:
    """A squad fires at three hexes: Hindrance +2 or +3, and 0 to +3 or +1 to +3 of the die."""
    answer = shot(desert(density), "D5", "G5", attack="IFT")
    assert answer.facts["range"] == 3
    assert heavy_dust(answer) == hindrance
    assert light_dust(answer) == die
    assert (answer.total.low, answer.total.high) == (low, high)
    assert answer.blocked is None


@pytest.mark.rule("11.73", "11.731", "11.732")
@pytest.mark.parametrize(
    ("density", "die"),
    [(HEAVY, LIGHT_DUST), (VERY_HEAVY, LIGHT_DUST), (EXTREMELY_HEAVY, MODERATE_DUST)],
)
def test_the_printed_example_of_tpbf(density: Density, die: tuple[int, ...]) -> None:
    """At range zero only the die applies, whatever the density."""
    answer = shot(desert(density), "D5", "D5", attack="IFT")
    assert heavy_dust(answer) is None
    assert light_dust(answer) == die
    assert answer.total.fixed == 0


@pytest.mark.rule("11.71", "11.72", "11.732")
@pytest.mark.parametrize("density", DENSITIES)
def test_the_printed_example_of_residual_fp(density: Density) -> None:
    """Residual FP takes no DLV, while FFMO and FFNAM may apply to it."""
    answer = shot(desert(density), "D5", "D5", attack="Residual FP", moving=True)
    assert [(each.name, each.amount) for each in answer.items] == [("FFMO", -1), ("FFNAM", -1)]
    assert answer.total.fixed == -2


@pytest.mark.rule("11.73", "11.731", "11.732")
@pytest.mark.parametrize(
    ("density", "ranges"),
    [
        (HEAVY, {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 9: 5, 10: 5, 11: 6, 12: 6}),
        (VERY_HEAVY, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7}),
        (EXTREMELY_HEAVY, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7}),
    ],
)
def test_heavy_dust_grows_with_range_and_blocks(density: Density, ranges: dict[int, int]) -> None:
    """Half the range (FRU) or all of it; as a LOS Hindrance it blocks from +6 on (B.10)."""
    state = desert(density, boards=[LONG])
    for range_, expected in ranges.items():
        answer = shot(state, **far(range_))
        assert heavy_dust(answer) == expected
        assert (answer.blocked is not None) is (expected >= 6), range_


@pytest.mark.rule("11.73", "11.711", "A4.6")
@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("attack", ["IFT", "Fire Lane"])
def test_which_densities_negate_ffmo(density: Density, attack: str) -> None:
    """Light and Moderate Dust leave FFMO as it is; Heavy and denser negate it, Fire Lanes too."""
    answer = shot(desert(density), "D5", "F5", attack=attack, moving=True)
    kept = density in (NONE, LIGHT, MODERATE)
    assert answer.ffmo is kept
    assert drm(answer, "FFMO") == (-1 if kept else None)
    assert answer.interdiction is (kept and attack == "IFT")


@pytest.mark.rule("11.6", "11.711", "A4.6", "A10.531")
def test_no_dlv_negates_ffmo() -> None:
    """Sun Blindness, Heat Haze and fire into Heavy Wind leave FFMO and Interdiction as they are."""
    hazy = desert(time_of_day="Midday", boards=[LONG])
    for answer in (
        shot(sunny("Early Morning"), moving=True),
        shot(hazy, **far(14), moving=True),
        shot(windy(desert(LIGHT), 1), "D5", "D9", moving=True),
    ):
        assert answer.total.high >= 1
        assert drm(answer, "FFMO") == -1
        assert answer.ffmo
        assert answer.interdiction


@pytest.mark.rule("11.73", "11.731")
@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize(
    ("mover", "heavy"),
    [
        ("infantry", 0),
        ("cavalry", 1),
        ("horse-drawn", 1),
        ("motorcycle", 1),
        ("armoured-car", 1),
        ("fully-tracked", 1),
        ("halftrack", 1),
        ("truck", 1),
    ],
)
def test_what_dust_adds_to_every_movement_cost(density: Density, mover: str, heavy: int) -> None:
    """Heavy Dust costs vehicles and Cavalry one more; Very Heavy a BU AFV another one."""

    def cost(state: State, **more: Any) -> Fraction:
        answer = ask(state, "entry-cost", origin="D5", hex="D6", mover=mover, allotment=20, **more)
        return Fraction(answer.facts["cost"])

    clear, dusty = desert(), desert(density)
    extra = heavy if density.level >= HEAVY.level else 0
    assert cost(dusty) - cost(clear) == extra
    if mover in ("fully-tracked", "halftrack", "armoured-car"):
        more = extra + (density.level >= VERY_HEAVY.level)
        assert cost(dusty, bu=True) - cost(clear, bu=True) == more


@pytest.mark.rule("11.731")
@pytest.mark.parametrize("density", DENSITIES)
def test_what_very_heavy_dust_forbids(density: Density) -> None:
    """Double Time, Gallop, and attacks by and vs Aerial units end with Very Heavy Dust."""
    state = desert(density)
    allowed = density.level < VERY_HEAVY.level
    answer = ask(state, "prohibitions")
    assert answer.facts == {"double_time": allowed, "gallop": allowed, "aerial_attacks": allowed}
    for attack in ("Ground Support", "vs Aerial", "Heavy AA", "Aerial Combat"):
        assert shot(state, attack=attack).verdict.startswith("not allowed") is not allowed
    assert ("forbids" in ask(state, "sighting").verdict) is not allowed


@pytest.mark.rule("11.731", "A4.44", "A4.51")
@pytest.mark.parametrize("density", DENSITIES)
def test_recovery_in_dust(density: Density) -> None:
    """Very Heavy and denser Dust add +1 to a Recovery dr, which needs a Final dr below 6."""
    answer = ask(desert(density), "recovery")
    worse = density.level >= VERY_HEAVY.level
    assert answer.total.fixed == int(worse)
    assert answer.facts["needed"] == 5 - worse
    assert ask(desert(density), "recovery", cx=True).facts["needed"] == 4 - worse


@pytest.mark.rule("11.732")
@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("number", [9, 10, 11, 12])
def test_break_numbers_in_dust(density: Density, number: int) -> None:
    """Extremely Heavy Dust lowers B and X numbers by one, but not those of Aerial units."""
    state = desert(density)
    lower = int(density is EXTREMELY_HEAVY)
    assert ask(state, "bx", number=number).facts["now"] == number - lower
    assert ask(state, "bx", number=number, aerial=True).facts["now"] == number


# 11.711 Interdiction --------------------------------------------------------------------------


@pytest.mark.rule("11.711", "A10.53")
@pytest.mark.parametrize(
    ("dr", "expected", "outcome"),
    [
        (1, 0, "Casualty Reduction"),
        (2, -1, "pinned"),
        (3, -1, "pinned"),
        (4, -2, "unaffected"),
        (5, -2, "unaffected"),
        (6, -3, "unaffected"),
    ],
)
def test_the_printed_example_of_interdiction(dr: int, expected: int, outcome: str) -> None:
    """Light Dust, Morale 7, Original 8: -3, -2, -1 or nothing; from a dr of 4 on, unaffected."""
    answer = ask(
        desert(LIGHT),
        "interdiction",
        firer="D5",
        target="H5",
        morale=7,
        roll=8,
        dust_roll=dr,
    )
    assert answer.facts["possible"] is True
    assert answer.facts["drm"] == expected
    assert answer.facts["outcome"] == outcome


@pytest.mark.rule("11.711")
def test_every_outcome_of_an_interdiction_is_listed() -> None:
    """Without a dust dr the answer lists what each would do; Moderate Dust rounds up."""
    ends = {"firer": "D5", "target": "H5"}
    light = ask(desert(LIGHT), "interdiction", **ends, morale=7, roll=8)
    assert light.facts["outcomes"] == {
        "1": "Casualty Reduction",
        **dict.fromkeys("23", "pinned"),
        **dict.fromkeys("456", "unaffected"),
    }
    moderate = ask(desert(MODERATE), "interdiction", **ends, morale=7, roll=9)
    assert drm(moderate, "Moderate Dust") == (-1, -1, -2, -2, -3, -3)
    assert moderate.facts["outcomes"] == {
        **dict.fromkeys("12", "Casualty Reduction"),
        **dict.fromkeys("34", "pinned"),
        **dict.fromkeys("56", "unaffected"),
    }
    clear = ask(desert(), "interdiction", **ends, morale=7, roll=8)
    assert clear.facts["outcome"] == "Casualty Reduction"


@pytest.mark.rule("11.711")
@pytest.mark.parametrize("density", [LIGHT, MODERATE])
@pytest.mark.parametrize("dr", range(1, 7))
def test_an_original_twelve_eliminates(density: Density, dr: int) -> None:
    """No Dust DRM saves a unit from an Original 12; an 11 is modified like any other DR."""
    ends: dict[str, Any] = {"firer": "D5", "target": "H5", "morale": 10, "dust_roll": dr}
    state = desert(density)
    assert ask(state, "interdiction", **ends, roll=12).facts["outcome"] == "eliminated"
    outcome = ask(state, "interdiction", **ends, roll=11).facts["outcome"]
    reduction = (LIGHT_DUST if density is LIGHT else MODERATE_DUST)[dr - 1]
    expected = ("Casualty Reduction", "pinned", "unaffected")
    assert outcome == expected[min(reduction, 2)]


@pytest.mark.rule("11.711", "A10.31", "A10.53")
@pytest.mark.parametrize("morale", range(11))
@pytest.mark.parametrize("original", range(2, 13))
def test_casualty_reduction_is_by_the_final_dr(morale: int, original: int) -> None:
    """Whatever fails by the Final DR is reduced; only the Original DR eliminates."""
    state = desert(LIGHT)
    for modifier in range(-3, 1):
        outcome = resolve_interdiction(state, morale, original, modifier)
        if original == 12:
            assert outcome == "eliminated"
        else:
            assert (outcome == "Casualty Reduction") is (original + modifier > morale)


@pytest.mark.rule("11.711")
@pytest.mark.parametrize("density", [HEAVY, VERY_HEAVY, EXTREMELY_HEAVY])
def test_heavy_dust_prevents_interdiction(density: Density) -> None:
    """Heavy and denser Dust are LOS Hindrances, through which nobody Interdicts."""
    answer = ask(desert(density), "interdiction", firer="D5", target="F5", morale=7, roll=8)
    assert answer.facts == {"possible": False}
    assert str(density) in answer.verdict


@pytest.mark.rule("11.711")
@pytest.mark.parametrize("where", ["D5", "F5", "H5"])
def test_vehicle_dust_prevents_interdiction(where: str) -> None:
    """A Vehicle Dust counter on the LOS, at either end included, prevents it, and negates FFMO."""
    state = desert(LIGHT, vehicles=[{**TANK, "at": "A1"}])
    state = but(state, vehicle_dust=Map({"PzA": VehicleDust(where)}))
    assert ask(state, "interdiction", firer="D5", target="H5").facts == {"possible": False}
    answer = shot(state, moving=True)
    assert "FFMO" not in [each.name for each in answer.items]
    assert sum(each.amount or 0 for each in answer.items if "Vehicle Dust" in each.name) == 2


@pytest.mark.rule("11.711")
@pytest.mark.parametrize(
    ("calibre", "ruling", "hindrance"),
    [(105, "plus-2", 2), (60, "plus-2", 2), (105, "none", 1), (60, "none", 0)],
)
def test_ffe_dust_prevents_interdiction(calibre: int, ruling: str, hindrance: int) -> None:
    """An FFE raises a Hindrance of +2 in dust, +1 without, and of any calibre only in dust."""
    table = Table(vehicles=[], rulings={"11.75-changes": ruling})
    table.calm()
    table.do(f"ffe F1 F5 {calibre}mm")
    answer = shot(table.state, moving=True)
    assert sum(each.amount or 0 for each in answer.items if "FFE" in each.name) == hindrance
    possible = ask(table.state, "interdiction", firer="D5", target="H5").facts["possible"]
    assert possible is (hindrance == 0)
    assert answer.ffmo is (hindrance == 0)


# 11.601 HIP and concealment -------------------------------------------------------------------


def hidden(state: State, name: str, *enemies: str) -> dict[str, Any]:
    """The facts about a hex, seen by these."""
    return ask(state, "concealment", hex=name, enemy=list(enemies)).facts


DLV_STATES: Final[dict[str, Callable[[], State]]] = {
    "Light Dust": lambda: desert(LIGHT, boards=[SCRUBBY]),
    "Moderate Dust": lambda: desert(MODERATE, boards=[SCRUBBY]),
    "Heavy Dust": lambda: desert(HEAVY, boards=[SCRUBBY]),
    "Heat Haze": lambda: desert(time_of_day="Mid Afternoon", boards=[SCRUBBY]),
    "Intense Heat Haze": lambda: desert(time_of_day="Midday", boards=[SCRUBBY]),
}


@pytest.mark.rule("11.601")
@pytest.mark.parametrize("dlv", DLV_STATES)
@pytest.mark.parametrize("range_", [0, 1, 6, 7, 16, 17, 40])
def test_both_halves_of_hip_and_concealment(dlv: str, range_: int) -> None:
    """In any DLV an enemy within 6 hexes reveals; 17 hexes from all is as if out of LOS."""
    facts = hidden(DLV_STATES[dlv](), "A5", f"{LETTERS[range_]}5")
    assert facts["in_effect"] is True
    assert bool(facts["revealed_by"]) is (range_ <= 6)
    assert facts["out_of_los_for_gain"] is (range_ >= 17)


@pytest.mark.rule("11.601")
def test_one_near_enemy_is_enough() -> None:
    """Only the enemies within 6 hexes reveal; one at 16 hexes spoils the gain that 17 allow."""
    state = desert(LIGHT, boards=[SCRUBBY])
    facts = hidden(state, "A5", "G5", "H5", "R5")
    assert facts["revealed_by"] == ["G5"]
    assert facts["out_of_los_for_gain"] is False
    assert hidden(state, "A5", "R5", "Q5")["out_of_los_for_gain"] is False
    assert hidden(state, "A5", "R5", "S5")["out_of_los_for_gain"] is True


@pytest.mark.rule("11.601")
def test_without_dlv_the_normal_rules_apply() -> None:
    """No DLV, no change to HIP and concealment."""
    answer = ask(desert(boards=[SCRUBBY]), "concealment", hex="A5", enemy=["Z5"])
    assert answer.facts["in_effect"] is False
    assert [near.rule for near in answer.near] == ["11.601"]


@pytest.mark.rule("11.601", "A12.12")
def test_it_speaks_of_concealment_terrain_only() -> None:
    """Open Ground is seen as ever in any DLV; the answer names the terrain as what fails."""
    answer = ask(desert(HEAVY, boards=[SCRUBBY]), "concealment", hex="B5", enemy=["Z5"])
    assert answer.facts["in_effect"] is False
    assert answer.facts["concealment_terrain"] is False
    assert [near.rule for near in answer.near] == ["11.601"]
    assert "not Concealment Terrain" in answer.near[0].why


@pytest.mark.rule("11.601")
@pytest.mark.parametrize(
    ("enemies", "in_effect"),
    [
        (("A5",), True),  # it looks east, at the hex
        (("A5", "B5"), True),
        (("Z5",), False),  # it looks west
    ],
)
def test_of_the_sun_alone_the_hex_must_be_in_the_zone(
    enemies: tuple[str, ...], *, in_effect: bool
) -> None:
    """If Sun Blindness is the only DLV, the hex must be in the Zone of the enemies."""
    state = sunny("Early Morning", boards=[SCRUBBY])
    assert hidden(state, "T5", *enemies)["in_effect"] is in_effect


@pytest.mark.rule("11.601")
def test_of_the_sun_alone_one_enemy_may_see_as_ever() -> None:
    """Each enemy looks for itself, by ruling; to gain concealment all must be blinded."""
    state = sunny("Early Morning", boards=[SCRUBBY])
    facts = hidden(state, "T5", "A5", "Z5")
    assert facts["revealed_by"] == ["Z5"]
    assert facts["out_of_los_for_gain"] is False
    strict = sunny("Early Morning", boards=[SCRUBBY], rulings={"11.601-enemies": "all"})
    assert hidden(strict, "T5", "A5", "Z5")["in_effect"] is False


@pytest.mark.rule("11.601")
def test_of_the_sun_with_dust_no_zone_is_asked_for() -> None:
    """With Dust beside the sun the rule applies whichever way the enemies look."""
    state = sunny("Late Afternoon", boards=[SCRUBBY])
    assert hidden(state, "T5", "A5")["in_effect"] is False
    assert hidden(but(state, dust=LIGHT), "T5", "A5")["in_effect"] is True
    assert hidden(state, "A5", "T5")["in_effect"] is True


# 11.761 Heavy Wind ----------------------------------------------------------------------------

AROUND_D5: Final = {1: "D4", 2: "E5", 3: "E6", 4: "D6", 5: "C6", 6: "C5"}
"""The hexes across the hexsides of D5."""

SPINES_OF_D5: Final = {(1, 2): "E4", (2, 3): "F5", (3, 4): "E7", (4, 5): "C7", (5, 6): "B5"}
SPINES: Final = SPINES_OF_D5 | {(1, 6): "C4"}
"""The hexes two away, to which a LOS leaves D5 through the vertex of two hexsides."""


@pytest.mark.rule("11.761")
@pytest.mark.parametrize("direction", range(1, 7))
def test_all_six_hexsides_and_vertices(direction: int) -> None:
    """+1 when the LOS crosses into the upwind hex, or runs along one of its hexsides; PBF too."""
    upwind = {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}[direction]
    state = windy(desert(LIGHT), direction)
    for side, name in AROUND_D5.items():
        answer = shot(state, "D5", name)
        assert drm(answer, "into Heavy Wind") == (1 if side == upwind else None), name
    for sides, name in SPINES.items():
        answer = shot(state, "D5", name)
        assert answer.facts["range"] == 2
        assert drm(answer, "into Heavy Wind") == (1 if upwind in sides else None), name
    assert drm(shot(state, "D5", "D5"), "into Heavy Wind") is None


@pytest.mark.rule("11.761")
@pytest.mark.parametrize("force", WindForce)
@pytest.mark.parametrize("density", DENSITIES)
def test_it_needs_heavy_wind_and_dust(force: WindForce, density: Density) -> None:
    """Without Heavy Winds, or without any density, there is no such Hindrance."""
    state = windy(desert(density), 1, force)
    if force is WindForce.NO_WIND:
        state = but(state, wind=Wind(force))
    expected = 1 if force is WindForce.HEAVY_WINDS and density is not NONE else None
    answer = shot(state, "D5", "D7")
    assert drm(answer, "into Heavy Wind") == expected
    if expected:
        found = item(answer, "into Heavy Wind")
        assert found is not None
        assert found.kind == "DLV"


@pytest.mark.rule("11.761")
def test_vehicle_dust_alone_is_no_density() -> None:
    """A Vehicle Dust counter without Dust density brings no Hindrance into Heavy Wind."""
    state = windy(desert(vehicles=[{**TANK, "at": "A1"}]), 1)
    state = but(state, vehicle_dust=Map({"PzA": VehicleDust("D6")}))
    assert drm(shot(state, "D5", "D7"), "into Heavy Wind") is None


# 11.78 Night ----------------------------------------------------------------------------------

LIGHTS: Final = {
    ("starshell", 1): 3,
    ("IR", 1): 6,
    ("Blaze", 1): 2,
    ("Blaze", 2): 4,
    ("Blaze", 3): 6,
}


@pytest.mark.rule("11.78", "E1", "E1.9")
@pytest.mark.parametrize(("light", "levels"), LIGHTS)
@pytest.mark.parametrize("density", DENSITIES)
def test_how_far_lights_reach(light: str, levels: int, density: Density) -> None:
    """By ruling a radius is one hex smaller for each density level, and never less than 0."""
    given: dict[str, Any] = {"light": light, "levels": levels, "hex": "H5"}
    state = desert(density, time_of_day="Night")
    answer = ask(state, "illumination", **given)
    radius = max(LIGHTS[light, levels] - density.level, 0)
    assert answer.facts["radius"] == radius == answer.total.fixed
    assert "H5" in answer.facts["illuminated"]
    assert len(answer.facts["illuminated"]) <= 1 + 3 * radius * (radius + 1)
    if radius <= 3:
        assert len(answer.facts["illuminated"]) == 1 + 3 * radius * (radius + 1)
    off = desert(density, time_of_day="Night", rulings={"11.78-night": "none"})
    assert ask(off, "illumination", **given).facts["radius"] == LIGHTS[light, levels]


# 11.791 OBA Accuracy --------------------------------------------------------------------------


@pytest.mark.rule("11.791", "C1.62", "C1.6", "E7.6")
@pytest.mark.parametrize("observer", ["observer", "offboard", "plane"])
@pytest.mark.parametrize("density", DENSITIES)
def test_dust_on_oba_accuracy(observer: str, density: Density) -> None:
    """Every Observer takes Dust by the range of his LOS; a plane takes no fire into Heavy Wind."""
    state = windy(desert(density), 1)
    answer = ask(state, "oba-accuracy", firer="D5", target="D9", observer=observer)
    die = None if density is NONE else LIGHT_DUST
    if density in (MODERATE, EXTREMELY_HEAVY):
        die = MODERATE_DUST
    assert light_dust(answer) == die
    assert heavy_dust(answer) == {HEAVY: 2, VERY_HEAVY: 4, EXTREMELY_HEAVY: 4}.get(density)
    windward = density is not NONE and observer != "plane"
    assert drm(answer, "into Heavy Wind") == (1 if windward else None)


@pytest.mark.rule("11.791")
@pytest.mark.parametrize(
    ("observer", "expected"), [("observer", 2), ("offboard", 2), ("plane", None)]
)
def test_the_sun_on_oba_accuracy(observer: str, expected: int | None) -> None:
    """Sun Blindness is a drm to every Observer but a plane."""
    answer = ask(sunny("Early Morning"), "oba-accuracy", firer="D5", target="H5", observer=observer)
    assert blinded(answer) == expected


@pytest.mark.rule("11.791", "C1.62")
def test_los_hindrances_on_oba_accuracy() -> None:
    """Like any Hindrance SMOKE is a drm; what blocks the Observer's LOS is named."""
    state = smoky(desert(), "D5")
    answer = ask(state, "oba-accuracy", firer="D2", target="D9")
    assert answer.total.fixed == 3
    assert answer.facts["blocked"] is None
    blocked = ask(smoky(desert(), "D5", "D7"), "oba-accuracy", firer="D2", target="D9")
    assert "B.10" in blocked.facts["blocked"]


# 11.792 In a building -------------------------------------------------------------------------

SCHOOL: Final = [{"hex": "E5", "building": "school"}, {"hex": "F5", "building": "school"}]
TWO_HOUSES: Final = [{"hex": "E5"}, {"hex": "F5"}]


@pytest.mark.rule("11.792")
@pytest.mark.parametrize("ends", [("E5", "F5"), ("F5", "E5"), ("E5", "E5")])
def test_no_dust_die_within_a_two_hex_building(ends: tuple[str, str]) -> None:
    """Light and Moderate Dust, and fire into Heavy Wind, are left outside of one building."""
    firer, target = ends
    for density, direction in product((LIGHT, MODERATE), range(1, 7)):
        inside = shot(windy(desert(density, buildings=SCHOOL), direction), firer, target)
        assert light_dust(inside) is None
        assert drm(inside, "into Heavy Wind") is None
        outside = shot(windy(desert(density, buildings=TWO_HOUSES), direction), firer, target)
        one_house = firer == target
        assert (light_dust(outside) is None) is one_house


@pytest.mark.rule("11.792")
def test_the_sun_does_not_shine_into_a_building() -> None:
    """A LOS within one building takes no Sun Blindness, one between two buildings does."""
    assert blinded(shot(sunny("Early Morning", buildings=SCHOOL), "E5", "F5")) is None
    assert blinded(shot(sunny("Early Morning", buildings=TWO_HOUSES), "E5", "F5")) == 2


@pytest.mark.rule("11.792")
def test_vehicle_and_ffe_dust_stay_outside_too() -> None:
    """Vehicle Dust counts nothing inside, an FFE what it would without dust; SMOKE counts."""
    for buildings, dust_drm, ffe_drm in ((SCHOOL, 0, 1), (TWO_HOUSES, 2, 2)):
        state = desert(buildings=buildings, vehicles=[{**TANK, "at": "A1"}])
        dusty = but(state, vehicle_dust=Map({"PzA": VehicleDust("F5")}))
        found = [each for each in shot(dusty, "E5", "F5").items if "Vehicle" in each.name]
        assert sum(each.amount or 0 for each in found) == dust_drm
        shelled = but(state, ffes=Map({"F1": FFE("F5", 105, 2)}))
        found = [each for each in shot(shelled, "E5", "F5").items if "FFE" in each.name]
        assert sum(each.amount or 0 for each in found) == ffe_drm
        puffed = shot(smoky(state, "F5"), "E5", "F5")
        assert sum(each.amount or 0 for each in puffed.items if "SMOKE" in each.name) == 3


@pytest.mark.rule("11.792")
def test_the_los_must_lie_entirely_within_the_building() -> None:
    """A LOS between two wings of one building that leaves it is not spared."""
    wings = [{"hex": name, "building": "U"} for name in ("E5", "G5")]
    answer = shot(desert(LIGHT, buildings=wings), "E5", "G5")
    assert light_dust(answer) == LIGHT_DUST


def test_an_aerial_unit_is_never_inside_a_building() -> None:
    """Ground Support at a building takes Heat Haze and Dust, whatever hex it comes over."""
    state = desert(LIGHT, time_of_day="Midday", buildings=SCHOOL)
    answer = shot(state, "E5", "F5", attack="Ground Support")
    assert haze(answer) == 2
    assert light_dust(answer) == LIGHT_DUST


# 11.793 Aerial units --------------------------------------------------------------------------


@pytest.mark.rule("11.793", "E7.3")
@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("vehicle", [False, True])
@pytest.mark.parametrize("ffe", [False, True])
def test_all_dust_together_adds_one_to_a_sighting_tc(
    density: Density, *, vehicle: bool, ffe: bool
) -> None:
    """Whatever types and levels of Dust there are, a Sighting TC takes +1 in all."""
    state = desert(density, vehicles=[{**TANK, "at": "A1"}])
    if vehicle:
        state = but(state, vehicle_dust=Map({"PzA": VehicleDust("D5")}))
    if ffe:
        state = but(state, ffes=Map({"F1": FFE("D6", 105, 2)}))
    answer = ask(state, "sighting", hex="D5")
    expected = 1 if density is not NONE or vehicle or ffe else None
    assert drm(answer, "Dust") == expected
    assert answer.total.fixed == (expected or 0)


@pytest.mark.rule("11.793", "E.5")
def test_attacks_by_and_vs_aerial_units_use_aerial_range() -> None:
    """Dust on them is cumulative, in the normal manner, by Aerial Range."""
    for attack in ("Ground Support", "vs Aerial"):
        for range_, expected in ((1, 1), (4, 2), (9, 5), (10, 5)):
            answer = shot(desert(HEAVY), attack=attack, range=range_)
            assert heavy_dust(answer) == expected
            assert light_dust(answer) == LIGHT_DUST


# 11.794 Residual FP and CC --------------------------------------------------------------------


@pytest.mark.rule("11.794")
@pytest.mark.parametrize("density", DENSITIES)
def test_dust_does_nothing_to_cc_and_fire_lanes(density: Density) -> None:
    """CC and a Fire Lane's attack take nothing of Dust, whatever the density."""
    state = windy(desert(density), 1)
    assert shot(state, "D5", "D5", attack="CC").items == ()
    assert shot(state, "D5", "D9", attack="Fire Lane").items == ()


@pytest.mark.rule("11.794", "A8.26")
@pytest.mark.parametrize(("density", "less"), [(LIGHT, 0), (HEAVY, 2), (VERY_HEAVY, 4)])
def test_a_shot_says_by_how_much_dust_reduces_residual_fp(density: Density, less: int) -> None:
    """An IFT attack leaves less by the Hindrance of Dust, a Fire Lane does not; CC leaves none."""
    state = desert(density)
    assert shot(state, attack="IFT").facts["residual_fp_reduction"] == less
    assert shot(state, attack="Fire Lane").facts["residual_fp_reduction"] == 0
    assert "residual_fp_reduction" not in shot(state, "D5", "D5", attack="CC").facts


# E3 Low Visibility and B.10 -------------------------------------------------------------------


@pytest.mark.rule("B.10", "E3.1", "E3.32", "E3.51")
@pytest.mark.parametrize(
    ("rain", "bands"),
    [
        ("mist", {0: 0, 1: 0, 6: 0, 7: 1, 12: 1, 13: 2, 18: 2, 19: 3, 36: 5, 37: 6}),
        ("rain", {0: 0, 1: 0, 6: 0, 7: 1, 12: 1, 13: 2, 18: 2, 19: 3, 36: 5, 37: 6}),
        ("heavy", {1: 1, 6: 1, 7: 2, 12: 2, 13: 3, 18: 3, 19: 4, 30: 5, 31: 6}),
    ],
)
def test_lv_of_rain_and_mist(rain: str, bands: dict[int, int]) -> None:
    """+1 for each six hexes begun beyond six, one more in heavy rain; as LV it blocks from +6."""
    state = desert(boards=[LONG])
    if rain == "mist":
        state = but(state, sky=attrs.evolve(state.sky, mist=True))
    else:
        state = raining(state, Rain.HEAVY if rain == "heavy" else Rain.RAIN)
    for range_, expected in bands.items():
        answer = shot(state, **far(range_))
        found = [each for each in answer.items if each.kind == "LV"]
        assert sum(each.amount or 0 for each in found) == expected, range_
        assert (answer.blocked is not None) is (expected >= 6)
        assert answer.ffmo is (expected < 6)


@pytest.mark.rule("B.10")
@pytest.mark.parametrize(
    ("smoke", "dispersed", "misty", "total"),
    [
        (("D4",), (), False, 3),
        (("D4",), ("D6",), False, 5),
        (("D4", "D6"), (), False, 6),
        (("D4",), ("D6",), True, 6),
        ((), ("D4", "D6"), True, 5),
        ((), ("D4", "D6", "D8"), False, 6),
    ],
)
def test_blockage_at_five_and_six(
    smoke: tuple[str, ...], dispersed: tuple[str, ...], total: int, *, misty: bool
) -> None:
    """SMOKE and weather together block at +6, and not at +5."""
    state = smoky(desert(), *smoke, dispersed=dispersed)
    state = but(state, sky=attrs.evolve(state.sky, mist=misty))
    answer = shot(state, "D2", "D9")
    assert answer.facts["range"] == 7
    assert answer.total.fixed == total
    assert (answer.blocked is not None) is (total >= 6)
    assert (answer.verdict.startswith("LOS is blocked")) is (total >= 6)


@pytest.mark.rule("B.10", "11.6")
def test_terrain_smoke_and_dust_add_up_but_dlv_does_not() -> None:
    """Heavy Dust of +3 with SMOKE of +2 is +5; a third part blocks, and a Dust die of +3 never."""
    state = smoky(desert(HEAVY), dispersed=("D4",))
    answer = shot(state, "D2", "D7")
    assert heavy_dust(answer) == 3
    assert answer.total.fixed == 5
    assert answer.total.high == 8
    assert answer.blocked is None
    more = smoky(desert(HEAVY), "D4")
    assert shot(more, "D2", "D7").blocked is not None


def test_blockage_is_of_the_los_whatever_fires_along_it() -> None:
    """SMOKE of +6 blocks the LOS of a Fire Lane and of a DC as well."""
    state = smoky(desert(), "D4", "D6")
    assert shot(state, "D2", "D9", attack="Fire Lane").blocked is not None


def test_fire_at_an_aerial_target_is_fire_vs_aerial() -> None:
    """Ground fire has no Aerial target; fire vs Aerial takes no Sun Blindness, and 11.731 holds."""
    for attack in ("IFT", "TH", "Ground Support"):
        with pytest.raises(BadInput, match="vs Aerial"):
            shot(desert(), attack=attack, against="aerial")
    assert blinded(shot(sunny("Early Morning"), attack="vs Aerial")) is None
    assert "11.731" in shot(desert(VERY_HEAVY), attack="vs Aerial").verdict


# 11.7 Dust ------------------------------------------------------------------------------------


@pytest.mark.rule("11.7")
def test_the_densities_are_five() -> None:
    """From none the Dust grows in five steps."""
    assert [density.value for density in LADDER] == [
        "None",
        "Light",
        "Moderate",
        "Heavy",
        "Very Heavy",
        "Extremely Heavy",
    ]


@pytest.mark.rule("11.7")
def test_all_types_of_dust_add_up_on_a_shot() -> None:
    """A density, a Vehicle Dust counter and FFE Dust each count; a Sighting TC takes +1 once."""
    state = desert(VERY_HEAVY)
    state = but(
        state,
        vehicle_dust=state.vehicle_dust.set("PzA", VehicleDust("D6")),
        ffes=state.ffes.set("oba", FFE("G9", 105, 2)),
    )
    near = shot(state, "D5", "D7")
    kinds = sorted((item.rule, item.amount) for item in near.items if item.amount)
    assert kinds == [("11.731", 2), ("11.74", 2)]
    far = shot(state, "G8", "G9")
    assert sorted((item.rule, item.amount) for item in far.items if item.amount) == [
        ("11.731", 1),
        ("11.75", 2),
    ]
    assert ask(state, "sighting", hex="D6").total.fixed == 1


# 11.77 Rain -----------------------------------------------------------------------------------


@pytest.mark.rule("11.77")
def test_rain_ends_every_question_of_dust() -> None:
    """Once it has rained no question finds any Dust, in the rain and for the rest of the game."""
    table = Table(weather="Overcast", dust="Extremely Heavy", wind="Heavy Winds", wind_direction=1)
    before = table.state
    assert light_dust(shot(before, "D5", "D9")) == MODERATE_DUST
    table.do("phase RPh", "wc 5 5")
    assert table.state.sky.rain is not Rain.NONE
    _no_dust_at_all(table.state)
    table.next_turn()
    table.do("wc 1 2")
    assert table.state.sky.rain is Rain.NONE
    _no_dust_at_all(table.state)
    table.next_turn()
    table.do("wc 6 6")
    _no_dust_at_all(table.state)


def _no_dust_at_all(state: State) -> None:
    for attack in ATTACKS:
        answer = shot(state, "D5", "D5" if attack == "CC" else "D9", attack=attack)
        assert light_dust(answer) is None
        assert heavy_dust(answer) is None
        assert drm(answer, "into Heavy Wind") is None
    assert drm(ask(state, "sighting", hex="D9"), "Dust") is None
    ends = {"firer": "D5", "target": "D9"}
    assert ask(state, "interdiction", **ends).items == ()
    assert light_dust(ask(state, "oba-accuracy", **ends)) is None
    assert ask(state, "prohibitions").facts["double_time"] is True
    assert ask(state, "recovery").total.fixed == 0
    assert ask(state, "bx", number=12).facts["now"] == 12
    assert hidden(state, "A5", "I5")["in_effect"] is False
    assert ask(state, "illumination", light="IR").facts["radius"] == 6
    cost = ask(state, "entry-cost", origin="D5", hex="D6", mover="fully-tracked", bu=True)
    assert cost.facts["cost"] == "1"


@pytest.mark.rule("11.77")
def test_rain_leaves_an_ffe_its_plain_hindrance() -> None:
    """FFE Dust goes with the rain: large FFE keep +1, small ones nothing."""
    table = Table(weather="Overcast", vehicles=[])
    table.calm()
    table.do("ffe F1 F5 105mm", "ffe F2 F5 60mm")
    assert shot(table.state, "D5", "H5").total.fixed == 2 + 2
    table.next_turn()
    table.do("wc 5 5")
    assert shot(table.state, "D5", "H5").total.fixed == 1


# 11.8 Mud -------------------------------------------------------------------------------------

MUDDY: Final = """
    A B C D E
0     .   .
1   . . . . .
2   . . . h .
3   . . s . .
4   . . . h .
5   . . . . .
6   . . . . .
"""
"""Hammada in D2 and D4; C3, beside both, is scrub."""


def muddy(**facts: Any) -> State:
    """A desert of Open Ground, scrub and hammada in Mud."""
    board = {"name": "27", "desert": True, "map": MUDDY}
    return desert(**{"ec": "Mud", "boards": [board], **facts})


def bog(state: State, *path: str, dr: int | None = None) -> dict[str, Any]:
    """The facts about Mud Bog on a path."""
    return ask(state, "mud-bog", path=list(path), dr=dr).facts


DOWN_C: Final = ("C1", "C2", "C3", "C4", "C5", "C6")


@pytest.mark.rule("11.8", "D8.23")
def test_the_printed_example_of_mud_bog() -> None:
    """With a Secret dr of 2 it bogs in the second hex that counts; scrub does not count."""
    facts = bog(muddy(), *DOWN_C, dr=2)
    assert facts["counted"] == ["C2", "C4", "C5"]
    assert set(facts["not_counted"]) == {"C3", "C6"}
    assert facts["bogs_in"] == "C4"
    assert bog(muddy(), *DOWN_C, dr=1)["bogs_in"] == "C2"
    assert bog(muddy(), *DOWN_C, dr=3)["bogs_in"] == "C5"
    assert bog(muddy(), *DOWN_C, dr=4)["bogs_in"] is None


@pytest.mark.rule("11.8")
@pytest.mark.parametrize("mark", ["s", "h", "d", "b", "w", "y"])
def test_only_open_ground_counts(mark: str) -> None:
    """Scrub, hammada and sand are no Open Ground here, nor is any other terrain."""
    changed = MUDDY.replace("3   . . s . .", f"3   . . {mark} . .")
    state = muddy(boards=[{"name": "27", "desert": True, "map": changed}])
    assert "C3" in bog(state, "C2", "C3")["not_counted"]


@pytest.mark.rule("11.8")
def test_open_ground_away_from_hammada_does_not_count() -> None:
    """Only Open Ground next to hammada, with no cliff between, counts."""
    assert bog(muddy(), "A1", "A2", "A3", "B3")["counted"] == []
    cliff = [{"kind": "cliff", "at": ["C2/D2"]}]
    assert bog(muddy(hexsides=cliff), "C1", "C2")["counted"] == []


@pytest.mark.rule("11.8")
@pytest.mark.parametrize(
    ("roads", "dr", "bogs"),
    [
        ([{"hexes": ["C1", "C2"], "kind": "paved"}], 1, False),
        ([{"hexes": ["C1", "C2"], "kind": "unpaved"}], 1, True),
        ([{"hexes": ["B2", "C2"], "kind": "paved"}], 1, True),
    ],
    ids=["paved", "unpaved", "paved but not used"],
)
def test_only_use_of_a_paved_road_negates_mud_bog(
    roads: list[dict[str, Any]], dr: int, *, bogs: bool
) -> None:
    """A vehicle does not bog in a hex that it enters via a paved road, and via no other."""
    assert (bog(muddy(roads=roads), "C1", "C2", dr=dr)["bogs_in"] == "C2") is bogs


@pytest.mark.rule("11.8", "D8.23")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"steppe": True}, "Steppe"),
        ({"broken": True}, "Broken"),
        ({"ec": "Dry"}, "Mud"),
        ({"land": "France"}, "Arid Land"),
        (
            {
                "boards": [
                    {"name": "27", "desert": True, "map": MUDDY},
                    {"name": "5", "desert": False, "width": 5, "height": 6},
                ]
            },
            "Desert Boards",
        ),
    ],
)
def test_where_desert_mud_does_not_apply(change: dict[str, Any], why: str) -> None:
    """Other lands, boards or ground, or no Mud: D8.23 applies in the normal manner, if at all."""
    state = muddy(**change)
    first = next(iter(state.setting.area.record))
    answer = ask(state, "mud-bog", path=[first])
    assert answer.facts == {"in_effect": False}
    assert why in answer.verdict


@pytest.mark.rule("11.8")
def test_mud_of_the_weather_counts_as_well() -> None:
    """Mud as the Weather brings Desert Mud; so do EC of Mud."""
    assert bog(muddy(weather="Mud"), *DOWN_C, dr=2)["bogs_in"] == "C4"


@pytest.mark.rule("B.3", "F3.4")
@pytest.mark.parametrize(
    ("attack", "tem"),
    [
        ({"attack": "TH", "shell": "HE"}, [-1]),
        ({"attack": "DC"}, [-1]),
        ({"attack": "OBA"}, [-1]),
        ({"attack": "TH", "shell": "HE", "against": "vehicle"}, []),
        ({"attack": "TH"}, []),
        ({"attack": "IFT"}, []),
    ],
)
def test_hammada_is_worse_vs_he(attack: dict[str, Any], tem: list[int]) -> None:
    """HE and DC take -1 vs Infantry in hammada; vehicles and other attacks know nothing of it."""
    answer = ask(muddy(), "shot", firer="D1", target="D2", **attack)
    assert [each.amount for each in answer.items if each.kind == "TEM"] == tem
