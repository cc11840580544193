"""Hexes: directions, neighbours and names, on single boards, text maps and butted boards (B.8)."""

import math
from fractions import Fraction
from typing import Any, Final

import pytest

from events.commands import RollWindDirection
from events.errors import BadInput
from events.scenario import BoardSpec, BuildingSpec, DebrisSpec
from events.terms import Material
from events.wind import WindDirectionSet
from sim.chapter_b.random_direction import random_direction
from sim.machine.decide import decide
from sim.machine.dice import outcomes
from sim.map.hexes import Hex, column_name, neighbour, turned
from sim.map.playing_area import PlayingArea, playing_area
from sim.soundness import faults
from tests.table import Table, scenario

SMALL_MAP: Final = """
0   .   .
1 . . . . .
2 . s h . .
"""

PAIRS: Final = ((1, 4), (2, 5), (3, 6), (4, 1), (5, 2), (6, 3))
"""Hexsides that lie opposite each other."""


def _board(name: str = "27", **changes: Any) -> BoardSpec:
    return BoardSpec(name=name, desert=True, **changes)


def _area(*boards: BoardSpec) -> PlayingArea:
    return playing_area(boards or (_board(),))


AREAS: Final = {
    "a geomorphic board": _area(),
    "a text map": _area(_board(map=SMALL_MAP)),
    "one hex": _area(_board(width=1, height=1)),
    "two boards": _area(_board("27"), _board("28")),
    "three boards": _area(
        _board("27", width=3, height=2),
        _board("28", map=SMALL_MAP),
        _board("29", width=1, height=2),
    ),
}


# Random Direction ---------------------------------------------------------------------------


@pytest.mark.rule("B.8")
def test_a_random_direction_is_the_hexside_of_its_dr() -> None:
    """Each of the six hexsides comes up on one dr, and equally often."""
    results = list(outcomes(lambda dice: random_direction(Table().state, dice, "a direction")))
    assert results == [(Fraction(1, 6), (dr,), dr) for dr in range(1, 7)]


@pytest.mark.rule("B.8", "B25.64")
def test_the_wind_takes_a_random_direction() -> None:
    """Wind Direction is the hexside that the dr names."""
    table = Table(wind_direction=None)
    found = {
        dice: events
        for _, dice, events in outcomes(lambda d: decide(table.state, RollWindDirection(), d))
    }
    assert found == {(dr,): (WindDirectionSet(dr, "B25.64", board="27"),) for dr in range(1, 7)}


@pytest.mark.rule("B.8")
def test_turning_counts_hexsides_clockwise() -> None:
    """A direction turned clockwise goes up by one a hexside, and 1 follows 6."""
    ways = (1, 2, -1, -2, 0, 6)
    assert [[turned(direction, by) for direction in range(1, 7)] for by in ways] == [
        [2, 3, 4, 5, 6, 1],
        [3, 4, 5, 6, 1, 2],
        [6, 1, 2, 3, 4, 5],
        [5, 6, 1, 2, 3, 4],
        [1, 2, 3, 4, 5, 6],
        [1, 2, 3, 4, 5, 6],
    ]


# Neighbours ---------------------------------------------------------------------------------


def _centre(here: Hex) -> tuple[float, float]:
    """East and north of hex A1, in hex widths from side to side; odd hexrows stand higher."""
    return here.column * math.sqrt(3) / 2, -(here.row - (here.column % 2) / 2)


@pytest.mark.rule("B.8")
@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, 6])
def test_hexside_one_is_up_and_the_others_follow_clockwise(side: int) -> None:
    """The hex across hexside 1 is above, and each further hexside is 60 degrees clockwise on."""
    for here in (Hex(0, 0), Hex(1, 0), Hex(8, 7), Hex(9, 8), Hex(31, 5), Hex(32, 9)):
        there = neighbour(here, side)
        (x, y), (to_x, to_y) = _centre(here), _centre(there)
        bearing = math.degrees(math.atan2(to_x - x, to_y - y)) % 360
        assert math.dist((x, y), (to_x, to_y)) == pytest.approx(1)
        assert bearing == pytest.approx(60 * (side - 1), abs=1e-6)


