"""What makes a scenario impossible, each fault with its place, and what is still possible."""

from typing import Any, Final

import pytest

from events.commands import Start
from events.errors import BadInput
from events.orders import format_order, parse_order
from replays.game.game import Game
from sim.soundness import faults, sound
from tests import cases
from tests.table import TANK, scenario

Facts = dict[str, Any]

DESERT: Final = {"name": "27", "desert": True, "width": 15}
FARMLAND: Final = {"name": "5", "desert": False, "width": 15}
AD_BOARD: Final = {"name": "LFT6", "desert": True, "ad": True, "width": 15}
BUILDING: Final = {"hex": "D5"}
TEMPLE: Final = {"hex": "D5", "temple": True, "material": "stone"}
DEBRIS: Final = {"hex": "D5"}


def boards(*specs: Facts, **changes: Any) -> Facts:
    """A scenario with these boards, or with one that is changed so."""
    return {"boards": list(specs) or [{**DESERT, **changes}], "vehicles": []}


def tank(**changes: Any) -> Facts:
    """A scenario with a tank that is changed so, behind another."""
    return {"vehicles": [{**TANK, "id": "PzB"}, {**TANK, **changes}]}


def buildings(*specs: Facts) -> Facts:
    """A scenario with these buildings."""
    return {"buildings": list(specs)}


def debris(*specs: Facts, **changes: Any) -> Facts:
    """A scenario of an AD board with this debris."""
    return {"ad": True, "boards": [AD_BOARD], "debris": list(specs), **changes}


def road(*hexes: str) -> Facts:
    """A scenario with a road behind another."""
    return {"roads": [{"hexes": ["D5", "D6"]}, {"hexes": list(hexes)}]}


MIXED: Final = boards(FARMLAND, DESERT)
ROLLED: Final[Facts] = {"dyo": True, "ec": "roll"}
FARM: Final = {"boards": [FARMLAND]}

