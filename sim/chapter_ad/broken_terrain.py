"""AD4.5 and AD4.51 Broken Terrain on AD boards: Boulder-Crags, and Broken Ground beside them.

Contrary to 191.1 scrub stays scrub, Inherent now; hammada alone is Boulder-Crag; grain and combined
terrain never change. Beside a Boulder-Crag, unless a cliff lies between, Open Ground and brush are
Broken Ground; brush keeps its cost and its Hindrance (ruling AD4.51-brush).
"""

from typing import Final

import attrs

from events.terms import EC
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import State

__all__ = [
    "RULES",
    "broken_on_ad_board",
    "by_road_only",
    "can_be_broken_ground",
    "concealment_loss_drm",
    "in_broken_ground",
]

RULES: Final = ("AD4.5", "AD4.51")
CORE: Final = ("F13.1",)


def broken_on_ad_board(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """What Broken Terrain makes of the terrain of a hex of an AD board (AD4.5)."""
    if len(kinds) > 1:
        return kinds
    changes = {
        TerrainKind.SCRUB: attrs.evolve(rows[TerrainKind.SCRUB], inherent=True, rule="AD4.5"),
        TerrainKind.HAMMADA: rows[TerrainKind.BOULDER_CRAG],
    }
    return tuple(changes.get(kind.name, kind) for kind in kinds)


def can_be_broken_ground(kinds: tuple[Terrain, ...]) -> bool:
    """Whether a hex is Open Ground or brush, and nothing else (AD4.51)."""
    return len(kinds) == 1 and (kinds[0].plain or kinds[0].name is TerrainKind.BRUSH)


def in_broken_ground(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """The terrain of a hex that has become Broken Ground (AD4.51).

    Open Ground costs twice what chapter B says, in a desert-coloured hex too (AD2.4), and is a Bog
    hex (F13.1).
    """
    ground = attrs.evolve(rows[TerrainKind.BROKEN_GROUND], rule="AD4.51")
    if kinds[0].name is TerrainKind.BRUSH:
        return (*kinds, attrs.evolve(ground, costs={}))
    return (ground,)


def by_road_only(kinds: tuple[Terrain, ...]) -> bool:
    """Whether vehicles enter and leave a hex by road only, a single-lane one (AD4.5)."""
    return any(kind.name is TerrainKind.BOULDER_CRAG for kind in kinds)


def concealment_loss_drm(state: State, kinds: tuple[Terrain, ...]) -> int:
    """The drm to the coloured dr by which an Emplaced Gun or Dug-In vehicle loses concealment.

    It is +1 in Open Ground that is Broken Ground, unless EC are Wet or Mud (AD4.51).
    """
    (first, *others) = kinds
    ground = first.name is TerrainKind.BROKEN_GROUND and first.rule == "AD4.51" and not others
    return int(ground and state.sky.ec not in (EC.WET, EC.MUD))
