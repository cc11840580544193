"""B25.11 Kindling, B25.6 Spreading Fire, B25.66 Fire Collapse, and whole lives of fires."""

from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from events.chain import GENESIS, sealed
from events.commands import CheckFlame, Kindle, Spread, WindChange
from events.ground import BlazeBegan, BuildingRubbled, FireEnded, FlamePlaced, RubbleFell
from events.moment import Moment, Phase
from events.sky import RainBegan
from events.smoke import DriftChanged, SmokeRemoved
from events.spreading_fire import BlazeChecked, BlazeSpread, KindlingFailed
from events.terms import Fire, Kindler, Material, WindForce
from events.vocabulary import Event
from replays import ask, audit
from replays.testing import games
from sim.chapter_b.burnable import burns_as
from sim.chapter_b.fire_front import Hearth
from sim.chapter_b.spreading_fire import blazes, fronts
from sim.los.features import field_of
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import Dice, outcomes
from sim.state import BARE, Ablaze, LevelFire, State, Wind, but
from tests.drawn import examples
from tests.table import Table, stayed

MAP: Final = """
0   .   .
1 b b b . .
2 b b b . .
3 b b b . .
4 . . . . .
"""
"""Brush in three hexrows, with B2 in the middle."""

NO_WIND: Final = {"wind": "No Wind", "wind_direction": None}


def table_at(phase: str = "AFPh", **changes: Any) -> Table:
    """A table on the map, EC Moderate, with no wind unless it is told otherwise."""
    facts: dict[str, Any] = {
        "boards": [{"name": "27", "desert": True, "map": MAP}],
        "vehicles": [],
        "ec": "Moderate",
        **NO_WIND,
    }
    facts.update(changes)
    table = Table(**facts)
    _go(table, phase)
    return table


def _go(table: Table, phase: str) -> None:
    """Go on to a phase of this Player Turn, or stay in its RPh."""
    table.calm()
    if phase != "RPh":
        table.to(phase)


def ablaze(*hexes: str, phase: str = "AFPh", **changes: Any) -> Table:
    """A table in the next Player Turn, with Blazes that began in the one before."""
    table = table_at("PFPh", **changes)
    for each in hexes:
        table.do(f"blaze {each}")
    table.next_turn()
    _go(table, phase)
    return table


def ways(least: int) -> Fraction:
    """The chance of a DR of at least so much."""
    return Fraction(sum(one + two >= least for one in range(1, 7) for two in range(1, 7)), 36)


def chance(state: State, command: Any, wanted: type[Event], to: str = "") -> Fraction:
    """The exact chance that a command leads to an event, every outcome of its dice tried."""

    def act(dice: Dice) -> bool:
        outcome = resolve(state, command, dice)
        assert isinstance(outcome, Outcome)
        return any(
            isinstance(each, wanted) and (not to or getattr(each, "to", "") == to)
            for each in outcome.events
        )

    return sum((share for share, _, happened in outcomes(act) if happened), Fraction(0))


def winds() -> list[Wind]:
    """Every wind that can blow."""
    return [
        Wind(force, direction, gusts)
        for force in (WindForce.MILD_BREEZE, WindForce.HEAVY_WINDS)
        for direction in range(1, 7)
        for gusts in (False, True)
    ]


# Kindling --------------------------------------------------------------------------------------

TERRAIN: Final = """
0   .   .
1 b g w o .
2 . . . . .
"""
KINDLING: Final = {"A1": 9, "B1": 10, "C1": 9, "D1": 11, "E1": 8, "E2": 7}
"""Kindling numbers of brush, grain, woods, orchard, a stone and a wooden building, as printed."""

HOUSES: Final = [{"hex": "E1", "material": "stone"}, {"hex": "E2", "material": "wooden"}]


def kindling_table(**changes: Any) -> Table:
    """A table in the PFPh of June, temperate, with all sorts of Burnable Terrain."""
    board = {"name": "4", "desert": False, "map": TERRAIN}
    return table_at("PFPh", **({"boards": [board], "buildings": HOUSES} | changes))


