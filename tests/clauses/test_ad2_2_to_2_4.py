"""AD2.2-AD2.4 Overlays, roads, and what base terrain decides on AD boards."""

import pytest

from tests import cases
from tests.clauses.arid import arid
from tests.clauses.reached import board, world

AD = {"ad": True}


@pytest.mark.rule("AD2.2f")
def test_an_overlay_on_the_join_of_two_boards() -> None:
    """Hexes of the other board count by their own base terrain."""
    boards = [board(columns=5, rows=3), board(columns=5, rows=3, name="T", desert=False, row=2)]
    game = world(boards=boards, ad=True)
    found = game.json("overlay --hexes X1C3 --printed temperate")["bases"]
    assert found == {"X1C3": "temperate"}
    assert game.json("overlay --hexes X1C2 --printed temperate")["bases"] == {"X1C2": "desert"}


@pytest.mark.rule("AD2.4a", "AD2.4c", "AD2.4d", "AD2.4e")
@cases(
    "mark, mover, cost, chart",
    (".", "armoured-car", "1", "F"),
    (".", "truck", "1", "F"),
    (".'", "armoured-car", "3", "B"),
    (".'", "truck", "4", "B"),
    ("s'", "truck", "6", "F"),
    ("s'", "cavalry", "2", "F"),
    ("h'", "fully-tracked", "2", "F"),
    ("h'", "truck", "6", "F"),
    ("b'", "truck", "6", "B"),
    ("d", "truck", "7", "F"),
    ("z", "truck", "1", "F"),
    ("F", "truck", "1", "F"),
    ("W", "truck", "1", "F"),
    ("F'", "truck", "4", "B"),
    ("W'", "truck", "4", "B"),
    ("W", "infantry", "1", "F"),
)
def test_which_chart_a_hex_costs_by(mark: str, mover: str, cost: str, chart: str) -> None:
    """Desert hexes cost what chapter F says, Temperate ones what B does, but scrub and hammada."""
    game = arid({"D4": mark})
    assert game.json(f"entry-cost --from D3 --to D4 --mover {mover}")["cost"] == cost
    found = game.json("terrain --hex D4")
    assert found["chart"] == chart
    temperate = [each for each in found["overrides"] if "chapter B" in each]
    assert bool(temperate) is (chart == "B")


@pytest.mark.rule("AD2.4h", "F.2")
@cases("temperate_first", True, False)
@cases(
    "marks, base, cost",
    ({}, "temperate", "4"),
    ({"C1": "h"}, "desert", "1"),
    ({"B1": "d"}, "desert", "1"),
    ({"C1": "s"}, "temperate", "4"),
    ({"C2": "h"}, "temperate", "4"),
)
def test_the_half_hexes_of_a_desert_and_a_temperate_board(
    temperate_first: bool, marks: dict[str, str], base: str, cost: str
) -> None:
    """It is desert only if hammada or sand is Accessible or it is a wadi, whichever lies first."""
    dry = board(marks, columns=5, rows=3, ad=True)
    green = board(columns=5, rows=3, name="T", desert=False)
    if temperate_first:
        boards, shared, origin = [green, dry | {"row": 2}], "TB3", "X1B1"
    else:
        below = {"C3": marks.get("C1", "."), "B2": marks.get("B1", "."), "C2": marks.get("C2", ".")}
        boards = [board(below, columns=5, rows=3, ad=True), green | {"row": 2}]
        shared, origin = "X1B3", "X1B2"
    game = world(boards=boards, ad=True)
    found = game.json(f"terrain --hex {shared}")
    assert found["base"] == base
    asked = game.json(f"entry-cost --from {origin} --to {shared} --mover truck")
    assert asked["cost"] == cost
