"""The depictions of a playing area as one picture, and the art that a line over it touches.

A line is a row of points, one point wide, from the point of one centre dot to that of another. It
is the same both ways: it is drawn from the end farther left, or farther up. What it touches depends
only on how far apart its ends are, so its points are worked out once for each such way.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Final, NamedTuple

import attrs

from events.errors import BadInput
from events.scenario import BoardSpec
from sim.los.depiction import BAR_ART, Depiction, decode_depiction
from sim.map.board import first_hex, local_name
from sim.map.hexes import Hex, Pitch, dot_of, turned, vertices
from sim.map.playing_area import PlayingArea

SEAM: Final = 8
"""A line is on the seam of an end's hex for at most so many points."""

_WIDENED: Final = ((-1, -1), (-1, 1), (1, 0), (1, 1), (-1, 1), (-1, 0))
"""How far the seam of a hex moves its vertices, from the upper left one on clockwise."""


@attrs.frozen
class Shown:
    """What some points of a playing area show."""

    hex: str
    of: str
    """The hex whose terrain or hexside they show."""
    key: str
    """What they show; see `sim.los.depiction.Art`."""
    level: int
    """Elevation of the ground there."""
    side: int
    """Of art on a hexside, which hexside of the hex that it is of; else 0."""


class PointRow(NamedTuple):
    """The points of a line over a raster, one for each number from 0 on.

    In each column it has all points from where it enters the column to where it leaves it: in its
    n-th point it is in column ``(n * across + lag) // points``.
    """

    base: int
    """The spot of the first in the raster."""
    across: int
    """How many columns it crosses."""
    lag: int
    """0 for a line that goes up, else one less than its columns."""
    points: int
    column: int
    """From a spot to where the line would be a column on, but no point more."""
    step: int
    """From a spot to that of the next point in the same column."""

    def spot(self, number: int) -> int:
        """Where in the raster one of its points is."""
        turns = (number * self.across + self.lag) // self.points
        return self.base + turns * self.column + number * self.step


