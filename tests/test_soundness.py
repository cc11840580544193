"""What makes a scenario impossible, each fault with its place, and what is still possible."""

from typing import Any, Final

import pytest

from events.commands import Start
from events.errors import BadInput
from events.orders import format_order, parse_order
from replays.game.game import Game
from sim.chapter_11.applicability import HEAT_HAZE, SUN_BLINDNESS, Row
from sim.machine.opening import initial_state
from sim.soundness import faults, sound
from tests.table import TANK, scenario

DESERT: Final = {"name": "27", "desert": True, "width": 15}
FARMLAND: Final = {"name": "5", "desert": False, "width": 15}
AD_BOARD: Final = {"name": "LFT6", "desert": True, "ad": True, "width": 15}
BUILDING: Final = {"hex": "D5"}
MIXED: Final[dict[str, Any]] = {"boards": [FARMLAND, DESERT], "vehicles": []}
ROLLED: Final[dict[str, Any]] = {"dyo": True, "ec": "roll"}


def _found(changes: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault.where, fault.what) for fault in faults(scenario(**changes))]


def _check(changes: dict[str, Any], place: str, words: str) -> None:
    """There is this one fault, and no game begins with it."""
    ((where, what),) = _found(changes)
    assert where == place
    assert words in what
    facts = scenario(**changes)
    for use in (sound, Game.new):
        with pytest.raises(BadInput) as caught:
            use(facts)
        assert (caught.value.where, caught.value.what) == (place, what)


def _check_sound(changes: dict[str, Any]) -> None:
    facts = scenario(**changes)
    assert list(faults(facts)) == []
    assert sound(facts) is facts
    assert Game.new(facts).state.setting.scenario is facts


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"name": ""}, "name", "a name is expected"),
        ({"name": " \t"}, "name", "a name is expected"),
        ({"turns": 0}, "turns", "0 is not a number of turns from 1 to 100"),
        ({"turns": -3}, "turns", "-3 is not a number"),
        ({"turns": 101}, "turns", "101 is not a number"),
        ({"first": "Italian"}, "first", "'Italian' is neither 'German' nor 'British'"),
        ({"first": "german"}, "first", "'german' is neither"),
        ({"bombardments": -1}, "bombardments", "-1 is not a number of Bombardments"),
        ({"bombardments": 21}, "bombardments", "21 is not a number of Bombardments"),
        ({"wind_direction": 0}, "wind_direction", "0 is not a hexside from 1 to 6"),
        ({"wind_direction": 7}, "wind_direction", "7 is not a hexside from 1 to 6"),
        ({"wind_direction": -1}, "wind_direction", "-1 is not a hexside"),
    ],
)
def test_impossible_values(changes: dict[str, Any], place: str, words: str) -> None:
    """Names, numbers of turns and hexsides outside their limits are faults of their own keys."""
    _check(changes, place, words)


@pytest.mark.parametrize(
    "sides", [["German", "German"], ["", "British"], ["German", " "], ["", ""]]
)
def test_sides_without_names_of_their_own(sides: list[str]) -> None:
    """Two sides need two names."""
    changes = {"sides": sides, "vehicles": []}
    _check(changes, "sides", "two sides with different names are expected")


@pytest.mark.parametrize(
    "changes",
    [
        {"turns": 1},
        {"turns": 100},
        {"first": "German"},
        {"first": "British"},
        {"bombardments": 0},
        {"bombardments": 7},
        {"wind_direction": 1},
        {"wind_direction": 6},
        {"wind_direction": None},
        {"wind": "No Wind", "wind_direction": None},
        {"name": "x"},
        {"vehicles": []},
        {"land": "libya"},
        {"land": " Middle East "},
    ],
)
def test_values_at_their_limits(changes: dict[str, Any]) -> None:
    """Values at the very limits of what is possible make sound scenarios."""
    _check_sound(changes)


@pytest.mark.rule("11.2")
@pytest.mark.parametrize(
    ("land", "words"),
    [
        ("", "a land is expected"),
        ("  ", "a land is expected"),
        ("Libia", "'Libia' is not known; did you mean 'Libya'?"),
        ("Marocco", "did you mean 'Morocco'?"),
        ("north afrika", "did you mean 'North Africa'?"),
    ],
)
def test_misspelt_lands(land: str, words: str) -> None:
    """A land that is nearly the name of an Arid Land is taken for a slip, not for another land."""
    _check({"land": land}, "land", words)


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("land", ["France", "Italy", "Norway", "Burma", "Poland", "Greece"])
def test_lands_elsewhere(land: str) -> None:
    """A scenario that rolls nothing may be set anywhere."""
    _check_sound({"land": land})


