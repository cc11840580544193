"""The art that many lines touch, as arrays: the other geometry of LOS; needs NumPy."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import attrs
import numpy as np

from sim.bulk.grid import SIDES, Array, Edges, GridMap, Touches, among, equal_rows, lengths
from sim.chapter_a.blocking import is_deck, spans_depression
from sim.chapter_b.depressions import depressions_of
from sim.los.canvas import SEAM, Canvas
from sim.los.drawn import hexsides_drawn, source_of
from sim.los.features import BOTTOM
from sim.los.line import ACROSS, ALONG, line_to
from sim.state import Setting

FARTHEST: Final = np.int64(512)
"""No range is as long."""


@attrs.frozen(eq=False)
class ArtTouches:
    """The art that the lines of all pairs touch between the hexes of their ends, pair by pair."""

    pair: Array
    art: Array
    hex: Array
    range: Array
    key: Array
    """What it shows, as a number."""
    level: Array
    whose: Array
    """As a number, what it adds up with: the other terrain of its hex, or itself alone."""
    overhead: Array
    """It is a road or bridge over a Depression."""
    deck: Array
    """It is a bridge or its road."""
    rim: Array
    """How high the ground stands in the way: along a cliff only as high as on its lower side."""


@attrs.frozen(eq=False)
class LineOfPoints:
    """All pairs whose lines have one shape."""

    pairs: Array
    swapped: Array
    """Whether their lines begin, farther left, at the second hex."""
    spots: Array
    """Where in the raster the points of each line lie, from the left."""
    seen: Array


def lines_of_points(
    setting: Setting, picture: Canvas, board: GridMap, one: Array, two: Array
) -> Iterator[LineOfPoints]:
    """The lines of some pairs of hexes, those of one shape together."""
    points = np.array([picture.point(setting.area.place(name)) for name in board.index], np.int64)
    raster = np.frombuffer(picture.raster, np.uint16 if picture.raster.itemsize == 2 else np.uint32)
    start, end = points[one], points[two]
    swap = (start[:, 0] > end[:, 0]) | ((start[:, 0] == end[:, 0]) & (start[:, 1] > end[:, 1]))
    start[swap], end[swap] = end[swap], start[swap]
    ways = end - start
    keys = ways[:, 0] * (2 * picture.down + 1) + ways[:, 1]
    for pairs in equal_rows(keys):
        dx, dy = (int(each) for each in ways[pairs[0]])
        base, across, lag, count, column, step = picture.row((0, 0), (dx, dy))
        number = np.arange(count)
        offsets = base + (number * across + lag) // count * column + number * step
        spots = (start[pairs, 0] * picture.down + start[pairs, 1])[:, None] + offsets
        yield LineOfPoints(pairs, swap[pairs], spots, raster[spots])


def touched_art(setting: Setting, picture: Canvas, board: GridMap, one: Array, two: Array) -> Array:
    """Pair and art of everything that lines touch, each once, as one number in order.

    The number of a pair, times how much art there is, and that of the art.
    """
    count, hexes = np.int64(len(picture.shown)), shown_in(picture, board)
    seams = seams_of(picture, board)
    found = []
    for line in lines_of_points(setting, picture, board, one, two):
        pairs, seen = line.pairs, line.seen
        new = np.ones(seen.shape, bool)
        np.not_equal(seen[:, 1:], seen[:, :-1], out=new[:, 1:])
        first = np.where(line.swapped, two[pairs], one[pairs])
        last = np.where(line.swapped, one[pairs], two[pairs])
        dropped = seams.on(hexes, line.spots, seen, first)
        dropped |= seams.on(hexes, line.spots[:, ::-1], seen[:, ::-1], last)[:, ::-1]
        new[:, 1:] |= dropped[:, :-1]
        new &= ~dropped
        rows, columns = np.nonzero(new)
        found.append(pairs[rows] * count + seen[rows, columns])
    return np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)


def shown_in(picture: Canvas, board: GridMap) -> Array:
    """In which hex all art lies, by number."""
    return np.array([board.index.get(each.hex, board.nowhere) for each in picture.shown], np.int64)


@attrs.frozen(eq=False)
class Seams:
    """The spots of the raster that are of hexes or of their seams."""

    keys: Array
    """Every such spot with its hex, as one number in order."""
    width: np.int64

    def on(self, hexes: Array, spots: Array, seen: Array, end: Array) -> Array:
        """The points beyond the hex where lines begin that are on its seam."""
        inside = (hexes[seen] == end[:, None]).sum(axis=1)
        dropped = np.zeros(seen.shape, bool)
        rows, still = np.arange(len(seen)), np.ones(len(seen), bool)
        for step in range(SEAM):
            at = np.minimum(inside + step, seen.shape[1] - 1)
            key = spots[rows, at] * self.width + end
            still &= among(self.keys, key) & (inside + step < seen.shape[1])
            if not still.any():
                break
            dropped[rows[still], at[still]] = True
        return dropped


@lru_cache(maxsize=4)
def seams_of(picture: Canvas, board: GridMap) -> Seams:
    """The seams of all hexes of a picture."""
    width = np.int64(board.nowhere + 1)
    each = [
        np.fromiter(picture.seam(name), np.int64) * width + number
        for name, number in board.index.items()
    ]
    return Seams(np.sort(np.concatenate(each)), width)


def lay_art(
    setting: Setting,
    picture: Canvas,
    board: GridMap,
    one: Array,
    two: Array,
    met: Array,
    touches: Touches,
    edges: Edges,
) -> tuple[ArtTouches, Edges]:
    """The art that the lines of some pairs touch, and what stands on hexsides as art shows it."""
    count = max(len(picture.shown), 1)
    keys = {key: n for n, key in enumerate(sorted({each.key for each in picture.shown}))}
    hexes = shown_in(picture, board)
    pair, art = met // count, met % count
    key = np.array([keys[each.key] for each in picture.shown], np.int64)
    level = np.array([each.level for each in picture.shown], np.int16)
    side = np.array([each.side for each in picture.shown], np.int64)
    sources = [source_of(setting, each) for each in picture.shown]
    known = {source: n for n, source in enumerate(dict.fromkeys(["", *sources]))}
    whose = np.array([known[source] for source in sources], np.int64)
    low = depressions_of(setting)
    overhead = np.array([spans_depression(low, each) for each in picture.shown], bool)
    deck = np.array([is_deck(setting.area, each) for each in picture.shown], bool)
    here = hexes[art]
    on_side = np.flatnonzero(side[art] > 0)
    ends, on = (one, two), (pair[on_side], art[on_side])
    standing = _edges(setting, picture, board, ends, *on, edges, level)
    ranges = board.away(one[pair], here)
    off = ranges + board.away(two[pair], here) > board.away(one, two)[pair]
    between = ~off & (here != one[pair]) & (here != two[pair]) & (here < board.nowhere)
    # in order of pairs, ranges, hexes, and what is shown
    rank = np.lexsort((key, hexes))
    place = np.zeros(count, np.int64)
    place[rank] = np.arange(len(rank))
    packed = pair[between] * FARTHEST + ranges[between]
    packed = np.sort(packed * count + place[art[between]])
    art = rank[packed % count]
    pair, ranges = np.divmod(packed // count, FARTHEST)
    here = hexes[art]
    return (
        ArtTouches(
            pair,
            art,
            here,
            ranges.astype(np.int16),
            key[art],
            level[art],
            whose[art],
            overhead[art],
            deck[art],
            _rims(board, touches, pair, here, level[art]),
        ),
        standing,
    )


def _rims(board: GridMap, touches: Touches, pair: Array, hexes: Array, level: Array) -> Array:
    """How high the ground of some art is: along a cliff as high as on its lower side (A6.1)."""
    along = np.flatnonzero((touches.contact == ALONG) & (touches.partner >= 0))
    here, other = touches.hex[along], touches.hex[touches.partner[along]]
    cliffs = board.parted_by_cliff(here, other)
    if not cliffs.any():
        return level
    along, here, other = along[cliffs], here[cliffs], other[cliffs]
    width = np.int64(board.nowhere + 1)
    over = touches.pair[along] * width + here
    order = np.argsort(over)
    over, lower = over[order], np.minimum(board.ground[here], board.ground[other])[order]
    mine = pair * width + hexes
    at = np.minimum(np.searchsorted(over, mine), len(over) - 1)
    result: Array = np.where(over[at] == mine, np.minimum(level, lower[at]), level)
    return result


def _edges(
    setting: Setting,
    picture: Canvas,
    board: GridMap,
    ends: tuple[Array, Array],
    pair: Array,
    art: Array,
    whole: Edges,
    level: Array,
) -> Edges:
    """What stands on hexsides whose art is touched, and on those touched that have no art."""
    numbers = np.full(len(picture.shown), -1, np.int64)
    for number, (name, side) in hexsides_drawn(setting).items():
        numbers[number] = board.hexside(name, side)
    drawn = np.unique(numbers[numbers >= 0])
    keep = ~among(drawn, whole.at)
    at, width = numbers[art], np.int64(board.nowhere + 1) * SIDES
    stands = (at >= 0) & (board.standing_at(at).levels >= 0)
    both, back = np.unique((pair * width + at)[stands], return_inverse=True)
    pair, at = both // width, both % width
    ground = np.full(len(both), BOTTOM, np.int16)
    np.maximum.at(ground, back, level[art[stands]])
    found = board.standing_at(at)
    beside = (found.one, found.two)
    away = [np.stack([board.away(end[pair], hex_) for hex_ in beside]) for end in ends]
    own = np.zeros(len(pair), bool)
    for end, (one, two) in zip(ends, away, strict=True):
        # its own hexside, or a hexspine: both places beside it are adjacent to the end's
        across = lengths(found.across - board.places[end[pair]])
        own |= (one == 0) | (two == 0) | ((one == 1) & (across == 1))
    by_line = whole.pair * width + whole.at
    own |= among(np.sort(by_line[whole.own]), pair * width + at)
    spine = (away[0].min(axis=0) > 0) & (away[1].min(axis=0) > 0) & own
    levels = np.where(spine, 0, found.levels)
    parts = (pair, levels, ground, away[0].min(axis=0), away[1].min(axis=0), own, at)
    kept = [getattr(whole, field.name)[keep] for field in attrs.fields(Edges)]
    return Edges(*(np.concatenate(each) for each in zip(kept, parts, strict=True)))


@attrs.frozen(eq=False)
class DrawnPassed:
    """How far each LOS passes IN the Depression of one of its ends (A6.3)."""

    far: Array
    """Range from that end to the hex in which it leaves."""
    joined: Array
    """Whether it never does."""
    crest: Array
    """Whether it leaves the end's hex at a vertex that is not all Depression (B19.2)."""


