"""Hexes: names, neighbours and directions on flat-topped hex grids (B.8)."""

import re
from typing import Final, NamedTuple

__all__ = ["HEXSIDES", "Hex", "column_name", "neighbour", "parse_local"]

HEXSIDES: Final = (1, 2, 3, 4, 5, 6)
"""Hexsides as Random Direction counts them: 1 has the grid coordinate, then clockwise (B.8)."""


class Hex(NamedTuple):
    """A hex by column and row, both from 0. Odd columns stand half a hex higher."""

    column: int
    row: int


_EVEN: Final = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_ODD: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_LOCAL: Final = re.compile(r"([A-Z])(\1?)([0-9]{1,2})\Z")


def neighbour(here: Hex, hexside: int) -> Hex:
    """The hex across a hexside, whether or not it is on any board."""
    columns, rows = (_ODD if here.column % 2 else _EVEN)[hexside - 1]
    return Hex(here.column + columns, here.row + rows)


def column_name(column: int) -> str:
    """The letters of a hexrow: A to Z, then AA to ZZ."""
    return chr(65 + column % 26) * (column // 26 + 1)


def parse_local(name: str) -> Hex | None:
    """The hex of a name such as ``B0`` or ``GG10`` on its own board; None if it is no name.

    Odd columns (B, D, ...) count their hexes from 0, even ones (A, C, ...) from 1.
    """
    match = _LOCAL.match(name)
    if match is None:
        return None
    column = ord(match[1]) - 65 + (26 if match[2] else 0)
    row = int(match[3]) - (0 if column % 2 else 1)
    return Hex(column, row) if row >= 0 else None