# Boards -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boards", "place", "words"),
    [
        ([], "boards", "at least one board is expected"),
        ([{**DESERT, "width": 0}], "boards[0].width", "0 is not a width"),
        ([{**DESERT, "width": -1}], "boards[0].width", "-1 is not a width"),
        ([{**DESERT, "width": 14}], "boards[0].width", "14 is not a width"),
        ([{**DESERT, "width": 53}], "boards[0].width", "53 is not a width"),
        ([DESERT, {**FARMLAND, "width": 2}], "boards[1].width", "2 is not a width"),
        ([{**DESERT, "height": 0}], "boards[0].height", "0 is not a height"),
        ([{**DESERT, "height": 100}], "boards[0].height", "100 is not a height"),
        ([DESERT, {**FARMLAND, "height": 9}], "boards", "need the same height"),
        ([{**DESERT, "map": "0 .\n1 . x ."}], "boards[0].map", "the cell 'x'"),
        ([{**DESERT, "name": ""}], "boards[0].name", "'' is not a board name"),
        ([{**DESERT, "name": "a b"}], "boards[0].name", "'a b' is not a board name"),
        ([{**DESERT, "name": "x" * 13}], "boards[0].name", "is not a board name"),
        ([{**DESERT, "name": "27_1"}], "boards[0].name", "is not a board name"),
        ([DESERT, {**FARMLAND, "name": "5\n"}], "boards[1].name", "is not a board name"),
    ],
)
def test_impossible_boards(boards: list[dict[str, Any]], place: str, words: str) -> None:
    """Boards need possible sizes, maps that can be read, and names that hexes can begin with."""
    _check({"boards": boards, "vehicles": []}, place, words)


def test_two_boards_of_one_name() -> None:
    """Boards of the same name are both at fault, for each takes the other's name."""
    found = _found({"boards": [DESERT, FARMLAND, DESERT], "vehicles": []})
    assert [where for where, _ in found] == ["boards[0].name", "boards[2].name"]


@pytest.mark.parametrize(
    "boards",
    [
        [{**DESERT, "width": 1}],
        [{**DESERT, "width": 51}],
        [{**DESERT, "height": 1}],
        [{**DESERT, "height": 99}],
        [{**DESERT, "name": "x"}],
        [{**DESERT, "name": "LFT-10.a1234"}],
        [DESERT, FARMLAND],
        [DESERT, {**FARMLAND, "width": 1}, AD_BOARD],
    ],
)
def test_boards_at_their_limits(boards: list[dict[str, Any]]) -> None:
    """Boards from one hexrow to 51, and up to 99 hexes high, can be played on."""
    _check_sound({"boards": boards, "vehicles": []})


@pytest.mark.parametrize(
    ("rulings", "place", "words"),
    [
        ({"11.99-none": "x"}, "rulings.11.99-none", "there is no such ruling"),
        ({"11.76-cease": "never"}, "rulings.11.76-cease", "'never' is not an answer"),
    ],
)
def test_impossible_rulings(rulings: dict[str, str], place: str, words: str) -> None:
    """A scenario can choose only among the known answers of known rulings."""
    _check({"rulings": rulings}, place, words)


def test_possible_rulings() -> None:
    """A scenario can choose every answer that a ruling offers."""
    _check_sound({"rulings": {"11.76-cease": "each-turn", "11.701-heavy": "none"}})


# What is rolled -----------------------------------------------------------------------------

KEYS: Final = {
    "weather": "11.2",
    "time_of_day": "11.3",
    "ec": "11.4",
    "wind": "11.5",
    "dust": "11.701",
}


@pytest.mark.rule("11.1", "11.2", "11.3", "11.4", "11.5", "11.701")
@pytest.mark.parametrize("key", KEYS)
def test_only_dyo_scenarios_roll(key: str) -> None:
    """A scenario that is not DYO states its Weather, Time of Day, EC, wind and Dust."""
    _check({key: "roll", "dyo": False}, key, f"only a DYO scenario rolls this ({KEYS[key]})")
    _check_sound({key: "roll", "dyo": True})


