"""AD2: the AD boards and what is printed on them, overlays, and symbols of roads and bridges."""

from typing import Any, Final

import attrs
import pytest

from events.scenario import BoardSpec, BuildingSpec, HexsideSpec
from events.terms import Base
from sim.chapter_ad.lft_boards import KnownHex, bin_hex, contradictions, is_ad_board, known_hexes
from sim.map.hexes import column_name
from tests import cases

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
@cases(
    "name, expected",
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
)
def test_the_ad_boards_and_where_their_bin_is(name: str, expected: str | None) -> None:
    """LFT3 to LFT10 are AD boards with their BIN in B8, but that of LFT5 is in B9."""
    assert is_ad_board(name) is (expected is not None)
    assert bin_hex(name) == expected


# Hexes that the rules name --------------------------------------------------------------------


@cases("board", "LFT3", "LFT5", "LFT6", "LFT7", "LFT9", "LFT10")
@cases("rotated", False, True)
def test_a_map_with_all_that_is_printed_contradicts_nothing(board: str, rotated: bool) -> None:
    """A map that has every named hex is at peace with the rules, whichever way it lies."""
    spec = attrs.evolve(_true_board(board), rotated=rotated, row=2)
    assert contradictions(spec) == []


# Roads and bridges ----------------------------------------------------------------------------


def test_small_maps_and_plain_boards_contradict_nothing() -> None:
    """Hexes that a map does not have are passed over, and so is a board without a map."""
    assert contradictions(BoardSpec(name="LFT9", desert=True, ad=True)) == []
    unmarked = contradictions(BoardSpec(name="LFT9", desert=True))
    assert [(at, rule) for at, rule, _ in unmarked] == [("B8", "AD2.1")]
    small = BoardSpec(name="LFT9", desert=True, ad=True, map="0 .\n1 . . .")
    assert contradictions(small) == []