@pytest.mark.rule("B25.11")
@pytest.mark.parametrize(("hex_", "number"), KINDLING.items())
def test_the_kindling_number_places_a_flame(hex_: str, number: int) -> None:
    """A DR that equals the Kindling number places a Flame, and one less does not."""
    low = min(6, number - 2)
    table = kindling_table()
    assert table.do(f"kindle {hex_} {low} {number - 1 - low}") == (KindlingFailed(hex_, "B25.11"),)
    assert table.state.ground.get(hex_, BARE).fire is None
    low = min(6, number - 1)
    assert table.do(f"kindle {hex_} {low} {number - low}") == (
        FlamePlaced(hex_, Moment(1, 1, Phase.PFPH), "B25.11"),
    )
    assert table.state.ground[hex_].fire is Fire.FLAME


@pytest.mark.parametrize(
    ("ec", "drm"),
    [("Mud", -3), ("Wet", -2), ("Moist", -1), ("Moderate", 0), ("Dry", 1), ("Very Dry", 2)],
)
def test_ec_change_a_kindling_dr_but_not_in_a_building(ec: str, drm: int) -> None:
    """Brush takes 9 less what dry ground adds; a building does not care."""
    state = kindling_table(ec=ec).state
    assert chance(state, Kindle("A1"), FlamePlaced) == ways(9 - drm)
    assert chance(state, Kindle("E2"), FlamePlaced) == ways(7)


@pytest.mark.rule("B25.11")
@pytest.mark.parametrize(
    ("words", "drm"),
    [("squad", 0), ("hs", -1), ("crew", -1), ("smc", -2), ("leader -2", 2), ("hs leader 1", -2)],
)
def test_who_kindles_and_who_directs_change_the_dr(words: str, drm: int) -> None:
    """A HS is worse than a squad, a SMC worse still; Leadership counts with its sign reversed."""
    table = kindling_table()
    needed = 9 - drm
    first = min(6, needed - 1)
    (event,) = table.do(f"kindle A1 {words} {first} {needed - first}")
    assert isinstance(event, FlamePlaced)
    table = kindling_table()
    first = min(6, needed - 2)
    (event,) = table.do(f"kindle A1 {words} {first} {needed - 1 - first}")
    assert isinstance(event, KindlingFailed)


@pytest.mark.rule("191.4")
def test_a_cactus_patch_kindles_on_12_and_spreads_on_10() -> None:
    """Its own numbers, not those of the orchard that it was."""
    board = {"name": "27", "desert": True, "map": "\n0   .\n1 o o o\n2 . . .\n"}
    table = table_at("PFPh", boards=[board], terrain={"Orchard": "Cactus Patch"})
    assert chance(table.state, Kindle("A1"), FlamePlaced) == ways(12)
    table.do("blaze A1")
    table.next_turn()
    table.to("AFPh")
    assert chance(table.state, Spread("A1"), BlazeSpread) == ways(10)


@pytest.mark.rule("AD3.12")
def test_ad_palm_trees_kindle_and_spread_on_10() -> None:
    """Palm Trees of AD Terrain have 10 for both numbers."""
    board = {"name": "LFT6", "desert": True, "ad": True, "map": "\n0   .\n1 o o o\n2 . . .\n"}
    table = table_at("PFPh", boards=[board], ad=True, terrain={"Orchard": "Palm Trees"})
    assert chance(table.state, Kindle("A1"), FlamePlaced) == ways(10)
    table.do("blaze A1")
    table.next_turn()
    table.to("AFPh")
    assert chance(table.state, Spread("A1"), BlazeSpread) == ways(10)


# Spreading Fire --------------------------------------------------------------------------------


@pytest.mark.rule("B25.6")
def test_a_blaze_spreads_from_the_player_turn_after_it_began() -> None:
    """A fresh Blaze does not spread; in the AFPh of the next Player Turn it does, once."""
    table = table_at("PFPh")
    table.do("blaze A1", "phase AFPh")
    assert table.refused("spread").reason.slug == "already-tried"
    table.next_turn()
    table.to("AFPh")
    moment = table.state.moment
    events = table.do("spread " + "1 1 " * len(_neighbours(table.state, "A1")))
    assert events == (BlazeChecked("A1", moment, "B25.6"),)
    assert table.refused("spread A1").reason.slug == "already-tried"
    table.next_turn()
    table.to("AFPh")
    assert isinstance(table.do("spread A1")[-1], BlazeChecked)


