"""What applies to a shot and to the checks around it: every printed example of chapter 11.

What is expected here is read from the rules, number by number; no test asks the code what it thinks
a table, a zone or an exception is.
"""

import math
from typing import Any, Final

import pytest

from events.terms import Density
from replays.asking.ask import ask
from sim.asking.answer import Answer
from sim.modifiers import Modifier, Near
from sim.state import State, replace
from tests import cases
from tests.table import Table

NONE, LIGHT, MODERATE, HEAVY, VERY_HEAVY, EXTREMELY_HEAVY = Density
DENSITIES: Final = tuple(Density)

LETTERS: Final = [
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *(2 * letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXY"),
]
LONG: Final = {"name": "27", "desert": True, "width": 51}
"""A board on which a LOS can be fifty hexes long."""


LIGHT_DUST: Final = (0, 1, 1, 2, 2, 3)
MODERATE_DUST: Final = (1, 1, 2, 2, 3, 3)
"""What a dr of 1 to 6 gives, halved down and halved up."""


def desert(density: Density = NONE, **facts: Any) -> State:
    """A desert without vehicles, in this density."""
    state: State = Table(**{"vehicles": [], **facts}).state
    return replace(state, dust=density)


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


@pytest.mark.rule("11.62", "11.621")
@cases(
    "time, target, range_, expected",
    *[("Mid Afternoon", "infantry", r, d) for r, d in ((12, None), (13, 1), (18, 1))],
    *[("Mid Afternoon", "infantry", r, d) for r, d in ((19, 2), (24, 2), (25, 3))],
    *[("Mid Afternoon", "vehicle", r, d) for r, d in ((24, None), (25, 1), (36, 1))],
    *[("Mid Afternoon", "vehicle", r, d) for r, d in ((37, 2), (48, 2), (49, 3))],
    *[("Midday", "infantry", r, d) for r, d in ((6, None), (7, 1), (12, 1), (13, 2), (18, 2))],
    *[("Midday", "infantry", r, d) for r, d in ((19, 3),)],
    *[("Midday", "vehicle", r, d) for r, d in ((12, None), (13, 1), (24, 1), (25, 2))],
    *[("Midday", "vehicle", r, d) for r, d in ((36, 2), (37, 3))],
)
def test_the_printed_bands_of_heat_haze(
    time: str, target: str, range_: int, expected: int | None
) -> None:
    """Both edges of every band of the printed examples."""
    state = desert(time_of_day=time, boards=[LONG])
    for attack in ("TH", "IFT"):
        assert haze(shot(state, **far(range_), against=target, attack=attack)) == expected


SUNNY: Final[dict[str, dict[str, Any]]] = {
    "Early Morning": {"ec": "Moist"},
    "Late Afternoon": {"ec": "Dry"},
}


def dot(name: str) -> tuple[float, float]:
    """Where a hex's centre dot lies: right, and down; the side of a hex is 1."""
    hexrow, number = LETTERS.index(name[0]), int(name[1:])
    down = number - (0.5 if hexrow % 2 else 1)
    return 1.5 * hexrow, math.sqrt(3) * down


def sunny(time: str, north: str = "up", **facts: Any) -> State:
    """A clear desert at a time when the sun is low."""
    return desert(time_of_day=time, north=north, **SUNNY[time], **facts)


def blinded(answer: Answer) -> Any:
    """What Sun Blindness adds."""
    return drm(answer, "Sun Blindness")


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


@pytest.mark.rule("11.73", "11.731", "11.732")
@cases(
    "density, hindrance, die, low, high",
    (HEAVY, 2, LIGHT_DUST, 2, 5),
    (VERY_HEAVY, 3, LIGHT_DUST, 3, 6),
    (EXTREMELY_HEAVY, 3, MODERATE_DUST, 4, 6),
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
@cases(
    "density, die", (HEAVY, LIGHT_DUST), (VERY_HEAVY, LIGHT_DUST), (EXTREMELY_HEAVY, MODERATE_DUST)
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


@pytest.mark.rule("11.711", "A10.53")
@cases(
    "dr, expected, outcome",
    (1, 0, "Casualty Reduction"),
    (2, -1, "pinned"),
    (3, -1, "pinned"),
    (4, -2, "unaffected"),
    (5, -2, "unaffected"),
    (6, -3, "unaffected"),
)
def test_the_printed_example_of_interdiction(dr: int, expected: int, outcome: str) -> None:
    """Light Dust, Morale 7, Original 8: -3, -2, -1 or nothing; from a dr of 4 on, unaffected."""
    answer = ask(
        desert(LIGHT), "interdiction", firer="D5", target="H5", morale=7, roll=8, dust_roll=dr
    )
    assert answer.facts["possible"] is True
    assert answer.facts["drm"] == expected
    assert answer.facts["outcome"] == outcome


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
