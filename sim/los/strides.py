"""How far a line can go over a picture before it can meet anything new.

Most of what a picture shows cannot matter to a LOS: bare ground that is no higher than its lower
end. From each point a line can go some points on and show the same art, or nothing that matters; it
steps over them at one go. These strides are worked out for all points of a picture at once, for
lines to the right that go up or down, and steeply or not: what is new is moved back along the
lines, point by point, by shifting one long number that has a bit for each point.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

import attrs

from sim.los.canvas import SEAM, Canvas, PointRow

__all__ = ["REACH", "Slant", "Strides", "art_between", "strides_over"]

PAYS: Final = 500
"""So many lines over a picture are drawn before its strides are worked out."""

REACH: Final = 0x7F
"""The most points that a stride goes; more says that its first point matters."""

_MATTERS: Final = 255
_LEVELS: Final = 100
"""More than any ground is low; a kind of point is the level of its ground, and so much more."""

_NOTED: Final = (*range(15), 16, 18, 20, 23, 26, 30, 34, 39, 45, 52, 60, 70, 82, 96, 110, 124)
"""After how many moves of what is new it is noted where that is not yet."""

_BITS: Final = len(_NOTED).bit_length()
_FAR: Final = (1, *(moved + 2 for moved in _NOTED))
_STRIDE: Final = bytes([*_FAR, *(stride | REACH + 1 for stride in _FAR)])
"""The stride from a point by how often what is new was not yet there, and whether it matters."""


class Slant(NamedTuple):
    """Which way lines to the right go.

    Attributes:
        rising: up.
        steep: more points up or down than to the right.
    """

    rising: bool
    steep: bool

    @classmethod
    def of(cls, row: PointRow) -> "Slant":
        """The way of the points of a line."""
        return cls(row.step < 0, row.points > 2 * row.across)


@attrs.define(eq=False, slots=False)
class Strides:
    """How far lines can step over a picture.

    Attributes:
        picture: the picture.
        matter: the art that can matter whatever its ground is.
        drawn: how many lines were drawn over it.
    """

    picture: Canvas
    matter: frozenset[int]
    drawn: int = 0
    _ahead: dict[tuple[int, Slant], bytes] = attrs.field(factory=dict)

    def met(
        self, one: tuple[int, int], two: tuple[int, int], ends: tuple[str, str], lower: int
    ) -> set[int]:
        """Of what `Canvas.touched` finds, what matters or stands on ground higher than a level.

        Args:
            one: the point where a line begins, a centre dot.
            two: the point where it ends, another.
            ends: the hexes of these.
            lower: the level.
        """
        self.drawn += 1
        if self.drawn <= PAYS:
            return self.walked(one, two, ends, lower)
        return self._stepped(self.picture.row(one, two), ends if one <= two else ends[::-1], lower)

    def walked(
        self, one: tuple[int, int], two: tuple[int, int], ends: tuple[str, str], lower: int
    ) -> set[int]:
        """The same as `met`, point by point; the line can end at a vertex too."""
        levels, matter = self.picture.levels, self.matter
        found = self.picture.touched(one, two, ends)
        return {each for each in found if each in matter or levels[each] > lower}

    def _stepped(self, row: PointRow, names: tuple[str, str], lower: int) -> set[int]:
        picture, near = self.picture, self.near
        strides, raster = self.ahead(lower, Slant.of(row)), picture.raster
        base, across, lag, count, column, down = row
        found: set[int] = set()
        n, last, far = 0, count, count - near
        while n < last:
            spot = base + (n * across + lag) // count * column + n * down
            stride = strides[spot]
            if stride <= REACH:
                n += stride
            elif n < near:
                near = 0
                if picture.has(row, n - SEAM, names[0]):
                    n = max(n, picture.leaves(row, names[0]))
            elif n >= far and picture.has(row, n + SEAM, names[1]):
                last, far = picture.enters(row, names[1]), count
            else:
                found.add(raster[spot])
                n += stride & REACH
        return found

    @cached_property
    def near(self) -> int:
        """A line has fewer points in the hex of its end and on its seam."""
        wide, high = self.picture.pitch
        return int(max(wide * 2 / 3, wide / 3 + high / 2)) + 3 + SEAM

    def ahead(self, lower: int, way: Slant) -> bytes:
        """The stride from each spot of the raster; more than `REACH` where the spot itself matters.

        Args:
            lower: the level of the lower end.
            way: which way lines go.
        """
        low, high = self._levels
        level = min(max(lower, low - 1), high)
        found = self._ahead.get((level, way))
        if found is None:
            found = self._ahead[level, way] = self._worked_out(level, way)
        return found

    @cached_property
    def _levels(self) -> tuple[int, int]:
        levels = self.picture.levels
        return min(levels, default=0), max(levels, default=0)

    def _worked_out(self, lower: int, way: Slant) -> bytes:
        size, down = len(self._kinds), self.picture.down
        matters = _bits(self._kinds.translate(bytes(n > lower + _LEVELS for n in range(256))))
        across, along = self._changes
        across &= matters | matters >> down
        along &= matters | matters >> 1
        step = -1 if way.rising else 1
        new = across | _moved(along, step - 1 >> 1)
        planes = [*_counted(new, size, down, step, steep=way.steep), matters]
        lanes = sum(_lanes(plane, size) << number for number, plane in enumerate(planes))
        return lanes.to_bytes(size, "little").translate(_STRIDE.ljust(256, b"\0"))

    @cached_property
    def _kinds(self) -> bytes:
        """Of each spot the level of its ground, from `_LEVELS` below 0 on; or that it matters."""
        levels, matter = self.picture.levels, self.matter
        kinds = bytes(
            _MATTERS if number in matter else level + _LEVELS for number, level in enumerate(levels)
        )
        return bytes(map(kinds.__getitem__, self.picture.raster))

    @cached_property
    def _changes(self) -> tuple[int, int]:
        """The spots whose neighbour to the right, and below, shows other art."""
        raster = self.picture.raster
        width, whole = raster.itemsize, int.from_bytes(raster.tobytes(), "little")
        size = len(raster)
        found = []
        for spots in (self.picture.down, 1):
            other = (whole ^ whole >> 8 * width * spots).to_bytes(size * width, "little")
            parts = (int.from_bytes(other[n::width], "little") for n in range(width))
            found.append(_bits(reduce(or_, parts).to_bytes(size, "little")))
        return found[0], found[1]


def _counted(new: int, size: int, down: int, step: int, *, steep: bool) -> Iterator[int]:
    """How often what is new was not yet at each spot, as planes of binary digits, lowest first.

    What is new is moved back along all ways to go on: to the next column or the next point of this
    one, then to the next column (or point, if steep) or to both.
    """
    ones = (1 << size) - 1
    planes = [0] * _BITS
    before, now = 0, new
    for moved in range(_NOTED[-1] + 1):
        if moved in _NOTED:
            missed = ones ^ now & ones
            if not missed:
                break
            times = _NOTED.index(moved) + 1
            for digit in range(_BITS):
                if times % (1 << digit) == 0:
                    planes[digit] ^= missed
        if moved:
            after = now | _moved(now, step if steep else down) | before >> down + step
        else:
            after = now | _moved(now, step) | now >> down
        before, now = now, after
    return iter(planes)


def _moved(bits: int, spots: int) -> int:
    """Bits moved back by some spots."""
    return bits >> spots if spots >= 0 else bits << -spots


def _bits(kinds: bytes) -> int:
    """One long number with a bit for each byte that is not 0, the first the lowest."""
    return int(kinds[::-1].translate(b"0".ljust(256, b"1")), 2)


def _lanes(bits: int, size: int) -> int:
    """One long number with a byte for each bit."""
    text = format(bits, "b").encode()
    return int.from_bytes(text, "big") & int.from_bytes(b"\1" * size, "little")


@lru_cache(maxsize=8)
def strides_over(picture: Canvas, matter: frozenset[int]) -> Strides:
    """The strides of a picture, worked out once.

    Args:
        picture: the picture.
        matter: the art that can matter whatever its ground is.
    """
    return Strides(picture, matter)


@lru_cache(maxsize=32_768)
def art_between(
    strides: Strides,
    one: tuple[int, int],
    two: tuple[int, int],
    ends: tuple[str, str],
    lower: int,
) -> tuple[int, ...]:
    """What `Strides.met` finds, in order; worked out once for each two points."""
    return tuple(sorted(strides.met(one, two, ends, lower)))