IMPOSSIBLE: Final[list[tuple[Facts, str, str]]] = [
    ({"name": " \t"}, "name", "a name is expected"),
    ({"turns": 0}, "turns", "0 is not a number of turns from 1 to 100"),
    ({"turns": 101}, "turns", "101 is not a number"),
    ({"sides": ["German", "German"], "vehicles": []}, "sides", "two sides with different names"),
    ({"sides": ["", "British"], "vehicles": []}, "sides", "two sides with different names"),
    ({"sides": ["German", " "], "vehicles": []}, "sides", "two sides with different names"),
    ({"first": "german"}, "first", "'german' is neither 'German' nor 'British'"),
    ({"bombardments": -1}, "bombardments", "-1 is not a number of Bombardments"),
    ({"bombardments": 21}, "bombardments", "21 is not a number of Bombardments"),
    ({"wind_direction": 0}, "wind_direction", "0 is not a hexside from 1 to 6"),
    ({"wind_direction": 7}, "wind_direction", "7 is not a hexside from 1 to 6"),
    # a land that is nearly an Arid Land is a slip
    ({"land": "  "}, "land", "a land is expected"),
    ({"land": "Libia"}, "land", "'Libia' is not known; did you mean 'Libya'?"),
    ({"land": "Marocco"}, "land", "did you mean 'Morocco'?"),
    # boards need possible sizes, maps that can be read, and names that hexes can begin with
    ({"boards": [], "vehicles": []}, "boards", "at least one board is expected"),
    (boards(width=0), "boards[0].width", "0 is not a width"),
    (boards(width=14), "boards[0].width", "14 is not a width"),
    (boards(width=53), "boards[0].width", "53 is not a width"),
    (boards(DESERT, {**FARMLAND, "width": 2}), "boards[1].width", "2 is not a width"),
    (boards(height=0), "boards[0].height", "0 is not a height"),
    (boards(height=100), "boards[0].height", "100 is not a height"),
    (boards(DESERT, {**FARMLAND, "height": 9}), "boards", "and 27 has 10 and 5 has 9"),
    (boards(map="0 .\n1 . x ."), "boards[0].map", "the cell 'x'"),
    (boards(name=""), "boards[0].name", "'' is not a board name"),
    (boards(name="a b"), "boards[0].name", "'a b' is not a board name"),
    (boards(name="x" * 13), "boards[0].name", "is not a board name"),
    (boards(DESERT, {**FARMLAND, "name": "5\n"}), "boards[1].name", "is not a board name"),
    ({"rulings": {"11.99-none": "x"}}, "rulings.11.99-none", "there is no such ruling"),
    ({"rulings": {"11.76-ceases": "x"}}, "rulings.11.76-ceases", "did you mean '11.76-cease'?"),
    ({"rulings": {"11.76-cease": "never"}}, "rulings.11.76-cease", "'never' is not an answer"),
    # what of the climate cannot be together
    ({"weather": "Mud", "ec": "Wet"}, "ec", "the Weather Mud makes EC Mud"),
    ({"weather": "Mud & Overcast", "ec": "Dry"}, "ec", "the Weather Mud & Overcast makes EC Mud"),
    ({"wind": "No Wind"}, "wind_direction", "there is no direction in No Wind"),
    ({"time_of_day": "Early Morning", "ec": "Moderate"}, "ec", "Moist or wetter"),
    ({"time_of_day": "Early Morning", "ec": "Very Dry"}, "ec", "Moist or wetter"),
    # a vehicle needs an id, a side, possible MP and a hex in play, and does what its kind can
    (tank(id=""), "vehicles[1].id", "'' is not an id"),
    (tank(id="Pz A "), "vehicles[1].id", "'Pz A ' is not an id"),
    (tank(id="x" * 41), "vehicles[1].id", "is not an id"),
    (tank(side="Italian"), "vehicles[1].side", "'Italian' is not a side of the scenario"),
    (tank(mp=0), "vehicles[1].mp", "0 is not an MP allotment 1 to 99"),
    (tank(mp=100), "vehicles[1].mp", "100 is not an MP allotment 1 to 99"),
    (tank(at="D99"), "vehicles[1].at", "'D99' is not a hex in play"),
    (tank(at=""), "vehicles[1].at", "'' is not a hex in play"),
    (tank(at=None, motion=True), "vehicles[1].motion", "a vehicle offboard is not in Motion"),
    (tank(armour="none", bu=True), "vehicles[1].bu", "only an AFV can be Buttoned Up"),
    # a building stands alone in a hex in play; Mosques and Temples are of stone
    (buildings({"hex": "D99"}), "buildings[0].hex", "'D99' is not a hex in play"),
    (buildings(BUILDING, {"hex": "d5"}), "buildings[1].hex", "'d5' has a building already"),
    (buildings({**BUILDING, "upper_levels": -1}), "buildings[0].upper_levels", "-1 is not a num"),
    (buildings({**BUILDING, "upper_levels": 6}), "buildings[0].upper_levels", "6 is not a number"),
    (buildings({**TEMPLE, "material": "wooden"}), "buildings[0].material", "is of stone"),
    (
        buildings({"hex": "D5", "mosque": True, "material": "wooden"}),
        "buildings[0].material",
        "is of stone",
    ),
    (buildings({**TEMPLE, "mosque": True}), "buildings[0].temple", "not a Temple"),
    # debris lies in hexes of AD boards that have nothing else
    (debris({"hex": "Z1"}), "debris[0].hex", "'Z1' is not a hex in play"),
    (debris(DEBRIS, {"hex": "d5"}), "debris[1].hex", "'d5' has a building or debris already"),
    (debris(DEBRIS, buildings=[BUILDING]), "debris[0].hex", "has a building or debris already"),
    (debris(DEBRIS, ad=False), "debris[0].hex", "ad = true"),
    (debris(DEBRIS, boards=[DESERT]), "debris[0].hex", "ad = true"),
    # a road runs from hex to adjacent hex in play
    (road("D5"), "roads[1].hexes", "a road runs through two hexes or more"),
    (road("D5", "D99"), "roads[1].hexes", "'D99' is not a hex in play"),
    (road("D5", "D5"), "roads[1].hexes", "D5 and D5 are not adjacent"),
    (road("D4", "D5", "E4"), "roads[1].hexes", "D5 and E4 are not adjacent"),
]
"""Changes of a sound scenario, the place of the fault that they make, and words of it."""