@pytest.mark.rule("11.2", "11.4", "11.5")
@pytest.mark.parametrize("key", ["weather", "ec", "wind"])
def test_only_arid_lands_roll_on_arid_charts(key: str) -> None:
    """Weather, EC and wind of a DYO scenario are rolled if it is set in an Arid Land."""
    changes = {key: "roll", "dyo": True, "land": "France"}
    _check(changes, key, f"only a scenario with an Arid Land rolls this ({KEYS[key]})")
    _check_sound({**changes, "land": "Cyprus", "boards": [FARMLAND]})


@pytest.mark.rule("11.3", "11.701")
@pytest.mark.parametrize("key", ["time_of_day", "dust"])
def test_only_desert_boards_roll_time_and_dust(key: str) -> None:
    """Time of Day and Dust of a DYO scenario are rolled if it has a Desert Board."""
    changes = {key: "roll", "dyo": True, "boards": [FARMLAND]}
    _check(changes, key, f"only a scenario with a Desert Board rolls this ({KEYS[key]})")
    _check_sound({**changes, **MIXED})


# Climate ------------------------------------------------------------------------------------


@pytest.mark.rule("11.2", "11.4")
@pytest.mark.parametrize("weather", ["Mud", "Mud & Overcast"])
@pytest.mark.parametrize("ec", ["Wet", "Moist", "Moderate", "Dry", "Very Dry"])
def test_a_muddy_sky_over_firm_ground(weather: str, ec: str) -> None:
    """Muddy Weather leaves no EC but Mud."""
    _check({"weather": weather, "ec": ec}, "ec", f"the Weather {weather} makes EC Mud")


@pytest.mark.rule("11.2", "11.4")
@pytest.mark.parametrize(
    "changes",
    [
        {"weather": "Mud", "ec": "Mud"},
        {"weather": "Mud & Overcast", "ec": "Mud"},
        {"weather": "Mud", **ROLLED},
        {"weather": "Clear", "ec": "Mud"},
        {"weather": "Overcast", "ec": "Very Dry"},
    ],
)
def test_skies_and_ground_that_go_together(changes: dict[str, Any]) -> None:
    """Mud goes with every sky, and every sky that is not Muddy goes with all EC."""
    _check_sound(changes)


@pytest.mark.rule("11.5")
def test_a_direction_without_wind() -> None:
    """No Wind has no direction, while wind still to be rolled may have one."""
    _check({"wind": "No Wind"}, "wind_direction", "there is no direction in No Wind")
    _check_sound({"wind": "roll", "dyo": True})


SUNNY: Final = {"weather": "Clear", "ec": "Wet"}


def _check_of_no_effect(changes: dict[str, Any], row: Row, words: str) -> None:
    """A Time of Day that is stated where it does nothing is no fault, and what fails is known."""
    _check_sound(changes)
    failing = row.failing(initial_state(scenario(**changes)))
    assert " and ".join(each.otherwise for each in failing) == words.partition(" (")[0]


@pytest.mark.rule("11.1", "11.61")
@pytest.mark.parametrize("time", ["Early Morning", "Late Afternoon"])
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"weather": "Overcast"}, "Weather is Overcast (11.61)"),
        (
            {"weather": "Mud & Overcast", "ec": "Mud"},
            "Weather is Overcast (11.61)",
        ),
        ({"boards": [FARMLAND]}, "there is no Desert Board (11.61)"),
        (
            {"weather": "Overcast", "boards": [FARMLAND]},
            "there is no Desert Board and Weather is Overcast (11.61)",
        ),
    ],
)
def test_sun_blindness_without_sun_or_desert(
    time: str, changes: dict[str, Any], words: str
) -> None:
    """A low sun blinds nobody under an Overcast sky or where no Desert Board is in play."""
    _check_of_no_effect({**SUNNY, "time_of_day": time, **changes}, SUN_BLINDNESS, words)


@pytest.mark.rule("11.1")
@pytest.mark.parametrize("time", ["Mid Morning", "Midday", "Mid Afternoon"])
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"weather": "Overcast"}, "Weather is Overcast (11.62)"),
        ({"boards": [FARMLAND]}, "there is no Desert Board (11.62)"),
        ({"land": "Sicily"}, "it is not set in North Africa (11.62)"),
        ({"land": "France"}, "it is not set in North Africa (11.62)"),
    ],
)
def test_heat_haze_without_heat(time: str, changes: dict[str, Any], words: str) -> None:
    """The air shimmers only over Desert Boards in North Africa, under no Overcast sky."""
    _check_of_no_effect({**SUNNY, "time_of_day": time, **changes}, HEAT_HAZE, words)