def _neighbours(state: State, name: str) -> list[str]:
    """The hexes next to a hex that burn and have no fire."""
    found = state.setting.area.neighbours(name)
    return [
        found[side]
        for side in sorted(found)
        if burns_as(state, found[side]) and state.ground.get(found[side], BARE).fire is None
    ]


@pytest.mark.rule("B25.6")
def test_fire_spreads_as_a_flame_and_clockwise_from_hexside_1() -> None:
    """One DR for each adjacent hex that burns; each success places a Flame there."""
    table = ablaze("B2")
    around = _neighbours(table.state, "B2")
    assert len(around) >= 5
    moment = table.state.moment
    dice = ["3 3" if number % 2 else "3 2" for number in range(len(around))]
    expected = tuple(
        BlazeSpread("B2", to, moment, "B25.6") for number, to in enumerate(around) if number % 2
    )
    assert table.do(f"spread {' '.join(dice)}") == (
        *expected,
        BlazeChecked("B2", moment, "B25.6"),
    )
    for number, to in enumerate(around):
        assert table.state.ground.get(to, BARE).fire is (Fire.FLAME if number % 2 else None)
    assert table.refused(f"flame-check {around[1]}").reason.slug == "already-tried"


def test_of_two_blazes_the_second_does_not_roll_for_what_burns_already() -> None:
    """All Blazes that are due spread in hex order, and a Flame just placed is not rolled for."""
    table = ablaze("A1", "A3")
    both = _neighbours(table.state, "A1")
    assert "A2" in both
    assert "A2" in _neighbours(table.state, "A3")
    later = [each for each in _neighbours(table.state, "A3") if each not in both]
    events = table.do("spread " + "6 6 " * (len(both) + len(later)))
    assert [each.to for each in events if isinstance(each, BlazeSpread)] == [*both, *later]


def test_fire_does_not_cross_open_ground_or_leave_the_map() -> None:
    """Where nothing burns next to a Blaze, no DR is made at all."""
    board = {"name": "27", "desert": True, "map": "\n0   .\n1 b . .\n2 . . .\n"}
    table = ablaze("A1", boards=[board])
    assert table.do("spread") == (BlazeChecked("A1", table.state.moment, "B25.6"),)
    assert table.game.entries[-1].dice == ()


@pytest.mark.rule("B25.64")
def test_a_mild_breeze_drives_fire_before_it() -> None:
    """Straight downwind +1, straight upwind -1, and nothing to either side."""
    for direction in range(1, 7):
        state = but(ablaze("B2").state, wind=Wind(WindForce.MILD_BREEZE, direction))
        found = {front.to.hex: front for front in fronts(state, Hearth("B2"))}
        for turn, drm in enumerate((+1, 0, 0, -1, 0, 0)):
            to = state.setting.area.across("B2", (direction - 1 + turn) % 6 + 1)
            if to is None or burns_as(state, to) is None:
                continue
            roll = found[to].roll
            assert roll is not None
            assert roll.drm == drm, (direction, turn)


@pytest.mark.rule("B25.63")
def test_heavy_winds_drive_fire_downwind_and_nowhere_else() -> None:
    """In the three hexes downwind it needs no DR, and it does not go to the others."""
    for direction in range(1, 7):
        state = but(ablaze("B2").state, wind=Wind(WindForce.HEAVY_WINDS, direction))
        found = {front.to.hex: front for front in fronts(state, Hearth("B2"))}
        for turn, sure in enumerate((True, True, False, False, False, True)):
            to = state.setting.area.across("B2", (direction - 1 + turn) % 6 + 1)
            if to is not None and burns_as(state, to) is not None:
                assert (found[to].sure, found[to].roll) == (sure, None), (direction, turn)


