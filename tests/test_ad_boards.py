"""AD2: the AD boards and what is printed on them, overlays, and symbols of roads and bridges."""

from typing import Any, Final

import attrs
import pytest

from events.scenario import BoardSpec, BuildingSpec, HexsideSpec
from events.terms import Base, Road
from sim.chapter_ad.lft_boards import (
    KnownHex,
    bin_hex,
    contradictions,
    is_ad_board,
    known_hexes,
    scenario_contradictions,
    village_contradictions,
)
from sim.chapter_ad.roads_and_bridges import Way, WayKind, road_in
from sim.machine.opening import setting_of
from sim.map.hexes import column_name
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


@pytest.mark.rule("AD2.11")
def test_a_map_of_lft3_has_the_ravine() -> None:
    """LFT3 has a valley or a Deir; a map with neither contradicts the rules."""
    assert [rule for _, rule, _ in contradictions(_spec("LFT3", {}))] == ["AD2.11"]
    assert contradictions(_spec("LFT3", {"D5": ".-1"})) == []
    assert contradictions(_spec("LFT3", {"D5": "e"})) == []


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


# Hexes that the rules name --------------------------------------------------------------------


@pytest.mark.parametrize("board", ["LFT3", "LFT5", "LFT6", "LFT7", "LFT9", "LFT10"])
@pytest.mark.parametrize("rotated", [False, True])
def test_a_map_with_all_that_is_printed_contradicts_nothing(board: str, rotated: bool) -> None:
    """A map that has every named hex is at peace with the rules, whichever way it lies."""
    spec = attrs.evolve(_true_board(board), rotated=rotated, row=2)
    assert contradictions(spec) == []


# Roads and bridges ----------------------------------------------------------------------------

ROADS: Final = [{"hexes": ["A1", "B1", "C1"], "kind": "unpaved"}]
TRACK: Final = Way(WayKind.TRACK, "AD2.3")


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


def test_small_maps_and_plain_boards_contradict_nothing() -> None:
    """Hexes that a map does not have are passed over, and so is a board without a map."""
    assert contradictions(BoardSpec(name="LFT9", desert=True, ad=True)) == []
    unmarked = contradictions(BoardSpec(name="LFT9", desert=True))
    assert [(at, rule) for at, rule, _ in unmarked] == [("B8", "AD2.1")]
    small = BoardSpec(name="LFT9", desert=True, ad=True, map="0 .\n1 . . .")
    assert contradictions(small) == []
