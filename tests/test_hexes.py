"""Hexes: directions, neighbours and names, on single boards, text maps and butted boards (B.8)."""

from typing import Any, Final

import pytest

from events.errors import BadInput
from events.scenario import BoardSpec, BuildingSpec, DebrisSpec
from events.terms import Material
from sim.map.playing_area import PlayingArea, playing_area
from sim.soundness import faults
from tests import cases
from tests.table import scenario

SMALL_MAP: Final = """
0   .   .
1 . . . . .
2 . s h . .
"""


def _board(name: str = "27", **changes: Any) -> BoardSpec:
    return BoardSpec(name=name, desert=True, **changes)


def _area(*boards: BoardSpec) -> PlayingArea:
    return playing_area(boards or (_board(),))


@pytest.mark.rule("B.8")
@cases("second", "building", "debris")
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


@cases("pair", ("27", "28"), ("1", "1A"), ("1", "1a"), ("A", "AA"), ("x", "X"), ("LFT1", "LFT1B"))
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


@cases(
    "text, words",
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
)
def test_text_maps_that_cannot_be_read(text: str, words: str) -> None:
    """A map with wrong rows, marks or numbers of them is refused, at its place."""
    with pytest.raises(BadInput) as caught:
        _area(_board("1", map=SMALL_MAP), _board("2", map=text))
    assert caught.value.where == "boards[1].map"
    assert words in caught.value.what