def test_a_breeze_adds_nothing_if_the_ruling_says_so() -> None:
    """With B25.6-wind at none, every hexside is alike in a Mild Breeze."""
    state = ablaze("B2", rulings={"B25.6-wind": "none"}).state
    for direction in range(1, 7):
        blown = but(state, wind=Wind(WindForce.MILD_BREEZE, direction))
        rolls = [front.roll for front in fronts(blown, Hearth("B2"))]
        assert [roll and roll.drm for roll in rolls] == [
            0 if burns_as(state, front.to.hex) else None for front in fronts(state, Hearth("B2"))
        ]


@pytest.mark.parametrize("wind", winds(), ids=str)
def test_ask_burn_gives_the_chance_of_every_spread(wind: Wind) -> None:
    """The chance that ask gives is that of all 36 outcomes of the order, for each neighbour."""
    table = ablaze("B2", ec="Dry")
    state = but(table.state, wind=wind)
    told = ask(state, "burn", hex="B2").facts["spread"]
    assert set(told) == set(state.setting.area.neighbours("B2").values())
    for front in fronts(state, Hearth("B2")):
        assert told[front.to.hex]["chance"] == str(_alone(state, front.to.hex)), front.to


def _alone(state: State, to: str) -> Fraction:
    """The chance of the spread into one hex, with a Blaze of this Player Turn in every other."""
    ground, young = state.ground, Map({0: LevelFire(ablaze=Ablaze(state.moment))})
    for each in _neighbours(state, "B2"):
        if each != to:
            ground = ground.set(each, BARE.__class__(fires=young))
    return chance(but(state, ground=ground), Spread("B2"), BlazeSpread, to)


@pytest.mark.rule("B25.5")
def test_ask_burn_names_every_drm_with_its_rule() -> None:
    """EC and wind are DRM of a spread, each with its rule; what adds nothing says why."""
    table = ablaze("B2", ec="Dry", wind="Mild Breeze", wind_direction=1)
    answer = ask(table.state, "burn", hex="B2", to="B1")
    assert [(each.name, each.rule, each.amount) for each in answer.items] == [
        ("EC", "B25.5", 1),
        ("Wind", "B25.64", 1),
    ]
    assert "downwind in Mild Breeze" in answer.items[1].why
    aside = ask(table.state, "burn", hex="B2", to="C2")
    assert [(each.name, each.rule) for each in aside.near] == [
        ("Not attached", "B25.62"),
        ("Wind", "B25.64"),
    ]
    assert answer.facts["spread"]["B1"]["drms"] == {"EC": 1, "Wind": 1}
    calm = ask(ablaze("B2").state, "burn", hex="B2", to="B1")
    assert [(each.name, each.rule, each.why) for each in calm.near] == [
        ("EC", "B25.5", "EC are Moderate"),
        (
            "Not attached",
            "B25.62",
            "what burns in B1 is attached to what burns in B2",
        ),
        ("Wind", "B25.64", "no Mild Breeze blows"),
    ]


@pytest.mark.rule("AD3.41", "B23", "B12")
def test_ask_burn_says_as_what_and_by_which_rule() -> None:
    """Debris by AD3.41, a building by B23, brush by B12; inside a building EC are no DRM."""
    house, debris = {"hex": "D3", "material": "wooden"}, {"hex": "E3"}
    board = {"name": "LFT6", "desert": True, "ad": True, "map": MAP}
    state = table_at(boards=[board], ad=True, ec="Dry", buildings=[house], debris=[debris]).state
    told = {each: ask(state, "burn", hex=each) for each in ("A1", "D3", "E3")}
    assert {
        each: (answer.facts["burns_as"], answer.facts["rule"]) for each, answer in told.items()
    } == {
        "A1": ("Brush", "B12"),
        "D3": ("wooden building", "B23"),
        "E3": ("wooden building", "AD3.41"),
    }
    assert [each.rule for each in told["A1"].items] == ["B25.5"]
    for each in ("D3", "E3"):
        assert told[each].items == ()
        assert [(near.name, near.rule) for near in told[each].near] == [("EC", "B25.5")]


