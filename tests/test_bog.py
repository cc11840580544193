"""Bog Checks, Bog Removal, Trail Breaks among palm trees, and what movement orders cost."""

from typing import Any

import pytest

from events.ground import TrailBreakMade
from events.vehicles import VehicleMoved
from sim.machine.telling import Reason
from tests import cases
from tests.table import Table, make_vehicle

GROVE = """
    A  B  C  D  E
0      P     .
1   .  P  P  w  .
2   .  P  d  .  .
3   .  .  .  .  .
"""
TANK: dict[str, Any] = make_vehicle("PzA", "fully-tracked", 14, at="A1")


def _grove(*vehicles: dict[str, Any], **changes: Any) -> Table:
    """A game in a grove, in its MPh; all vehicles have Started."""
    board = {"name": "LFT9", "desert": True, "ad": True, "map": GROVE}
    facts = {"boards": [board], "ad": True, "vehicles": list(vehicles) or [TANK], **changes}
    table = Table(**facts)
    table.to("MPh")
    for vehicle in facts["vehicles"]:
        table.do(f"start {vehicle['id']}")
    return table


# Dense Palm Trees ---------------------------------------------------------------------------


@pytest.mark.rule("AD3.121")
@cases("order", "move PzA A1", "move PzA B1")
def test_no_trail_break_without_a_way_through(order: str) -> None:
    """Who goes back the way it came leaves none, nor who set up among the trees."""
    inside = order.endswith("B1")
    table = _grove(TANK | {"mp": 30, "at": "C1" if inside else "A1"})
    if not inside:
        table.do("move PzA B1 1 1")
    events = table.do(f"{order} 1 1" if inside else order)
    assert not any(isinstance(event, TrailBreakMade) for event in events)


# What orders cost ---------------------------------------------------------------------------


def test_a_ruling_leaves_terrain_to_the_players() -> None:
    """Under D2.1-cost `declared` only what Dust, SMOKE and towing add is demanded."""
    table = _grove(rulings={"D2.1-cost": "declared"})
    assert table.do("move PzA B1 2mp")[0] == VehicleMoved("PzA", "A1", "B1", 2, "D2.1")
    assert table.refused("move PzA B2 0.5mp").reason is Reason.TOO_FEW_MP