@pytest.mark.rule("B.8")
@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("J8", ["J7", "K8", "K9", "J9", "I9", "I8"]),
        ("K9", ["K8", "L8", "L9", "K10", "J9", "J8"]),
        ("D4", ["D3", "E4", "E5", "D5", "C5", "C4"]),
        ("E5", ["E4", "F4", "F5", "E6", "D5", "D4"]),
        ("A1", [None, "B0", "B1", "A2", None, None]),
        ("A10", ["A9", "B9", "B10", None, None, None]),
        ("B0", [None, None, "C1", "B1", "A1", None]),
        ("B10", ["B9", "C10", None, None, None, "A10"]),
        ("Z0", [None, None, "AA1", "Z1", "Y1", None]),
        ("AA5", ["AA4", "BB4", "BB5", "AA6", "Z5", "Z4"]),
        ("GG1", [None, None, None, "GG2", "FF1", "FF0"]),
        ("GG10", ["GG9", None, None, None, "FF10", "FF9"]),
    ],
)
def test_the_six_hexes_around_a_hex(name: str, around: list[str | None]) -> None:
    """The neighbours of a hex by hexside, and none beyond the edge of the board."""
    area = _area()
    assert [area.across(name, side) for side in range(1, 7)] == around
    assert area.neighbours(name) == {
        side: other for side, other in enumerate(around, start=1) if other is not None
    }
    assert area.on_edge(name) is (None in around)
    for side, other in enumerate(around, start=1):
        if other is not None:
            assert area.hexside(name, other) == side


@pytest.mark.rule("B.8")
@pytest.mark.parametrize("area", AREAS.values(), ids=AREAS)
def test_the_way_back_is_across_the_opposite_hexside(area: PlayingArea) -> None:
    """Whoever crosses a hexside and then the opposite one is back where they were."""
    for name in area.names.values():
        for side, opposite in PAIRS:
            other = area.across(name, side)
            if other is not None:
                assert other != name
                assert area.across(other, opposite) == name
                assert area.hexside(other, name) == opposite


@pytest.mark.rule("B.8")
@pytest.mark.parametrize("area", AREAS.values(), ids=AREAS)
def test_three_turns_of_120_degrees_come_home(area: PlayingArea) -> None:
    """Going across hexsides 1, 3 and 5 leads round a vertex and home, as does 2, 4 and 6."""
    for here in area.names:
        for start in (1, 2):
            there = here
            for side in (start, start + 2, start + 4):
                there = neighbour(there, side)
            assert there == here


@pytest.mark.rule("B.8")
def test_hexes_that_do_not_touch_share_no_hexside() -> None:
    """Only adjacent hexes share a hexside, and no hex does with itself."""
    area = _area()
    assert area.hexside("D4", "D6") is None
    assert area.hexside("D4", "E6") is None
    assert area.hexside("D4", "E3") is None
    assert area.hexside("D4", "D4") is None


@pytest.mark.rule("B.8")
@pytest.mark.parametrize(
    ("start", "side", "length", "hexes"),
    [
        ("J8", 3, 3, ("K9", "L9", "M10")),
        ("J8", 3, 9, ("K9", "L9", "M10", "N10")),
        ("J8", 1, 2, ("J7", "J6")),
        ("J2", 1, 9, ("J1", "J0")),
        ("C2", 6, 9, ("B1", "A1")),
        ("A1", 5, 4, ()),
        ("D4", 2, 0, ()),
    ],
)
def test_a_line_runs_on_until_the_edge(
    start: str, side: int, length: int, hexes: tuple[str, ...]
) -> None:
    """The hexes in one direction follow each other as far as asked, or as the board goes."""
    assert _area().line(start, side, length) == hexes


# Names --------------------------------------------------------------------------------------


@pytest.mark.rule("B.8")
def test_a_geomorphic_board_has_its_hexes() -> None:
    """Hexrows A to GG have ten hexes from 1, or eleven from 0 with a half-hex at either end."""
    rows: dict[str, list[int]] = {}
    for name in _area().names.values():
        hexrow = name.rstrip("0123456789")
        rows.setdefault(hexrow, []).append(int(name[len(hexrow) :]))
    letters = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "BB", "CC", "DD", "EE", "FF", "GG"]
    assert list(rows) == letters
    for index, row in enumerate(rows.values()):
        assert row == (list(range(11)) if index % 2 else list(range(1, 11)))


def test_hexrows_are_doubled_after_z() -> None:
    """The hexrow after Z is AA, and the last possible one is ZZ."""
    assert [column_name(column) for column in (0, 1, 25, 26, 27, 51)] == [
        *("A", "B", "Z", "AA", "BB", "ZZ")
    ]


@pytest.mark.parametrize("area", AREAS.values(), ids=AREAS)
def test_every_hex_has_one_name(area: PlayingArea) -> None:
    """Names and hexes belong to each other, and small letters do for capitals."""
    assert len(set(area.names.values())) == len(area.names)
    for here, name in area.names.items():
        assert area.hexes[name] == here
        assert area.name(name) == name
        assert area.name(name.lower()) == name
    assert set(area.terrain) == set(area.names.values())
    assert set(area.hexes.values()) == set(area.names)


