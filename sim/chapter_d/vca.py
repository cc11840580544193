"""D2.11 VCA changes: what one costs, where it is NA, and which DR it takes.

Among trees, in rubble and in buildings it costs two MP and takes a Bog Check (B13.41, B23.41,
AD3.121); but not along a road or a Trail Break. A Bog hex takes its Bog Check (191.1, 191.6), and
hammada asks for an Immobilization DR (F3.31).
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import attrs

from events.commands import MP
from sim.chapter_b.bog_hex import is_bog_hex
from sim.chapter_b.bog_terrain import turn_bog_drm
from sim.chapter_b.ground_terrain import ground_terrain
from sim.chapter_b.mover import Mover
from sim.chapter_b.roads import road_between, road_into, way_between
from sim.chapter_b.trail_breaks import crosses_trail_break
from sim.chapter_f.hammada import immobilization_drm
from sim.map.mover_kind import MoverKind
from sim.map.terrain import Cost
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Modifier
from sim.state import State

__all__ = ["TURN_MP", "Change", "change_of"]

CORE: Final = ("B13.41", "D2.11", "F3.31")

TURN_MP: Final = 1
OBSTACLE_TURN_MP: Final = 2
"""MP of a VCA change, elsewhere and in woods, rubble and buildings (D2.11)."""


@attrs.frozen
class Change:
    """A VCA change in a hex.

    Attributes:
        mp: what it costs.
        bog: what terrain adds to its Bog Check; None if none is due.
        immobilization: what modifies its Immobilization DR; None if none is due.
        why_not: why it is NA.
    """

    mp: MP
    bog: tuple[Modifier, ...] | None = None
    immobilization: tuple[Modifier, ...] | None = None
    why_not: str = ""


def change_of(
    state: State, mover: Mover, name: str, origin: str | None, *, road: bool | None = None
) -> Change:
    """The VCA change of a mover in a hex.

    Args:
        state: now.
        mover: who turns.
        name: where.
        origin: the hex from which it came there; None if it set up there.
        road: whether it is on a road; if None, whether it came by one, or set up where one is.
    """
    way = way_between(state, origin, name) is not None if origin else bool(road_into(state, name))
    on_road = way if road is None else road
    immobilization = immobilization_drm(state, mover, name, follows_way=on_road)
    if on_road and (road or _by_true_road(state, origin, name)):
        return Change(TURN_MP)
    kinds = [
        kind
        for kind in ground_terrain(state, name)
        if kind.name is not TerrainKind.GRAVEYARD and _obstacle(kind.costs, kind.bog_drm)
    ]
    side = None if origin is None else state.setting.area.hexside(name, origin)
    if side is not None and crosses_trail_break(state, name, side):
        return Change(TURN_MP, immobilization=immobilization)
    if not kinds:
        bog = () if is_bog_hex(state, mover, name) else None
        return Change(TURN_MP, bog, immobilization)
    tracked = mover.kind is MoverKind.FULLY_TRACKED
    if any(kind.name is TerrainKind.DENSE_PALM_TREES for kind in kinds) and not tracked:
        where = f"in {TerrainKind.DENSE_PALM_TREES} off a road (AD3.121)"
        why = f"{mover.kind} may not change its VCA {where}"
        return Change(OBSTACLE_TURN_MP, why_not=why)
    return Change(OBSTACLE_TURN_MP, turn_bog_drm(state, mover, name), immobilization)


def _by_true_road(state: State, origin: str | None, name: str) -> bool:
    """Whether it came by a road, not by a mere Track, or set up on one."""
    if origin is None:
        return bool(road_into(state, name))
    return road_between(state, origin, name) is not None


def _obstacle(costs: Mapping[MoverKind, Cost], bog_drm: int) -> bool:
    """Whether terrain makes a VCA change hard: what takes half the allotment to enter."""
    half = Fraction(1, 2)
    return bool(bog_drm and costs) and costs[MoverKind.FULLY_TRACKED].share == half