@pytest.mark.rule("11.6111")
@pytest.mark.parametrize("ec", ["Moderate", "Dry", "Very Dry"])
def test_a_dry_early_morning(ec: str) -> None:
    """An Early Morning is never drier than Moist."""
    _check({"time_of_day": "Early Morning", "ec": ec}, "ec", "Moist or wetter")


@pytest.mark.rule("11.1", "11.3", "11.61", "11.6111")
@pytest.mark.parametrize(
    "changes",
    [
        {"time_of_day": "Early Morning", "ec": "Moist"},
        {"time_of_day": "Early Morning", "ec": "Wet"},
        {"time_of_day": "Early Morning", "ec": "Mud"},
        {"time_of_day": "Early Morning", "ec": "Mud", "weather": "Mud"},
        {"time_of_day": "Early Morning", **ROLLED},
        {"time_of_day": "Early Morning", "ec": "Moist", **MIXED},
        {"time_of_day": "Early Morning", "ec": "Moist", "land": "France"},
        {"time_of_day": "Late Afternoon", "ec": "Very Dry"},
        {"time_of_day": "Late Afternoon", "land": "Sicily", "weather": "Clear & Gusty"},
        {"time_of_day": "Mid Morning", "land": "Egypt"},
        {"time_of_day": "Midday", **MIXED},
        {"time_of_day": "Mid Afternoon", "weather": "Mud", "ec": "Mud"},
        {"time_of_day": "Midday", "weather": "roll", "dyo": True},
        {"time_of_day": "Night", "weather": "Overcast", "boards": [FARMLAND]},
        {"time_of_day": "None", "weather": "Overcast", "boards": [FARMLAND]},
    ],
)
def test_times_of_day_that_can_be(changes: dict[str, Any]) -> None:
    """Times of Day whose conditions hold, or are still open, are sound."""
    _check_sound(changes)


# Dust ---------------------------------------------------------------------------------------

LIGHT: Final = ("Light", "Moderate")
HEAVY: Final = ("Heavy", "Very Heavy", "Extremely Heavy")


@pytest.mark.rule("11.1")
@pytest.mark.parametrize("dust", LIGHT)
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"boards": [FARMLAND]}, "there is no Desert Board (11.71)"),
        ({"ec": "Moderate"}, "(not Very Dry if Steppe) (11.71)"),
        ({"ec": "Mud"}, "(not Very Dry if Steppe) (11.71)"),
        ({"steppe": True}, "(not Very Dry if Steppe) (11.71)"),
        (
            {"ec": "Moist", "boards": [FARMLAND]},
            "there is no Desert Board and EC are neither Dry nor Very Dry",
        ),
    ],
)
def test_light_dust_that_cannot_be(dust: str, changes: dict[str, Any], words: str) -> None:
    """Light and Moderate Dust need a Desert Board and dry ground, in Steppe Very Dry ground."""
    _check({"dust": dust, **changes}, "dust", words)


@pytest.mark.rule("11.1")
@pytest.mark.parametrize("dust", HEAVY)
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"boards": [FARMLAND]}, "not all boards are Desert Boards (11.73)"),
        ({"boards": [DESERT, FARMLAND]}, "not all boards are Desert Boards (11.73)"),
        ({"ec": "Moderate"}, "EC are neither Dry nor Very Dry (11.73)"),
        ({"ec": "Very Dry", "steppe": True}, "Steppe Terrain is in effect (11.73)"),
    ],
)
def test_heavy_dust_that_cannot_be(dust: str, changes: dict[str, Any], words: str) -> None:
    """Dust from Heavy up needs nothing but Desert Boards, dry ground and no Steppe."""
    _check({"dust": dust, "vehicles": [], **changes}, "dust", words)


@pytest.mark.rule("11.1")
@pytest.mark.parametrize("ec", ["Dry", "Very Dry"])
def test_dust_that_can_be(ec: str) -> None:
    """On dry ground of Desert Boards every density is possible, on mixed boards up to Moderate."""
    for dust in ("None", *LIGHT, *HEAVY):
        _check_sound({"dust": dust, "ec": ec})
    for dust in ("None", *LIGHT):
        _check_sound({"dust": dust, "ec": ec, **MIXED})
        _check_sound({"dust": dust, "ec": "Very Dry", "steppe": True})
    _check_sound({"dust": "None", "ec": "Mud", "boards": [FARMLAND], "steppe": True})