def pass_drawn_depressions(
    setting: Setting, picture: Canvas, board: GridMap, one: Array, two: Array
) -> DrawnPassed:
    """How far the LOS of some pairs pass IN the Depression of their first hex."""
    far = np.zeros(len(one), np.int16)
    joined, crest = np.zeros(len(one), bool), np.zeros(len(one), bool)
    low = np.flatnonzero(board.sunken[one] & (one != two))
    if len(low):
        work = _Passing(setting, picture, board)
        for line in lines_of_points(setting, picture, board, one[low], two[low]):
            pairs = low[line.pairs]
            far[pairs], joined[pairs] = work.pass_along(line, one[pairs], two[pairs])
            crest[pairs] = work.crest(one[pairs], two[pairs])
    return DrawnPassed(far, joined, crest)


class _Passing:
    """What art is to a LOS IN a Depression."""

    def __init__(self, setting: Setting, picture: Canvas, board: GridMap) -> None:
        depressions = depressions_of(setting)
        self.board, self.seams = board, seams_of(picture, board)
        self.level = np.array([each.level for each in picture.shown], np.int16)
        self.overhead = np.array([spans_depression(depressions, s) for s in picture.shown], bool)
        self.hexes = shown_in(picture, board)

    def pass_along(self, line: LineOfPoints, start: Array, end: Array) -> tuple[Array, Array]:
        """Where lines of one shape leave the Depression: see `leaves_depression_in`."""
        order = np.arange(line.seen.shape[1])
        orders = np.where(line.swapped[:, None], order[::-1], order)
        seen = np.take_along_axis(line.seen, orders, axis=1)
        spots = np.take_along_axis(line.spots, orders, axis=1)
        floor = self.board.ground[start] - 1
        high = self.level[seen] > floor[:, None]
        over = high & self.overhead[seen]
        there = self.seams.on(self.hexes, spots[:, ::-1], seen[:, ::-1], end)[:, ::-1]
        there |= self.hexes[seen] == end[:, None]
        first_art = np.logical_and.accumulate(seen == seen[:, :1], axis=1)  # it begins there
        out = high & ~over & ~there & ~first_art
        first = np.where(out.any(axis=1), out.argmax(axis=1), 0)
        lowest = np.maximum.accumulate(np.where(high, 0, order), axis=1)
        rows = np.arange(len(seen))
        left = self.hexes[seen[rows, lowest[rows, first]]]
        joined = ~out.any(axis=1)
        return np.where(joined, 0, self.board.away(start, left)), joined

    def crest(self, start: Array, end: Array) -> Array:
        """Which lines leave their first hex at a vertex that is not all Depression."""
        q, r = (int(each) for each in self.board.places[end[0]] - self.board.places[start[0]])
        found = np.zeros(len(start), bool)
        for shape in (line_to(q, r), line_to(-q, -r)):
            way = (self.board.places[end] - self.board.places[start]) == tuple(shape.offset)
            pairs = np.flatnonzero(way.all(axis=1))
            for side in shape.leaves if len(shape.leaves) > 1 else ():
                beside = self.board.at(start[pairs], *ACROSS[side])
                joined = self.board.depressed[beside] & ~self.board.parted(start[pairs], beside)
                joined &= self.board.ground[beside] == self.board.ground[start[pairs]]
                found[pairs] |= ~joined
        return found