def test_ask_burn_says_why_nothing_burns() -> None:
    """Open Ground has no numbers, and no fire reaches it."""
    answer = ask(ablaze("A1").state, "burn", hex="D4")
    assert answer.verdict == "nothing in D4 burns (B25.1)"
    assert answer.facts["burns_as"] is None


# Fire Collapse ---------------------------------------------------------------------------------


@pytest.mark.rule("B25.66")
def test_a_building_collapses_on_an_original_12_alone() -> None:
    """All 36 Wind Change DR: only a 12 brings a building ablaze down, and no order does."""
    house = {"hex": "D3", "material": "stone", "upper_levels": 2}
    table = table_at("PFPh", buildings=[house])
    table.do("blaze D3")
    table.next_turn()
    state = table.state
    assert chance(state, WindChange(), BuildingRubbled) == Fraction(1, 36)
    assert ask(state, "burn", hex="D3").facts["collapse"] == {"phase": "RPh", "chance": "1/36"}
    table.calm()
    assert table.refused("collapse").rule == "B25.66"


def test_a_collapse_carries_the_blaze_with_its_rubble() -> None:
    """Rubble that falls from a building ablaze sets fire where it falls; both burn as rubble."""
    house = {"hex": "D3", "material": "wooden", "upper_levels": 1}
    table = table_at("PFPh", buildings=[house])
    table.do("blaze D3")
    table.next_turn()
    assert table.do("wc 6 6 6 2")[-3:] == (
        BuildingRubbled("D3", 0, Material.WOODEN, "B25.66"),
        RubbleFell("D3", "E3", Material.WOODEN, lies=True, rule="B24.12"),
        BlazeBegan("E3", "B24.6"),
    )
    assert [table.state.ground[each].fire for each in ("D3", "E3")] == [Fire.BLAZE, Fire.BLAZE]


@pytest.mark.rule("AD4.41")
def test_an_arid_rooftop_goes_with_its_building() -> None:
    """A burning Arid Building has its rooftop until it collapses, into stone rubble (AD4.42)."""
    board = {"name": "LFT6", "desert": True, "ad": True, "map": MAP}
    house = {"hex": "D3", "material": "wooden"}
    table = table_at("PFPh", boards=[board], ad=True, buildings=[house])
    table.do("blaze D3")
    table.next_turn()
    assert ask(table.state, "burn", hex="D3").facts["arid_rooftop"]
    assert table.do("wc 6 6")[-1] == BuildingRubbled("D3", 0, Material.STONE, "B25.66")
    after = ask(table.state, "burn", hex="D3").facts
    assert (after["burns_as"], after["arid_rooftop"]) == ("stone building", False)


# Whole lives -----------------------------------------------------------------------------------


def test_a_whole_life_from_kindling_to_rubble() -> None:
    """Kindled, Flame, Blaze, spread to the next house, collapse, and fire in the rubble."""
    houses = [
        {"hex": "D3", "material": "wooden", "upper_levels": 1},
        {"hex": "D2", "material": "wooden"},
    ]
    table = table_at("PFPh", buildings=houses)
    table.do("kindle D3 3 4")
    table.next_turn()
    table.to("AFPh")
    assert table.do("flame-check D3 4 4") == (BlazeBegan("D3", "B25.15"),)
    table.next_turn()
    table.to("AFPh")
    assert BlazeSpread("D3", "D2", table.state.moment, "B25.6") in table.do("spread 5 5 1 1 1 1")
    table.next_turn()
    *_, rubbled, stayed_in_hex = table.do("wc 6 6 1 1")
    assert isinstance(rubbled, BuildingRubbled)
    table.to("AFPh")
    assert table.do("flame-check D2 3 5") == (BlazeBegan("D2", "B25.15"),)
    assert [str(each) for each in blazes(table.state)] == ["D2", "D3"]
    assert stayed_in_hex.rule == "B24.12"