# Vehicles -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"id": ""}, "id", "'' is not an id"),
        ({"id": "Pz A"}, "id", "'Pz A' is not an id"),
        ({"id": "x" * 41}, "id", "is not an id"),
        ({"id": "a/b"}, "id", "'a/b' is not an id"),
        ({"side": "Italian"}, "side", "'Italian' is not a side of the scenario"),
        ({"mp": 0}, "mp", "0 is not an MP allotment 1 to 99"),
        ({"mp": 100}, "mp", "100 is not an MP allotment 1 to 99"),
        ({"at": "D99"}, "at", "'D99' is not a hex in play"),
        ({"at": "A0"}, "at", "'A0' is not a hex in play"),
        ({"at": ""}, "at", "'' is not a hex in play"),
        ({"at": None, "motion": True}, "motion", "a vehicle offboard is not in Motion"),
        ({"armour": "none", "bu": True}, "bu", "only an AFV can be Buttoned Up"),
    ],
)
def test_impossible_vehicles(changes: dict[str, Any], place: str, words: str) -> None:
    """A vehicle needs an id, a side, possible MP and a hex in play, and does what its kind can."""
    _check({"vehicles": [{**TANK, **changes}]}, f"vehicles[0].{place}", words)
    other = {**TANK, "id": "PzB"}
    _check({"vehicles": [other, {**TANK, **changes}]}, f"vehicles[1].{place}", words)


def test_two_vehicles_of_one_id() -> None:
    """Vehicles of the same id are both at fault."""
    found = _found({"vehicles": [TANK, {**TANK, "id": "PzB"}, {**TANK, "at": "E5"}]})
    assert found == [
        ("vehicles[0].id", "'PzA' is the id of another vehicle too"),
        ("vehicles[2].id", "'PzA' is the id of another vehicle too"),
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "Pz.III-1_b"},
        {"id": "7"},
        {"id": "x" * 40},
        {"side": "British"},
        {"mp": 1},
        {"mp": 99},
        {"at": "A1"},
        {"at": "B0"},
        {"at": "d4"},
        {"at": None},
        {"motion": True},
        {"bu": True},
        {"armour": "open-topped", "bu": True},
        {"armour": "none", "movement": "truck", "towing": True},
    ],
)
def test_possible_vehicles(changes: dict[str, Any]) -> None:
    """Vehicles at the limits of ids, MP and boards are sound."""
    _check_sound({"vehicles": [{**TANK, **changes}]})


@pytest.mark.parametrize("name", ["PzA", "Pz.III-1_b", "Ä7", "L’Aigle", "L'Aigle"])
def test_every_id_that_is_accepted_can_be_ordered(name: str) -> None:
    """A vehicle either has a fault in its id, or an order to it reads back as it was written."""
    if found := _found({"vehicles": [{**TANK, "id": name}]}):
        assert [where for where, _ in found] == ["vehicles[0].id"]
        return
    assert parse_order(format_order(Start(name))).command == Start(name)


# Buildings, debris, roads -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("buildings", "place", "words"),
    [
        ([{"hex": "D99"}], "buildings[0].hex", "'D99' is not a hex in play"),
        ([BUILDING, {"hex": "d5"}], "buildings[1].hex", "'d5' has a building already"),
        ([{**BUILDING, "upper_levels": -1}], "buildings[0].upper_levels", "-1 is not a number"),
        ([{**BUILDING, "upper_levels": 6}], "buildings[0].upper_levels", "6 is not a number"),
    ],
)
def test_impossible_buildings(buildings: list[dict[str, Any]], place: str, words: str) -> None:
    """A building stands alone in a hex in play, and has up to five upper levels."""
    _check({"buildings": buildings}, place, words)


def test_a_wooden_mosque() -> None:
    """Mosques and Temples are of stone."""
    mosque = {**BUILDING, "mosque": True}
    _check(
        {"buildings": [{**mosque, "material": "wooden"}]}, "buildings[0].material", "is of stone"
    )
    _check_sound({"buildings": [{**mosque, "material": "stone"}]})


