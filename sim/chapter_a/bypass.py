"""A4.3 and D2.3 Bypass: along which hexsides terrain lets a hex be passed by.

Whether the obstacle leaves a hexside clear, only the artwork of the board shows.
"""

from collections.abc import Iterator
from typing import Final

from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_ad.plaza_well_fountain import fountain_bypass
from sim.chapter_ad.room import is_fountain
from sim.chapter_b.ground_terrain import ground_terrain
from sim.chapter_b.mover import FOOT
from sim.map.mover_kind import MoverKind
from sim.map.terrain_kind import RUBBLE
from sim.modifiers import Kind, Near
from sim.state import State

__all__ = ["no_bypass"]

CORE: Final = ("A4.3", "D2.3")


def no_bypass(state: State, mover: MoverKind, name: str, beyond: str) -> Iterator[Near]:
    """Why a mover cannot Bypass a hex along a hexside; none if terrain does not forbid it.

    Args:
        state: now.
        mover: who passes.
        name: the hex.
        beyond: the adjacent hex across the hexside.
    """
    if is_fountain(state, name):
        yield from _fountain(state, mover, name, beyond)
        return
    kinds = ground_terrain(state, name)
    inherent = [kind for kind in kinds if kind.inherent]
    if any(kind.name in RUBBLE for kind in kinds):
        yield _near("A4.3", f"rubble fills {name}")
    elif inherent:
        yield _near("B.6", f"{inherent[0].name} is Inherent Terrain, and fills all of {name}")
    elif not any(kind.building or kind.woods for kind in kinds):
        yield _near("A4.3", f"{name} has neither woods nor a building to pass by")
    side = state.setting.area.hexside(name, beyond)
    standing = hexsides_now(state).get((name, side)) if side else None
    if mover not in FOOT and standing is not None:
        yield _near("D2.3", f"a {standing} stands on {name}/{beyond}")


def _fountain(state: State, mover: MoverKind, name: str, beyond: str) -> Iterator[Near]:
    if mover is not MoverKind.INFANTRY:
        yield _near("AD3.7", "only Infantry may Bypass the Fountain")
    if not fountain_bypass(state.setting, name, beyond):
        yield _near("AD3.7", f"{name}/{beyond} is not one of its hexsides along which one may")


def _near(rule: str, why: str) -> Near:
    return Near("Bypass", rule, Kind.NUMBER, why)
