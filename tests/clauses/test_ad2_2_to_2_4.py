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


@pytest.mark.rule("AD2.4b")
@cases(
    "mover, cost", ("armoured-car", "6"), ("truck", "8"), ("infantry", "2"), ("fully-tracked", "2")
)
def test_desert_broken_ground_costs_by_chapter_b(mover: str, cost: str) -> None:
    """Open Ground that is Broken Ground costs twice what chapter B asks; other ground does not."""
    game = arid({"D4": ".", "D3": "h"}, broken=True)
    assert game.json("terrain --hex D4")["chart"] == "B"
    assert game.json(f"entry-cost --from D5 --to D4 --mover {mover}")["cost"] == cost
    assert game.json(f"entry-cost --from D7 --to D6 --mover {mover}")["cost"] == "1"


@pytest.mark.rule("AD2.4f")
@cases("mark, drm", (".", 2), ("b", 2), ("d", 0), (".'", 0), ("b'", 0))
def test_entrenching_goes_by_base_terrain(mark: str, drm: int) -> None:
    """An attempt takes +2 in a desert hex but for sand, and nothing in a Temperate one."""
    assert arid({"D4": mark}).json("terrain --hex D4")["entrenching_drm"] == drm


@pytest.mark.rule("AD2.4g")
@cases("mark, rout", ("b", True), ("b'", False), ("c", True), ("c'", False), ("w'", True))
def test_routing_goes_by_base_terrain(mark: str, rout: bool) -> None:
    """A desert hex draws a routing unit by the list of AD4.1, a Temperate one only as woods do."""
    assert arid({"D4": mark}).json("rout --hex D4")["rout_terrain"] is rout


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


@pytest.mark.rule("AD2.4i", "AD2.4j", "AD2.4k", "AD2.4m")
@cases(
    "mover, due",
    ("truck", True),
    ("armoured-car", True),
    ("halftrack", True),
    ("fully-tracked", False),
    ("horse-drawn", False),
)
def test_temperate_hammada_immobilizes(mover: str, due: bool) -> None:
    """Entry and VCA change ask motor vehicles that are not fully-tracked for the DR."""
    game = arid({"D4": "h'"})
    entry = game.json(f"bog --from D3 --to D4 --mover {mover}")
    assert (entry["immobilization_drm"] is not None) is due
    if mover != "horse-drawn":
        turn = game.json(f"bog --to D4 --mover {mover}")
        assert (turn["immobilization_drm"] is not None) is due


@pytest.mark.rule("AD2.2", "AD2.2a")
@cases("ground, cell, level", ("", "b1", 1), ("1", "b", 1), ("1", "b2", 3))
def test_the_levels_of_an_overlay_are_above_its_ground(ground: str, cell: str, level: int) -> None:
    """A hill overlay on a hill adds its levels to it."""
    game = arid({"D4": f".{ground}"}, overlays=[{"hexes": {"D4": cell}}])
    assert game.json("terrain --hex D4")["level"] == level


@pytest.mark.rule("AD2.4", "AD1.2")
@cases(
    "cell, overrides",
    (".", []),
    (".'", ["AD2.4 over F.2"]),
    ("b'", ["AD2.4 over F.2"]),
    ("h'", ["AD2.4 over B.3"]),
    ("s", ["AD4.3 over F2.2"]),
    ("s'", ["AD4.3 over F2.2", "AD2.4 over B.3"]),
)
def test_which_rule_goes_before_which_in_a_hex(cell: str, overrides: list[str]) -> None:
    """Temperate hexes go by chapter B, but their scrub and hammada by chapter F."""
    found = arid({"D4": cell}).json("terrain --hex D4")["overrides"]
    assert [each.partition(":")[0] for each in found] == overrides
