"""AD4.5 and AD4.51 Broken Terrain on AD boards: Boulder-Crags, and Broken Ground beside them.

Contrary to 191.1 scrub stays scrub, Inherent now; hammada alone is Boulder-Crag; grain and combined
terrain never change. Beside a Boulder-Crag, unless a cliff lies between, Open Ground and brush are
Broken Ground; brush keeps its cost and its Hindrance (ruling AD4.51-brush).
"""

from collections.abc import Mapping
from typing import Final

import attrs

from events.terms import EC
from sim.map.terrain import Terrain
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


def broken_on_ad_board(
    kinds: tuple[Terrain, ...], rows: Mapping[str, Terrain]
) -> tuple[Terrain, ...]:
    """What Broken Terrain makes of the terrain of a hex of an AD board (AD4.5)."""
    if len(kinds) > 1:
        return kinds
    changes = {
        "Scrub": attrs.evolve(rows["Scrub"], inherent=True, rule="AD4.5"),
        "Hammada": rows["Boulder-Crag"],
    }
    return tuple(changes.get(kind.name, kind) for kind in kinds)


def can_be_broken_ground(kinds: tuple[Terrain, ...]) -> bool:
    """Whether a hex is Open Ground or brush, and nothing else (AD4.51)."""
    return [kind.name for kind in kinds] in (["Open Ground"], ["Brush"])


def in_broken_ground(
    kinds: tuple[Terrain, ...], rows: Mapping[str, Terrain]
) -> tuple[Terrain, ...]:
    """The terrain of a hex that has become Broken Ground (AD4.51).

    Open Ground costs twice what chapter B says, in a desert-coloured hex too (AD2.4), and is a Bog
    hex (F13.1).
    """
    ground = attrs.evolve(rows["Broken Ground"], rule="AD4.51")
    if [kind.name for kind in kinds] == ["Brush"]:
        return (*kinds, attrs.evolve(ground, costs={}))
    return (ground,)


def by_road_only(kinds: tuple[Terrain, ...]) -> bool:
    """Whether vehicles enter and leave a hex by road only, a single-lane one (AD4.5)."""
    return any(kind.name == "Boulder-Crag" for kind in kinds)


def concealment_loss_drm(state: State, kinds: tuple[Terrain, ...]) -> int:
    """The drm to the coloured dr by which an Emplaced Gun or Dug-In vehicle loses concealment.

    It is +1 in Open Ground that is Broken Ground, unless EC are Wet or Mud (AD4.51).
    """
    ground = [kind.name for kind in kinds] == ["Broken Ground"] and kinds[0].rule == "AD4.51"
    return int(ground and state.sky.ec not in (EC.WET, EC.MUD))