@pytest.mark.parametrize(
    "text", ["", "A0", "A11", "B11", "HH1", "27A1", "A01", "AB1", "1A", "A", "1"]
)
def test_names_of_no_hex(text: str) -> None:
    """Numbers beyond a hexrow's ends, hexrows beyond the board and other words name no hex."""
    assert _area().name(text) is None


# Butted boards ------------------------------------------------------------------------------


@pytest.mark.rule("B.8")
def test_butted_boards_share_the_half_hexes_between_them() -> None:
    """The last hexrow of one board is the first of the next, and has the first board's names."""
    area = AREAS["two boards"]
    assert len(area.names) == 2 * (17 * 10 + 16 * 11) - 10
    for number in range(1, 11):
        assert area.name(f"28A{number}") == f"27GG{number}"
        assert area.name(f"27GG{number}") == f"27GG{number}"
    assert area.neighbours("27GG5") == {
        1: "27GG4",
        2: "28B4",
        3: "28B5",
        4: "27GG6",
        5: "27FF5",
        6: "27FF4",
    }
    assert area.across("28B5", 5) == "27GG6"
    assert area.hexside("28B5", "27GG5") == 6
    assert area.line("27EE5", 2, 4) == ("27FF4", "27GG4", "28B3", "28C3")
    assert not area.on_edge("27GG5")
    assert area.on_edge("27GG1")
    assert area.on_edge("28GG5")
    assert area.across("28GG5", 2) is None


@pytest.mark.rule("B.8")
def test_a_third_board_goes_on_to_the_right() -> None:
    """Boards of different widths follow each other, a board of one hexrow adding none."""
    area = AREAS["three boards"]
    assert len(area.names) == (2 + 3 + 2) + (3 + 2 + 3 + 2)
    assert area.name("28A2") == "27C2"
    assert area.name("29A1") == "28E1"
    assert area.across("27C1", 3) == "28B1"
    assert area.line("27A1", 3, 9) == ("27B1", "27C2", "28B2")
    assert area.across("28E1", 2) is None
    assert area.terrain["28B2"] == "Scrub"


def test_shared_half_hexes_have_the_terrain_of_the_first_board() -> None:
    """Where two text maps meet, the board on the left says what a shared hex is."""
    left = _board("1", map="0 .\n1 . . w")
    right = _board("2", map="0 .\n1 s h .")
    area = _area(left, right)
    assert area.terrain["1C1"] == "Woods"
    assert area.name("2A1") == "1C1"
    assert area.terrain["2B1"] == "Hammada"


@pytest.mark.rule("B.8")
@pytest.mark.parametrize("second", ["building", "debris"])
def test_of_two_built_half_hexes_that_of_the_first_board_counts(second: str) -> None:
    """Where two boards each print a building in the halves of a hex, that of the first stands."""
    hall = BuildingSpec(hex="c1", material=Material.STONE, building="hall")
    there: dict[str, Any] = (
        {"buildings": (BuildingSpec(hex="A1", material=Material.WOODEN),)}
        if second == "building"
        else {"debris": (DebrisSpec(hex="A1"),)}
    )
    area = _area(
        _board("1", width=3, height=1, ad=True, buildings=(hall,)),
        _board("2", width=3, height=1, ad=True, **there),
    )
    assert area.buildings["1C1"].material is Material.STONE
    assert area.buildings["1C1"].building == "1 hall"
    assert area.debris == {}
    with pytest.raises(BadInput, match="has a building already"):
        _area(_board("1", width=3, height=1, buildings=(hall, hall)))


def test_of_woods_and_a_building_in_one_hex_the_half_of_the_first_board_counts() -> None:
    """The half of the next board adds neither its building nor its woods."""
    house = BuildingSpec(hex="A1", material=Material.STONE)
    far = BuildingSpec(hex="C1", material=Material.STONE)
    woods = _area(
        _board("1", map="0 .\n1 . . w"), _board("2", width=3, height=1, buildings=(house,))
    )
    assert woods.terrain["1C1"] == "Woods"
    assert woods.buildings == {}
    built = _area(_board("1", width=3, height=1, buildings=(far,)), _board("2", map="0 .\n1 w . ."))
    assert set(built.buildings) == {"1C1"}
    assert built.terrain["1C1"] == "Open Ground"


def test_only_hexes_of_ad_boards_are_ad_hexes() -> None:
    """The hexes of an AD board are known as such, those of its neighbour are not."""
    area = _area(_board("1", width=3, height=1, ad=True), _board("2", width=3, height=1))
    assert area.ad == {"1A1", "1B0", "1B1", "1C1"}