POSSIBLE: Final[list[Facts]] = [
    *({"turns": turns} for turns in (1, 100)),
    *({"first": side} for side in ("German", "British")),
    *({"bombardments": number} for number in (0, 7)),
    *({"wind_direction": side} for side in (1, 6, None)),
    {"wind": "No Wind", "wind_direction": None},
    {"wind": "roll", "dyo": True},
    {"name": "x"},
    {"vehicles": []},
    *({"land": land} for land in ("libya", " Middle East ", "France", "Burma")),
    *(boards(width=width) for width in (1, 51)),
    *(boards(height=height) for height in (1, 99)),
    *(boards(name=name) for name in ("x", "LFT-10.a1234")),
    boards(DESERT, {**FARMLAND, "width": 1}, AD_BOARD),
    {"rulings": {"11.76-cease": "each-turn", "11.701-heavy": "none"}},
    # Mud goes with every sky, and every sky that is not Muddy goes with all EC
    {"weather": "Mud", "ec": "Mud"},
    {"weather": "Mud & Overcast", "ec": "Mud"},
    {"weather": "Mud", **ROLLED},
    {"weather": "Clear", "ec": "Mud"},
    {"weather": "Overcast", "ec": "Very Dry"},
    # Times of Day whose conditions hold, or are still open
    *({"time_of_day": "Early Morning", "ec": ec} for ec in ("Moist", "Wet", "Mud")),
    {"time_of_day": "Early Morning", **ROLLED},
    {"time_of_day": "Early Morning", "ec": "Moist", **MIXED},
    {"time_of_day": "Late Afternoon", "ec": "Very Dry"},
    {"time_of_day": "Midday", "weather": "roll", "dyo": True},
    {"time_of_day": "Night", "weather": "Overcast", **FARM},
    # vehicles at the limits of ids, MP and boards
    *(tank(id=name) for name in ("Pz.III-1_b", "7", "x" * 40)),
    tank(side="British"),
    *(tank(mp=mp) for mp in (1, 99)),
    *(tank(at=at) for at in ("A1", "B0", "d4", None)),
    tank(motion=True),
    tank(armour="open-topped", bu=True),
    tank(armour="none", movement="truck", towing=True),
    buildings(BUILDING, {"hex": "D6"}, {"hex": "a1"}),
    *(buildings({**BUILDING, "upper_levels": levels}) for levels in (0, 5)),
    buildings({**BUILDING, "material": "wooden"}),
    buildings(TEMPLE),
    debris(DEBRIS, {"hex": "D6", "origin": "placed"}, buildings=[{"hex": "D7"}]),
    {"boards": [AD_BOARD]},
    {"ad": True},
    *(road(*way) for way in (("D5", "d6", "E6", "D5"), ("A1", "B0"), ("A1", "B1"))),
]
"""Values at the very limits of what is possible."""


def _found(changes: Facts) -> list[tuple[str, str]]:
    return [(fault.where, fault.what) for fault in faults(scenario(**changes))]


def _check(changes: Facts, place: str, words: str) -> None:
    """There is this one fault, and no game begins with it."""
    ((where, what),) = _found(changes)
    assert where == place
    assert words in what
    facts = scenario(**changes)
    for use in (sound, Game.new):
        with pytest.raises(BadInput) as caught:
            use(facts)
        assert (caught.value.where, caught.value.what) == (place, what)


def _check_sound(changes: Facts) -> None:
    facts = scenario(**changes)
    assert list(faults(facts)) == []
    assert sound(facts) is facts
    assert Game.new(facts).state.setting.scenario == facts


@pytest.mark.rule("11.2", "11.4", "11.5", "11.6111", "AD3.4")
@pytest.mark.parametrize(("changes", "place", "words"), IMPOSSIBLE)
def test_what_cannot_be(changes: Facts, place: str, words: str) -> None:
    """An impossible value is a fault of its own key, and a game does not begin with it."""
    _check(changes, place, words)


@pytest.mark.rule("11.1", "11.2", "11.3", "11.4", "11.61", "11.6111", "AD3.4")
@pytest.mark.parametrize("changes", POSSIBLE)
def test_what_can_be(changes: Facts) -> None:
    """Values at the very limits of what is possible make sound scenarios."""
    _check_sound(changes)


def test_who_has_the_name_of_another_is_at_fault_as_he_is() -> None:
    """Boards of the same name, and vehicles of the same id, are both at fault."""
    found = _found(boards(DESERT, FARMLAND, DESERT))
    assert [where for where, _ in found] == ["boards[0].name", "boards[2].name"]
    found = _found({"vehicles": [TANK, {**TANK, "id": "PzB"}, {**TANK, "at": "E5"}]})
    said = "'PzA' is the id of another vehicle too"
    assert found == [("vehicles[0].id", said), ("vehicles[2].id", said)]


