"""AD2: the AD boards and what is printed on them, overlays, and symbols of roads and bridges."""

from typing import Any, Final

import attrs
import pytest

from events.scenario import BoardSpec, BuildingSpec, HexsideSpec
from events.terms import Base, HexsideKind, Road
from replays.game.scenario_file import load_board
from sim.chapter_ad.lft_boards import (
    KNOWN,
    KnownHex,
    bin_hex,
    contradictions,
    is_ad_board,
    known_hexes,
    ravine,
    scenario_contradictions,
    village_contradictions,
)
from sim.chapter_ad.overlays import overlay_bases, surroundings
from sim.chapter_ad.roads_and_bridges import Way, WayKind, bridge_in, road_in
from sim.machine.opening import setting_of
from sim.map.board import HexRecord
from sim.map.hexes import HEXSIDES, Hex, column_name, neighbour
from sim.map.playing_area import playing_area
from sim.map.terrain_kind import TerrainKind
from sim.state.state import Setting
from tests.table import scenario

WIDTH: Final = 33
HEIGHT: Final = 10

MARK: Final = {
    "Olive Grove": "O",
    "Cactus Patch": "k",
    "Vineyard": "v",
    "Crag-Brush": "cb",
    "Crag-Hammada": "ch",
    "Arid Plaza": "z",
    "Oasis Well": "W",
    "Fountain": "F",
}


def _map(cells: dict[str, str]) -> str:
    """A whole board of Open Ground but for these cells."""
    rows = []
    for number in range(HEIGHT + 1):
        columns = range(0 if number else 1, WIDTH, 1 if number else 2)
        names = [f"{column_name(column)}{number}" for column in columns]
        rows.append(" ".join([str(number), *(cells.get(name, ".") for name in names)]))
    return "\n".join(rows)


def _spec(name: str, cells: dict[str, str], **changes: Any) -> BoardSpec:
    return BoardSpec(name=name, desert=True, ad=True, map=_map(cells), **changes)


def _cells(known: KnownHex) -> dict[str, str]:
    changed = "'" if known.base is Base.TEMPERATE else ""
    kind = known.kinds[0] if known.kinds else ""
    return {} if known.hexside else {known.at: MARK.get(kind, ".") + changed}


def _true_board(board: str) -> BoardSpec:
    """A map that has all that the rules say of a board."""
    cells = {"Q5": ".1"} if board in ("LFT6", "LFT7") else {}
    cells |= {"D5": ".-1"} if board == "LFT3" else {}
    cells |= {"C1": "z", "C2": "z"} if board == "LFT9" else {}
    for known in known_hexes(board):
        cells |= _cells(known)
    built = [known.at for known in known_hexes(board) if known.building]
    built += ["Q5"] if board == "LFT7" else []
    return _spec(
        board,
        cells,
        buildings=tuple(BuildingSpec(hex=at) for at in built),
        hexsides=tuple(
            HexsideSpec(kind=known.hexside, at=(known.at,))
            for known in known_hexes(board)
            if known.hexside
        ),
    )


# The AD boards --------------------------------------------------------------------------------


@pytest.mark.rule("AD2.1")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("LFT3", "B8"),
        ("LFT4", "B8"),
        ("LFT5", "B9"),
        ("LFT6", "B8"),
        ("LFT7", "B8"),
        ("LFT8", "B8"),
        ("LFT9", "B8"),
        ("LFT10", "B8"),
        ("lft5", "B9"),
        ("LFT1", None),
        ("LFT2", None),
        ("LFT11", None),
        ("LFT", None),
        ("27", None),
        ("3", None),
    ],
)
def test_the_ad_boards_and_where_their_bin_is(name: str, expected: str | None) -> None:
    """LFT3 to LFT10 are AD boards with their BIN in B8, but that of LFT5 is in B9."""
    assert is_ad_board(name) is (expected is not None)
    assert bin_hex(name) == expected


@pytest.mark.rule("AD2.1")
def test_a_map_of_an_ad_board_says_so() -> None:
    """A map called LFT4 that is not an AD board contradicts the rules; other names are free."""
    bare = attrs.evolve(_spec("LFT4", {}), ad=False)
    assert [(at, rule) for at, rule, _ in contradictions(bare)] == [("B8", "AD2.1")]
    assert contradictions(_spec("LFT4", {})) == []
    assert contradictions(attrs.evolve(bare, name="27")) == []