@pytest.mark.rule("AD3.41", "AD3.43", "AD3.44")
def test_a_life_of_fire_in_arid_debris() -> None:
    """Debris burns as a wooden building; shellholes end it, rubble on it smothers a Flame."""
    board = {"name": "LFT6", "desert": True, "ad": True, "map": MAP}
    tower = {"hex": "D3", "material": "stone", "upper_levels": 1}
    debris = [{"hex": "E3"}, {"hex": "E2"}]
    table = table_at("PFPh", boards=[board], ad=True, buildings=[tower], debris=debris, ec="Wet")
    assert chance(table.state, Kindle("E2"), FlamePlaced) == ways(7)
    table.do("kindle E2 3 4")
    table.next_turn()
    table.to("AFPh")
    table.do("flame-check E2 4 4")
    table.next_turn()
    table.to("AFPh")
    to = [front.to.hex for front in fronts(table.state, Hearth("E2")) if front.roll is not None]
    assert "E3" in to
    dice = " ".join("4 4" if each == "E3" else "1 1" for each in to)
    assert BlazeSpread("E2", "E3", table.state.moment, "B25.6") in table.do(f"spread {dice}")
    table.do("shellholes E2")
    assert table.state.ground["E2"].fire is None
    assert not table.state.ground["E2"].fires
    assert table.do("rubble D3 6 2")[-1] == FireEnded("E3", "B24.6")
    table.next_turn()
    table.to("PFPh")
    rubble = burns_as(table.state, "E3")
    assert rubble is not None
    assert (rubble.kind, rubble.rule) == ("stone building", "B24")
    assert isinstance(table.do("kindle E3 4 4")[0], FlamePlaced)


def test_an_audit_derives_fire_anew(tmp_path: Path) -> None:
    """An honest game with fire is clean; a spread that its dice do not give is one finding."""
    house = {"hex": "D3", "material": "wooden", "upper_levels": 1}
    table = table_at("PFPh", buildings=[house])
    table.do("blaze D3", "blaze A1")
    table.next_turn()
    table.do("wc 3 4", "phase AFPh", "spread" + " 6 6" * 4, "phase RPh", "wc 6 6 1 1", "phase PFPh")
    table.do("kindle C1")
    path = tmp_path / "fire.jsonl"
    table.game.save(path)
    assert audit(path).clean
    lines = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    (spread,) = (line for line in lines if line.get("do", {}).get("order") == "spread")
    spread["then"][0]["to"] = "A2"
    before, forged = GENESIS, []
    for line in lines:
        line.pop("hash", None)
        text, before = sealed(orjson.dumps(line), before)
        forged.append(text)
    path.write_bytes(b"\n".join([*forged, b""]))
    first = audit(path).findings[0]
    assert (first.entry, first.rule) == (spread["n"], "B25.6")


# Drift of a Blaze -------------------------------------------------------------------------------

PLAIN: Final[dict[str, Any]] = {
    "boards": [{"name": "27", "desert": True, "width": 15}],
    "buildings": [{"hex": "D4", "material": "wooden"}],
    "wind": "Mild Breeze",
    "wind_direction": 3,
}


@pytest.mark.rule("A24.61")
def test_a_blaze_drifts_downwind_in_a_mild_breeze() -> None:
    """From the next AFPh on, three gray Dispersed counters lie downwind of a Blaze, +2 each."""
    table = table_at("AFPh", **PLAIN)
    table.do("blaze D4")
    assert not table.state.drift
    table.next_turn()
    table.to("AFPh")
    hexes = table.state.setting.area.line("D4", 3, 3)
    assert dict(table.state.drift) == {"Blaze D4": hexes}
    puffs = field_of(table.state).puffs
    for each in hexes:
        assert [(puff.name, puff.drm, puff.rule) for puff in puffs[each]] == [
            ("drift of Blaze D4", 2, "A24.61")
        ]


@pytest.mark.parametrize("wind", ["No Wind", "Heavy Winds"])
def test_a_blaze_drifts_in_no_other_wind(wind: str) -> None:
    """In No Wind and in Heavy Winds its smoke stays over its hex."""
    direction = None if wind == "No Wind" else 3
    table = ablaze("D4", **{**PLAIN, "wind": wind, "wind_direction": direction})
    assert not table.state.drift