def test_a_wooden_temple_or_one_that_is_a_mosque() -> None:
    """A Temple is of stone as well, and no Mosque."""
    temple = {**BUILDING, "temple": True, "material": "stone"}
    wooden = {**temple, "material": "wooden"}
    _check({"buildings": [wooden]}, "buildings[0].material", "is of stone")
    _check({"buildings": [{**temple, "mosque": True}]}, "buildings[0].temple", "not a Temple")
    _check_sound({"buildings": [temple]})


@pytest.mark.parametrize(
    "buildings",
    [
        [BUILDING, {"hex": "D6"}],
        [{**BUILDING, "upper_levels": 0}],
        [{**BUILDING, "upper_levels": 5}],
        [{**BUILDING, "material": "wooden"}],
        [{"hex": "a1"}],
    ],
)
def test_possible_buildings(buildings: list[dict[str, Any]]) -> None:
    """Buildings of both materials and up to five upper levels are sound."""
    _check_sound({"buildings": buildings})


AD: Final[dict[str, Any]] = {"ad": True, "boards": [AD_BOARD]}


@pytest.mark.rule("AD3.4")
@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"debris": [{"hex": "Z1"}]}, "debris[0].hex", "'Z1' is not a hex in play"),
        (
            {"debris": [{"hex": "D5"}, {"hex": "d5"}]},
            "debris[1].hex",
            "'d5' has a building or debris already",
        ),
        (
            {"debris": [{"hex": "D5"}], "buildings": [BUILDING]},
            "debris[0].hex",
            "'D5' has a building or debris already",
        ),
        ({"debris": [{"hex": "D5"}], "ad": False}, "debris[0].hex", "ad = true"),
        ({"debris": [{"hex": "D5"}], "boards": [DESERT]}, "debris[0].hex", "ad = true"),
    ],
)
def test_impossible_debris(changes: dict[str, Any], place: str, words: str) -> None:
    """Debris lies in hexes of AD boards that have nothing else, while AD Terrain is in effect."""
    _check({**AD, **changes}, place, words)


@pytest.mark.rule("AD3.4")
def test_possible_debris() -> None:
    """Debris beside a building is sound, and so is an AD board without AD Terrain."""
    debris = [{"hex": "D5"}, {"hex": "D6", "origin": "placed"}]
    _check_sound({**AD, "debris": debris, "buildings": [{"hex": "D7"}]})
    _check_sound({"boards": [AD_BOARD]})
    _check_sound({"ad": True})


@pytest.mark.parametrize(
    ("hexes", "words"),
    [
        (["D5"], "a road runs through two hexes or more"),
        ([], "a road runs through two hexes or more"),
        (["D5", "D99"], "'D99' is not a hex in play"),
        (["D5", "D7"], "D5 and D7 are not adjacent"),
        (["D5", "D5"], "D5 and D5 are not adjacent"),
        (["D4", "D5", "E4"], "D5 and E4 are not adjacent"),
    ],
)
def test_impossible_roads(hexes: list[str], words: str) -> None:
    """A road runs from hex to adjacent hex in play."""
    straight = {"hexes": ["D5", "D6"]}
    _check({"roads": [{"hexes": hexes}]}, "roads[0].hexes", words)
    _check({"roads": [straight, {"hexes": hexes}]}, "roads[1].hexes", words)


@pytest.mark.parametrize(
    "hexes", [["D5", "D6"], ["D5", "d6", "E6", "D5"], ["A1", "B0"], ["A1", "B1"]]
)
def test_possible_roads(hexes: list[str]) -> None:
    """A road may turn, come back to itself, and run through half-hexes."""
    _check_sound({"roads": [{"hexes": hexes, "kind": "unpaved"}]})


def test_all_faults_are_told_and_the_first_is_raised() -> None:
    """Every fault of a scenario is found at once, those of its shape first."""
    changes: dict[str, Any] = {
        "turns": 0,
        "land": "",
        "ec": "Wet",
        "dust": "Light",
        "vehicles": [{**TANK, "mp": 0, "at": "Q1"}],
        "roads": [{"hexes": ["D5"]}],
    }
    assert [where for where, _ in _found(changes)] == [
        "turns",
        "land",
        "dust",
        "vehicles[0].mp",
        "vehicles[0].at",
        "roads[0].hexes",
    ]
    with pytest.raises(BadInput, match="turns: 0 is not a number of turns"):
        sound(scenario(**changes))