@pytest.mark.rule("AD2.11")
def test_the_ravine_of_lft3_is_a_valley_unless_an_ssr_makes_it_a_deir() -> None:
    """A hex of the ravine is a level down, or a Deir at a half-level if an SSR says so."""
    valley = HexRecord((TerrainKind.OPEN_GROUND,), -1, Base.DESERT, "LFT3")
    deir = HexRecord((TerrainKind.DEIR,), 0, Base.DESERT, "LFT3")
    assert ravine(valley) == ravine(deir) == valley
    assert ravine(valley, deir=True) == ravine(deir, deir=True) == deir
    brush = attrs.evolve(valley, kinds=(TerrainKind.BRUSH,))
    assert ravine(brush, deir=True).kinds == ("Deir", "Brush")
    assert ravine(ravine(brush, deir=True)) == brush


@pytest.mark.rule("AD2.11")
def test_a_map_of_lft3_has_the_ravine() -> None:
    """LFT3 has a valley or a Deir; a map with neither contradicts the rules."""
    assert [rule for _, rule, _ in contradictions(_spec("LFT3", {}))] == ["AD2.11"]
    assert contradictions(_spec("LFT3", {"D5": ".-1"})) == []
    assert contradictions(_spec("LFT3", {"D5": "e"})) == []


@pytest.mark.rule("AD2.12")
@pytest.mark.parametrize("name", ["LFT6", "LFT7"])
def test_hill_boards_have_a_hill(name: str) -> None:
    """A flat map of a hill board contradicts the rules."""
    flat = attrs.evolve(_true_board(name), map=_map({"O8": "O", "I6": "z"}))
    found = [rule for _, rule, _ in contradictions(flat)]
    assert found == ["AD2.12"] * (2 if name == "LFT7" else 1)


@pytest.mark.rule("AD2.12")
def test_lft7_is_lft6_with_a_village() -> None:
    """Both have the same hills, and LFT7 has buildings on one."""
    bare = _spec("LFT6", {"Q5": ".1", "Q6": ".2"})
    ground = {"Q5": ".1", "Q6": ".2", "I6": "z"}
    village = _spec("LFT7", ground, buildings=(BuildingSpec(hex="Q6"),))
    assert village_contradictions(bare, village) == []
    without = attrs.evolve(village, buildings=(BuildingSpec(hex="A5"),))
    assert village_contradictions(bare, without) == []
    assert [rule for _, rule, _ in contradictions(without)][-1] == "AD2.12"
    found = scenario_contradictions((without, bare))
    assert ("LFT7", "AD2.12") in [(board, rule) for board, (_, rule, _) in found]
    assert all(rule != "AD2.12" for _, (_, rule, _) in scenario_contradictions((bare, village)))
    lower = attrs.evolve(village, map=_map(ground | {"Q6": ".1"}))
    assert village_contradictions(bare, lower) == [
        ("Q6", "AD2.12", "Q6 is at level 1 on LFT7 but at 2 on LFT6")
    ]


@pytest.mark.rule("AD2.13")
@pytest.mark.parametrize(
    ("hexes", "base"),
    [
        ("C8 F8 H7 N7 P8 W7 X7 AA8 DD6", Base.DESERT),
        ("B7 I7 P7 EE6", Base.TEMPERATE),
    ],
)
def test_the_printed_hexes_of_the_transitional_board(hexes: str, base: Base) -> None:
    """Each example hex of LFT10 has the base terrain printed, whatever else is in it."""
    assert {known.at for known in known_hexes("LFT10") if known.base is base} == set(hexes.split())
    for name in hexes.split():
        for mark in (".", "b", "s"):
            wrong = _cells_of_lft10() | {name: mark + ("'" if base is Base.DESERT else "")}
            right = _cells_of_lft10() | {name: mark + ("" if base is Base.DESERT else "'")}
            found = contradictions(_spec("LFT10", wrong))
            assert [(at, rule) for at, rule, _ in found] == [(name, "AD2.13")]
            assert contradictions(_spec("LFT10", right)) == []


