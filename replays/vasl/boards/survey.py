"""A board's grids, counted once: what each hex has of each terrain, and what is at its hexsides."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

import attrs
import numpy as np

from replays.vasl.boards.code_table import meaning
from replays.vasl.boards.codes import Meaning
from replays.vasl.boards.geometry import Lattice
from replays.vasl.boards.losdata import Array, Grid
from sim.map.board import FIRST, local_name
from sim.map.hexes import Hex, neighbour

__all__ = ["Survey"]

_USUAL: Final = 64.5
"""The height of a hex of a geomorphic board, in pixels."""
_LEAST: Final = 0.1
_DEPTH: Final = 3
"""How many pixels on each side of a hexside say what crosses it."""
_ENDS: Final = 0.08
"""How much of each end of a hexside is left out: there it is the vertex that is looked at."""


@attrs.frozen(eq=False)
class Survey:
    """The grids of a board, hex by hex.

    Attributes:
        grid: its grids.
        lattice: where its hexes lie.
        names: what VASL's metadata calls each terrain code.
        first: how many hexrows and rows its upper left hex lies beyond A1.
        types: the types of buildings that its metadata gives, by the name of the hex.
    """

    grid: Grid
    lattice: Lattice
    names: Mapping[int, str] = attrs.field(factory=dict)
    first: Hex = FIRST
    types: Mapping[str, str] = attrs.field(factory=dict)

    @cached_property
    def scale(self) -> float:
        """How large its hexes are beside those of a geomorphic board."""
        return max(self.lattice.pitch[1] / _USUAL, _LEAST)

    def pixels(self, usual: int) -> int:
        """So many pixels of a geomorphic board, in pixels of this one; one at least."""
        return max(round(usual * self.scale), 1)

    @cached_property
    def counts(self) -> Array:
        """How many pixels each hex has of each terrain code."""
        hexes = len(self.lattice.hexes)
        keys = self.lattice.hex_of.ravel() * 256 + self.grid.terrain.ravel()
        result: Array = np.bincount(keys, minlength=hexes * 256).reshape(hexes, 256)
        return result

    @cached_property
    def totals(self) -> Array:
        """How many pixels each hex has."""
        result: Array = self.counts.sum(axis=1)
        return result

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The terrain codes that the board has."""
        return tuple(np.flatnonzero(self.counts.sum(axis=0)).tolist())

    @cached_property
    def meanings(self) -> dict[int, Meaning]:
        """What they are."""
        return {code: meaning(code, self.names) for code in self.codes}

    def number(self, place: Hex) -> int:
        """The number of a hex."""
        return self.lattice.number[place]

    def code_at_centre(self, number: int) -> int:
        """The terrain code of a hex's centre dot."""
        x, y = self.lattice.centres[number]
        return int(self.grid.terrain[x, y])

    def level_at_centre(self, number: int) -> int:
        """The elevation of a hex's centre dot."""
        x, y = self.lattice.centres[number]
        return int(self.grid.elevation[x, y])

    def code_in_the_middle(self, place: Hex, side: int) -> int:
        """The terrain code just inside the middle of a hexside."""
        x, y = self.lattice.middle(place, side)
        return int(self.grid.terrain[x, y])

    def share(self, number: int, codes: Iterable[int]) -> float:
        """How much of a hex some terrain codes have."""
        chosen = list(codes)
        return float(self.counts[number, chosen].sum() / self.totals[number]) if chosen else 0.0

    def a_pixel(self, number: int, code: int) -> tuple[int, int]:
        """A pixel of a terrain code in a hex."""
        at = (self.lattice.hex_of == number) & (self.grid.terrain == code)
        x, y = (int(each[0]) for each in np.nonzero(at))
        return x, y

    def across(self, place: Hex, side: int) -> Hex | None:
        """The hex across a hexside; None off the board."""
        other = neighbour(place, side)
        return other if other in self.lattice.number else None

    def strips(self, place: Hex, side: int) -> tuple[Array, Array]:
        """The terrain codes along a hexside, inside its hex and beyond, by depth and place."""
        (x1, y1), (x2, y2) = self.ends(place, side)
        cx, cy = self.lattice.centre(place)
        steps = np.linspace(_ENDS, 1 - _ENDS, max(int(np.hypot(x2 - x1, y2 - y1)), 4))
        xs, ys = x1 + (x2 - x1) * steps, y1 + (y2 - y1) * steps
        out = np.array([(x1 + x2) / 2 - cx, (y1 + y2) / 2 - cy])
        out /= np.hypot(*out)
        found = []
        for sign in (-1, 1):
            depth = np.arange(1, self.pixels(_DEPTH) + 1)[:, None] * sign
            found.append(self._codes_at(xs + out[0] * depth, ys + out[1] * depth))
        return found[0], found[1]

    def _codes_at(self, xs: Array, ys: Array) -> Array:
        across, down = self.lattice.size
        x = np.floor(xs).astype(int).clip(0, across - 1)
        y = np.floor(ys).astype(int).clip(0, down - 1)
        result: Array = self.grid.terrain[x, y]
        return result

    def ends(self, place: Hex, side: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """The vertices of a hexside in the picture."""
        x, y = self.lattice.centre(place)
        reach, half = self.lattice.pitch[0] * 2 / 3, self.lattice.pitch[1] / 2
        corners = (
            (x - reach / 2, y - half),
            (x + reach / 2, y - half),
            (x + reach, y),
            (x + reach / 2, y + half),
            (x - reach / 2, y + half),
            (x - reach, y),
        )
        return corners[side - 1], corners[side % 6]

    def name(self, place: Hex) -> str:
        """The name that the board prints in a hex."""
        return local_name(place, self.first)
