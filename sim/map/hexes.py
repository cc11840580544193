"""Hexes: names, neighbours and directions on flat-topped hex grids (B.8)."""

from functools import lru_cache
from typing import Final, NamedTuple

HEXSIDES: Final = (1, 2, 3, 4, 5, 6)
"""Hexsides as Random Direction counts them: 1 has the grid coordinate, then clockwise (B.8)."""


class Hex(NamedTuple):
    """A hex by column and row, both from 0. Odd columns stand half a hex higher."""

    column: int
    row: int


_EVEN: Final = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_ODD: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


@lru_cache(maxsize=16384)
def neighbour(here: Hex, hexside: int) -> Hex:
    """The hex across a hexside, whether or not it is on any board."""
    columns, rows = (_ODD if here.column % 2 else _EVEN)[hexside - 1]
    return Hex(here.column + columns, here.row + rows)


def turned(hexside: int, hexsides: int) -> int:
    """A hexside, or a direction, turned by some hexsides, clockwise if positive; 3 is opposite."""
    return (hexside - 1 + hexsides) % 6 + 1


def column_name(column: int) -> str:
    """The letters of a hexrow: A to Z, then AA to ZZ."""
    return chr(65 + column % 26) * (column // 26 + 1)


Pitch = tuple[float, float]
"""How far a picture has its hexrows apart, and the hexes of one."""


def dot_of(place: Hex, pitch: Pitch) -> tuple[float, float]:
    """The centre dot of a hex, in a picture whose edges run through those of its outer hexrows."""
    wide, high = pitch
    return wide * place.column, high * (place.row + 0.5 - place.column % 2 / 2)


def vertices(place: Hex, pitch: Pitch) -> tuple[tuple[float, float], ...]:
    """The vertices of a hex, clockwise; hexside n runs from the n-th to the next."""
    (x, y), side, half = dot_of(place, pitch), pitch[0] * 2 / 3, pitch[1] / 2
    return (
        *((x - side / 2, y - half), (x + side / 2, y - half), (x + side, y)),
        *((x + side / 2, y + half), (x - side / 2, y + half), (x - side, y)),
    )
