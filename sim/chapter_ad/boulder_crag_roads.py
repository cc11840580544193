"""AD4.5 Vehicles enter and leave a Boulder-Crag by road only, a single-lane one (B6.431)."""

from collections.abc import Sequence

from sim.chapter_b.artificial_terrain import Artificial, ground_terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import State


def _boulder_crag(state: State, name: str) -> bool:
    """Whether a hex is a Boulder-Crag now."""
    return any(kind.name is TerrainKind.BOULDER_CRAG for kind in ground_terrain(state, name))


def by_road_alone(state: State, origin: str | None, name: str) -> str:
    """What keeps a vehicle off road out of a hex, or in the one it leaves; empty if nothing."""
    if origin is not None and _boulder_crag(state, origin):
        return "vehicles leave a Boulder-Crag by road only (AD4.5)"
    if _boulder_crag(state, name):
        return "vehicles enter a Boulder-Crag by road only (AD4.5)"
    return ""


def lane_taken(state: State, name: str, there: Sequence[Artificial]) -> str:
    """Why the single lane of a Boulder-Crag has no room beside these counters; empty if it has.

    The ruling AD4.5-lane says so.
    """
    others = [each.vehicle for each in there if each.vehicle]
    one = state.setting.rules_that("AD4.5-lane", "one")
    if others and one and _boulder_crag(state, name):
        return f"{others[0]} is on the single-lane road of the Boulder-Crag (AD4.5, B6.431)"
    return ""