@attrs.frozen(eq=False)
class Canvas:
    """The picture of a playing area."""

    across: int
    down: int
    pitch: Pitch
    shown: tuple[Shown, ...]
    raster: "array[int]"
    """What each point shows, column by column, between two columns that are not on it."""
    places: dict[str, Hex]

    def point(self, place: Hex) -> tuple[int, int]:
        """The point of a hex's centre dot."""
        x, y = dot_of(place, self.pitch)
        return min(int(x), self.across - 1), min(int(y), self.down - 1)

    @cached_property
    def dots(self) -> dict[str, tuple[int, int]]:
        """The point of the centre dot of each hex, by its name."""
        return {name: self.point(place) for name, place in self.places.items()}

    def corner(self, place: Hex, vertex: int) -> tuple[int, int]:
        """The point of a vertex of a hex, 1 to 6."""
        x, y = vertices(place, self.pitch)[vertex - 1]
        return min(max(int(x), 0), self.across - 1), min(max(int(y), 0), self.down - 1)

    def seam(self, name: str) -> frozenset[int]:
        """The spots of the raster that are of a hex or of its seam, a point or two wide.

        A line of points jags over a hexside; what it touches there is not beyond its end's hex. The
        seam is that of VASL, so that a player on its boards gets the same answer.
        """
        if name not in self._seams:
            ends = vertices(self.places[name], self.pitch)
            corners = [
                (_kept(x, self.across) + right, _kept(y, self.down) + lower)
                for (x, y), (right, lower) in zip(ends, _WIDENED, strict=True)
            ]
            self._seams[name] = frozenset(chain.from_iterable(self._within(corners)))
        return self._seams[name]

    def _within(self, corners: Sequence[tuple[int, int]]) -> Iterator[range]:
        """The spots within a convex polygon, by rows: of its borders the left and upper alone."""
        rows: dict[int, list[int]] = {}
        for side in zip(corners, (*corners[1:], corners[0]), strict=True):
            (x1, y1), (x2, y2) = sorted(side, key=itemgetter(1))
            for y in range(max(y1, 0), min(y2, self.down)):
                rows.setdefault(y, []).append(x1 - (x1 - x2) * (y - y1) // (y2 - y1))
        for y, ends in rows.items():
            first, end = max(min(ends), 0) + 1, min(max(ends), self.across) + 1
            yield range(first * self.down + y, end * self.down + y, self.down)

    @cached_property
    def _seams(self) -> dict[str, frozenset[int]]:
        return {}

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """In which hex everything that is shown lies."""
        return tuple(each.hex for each in self.shown)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """Elevation of the ground of everything that is shown."""
        return tuple(each.level for each in self.shown)

    def touched(
        self, one: tuple[int, int], two: tuple[int, int], ends: tuple[str, str]
    ) -> set[int]:
        """Everything that the points of a line show between the hexes of its ends, by number.

        What lies on the seam of an end's hex is left out.
        """
        row = self.row(one, two)
        start, end = ends if one <= two else ends[::-1]
        return set(self._seen(row, self.leaves(row, start), self.enters(row, end)))

    def _seen(self, row: "PointRow", first: int, last: int) -> list[int]:
        """What some points of a line show."""
        base, across, lag, count, column, down = row
        raster = self.raster
        return [
            raster[base + (n * across + lag) // count * column + n * down]
            for n in range(first, last)
        ]

    @cached_property
    def barred(self) -> frozenset[str]:
        """The hexes in which a bar between Rowhouses is drawn."""
        return frozenset(each.hex for each in self.shown if each.key == BAR_ART)

    def crosses_a_bar(
        self, one: tuple[int, int], two: tuple[int, int], ends: tuple[str, str]
    ) -> bool:
        """Whether a line touches a bar between Rowhouses in the hexes of its ends, seams too."""
        if self.barred.isdisjoint(ends):
            return False
        row = self.row(one, two)
        start, end = ends if one <= two else ends[::-1]
        seen = self._seen(row, 0, self.leaves(row, start))
        seen += self._seen(row, self.enters(row, end), row.points)
        return any(self.shown[number].key == BAR_ART for number in seen)

    def passed(
        self, one: tuple[int, int], two: tuple[int, int], ends: tuple[str, str]
    ) -> tuple[int, ...]:
        """What the points of a line show from its first end on to the hex of the other, in order.

        The first end's own hex counts here; a run of points that show the same is one.
        """
        row = self.row(one, two)
        if one <= two:
            way = self._seen(row, 0, self.enters(row, ends[1]))
        else:
            way = self._seen(row, self.leaves(row, ends[1]), row.points)[::-1]
        return tuple(number for number, _ in groupby(way))

    def row(self, one: tuple[int, int], two: tuple[int, int]) -> "PointRow":
        """The points of a line over the raster, from the end farther left, or farther up."""
        (x1, y1), (x2, y2) = (one, two) if one <= two else (two, one)
        base, across, dy = (x1 + 1) * self.down + y1, x2 - x1 + 1, y2 - y1
        if dy < 0:
            return PointRow(base, across, 0, across - dy, self.down + 1, -1)
        return PointRow(base, across, across - 1, across + dy, self.down - 1, 1)

    def leaves(self, row: "PointRow", name: str) -> int:
        """How many points a line has in the hex where it begins, and on its seam."""
        first = self._first(row, name, inside=False)
        out = range(first, min(first + SEAM, row.points))
        return first + self._seam([row.spot(n) for n in out], name)

    def enters(self, row: "PointRow", name: str) -> int:
        """How many points a line has before the hex where it ends, and before its seam."""
        last = self._first(row, name, inside=True)
        back = range(last - 1, max(last - SEAM, 0) - 1, -1)
        return last - self._seam([row.spot(n) for n in back], name)

    def _first(self, row: "PointRow", name: str, *, inside: bool) -> int:
        """The first point of a line that is in the hex where it ends, or out of where it begins."""
        base, across, lag, count, column, down = row
        hexes, raster, low, high = self.hexes, self.raster, 0, count
        while low < high:  # hexes are convex
            n = (low + high) // 2
            there = hexes[raster[base + (n * across + lag) // count * column + n * down]]
            if (there == name) is inside:
                high = n
            else:
                low = n + 1
        return low

    def _seam(self, spots: list[int], name: str) -> int:
        """How many points next to the hex where a line begins are on its seam."""
        seam = self.seam(name)
        for count, spot in enumerate(spots):
            if spot not in seam:
                return count
        return len(spots)

    def where(
        self, one: tuple[int, int], two: tuple[int, int], number: int
    ) -> tuple[int, int] | None:
        """The point nearest to the first end at which a line shows something; None if nowhere."""
        row = self.row(one, two)
        numbers = range(row.points) if one <= two else range(row.points - 1, -1, -1)
        for spot in map(row.spot, numbers):
            if self.raster[spot] == number:
                return spot // self.down - 1, spot % self.down
        return None

    @cached_property
    def art_at(self) -> dict[str, frozenset[str]]:
        """The art that each hex has of its own."""
        found: dict[str, set[str]] = {}
        for each in self.shown:
            found.setdefault(each.of, set()).add(each.key)
        return {name: frozenset(keys) for name, keys in found.items()}


@lru_cache(maxsize=8_192)
def way_between(
    picture: Canvas, one: tuple[int, int], two: tuple[int, int], ends: tuple[str, str]
) -> tuple[Shown, ...]:
    """What `Canvas.passed` finds, in its order; worked out once for each two points."""
    return tuple(picture.shown[number] for number in picture.passed(one, two, ends))


@lru_cache(maxsize=32_768)
def art_between(
    picture: Canvas,
    matter: frozenset[int],
    one: tuple[int, int],
    two: tuple[int, int],
    ends: tuple[str, str],
    lower: int,
) -> tuple[int, ...]:
    """Of what `Canvas.touched` finds, what matters or stands on ground higher than a level."""
    found, levels = picture.touched(one, two, ends), picture.levels
    return tuple(sorted(each for each in found if each in matter or levels[each] > lower))


def _kept(along: float, most: int) -> int:
    """A coordinate, kept on the picture if it lies a point or two beyond its edge."""
    whole = 0.0 if along == -1.0 else along
    return most - 1 if int(whole) in (most, most + 1) else int(whole)


@lru_cache(maxsize=16)
def _depictions(boards: tuple[BoardSpec, ...]) -> tuple[Depiction, ...]:
    """The depictions of boards; none unless all have one."""
    found = []
    for index, board in enumerate(boards):
        if not board.depiction:
            return ()
        try:
            found.append(decode_depiction(board.depiction))
        except BadInput as error:
            raise error.inside(f"boards[{index}]") from None
    return tuple(found)


def canvas_of(area: PlayingArea, boards: Sequence[BoardSpec]) -> Canvas | None:
    """The picture of a playing area; None unless all of its boards have one, of one scale."""
    depictions = _depictions(tuple(boards))
    if not depictions:
        return None
    laid = [
        _Laid(area, board, depiction, alone=len(boards) == 1)
        for board, depiction in zip(boards, depictions, strict=True)
    ]
    pitch, *others = {each.pitch for each in depictions}
    if others:
        return None
    rows: dict[int, list[_Laid]] = {}
    for each in laid:
        rows.setdefault(each.board.row, []).append(each)
    across = sum(each.depiction.across for each in rows[min(rows)])
    down = sum(row[0].depiction.down for row in rows.values())
    shown: list[Shown] = []
    width = "H" if sum(len(each.depiction.art) for each in laid) < 1 << 16 else "I"
    strips = []
    for _, row in sorted(rows.items()):
        strip = array(width)
        for each in row:
            strip.extend(each.numbers(len(shown), width))
            shown += each.shown()
        strips.append((strip, row[0].depiction.down))
    edge = array(width, [0]) * down
    whole = strips[0][0]
    if len(strips) > 1:  # one below the other, column by column
        whole = array(width)
        for column in range(across):
            for strip, high in strips:
                whole.extend(strip[column * high : (column + 1) * high])
    places = {name: place for place, name in area.names.items()}
    return Canvas(across, down, pitch, tuple(shown), edge + whole + edge, places)


@attrs.frozen
class _Laid:
    area: PlayingArea
    board: BoardSpec
    depiction: Depiction
    alone: bool

    def numbers(self, base: int, width: str) -> "array[int]":
        """Its raster as it lies, its art numbered from a base on."""
        raster = self.depiction.raster
        if self.board.rotated:
            raster = raster[::-1]
        if not base and width == raster.typecode:
            return raster
        return array(width, [number + base for number in raster])

    def shown(self) -> Iterator[Shown]:
        for art in self.depiction.art:
            side = turned(art.side, 3) if art.side and self.board.rotated else art.side
            yield Shown(self._name(art.hex), self._name(art.of), art.key, art.level, side)

    def _name(self, local: Hex) -> str:
        prefix, first = "" if self.alone else self.board.name, first_hex(self.board, "board")
        return self.area.name(prefix + local_name(local, first)) or ""