def _cells_of_lft10() -> dict[str, str]:
    return {at: cell for known in known_hexes("LFT10") for at, cell in _cells(known).items()}


@pytest.mark.rule("AD2.13")
def test_base_terrain_goes_by_the_hex_alone() -> None:
    """On a transitional map each hex has its own base terrain, beside a hex of the other."""
    area = playing_area((_spec("LFT10", {"P7": "b'", "P8": "b"}),))
    assert area.record["P7"].base is Base.TEMPERATE
    assert area.record["P8"].base is Base.DESERT
    assert area.record["P7"].kinds == area.record["P8"].kinds == ("Brush",)


# Hexes that the rules name --------------------------------------------------------------------


@pytest.mark.rule(
    "AD3.11", "AD3.131", "AD3.132", "AD3.15", "AD3.2", "AD3.3", "AD3.5", "AD3.61", "AD3.7", "AD4.4"
)
def test_every_hex_that_the_rules_name_is_known() -> None:
    """Board, hex or hexside, and rule of each example that is printed."""
    found = {(known.board, known.at, known.rule) for known in KNOWN if known.rule != "AD2.13"}
    assert found == {
        ("LFT6", "O8", "AD3.11"),
        ("LFT9", "Y5", "AD3.131"),
        ("LFT9", "X4/W5", "AD3.132"),
        ("LFT9", "Z8", "AD3.15"),
        ("LFT5", "CC2", "AD3.2"),
        ("LFT5", "V1", "AD3.2"),
        ("LFT5", "V4", "AD3.3"),
        ("LFT9", "R5", "AD3.3"),
        ("LFT9", "N5", "AD3.5"),
        ("LFT7", "I6", "AD3.5"),
        ("LFT5", "W7", "AD3.61"),
        ("LFT9", "N4", "AD3.7"),
        ("LFT9", "R7", "AD4.4"),
    }


@pytest.mark.parametrize("board", ["LFT3", "LFT5", "LFT6", "LFT7", "LFT9", "LFT10"])
@pytest.mark.parametrize("rotated", [False, True])
def test_a_map_with_all_that_is_printed_contradicts_nothing(board: str, rotated: bool) -> None:
    """A map that has every named hex is at peace with the rules, whichever way it lies."""
    spec = attrs.evolve(_true_board(board), rotated=rotated, row=2)
    assert contradictions(spec) == []


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known.board}-{known.at}")
def test_a_map_without_a_named_hex_contradicts_its_rule(known: KnownHex) -> None:
    """Each hex that the rules name is missed by its rule when the map has it otherwise."""
    board = _true_board(known.board)
    cells = {at: c for each in known_hexes(known.board) for at, c in _cells(each).items()}
    cells["Q5"] = ".1"
    if not known.building:
        cells[known.at] = "g" if known.base is not Base.DESERT else "g'"
    lacking = attrs.evolve(
        board,
        map=_map(cells),
        hexsides=(),
        buildings=tuple(each for each in board.buildings if each.hex != known.at),
    )
    found = {(at, rule) for at, rule, _ in contradictions(lacking)}
    assert (known.at, known.rule) in found


@pytest.mark.rule("AD3.11")
def test_an_orchard_in_a_desert_hex_is_the_olive_grove_of_lft6() -> None:
    """A map may say Orchard, for in a desert hex that is an Olive Grove; in a Temperate not."""
    assert contradictions(_spec("LFT6", {"Q5": ".1", "O8": "o"})) == []
    found = contradictions(_spec("LFT6", {"Q5": ".1", "O8": "o'"}))
    assert [(at, rule) for at, rule, _ in found] == [("O8", "AD3.11")]


@pytest.mark.rule("AD3.132")
def test_another_hexside_is_no_cactus_hedge() -> None:
    """A plain hedge on X4/W5 of LFT9 contradicts the rules."""
    hedge = HexsideSpec(kind=HexsideKind.HEDGE, at=("X4/W5",))
    board = attrs.evolve(_true_board("LFT9"), hexsides=(hedge,))
    assert contradictions(board) == [("X4/W5", "AD3.132", "a cactus-hedge stands on X4/W5 of LFT9")]


