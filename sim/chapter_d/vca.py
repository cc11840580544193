"""D2.11 VCA changes: what one costs, where it is NA, and which DR it takes.

Among trees, in rubble and in buildings it costs two MP and takes a Bog Check (B13.41, B23.41,
AD3.121); but not along a road or a Trail Break. A Bog hex and a trench take their Bog Check (191.1,
191.6, B18, B27.55), and hammada asks for an Immobilization DR (F3.31).
"""

from enum import StrEnum
from fractions import Fraction
from typing import Final

import attrs

from events.commands import MP
from events.terms import Fortification, North
from sim.chapter_ad.arid_debris import negates_road
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.bog_terrain import turn_bog_drm
from sim.chapter_b.fortifications import fort_of
from sim.chapter_b.mover import Mover
from sim.chapter_b.normal_cost import is_bog_hex
from sim.chapter_b.roads import road_between, road_into, way_between
from sim.chapter_b.trail_breaks import by_trail_break
from sim.chapter_f.hammada import immobilization_drm
from sim.los.line import ACROSS, Axial
from sim.map.hexes import turned
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.modifiers import Modifier, WhyNot
from sim.state import State

# C3.2 Covered Arc: the field of 60 degrees over the vertex that a Gun, or a pillbox, faces.


class Facing(StrEnum):
    """Where a Gun faces; which six of them are vertices depends on where north is."""

    NORTH = "north"
    NORTHEAST = "northeast"
    EAST = "east"
    SOUTHEAST = "southeast"
    SOUTH = "south"
    SOUTHWEST = "southwest"
    WEST = "west"
    NORTHWEST = "northwest"


_BEARING: Final = {North.UP: 0, North.RIGHT: 90, North.DOWN: 180, North.LEFT: 270}
"""Where north is on the map, in degrees clockwise from up."""

_FACES: Final = {
    0: Facing.NORTH,
    30: Facing.NORTHEAST,
    60: Facing.NORTHEAST,
    90: Facing.EAST,
    120: Facing.SOUTHEAST,
    150: Facing.SOUTHEAST,
    180: Facing.SOUTH,
    210: Facing.SOUTHWEST,
    240: Facing.SOUTHWEST,
    270: Facing.WEST,
    300: Facing.NORTHWEST,
    330: Facing.NORTHWEST,
}
"""What a vertex is called, by its bearing from north."""


def vertex_facing(facing: Facing, north: North) -> int | None:
    """The vertex that faces there, 1 between hexsides 1 and 2 and so on; None where none does."""
    for vertex in range(1, 7):
        bearing = (60 * vertex - 30 - _BEARING[north]) % 360
        if _FACES[bearing] is facing:
            return vertex
    return None


def in_covered_arc(way: Axial, vertex: int) -> bool:
    """Whether a hex lies in the Covered Arc over a vertex; 1 is between hexsides 1 and 2."""
    one, two = ACROSS[vertex], ACROSS[turned(vertex, 1)]
    turn = one.q * two.r - one.r * two.q
    first = (way.q * two.r - way.r * two.q) * turn
    second = (one.q * way.r - one.r * way.q) * turn
    return first >= 0 and second >= 0 and way != Axial(0, 0)


TURN_MP: Final = 1
OBSTACLE_TURN_MP: Final = 2
"""MP of a VCA change, elsewhere and in woods, rubble and buildings (D2.11)."""

HALF: Final = Fraction(1, 2)
"""What takes half the allotment to enter is an obstacle to a VCA change, as all woods are."""


@attrs.frozen
class Change:
    """A VCA change in a hex."""

    mp: MP
    bog: tuple[Modifier, ...] | None = None
    """What terrain adds to its Bog Check; None if none is due."""
    immobilization: tuple[Modifier, ...] | None = None
    """What modifies its Immobilization DR; None if none is due."""
    why_not: WhyNot | None = None


def change_of(
    state: State, mover: Mover, name: str, origin: str | None, *, road: bool | None = None
) -> Change:
    """The VCA change of a mover in a hex, into which it came from another, or where it set up.

    In Bypass it is not among the trees or walls that it passes (D2.11).

    With ``road`` None it is on a road by which it came, or that is where it set up.
    """
    if mover.passing:
        return Change(TURN_MP)
    way = way_between(state, origin, name) is not None if origin else bool(road_into(state, name))
    on_break = origin is not None and by_trail_break(state, mover.kind, name, origin)
    negated = negates_road(state, name)
    on_road = (way if road is None else road) and (on_break or not negated)
    immobilization = immobilization_drm(state, mover, name, follows_way=on_road)
    true_road = road_between(state, origin, name) is not None if origin else way
    by_road = on_road and not negated and bool(road or true_road)  # not a mere Track
    if by_road and state.setting.rules_that("D2.11-road", "one"):
        return Change(TURN_MP)
    kinds = [
        kind
        for kind in ground_terrain(state, name)
        if kind.name is not TerrainKind.GRAVEYARD
        and kind.bog_drm
        and kind.costs
        and (kind.woods or kind.costs[MoverKind.FULLY_TRACKED].share == HALF)
    ]
    mp = OBSTACLE_TURN_MP if kinds else TURN_MP
    if by_road:
        return Change(mp)
    if on_break:
        return Change(mp, immobilization=immobilization)
    if not kinds:
        trench = fort_of(state, name, Fortification.TRENCH) is not None  # B27.55
        if is_bog_hex(state, mover, name):
            return Change(TURN_MP, turn_bog_drm(state, mover, name), immobilization)
        return Change(TURN_MP, () if trench else None, immobilization)
    tracked = mover.kind is MoverKind.FULLY_TRACKED
    if any(kind.name is TerrainKind.DENSE_PALM_TREES for kind in kinds) and not tracked:
        why = f"{mover.kind} may not change its VCA in {TerrainKind.DENSE_PALM_TREES} off a road"
        return Change(OBSTACLE_TURN_MP, why_not=WhyNot("AD3.121", why))
    return Change(OBSTACLE_TURN_MP, turn_bog_drm(state, mover, name), immobilization)
