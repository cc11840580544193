"""B13.421 Leaving a road or a Trail Break: the Bog Check that was spared falls due on the way out.

A vehicle that came into woods, Dense Palm Trees, rubble or debris along a road or a Trail Break,
and leaves across a hexside that neither crosses, makes the Bog Check of a VCA change there, in the
hex that it leaves.
"""

from functools import lru_cache
from typing import Final

from events.terms import Road
from sim.chapter_ad.arid_debris import negates_road
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.bog_terrain import turn_bog_drm
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.roads import road_between, road_into
from sim.chapter_b.symbology import governing_terrain
from sim.chapter_b.trail_breaks import by_trail_break, leads_across
from sim.map.terrain import Terrain
from sim.map.terrain_kind import RUBBLE, TerrainKind
from sim.modifiers import Modifier
from sim.state import Setting, State

RUINS: Final = RUBBLE | {TerrainKind.ARID_DEBRIS}
"""Ruins through which Trail Breaks lead (B24.71, AD3.45)."""


def leaving_bog_drm(
    state: State, mover: Mover, origin: str | None, to: str, *, road: bool | None
) -> tuple[Modifier, ...] | None:
    """What terrain adds to the Bog Check of a vehicle that leaves a hex; None if none is due.

    Only of a vehicle of the game is it known how it came. With ``road`` None it uses a road where
    one crosses the hexside.
    """
    if origin is None or mover.vehicle is None or mover.kind in FOOT:
        return None
    vehicle = state.vehicles[mover.vehicle]
    ground = state.ground.get(origin)
    if vehicle.hex != origin or vehicle.bypass is not None:  # there it is not among them (D2.3)
        return None
    if ground is None and not _wooded(state.setting, origin):
        return None
    if ground is not None and not any(_hard(kind) for kind in ground_terrain(state, origin)):
        return None
    came = vehicle.came_from
    on_road = bool(road_into(state, origin)) and not negates_road(state, origin)
    spared = leads_across(state, mover.kind, origin, came) if came else on_road
    leads = leads_across if road is not False else by_trail_break
    if not spared or leads(state, mover.kind, origin, *([came] if came else []), to):
        return None
    return turn_bog_drm(state, mover, origin)


@lru_cache(maxsize=4096)
def _wooded(setting: Setting, name: str) -> bool:
    """Whether there are trees in a hex in which nothing lies."""
    return any(_hard(kind) for kind in governing_terrain(setting, name))


def _hard(kind: Terrain) -> bool:
    """Whether who enters off a road makes a Bog Check for the trees or ruins in the hex."""
    return kind.woods or kind.name in RUINS


def on_paved_road(state: State, vehicle: str) -> bool:
    """Whether a vehicle is on a paved road: it came by one, or set up where one is."""
    found = state.vehicles[vehicle]
    if found.hex is None or negates_road(state, found.hex):
        return False
    if found.came_from is None:
        return Road.PAVED in road_into(state, found.hex)
    return road_between(state, found.came_from, found.hex) is Road.PAVED