@pytest.mark.rule("AD3.3")
def test_a_single_hex_mosque_is_in_one_hex() -> None:
    """A building of two hexes in V4 of LFT5 contradicts the rules."""
    two = tuple(BuildingSpec(hex=name, building="great") for name in ("V4", "V5"))
    found = contradictions(attrs.evolve(_true_board("LFT5"), buildings=two))
    assert [(at, rule) for at, rule, _ in found] == [("V4", "AD3.3")]


@pytest.mark.rule("AD3.5")
@pytest.mark.parametrize(("board", "number"), [("LFT7", 1), ("LFT9", 3)])
def test_how_many_plaza_hexes_a_board_has(board: str, number: int) -> None:
    """LFT7 has one Arid Plaza hex and LFT9 three; fewer or more contradict the rules."""
    cells = {at: c for each in known_hexes(board) for at, c in _cells(each).items()}
    cells["Q5"] = ".1"
    for count in range(1, number + 2):
        plazas = cells | dict.fromkeys(["C1", "C2", "C3"][: count - 1], "z")
        found = contradictions(attrs.evolve(_true_board(board), map=_map(plazas)))
        assert [rule for _, rule, _ in found] == ([] if count == number else ["AD3.5"])


def test_small_maps_and_plain_boards_contradict_nothing() -> None:
    """Hexes that a map does not have are passed over, and so is a board without a map."""
    assert contradictions(BoardSpec(name="LFT9", desert=True, ad=True)) == []
    unmarked = contradictions(BoardSpec(name="LFT9", desert=True))
    assert [(at, rule) for at, rule, _ in unmarked] == [("B8", "AD2.1")]
    small = BoardSpec(name="LFT9", desert=True, ad=True, map="0 .\n1 . . .")
    assert contradictions(small) == []


def test_boards_of_our_own_contradict_nothing() -> None:
    """A board that is not an LFT board may have anything."""
    assert contradictions(load_board("hills")) == []


# Overlays -------------------------------------------------------------------------------------

HERE: Final = (Hex(4, 4), Hex(5, 4))
"""An overlay of two hexes, well inside the board."""


def _ground(base: Base, **others: Base) -> dict[Hex, Base]:
    """A board of one base terrain, but for hexes given as ``c7r3``."""
    result = {Hex(column, row): base for column in range(9) for row in range(8 + column % 2)}
    for name, other in others.items():
        column, _, row = name[1:].partition("r")
        result[Hex(int(column), int(row))] = other
    return result


@pytest.mark.rule("AD2.2")
@pytest.mark.parametrize("around", list(Base))
@pytest.mark.parametrize("colour", list(Base))
def test_an_overlay_takes_the_base_of_surroundings_that_are_alike(
    around: Base, colour: Base
) -> None:
    """Amid desert an overlay is desert, amid Temperate hexes Temperate, whatever its colour."""
    found = overlay_bases(dict.fromkeys(HERE, colour), _ground(around))
    assert found == dict.fromkeys(HERE, around)


@pytest.mark.rule("AD2.2")
@pytest.mark.parametrize("around", list(Base))
def test_an_overlay_amid_both_keeps_its_own_colours(around: Base) -> None:
    """One hex of the other base beside it, and each hex of the overlay has its own colour."""
    other = Base.DESERT if around is Base.TEMPERATE else Base.TEMPERATE
    own = {HERE[0]: Base.DESERT, HERE[1]: Base.TEMPERATE}
    beside = surroundings(HERE, _ground(around))
    assert len(beside) == 8
    for here in beside:
        mixed = _ground(around) | {here: other}
        assert overlay_bases(own, mixed) == own


@pytest.mark.rule("AD2.2")
def test_only_what_surrounds_an_overlay_counts() -> None:
    """What it covers, and what is not adjacent to it, makes no difference."""
    board = _ground(Base.DESERT, c4r4=Base.TEMPERATE, c8r0=Base.TEMPERATE)
    assert set(overlay_bases(dict.fromkeys(HERE, Base.TEMPERATE), board).values()) == {Base.DESERT}