@pytest.mark.rule("E3.53", "A24.62")
def test_the_drift_of_a_blaze_goes_in_rain_and_in_gusts() -> None:
    """Rain ends all SMOKE but that over a Blaze, which does not drift (E3.53)."""
    table = ablaze("D4", weather="Overcast", **PLAIN)
    table.do("smoke B3")
    table.next_turn()
    events = table.do("wc 5 5")
    assert {type(event) for event in events} >= {RainBegan, SmokeRemoved}
    assert not table.state.drift
    table.to("AFPh")
    assert not table.state.drift
    dry = ablaze("D4", **PLAIN)
    assert set(dry.state.drift) == {"Blaze D4"}
    dry.next_turn()
    dry.do("wc 6 6")
    assert not dry.state.drift


@pytest.mark.rule("AD3.44")
def test_drift_goes_with_its_blaze() -> None:
    """Where shellholes end a Blaze in Arid Debris, what drifted from it is gone."""
    board = {"name": "LFT6", "desert": True, "ad": True, "width": 15}
    facts = {**PLAIN, "boards": [board], "buildings": [], "debris": [{"hex": "D4"}], "ad": True}
    table = ablaze("D4", **facts)
    assert table.state.drift
    events = table.do("shellholes D4")
    assert FireEnded("D4", "AD3.44") in events
    assert events[-1] == DriftChanged("Blaze D4", (), "A24.61")
    assert not table.state.drift


# Properties ------------------------------------------------------------------------------------


@examples(40)
@given(data=st.data())
def test_fire_is_only_where_something_burns_and_spreads_only_next_door(data: st.DataObject) -> None:
    """In any game: fire needs something to burn, and each spread is into an adjacent hex."""
    game = data.draw(games(most=60, wind="Mild Breeze"))
    for name, ground in game.state.ground.items():
        if ground.fire is not None:
            assert burns_as(game.state, name) is not None
        for fire in ground.fires.values():
            assert (fire.ablaze is not None) is not bool(fire.flames)
    for entry in game.entries:
        for event in entry.then:
            if isinstance(event, BlazeSpread):
                near = event.hex == event.to or game.state.setting.area.hexside(event.hex, event.to)
                assert near or event.rule == "B25.651"


@examples(25)
@given(data=st.data())
def test_ask_burn_and_the_orders_agree_on_every_chance(data: st.DataObject) -> None:
    """Whatever the state, Kindling and the growth of a Flame have the chance that ask gives."""
    state = data.draw(games(most=40)).state
    if state.moment.phase is Phase.SETUP or state.clock.over:
        return
    name = data.draw(st.sampled_from(sorted(state.setting.area.record)))
    facts = ask(state, "burn", hex=name).facts
    if "kindle" in facts:
        now = but(state, clock=_at(state, Phase.PFPH))
        for by in Kindler:
            told = ask(state, "burn", hex=name, by=by.value).facts["kindle"]["chance"]
            assert told == str(chance(now, Kindle(name, by), FlamePlaced))
    if facts.get("flames") == 1:
        now = but(state, clock=_at(state, Phase.AFPH, later=1))
        assert facts["flame"]["chance"] == str(chance(now, CheckFlame(name), BlazeBegan))
        assert facts["flame"]["out"] == str(chance(now, CheckFlame(name), FireEnded))


def _at(state: State, phase: Phase, later: int = 0) -> Any:
    clock = state.clock
    moment = Moment(clock.moment.turn + later, clock.moment.player, phase)
    return clock.__class__(moment, wind_rolled=True)


def test_a_flame_in_a_wet_land_stays_small() -> None:
    """EC never put out a Blaze, however wet: only its Flames suffer."""
    table = ablaze("A1", ec="Mud")
    table.do("flame A2")
    for _ in range(3):
        table.next_turn()
        table.to("AFPh")
        rolled = [each for each in fronts(table.state, Hearth("A1")) if each.roll is not None]
        table.do("spread " + "1 1 " * len(rolled))
        assert table.state.ground["A1"].fire is Fire.BLAZE
        if table.state.ground["A2"].fire is Fire.FLAME:
            assert stayed(table.do("flame-check A2 3 4"), "A2")
