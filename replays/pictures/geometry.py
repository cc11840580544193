"""Where hexes lie in a picture: flat-topped, half-hexes at the edges cut as boards print them."""

from collections.abc import Iterator
from itertools import count, islice
from math import sqrt
from typing import Final

import attrs

from sim.map.hexes import HEXSIDES, Hex
from sim.map.playing_area import PlayingArea

__all__ = [
    "CORNERS",
    "HIGH",
    "PATTERNS",
    "SIDE",
    "Frame",
    "centre",
    "corners",
    "frame",
    "hexside",
    "middle",
    "pattern_of",
    "scatter",
    "toward",
]

SIDE: Final = 48.0
"""From the centre dot of a hex to a vertex, which is also the length of a hexside."""

HIGH: Final = SIDE * sqrt(3)
"""From hexside 1 of a hex to hexside 4."""

PATTERNS: Final = 7
"""In how many ways the symbols of a kind of terrain are strewn over hexes."""

CORNERS: Final = tuple(
    complex(x * SIDE, y * HIGH)
    for x, y in ((-0.5, -0.5), (0.5, -0.5), (1, 0), (0.5, 0.5), (-0.5, 0.5), (-1, 0))
)
"""The vertices from the centre dot, clockwise; hexside n runs from the n-th to the next."""


@attrs.frozen
class Frame:
    """A rectangle of the playing area, whose own upper left corner is the origin."""

    width: float
    height: float
    left: float = 0.0
    top: float = 0.0

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def low(self) -> float:
        """Its lower edge."""
        return self.top + self.height

    @property
    def middle(self) -> complex:
        """Its centre."""
        return complex(self.left + self.width / 2, self.top + self.height / 2)

    @property
    def around(self) -> dict[str, str | float]:
        """As the attributes of a rectangle."""
        return {"x": self.left, "y": self.top, "width": self.width, "height": self.height}

    def has(self, at: complex, slack: float = 0.0) -> bool:
        """Whether a point is in it, or no farther from it than some slack."""
        return (
            self.left - slack <= at.real <= self.right + slack
            and self.top - slack <= at.imag <= self.low + slack
        )


def frame(area: PlayingArea) -> Frame:
    """The rectangle to which the hexes of an area are cut."""
    columns = max(place.column for place in area.names)
    rows = max(place.row for place in area.names if place.column % 2 == 0)
    return Frame(1.5 * SIDE * columns, HIGH * (rows + 1))


def centre(place: Hex) -> complex:
    """The centre dot of a hex."""
    return complex(1.5 * SIDE * place.column, HIGH * (place.row + 0.5 - place.column % 2 / 2))


def corners(place: Hex, scale: float = 1) -> list[complex]:
    """The vertices of a hex, or of a smaller one around the same centre dot."""
    return [centre(place) + scale * corner for corner in CORNERS]


def hexside(place: Hex, side: int) -> tuple[complex, complex]:
    """The ends of a hexside, clockwise."""
    ends = corners(place)
    return ends[side - 1], ends[side % 6]


def toward(side: int) -> complex:
    """From the centre dot to the middle of a hexside."""
    return (CORNERS[side - 1] + CORNERS[side % 6]) / 2


def middle(place: Hex, side: int) -> complex:
    """The middle of a hexside."""
    return centre(place) + toward(side)


def _inside(offset: complex, reach: float) -> bool:
    """Whether a point is in the hex, away from its hexsides, its centre dot and its name."""
    for side in HEXSIDES:
        out = toward(side)
        along = (offset * out.conjugate()).real / abs(out)
        if along > reach * HIGH / 2:
            return False
    named = offset.imag < -0.3 * HIGH and abs(offset.real) < 0.45 * SIDE
    return abs(offset) > 0.13 * SIDE and not named


def _spread(place: Hex) -> Iterator[complex]:
    """Evenly spread points around no point, always the same for hexes of one pattern."""
    start = 13 * pattern_of(place) + 1
    for n in count(start):
        x, y = 0.7548776662466927 * n % 1, 0.5698402909980532 * n % 1
        yield complex((2 * x - 1) * SIDE, (y - 0.5) * HIGH)


def pattern_of(place: Hex) -> int:
    """By which of a few patterns the symbols of a hex are strewn."""
    return (place.column * 31 + place.row * 17) % 89 % PATTERNS


def scatter(place: Hex, number: int, reach: float = 0.86) -> list[complex]:
    """Points in a hex, where they hide neither its centre dot nor its name."""
    found = (offset for offset in _spread(place) if _inside(offset, reach))
    return [centre(place) + offset for offset in islice(found, number)]