@pytest.mark.rule("AD2.2")
def test_an_overlay_at_the_edge_has_fewer_surroundings() -> None:
    """Off the board there is nothing; an overlay over all of it has its own colour."""
    corner = {Hex(0, 0): Base.TEMPERATE}
    board = _ground(Base.DESERT)
    assert surroundings(corner, board) == {
        there for side in HEXSIDES if (there := neighbour(Hex(0, 0), side)) in board
    }
    assert overlay_bases(corner, board) == {Hex(0, 0): Base.DESERT}
    assert overlay_bases(corner, {Hex(0, 0): Base.DESERT}) == corner


# Roads and bridges ----------------------------------------------------------------------------

ROADS: Final = [{"hexes": ["A1", "B1", "C1"], "kind": "unpaved"}]
TRACK: Final = Way(WayKind.TRACK, "AD2.3")
FORD: Final = Way(WayKind.FORD, "AD2.3")
BRIDGE: Final = Way(WayKind.BRIDGE, "B6")


def _setting(*, ad: bool = True, board: bool = True, roads: Any = None) -> Setting:
    """Three hexes with a printed road, the last one Temperate."""
    one = {"name": "1", "desert": True, "ad": board, "map": "0 .\n1 . . .'", "roads": ROADS}
    return setting_of(scenario(boards=[one], vehicles=[], ad=ad, roads=roads))


@pytest.mark.rule("AD2.3")
def test_a_printed_road_is_a_track_in_a_desert_hex() -> None:
    """On an AD board a road symbol is a Track, but a road in a Temperate hex."""
    setting = _setting()
    b1_to_c1 = setting.area.hexside("B1", "C1")
    assert b1_to_c1 is not None
    assert road_in(setting, "A1", 3) == TRACK
    assert road_in(setting, "B1", 6) == TRACK
    assert road_in(setting, "B1", b1_to_c1) == TRACK
    assert road_in(setting, "C1", (b1_to_c1 + 2) % 6 + 1) == Way(WayKind.ROAD, "B3", Road.UNPAVED)
    assert road_in(setting, "A1", 1) is None


@pytest.mark.rule("AD2.3")
def test_a_road_by_ssr_is_a_road() -> None:
    """A road of the scenario is there by SSR, also where the board prints one."""
    paved = [{"hexes": ["A1", "B1"]}]
    setting = _setting(roads=paved)
    assert road_in(setting, "A1", 3) == Way(WayKind.ROAD, "B3", Road.PAVED)
    assert road_in(setting, "B1", 6) == Way(WayKind.ROAD, "B3", Road.PAVED)
    assert road_in(setting, "B1", 2) == TRACK
    assert road_in(_setting(board=True, roads=ROADS), "B1", 2) == Way(
        WayKind.ROAD, "B3", Road.UNPAVED
    )


@pytest.mark.rule("AD2.3", "B3")
@pytest.mark.parametrize("facts", [{"ad": False}, {"board": False}])
def test_roads_elsewhere_are_roads(facts: dict[str, bool]) -> None:
    """Without AD Terrain in effect, or off the AD boards, symbols are what they look like."""
    setting = _setting(**facts)
    assert road_in(setting, "A1", 3) == Way(WayKind.ROAD, "B3", Road.UNPAVED)
    assert bridge_in(setting, "A1") == BRIDGE


@pytest.mark.rule("AD2.3", "B6")
def test_a_bridge_is_a_ford_in_a_desert_hex() -> None:
    """On an AD board a bridge is a Ford, but a bridge in a Temperate hex or by SSR."""
    assert bridge_in(_setting(), "A1") == FORD
    assert bridge_in(_setting(), "A1", by_ssr=True) == BRIDGE
    assert bridge_in(_setting(), "C1") == BRIDGE


@pytest.mark.rule("AD2.3")
def test_the_area_knows_which_roads_are_printed() -> None:
    """Roads of boards are printed until the scenario gives them; the others stay as they are."""
    printed = _setting().area
    assert printed.printed_roads == printed.roads.keys()
    both = _setting(roads=[{"hexes": ["B0", "C1"]}]).area
    assert both.printed_roads == printed.printed_roads
    assert both.roads.keys() > printed.roads.keys()
    given = _setting(roads=ROADS).area
    assert given.printed_roads == frozenset()
    assert given.roads == printed.roads