@pytest.mark.parametrize(
    "pair", [("27", "28"), ("1", "1A"), ("1", "1a"), ("A", "AA"), ("x", "X"), ("LFT1", "LFT1B")]
)
def test_two_boards_never_give_two_hexes_one_name(pair: tuple[str, str]) -> None:
    """Boards whose hexes would have the same names are refused; orders are read in capitals."""
    boards = [{"name": name, "desert": True} for name in pair]
    facts = scenario(boards=boards, vehicles=[])
    if found := list(faults(facts)):
        assert all(fault.where.startswith("boards") for fault in found)
        return
    area = playing_area(facts.boards)
    assert len({name.upper() for name in area.names.values()}) == len(area.names)
    for here, name in area.names.items():
        assert area.hexes[name.upper()] == here
        assert area.name(name) == name


# Text maps ----------------------------------------------------------------------------------


def test_every_mark_of_a_text_map() -> None:
    """Each mark gives its hex one kind of terrain."""
    area = _area(_board(map="0 . . . . .\n1 . s h d b g o w c ~ ."))
    kinds = "Open Ground,Scrub,Hammada,Sand,Brush,Grain,Orchard,Woods,Crag,Water,Open Ground"
    assert [area.terrain[f"{letter}1"] for letter in "ABCDEFGHIJK"] == kinds.split(",")
    assert {area.terrain[f"{letter}0"] for letter in "BDFHJ"} == {"Open Ground"}


def test_a_text_map_is_read_row_by_row() -> None:
    """A mark belongs to the hex of its row's number, in hexrows from the left."""
    area = AREAS["a text map"]
    assert sorted(area.names.values()) == [
        *("A1", "A2", "B0", "B1", "B2", "C1", "C2", "D0", "D1", "D2", "E1", "E2")
    ]
    marked = {name: kind for name, kind in area.terrain.items() if kind != "Open Ground"}
    assert marked == {"B2": "Scrub", "C2": "Hammada"}
    assert area.neighbours("C1") == {2: "D0", 3: "D1", 4: "C2", 5: "B1", 6: "B0"}
    assert area.neighbours("B0") == {3: "C1", 4: "B1", 5: "A1"}


def test_a_text_map_may_have_a_line_of_letters_and_empty_lines() -> None:
    """A first line that does not begin with a number is for the reader's eyes, as are gaps."""
    area = _area(_board(map=f"\n  A B C D E\n{SMALL_MAP}\n\n"))
    assert area == AREAS["a text map"]


def test_a_text_map_lies_as_a_board_of_its_size() -> None:
    """A map of five hexrows and two rows has the hexes of a board of width 5 and height 2."""
    plain = _area(_board(width=5, height=2))
    assert set(plain.names.items()) == set(AREAS["a text map"].names.items())
    assert set(plain.terrain.values()) == {"Open Ground"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the map is empty"),
        (" \n\n", "the map is empty"),
        ("0 .\n1 . .", "the map has 2 hexrows"),
        ("0", "the map has 0 hexrows"),
        ("A B C", "the map has 0 hexrows"),
        ("0 .\n1 . . . .", "the map has 4 hexrows"),
        ("0" + 26 * " ." + "\n1" + 53 * " .", "the map has 53 hexrows"),
        ("1 . . .\n2 . . .", "row 0 is expected where '1' stands"),
        ("0 .\n2 . . .", "row 1 is expected where '2' stands"),
        ("0 .\n1 . . .\n1 . . .", "row 2 is expected where '1' stands"),
        ("0 .\n1 . . .\n02 . . .", "row 2 is expected where '02' stands"),
        ("0 .\n1 . . .\n. . .", "row 2 is expected where '.' stands"),
        ("0 . .\n1 . . .", "row 0 has 2 cells where 1 are expected"),
        ("0 .\n1 . . .\n2 . .", "row 2 has 2 cells where 3 are expected"),
        ("0 .\n1 . x .", "row 1 has the cell 'x'"),
        ("0 .\n1 . X .", "row 1 has the cell 'X'"),
        ("0 .\n1 ...", "row 0 has 1 cells where 0 are expected"),
        ("0 ..\n1 . . .", "row 0 has the cell '..'"),
    ],
)
def test_text_maps_that_cannot_be_read(text: str, words: str) -> None:
    """A map with wrong rows, marks or numbers of them is refused, at its place."""
    with pytest.raises(BadInput) as caught:
        _area(_board("1", map=SMALL_MAP), _board("2", map=text))
    assert caught.value.where == "boards[1].map"
    assert words in caught.value.what