@cases("name", "PzA", "Pz.III-1_b", "Ä7", "L’Aigle", "L'Aigle")
def test_every_id_that_is_accepted_can_be_ordered(name: str) -> None:
    """A vehicle either has a fault in its id, or an order to it reads back as it was written."""
    if found := _found({"vehicles": [{**TANK, "id": name}]}):
        assert [where for where, _ in found] == ["vehicles[0].id"]
        return
    assert parse_order(format_order(Start(name))).command == Start(name)


# What is rolled -----------------------------------------------------------------------------


@pytest.mark.rule("11.1", "11.2", "11.3", "11.4", "11.5", "11.701")
@cases(
    "key, rule, needs",
    ("weather", "11.2", "an Arid Land"),
    ("ec", "11.4", "an Arid Land"),
    ("wind", "11.5", "an Arid Land"),
    ("time_of_day", "11.3", "a Desert Board"),
    ("dust", "11.701", "a Desert Board"),
)
def test_only_dyo_scenarios_of_deserts_roll(key: str, rule: str, needs: str) -> None:
    """What is rolled on the charts needs DYO, and an Arid Land or a Desert Board."""
    _check({key: "roll", "dyo": False}, key, f"only a DYO scenario rolls this ({rule})")
    _check_sound({key: "roll", "dyo": True})
    arid = needs == "an Arid Land"
    changes: Facts = {key: "roll", "dyo": True, **({"land": "France"} if arid else FARM)}
    _check(changes, key, f"only a scenario with {needs} rolls this ({rule})")
    _check_sound({**changes, **({"land": "Cyprus", **FARM} if arid else MIXED)})


# Dust ---------------------------------------------------------------------------------------

LIGHT: Final = ("Light", "Moderate")
HEAVY: Final = ("Heavy", "Very Heavy", "Extremely Heavy")


@pytest.mark.rule("11.1")
@cases(
    "densities, changes, words",
    (LIGHT, FARM, "there is no Desert Board (11.71)"),
    (LIGHT, {"ec": "Moderate"}, "(not Very Dry if Steppe) (11.71)"),
    (LIGHT, {"steppe": True}, "(not Very Dry if Steppe) (11.71)"),
    (LIGHT, {"ec": "Moist", **FARM}, "no Desert Board and EC are neither Dry nor Very Dry"),
    (HEAVY, FARM, "not all boards are Desert Boards (11.73)"),
    (HEAVY, MIXED, "not all boards are Desert Boards (11.73)"),
    (HEAVY, {"ec": "Moderate"}, "EC are neither Dry nor Very Dry (11.73)"),
    (HEAVY, {"ec": "Very Dry", "steppe": True}, "Steppe Terrain is in effect (11.73)"),
)
def test_dust_that_cannot_be(densities: tuple[str, ...], changes: Facts, words: str) -> None:
    """Dust needs a Desert Board and dry ground; from Heavy up, nothing else and no Steppe."""
    for dust in densities:
        _check({"dust": dust, "vehicles": [], **changes}, "dust", words)


@pytest.mark.rule("11.1")
@cases("ec", "Dry", "Very Dry")
def test_dust_that_can_be(ec: str) -> None:
    """On dry ground of Desert Boards every density is possible, on mixed boards up to Moderate."""
    for dust in ("None", *LIGHT, *HEAVY):
        _check_sound({"dust": dust, "ec": ec})
    for dust in ("None", *LIGHT):
        _check_sound({"dust": dust, "ec": ec, **MIXED})
        _check_sound({"dust": dust, "ec": "Very Dry", "steppe": True})
    _check_sound({"dust": "None", "ec": "Mud", "steppe": True, **FARM})


def test_all_faults_are_told_and_the_first_is_raised() -> None:
    """Every fault of a scenario is found at once, those of its shape first."""
    changes: Facts = {
        "turns": 0,
        "land": "",
        "ec": "Wet",
        "dust": "Light",
        "vehicles": [{**TANK, "mp": 0, "at": "Q1"}],
        "roads": [{"hexes": ["D5"]}],
    }
    places = ["turns", "land", "dust", "vehicles[0].mp", "vehicles[0].at", "roads[0].hexes"]
    assert [where for where, _ in _found(changes)] == places
    with pytest.raises(BadInput, match="turns: 0 is not a number of turns"):
        sound(scenario(**changes))
