"""D8.21 What terrain adds to a Bog Check."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from sim.chapter_ad.arid_debris import has_rubble
from sim.chapter_ad.vegetation import BOG_DRM as PALM_BOG_DRM
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.mover import Mover
from sim.map.terrain import Cost, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Modifier
from sim.state import Setting, State

UPHILL_DRM: Final = 1
"""What woods add that are entered while gaining elevation."""

ABRUPT_DRM: Final = 1

_START: Final = 1
"""What a vehicle expends to Start (D2.12)."""

_PALM_RULE: Final = "AD3.121"

_WOODS: Final = frozenset(
    {TerrainKind.WOODS, TerrainKind.LIGHT_WOODS, TerrainKind.DENSE_PALM_TREES}
)
"""Terrain that vehicles enter by a share of their allotment, or by all of it (B13.41)."""


def terrain_bog_drm(kind: Terrain, cost: Cost) -> tuple[Modifier, ...]:
    """What a kind of terrain adds to a Bog Check: DRM go with a share of the allotment.

    Arid Debris has its own also to one who may not enter it, and leaves a Trail Break (D8.21).
    """
    if not (cost.bog and cost.share is not None and cost.share < 1):
        within = kind.name is TerrainKind.ARID_DEBRIS
        return (Modifier(kind.name, kind.bog_rule, Kind.DRM, kind.bog_drm),) if within else ()
    found = []
    if kind.bog_drm:
        share = f"at {cost.share} of the allotment"
        found.append(Modifier(kind.name, kind.bog_rule, Kind.DRM, kind.bog_drm, why=share))
    if kind.name is TerrainKind.DENSE_PALM_TREES:
        why = "beside that of woods"
        found.append(Modifier(kind.name, _PALM_RULE, Kind.DRM, PALM_BOG_DRM, why=why))
    return tuple(found)


def paid_for(
    state: State, mover: Mover, drm: tuple[Modifier, ...], points: Fraction | float
) -> tuple[Modifier, ...]:
    """What terrain adds to a Bog Check for these MP: woods no DRM for the whole allotment.

    Rubble and buildings have no other cost than their share, whatever is paid (D8.21-whole).
    """
    if not drm or not _pays_all(state, mover, points):
        return drm
    return tuple(each for each in drm if each.name not in _WOODS or each.rule == _PALM_RULE)


def _pays_all(state: State, mover: Mover, points: Fraction | float) -> bool:
    """Whether MP are all that a vehicle has, or all that a Start MP has left of it."""
    found = state.vehicles.get(mover.vehicle or "")
    if found is None or not (found.hex is None or found.mp_used or found.in_motion):
        return points >= mover.allotment - _START
    fresh = found.mp_used in (0, _START)
    return fresh and points >= mover.allotment - found.mp_used


def turn_bog_drm(state: State, mover: Mover, name: str) -> tuple[Modifier, ...]:
    """What a hex adds to the Bog Check of a VCA change in it, or of leaving it off the road."""
    kinds = [(kind, kind.costs[mover.kind]) for kind in ground_terrain(state, name) if kind.costs]
    return tuple(each for kind, cost in kinds for each in terrain_bog_drm(kind, cost))


@lru_cache(maxsize=32)
def _marshes(setting: Setting) -> frozenset[str]:
    """The hexes of level 0 or lower beside marsh."""
    area = setting.area
    return frozenset(
        near
        for name, record in area.record.items()
        if TerrainKind.MARSH in record.kinds
        for near in area.neighbours(name).values()
        if area.record[near].level <= 0
    )


def beside_marsh(state: State, name: str) -> bool:
    """Whether the ground of a hex asks for a Bog Check off road, as marsh is beside it (B16.43)."""
    return name in _marshes(state.setting)


def abrupt_bog_drm(rise: int) -> tuple[Modifier, ...]:
    """What an Abrupt Elevation Change adds (B10.5)."""
    if abs(rise) < 2:
        return ()
    return (Modifier("Abrupt Elevation Change", "D8.21", Kind.DRM, ABRUPT_DRM),)


def uphill_bog_drm(kinds: Iterable[Terrain], rise: int) -> tuple[Modifier, ...]:
    """What woods add that are entered while gaining elevation."""
    if rise < 1 or not any(kind.woods for kind in kinds):
        return ()
    return (Modifier("woods at a higher elevation", "D8.21", Kind.DRM, UPHILL_DRM),)


def in_building(state: State, name: str) -> bool:
    """Whether who is in a hex is inside a building, and not in its rubble."""
    ground = state.ground.get(name)
    return ground is not None and ground.building is not None and not has_rubble(ground)
