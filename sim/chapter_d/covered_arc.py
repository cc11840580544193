"""C3.2 Covered Arc: the field of 60 degrees over the vertex that a Gun, or a pillbox, faces."""

from enum import StrEnum, unique
from typing import Final

from events.terms import North
from sim.los.line import ACROSS, Axial
from sim.map.hexes import turned

__all__ = ["Facing", "in_covered_arc", "vertex_facing"]

CORE: Final = ("C3.2",)


@unique
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
    """Whether a hex lies in the Covered Arc over a vertex.

    Args:
        way: where it lies from the Gun or pillbox.
        vertex: 1 between hexsides 1 and 2 and so on.
    """
    one, two = ACROSS[vertex], ACROSS[turned(vertex, 1)]
    turn = one.q * two.r - one.r * two.q
    first = (way.q * two.r - way.r * two.q) * turn
    second = (one.q * way.r - one.r * way.q) * turn
    return first >= 0 and second >= 0 and way != Axial(0, 0)
