"""AD2.2-AD2.4 Overlays, roads, and what base terrain decides on AD boards."""

import pytest

from tests import cases
from tests.clauses.reached import board, world


@pytest.mark.rule("AD2.2f")
def test_an_overlay_on_the_join_of_two_boards() -> None:
    """Hexes of the other board count by their own base terrain."""
    boards = [board(columns=5, rows=3), board(columns=5, rows=3, name="T", desert=False, row=2)]
    game = world(boards=boards, ad=True)
    found = game.json("overlay --hexes X1C3 --printed temperate")["bases"]
    assert found == {"X1C3": "temperate"}
    assert game.json("overlay --hexes X1C2 --printed temperate")["bases"] == {"X1C2": "desert"}


@pytest.mark.rule("AD2.4h", "F.2")
@cases("temperate_first", True, False)
@cases(
    "marks, base, cost",
    ({}, "temperate", "4"),
    ({"C1": "h"}, "desert", "1"),
    ({"B1": "d"}, "desert", "1"),
    ({"B0": "y"}, "desert", "7"),
    ({"B0": "h"}, "desert", "6"),
    ({"C1": "s"}, "temperate", "4"),
    ({"C2": "h"}, "temperate", "4"),
)
def test_the_half_hexes_of_a_desert_and_a_temperate_board(
    temperate_first: bool, marks: dict[str, str], base: str, cost: str
) -> None:
    """It is desert if a wadi, or hammada or sand is in it or Accessible, whichever lies first."""
    dry = board(marks, columns=5, rows=3, ad=True)
    green = board(columns=5, rows=3, name="T", desert=False)
    if temperate_first:
        boards, shared, origin = [green, dry | {"row": 2}], "TB3", "X1B1"
    else:
        turned = {"C3": "C1", "B3": "B0", "B2": "B1", "C2": "C2"}
        below = {hex_: marks.get(mirrored, ".") for hex_, mirrored in turned.items()}
        boards = [board(below, columns=5, rows=3, ad=True), green | {"row": 2}]
        shared, origin = "X1B3", "X1B2"
    game = world(boards=boards, ad=True)
    found = game.json(f"terrain --hex {shared}")
    assert found["base"] == base
    asked = game.json(f"entry-cost --from {origin} --to {shared} --mover truck")
    assert asked["cost"] == cost
