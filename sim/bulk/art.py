"""The art that many lines touch, as arrays: the other geometry of LOS; needs NumPy."""

import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import attrs
import numpy as np

from sim.bulk.grid import SIDES, Array, Edges, GridMap, Touches, among, equal_rows, lengths
from sim.chapter_a.blocking import spans_depression
from sim.chapter_b.depressions import depressions_of
from sim.los.canvas import SEAM, Canvas
from sim.los.drawn import hexsides_drawn, source_of
from sim.los.line import ALONG
from sim.state.state import Setting

# The art that the lines of many pairs touch, worked out once and kept as bytes; needs NumPy.
#
# What is kept depends on the picture and on the ground of its hexes, never on a state. The bytes
# are a heading, which counts what follows, and arrays of whole numbers. The reader does not trust
# them: what is of another version, of other hexes, cut short, too long or changed is refused, and
# no array is made before its size is known to be that of the bytes.


VERSION: Final = "1"
"""Of the form of the bytes, and of how lines are drawn; what another has written is refused."""

MAGIC: Final = b"khamsin-los "
"""How the bytes begin."""

MOST_KEPT: Final = 256 * 1024 * 1024
"""No more bytes are kept."""

_HEAD: Final = re.compile(
    rb"khamsin-los (\d{1,9}) ([0-9a-f]{64}) ([0-9a-f]{64}) (\d{1,12}) (\d{1,12}) (\d{1,12})\n"
)
_HEAD_MOST: Final = 200


class UnusableError(Exception):
    """Bytes that are no lines of these hexes; its text says why."""


@attrs.frozen(eq=False)
class LineCache:
    """What the lines of some pairs of hexes touch, by number."""

    pairs: Array
    """The pairs, each as one number, in order; see `pair_numbers`."""
    counts: Array
    """How much art the line of each touches."""
    art: Array
    ways: Array
    """LOS that begin IN Depressions, each as one number, in order; see `way_numbers`."""
    far: Array
    """Range from the first end of each to the hex in which it leaves the Depression."""
    joined: Array
    """Whether it never does."""
    crest: Array
    """Whether it leaves its first hex at a vertex that is not all Depression."""

    def touched(self, codes: Array, count: int) -> tuple[Array, Array]:
        """Place and art of all that some lines touch, as one number; and which are not known."""
        at, known = _found(self.pairs, codes)
        asked = np.flatnonzero(known)
        art = _runs(self.art, self.counts, at[asked])
        return np.repeat(asked, self.counts[at[asked]]) * np.int64(count) + art, ~known

    def passing(self, codes: Array) -> tuple[Array, Array, Array, Array]:
        """What there is of LOS that begin IN Depressions, by number; and which are not known."""
        at, known = _found(self.ways, codes)
        at = at[known]
        far, flags = np.zeros(len(codes), np.int16), np.zeros((2, len(codes)), bool)
        far[known] = self.far[at]
        flags[:, known] = self.joined[at] > 0, self.crest[at] > 0
        return far, *flags, ~known

    def with_touched(self, codes: Array, met: Array, count: int) -> "LineCache":
        """With the art of more pairs.

        `met` is place among these and art of all that their lines touch, as one number, in order;
        `count` is how much art there is.
        """
        many = np.bincount(met // count, minlength=len(codes)).astype(np.uint32)
        codes = np.concatenate([self.pairs, codes])
        counts = np.concatenate([self.counts, many])
        art = np.concatenate([self.art, (met % count).astype(np.uint32)])
        pairs, own = np.unique(codes, return_index=True)
        return attrs.evolve(self, pairs=pairs, counts=counts[own], art=_runs(art, counts, own))

    def with_passing(self, codes: Array, far: Array, joined: Array, crest: Array) -> "LineCache":
        """With more LOS that begin IN Depressions."""
        ways, own = np.unique(np.concatenate([self.ways, codes]), return_index=True)
        both = ((self.far, far), (self.joined, joined), (self.crest, crest))
        far, joined, crest = (np.concatenate(each)[own] for each in both)
        return attrs.evolve(self, ways=ways, far=far, joined=joined, crest=crest)


_TYPES: Final = {
    "pairs": "<i8",
    "counts": "<u4",
    "art": "<u4",
    "ways": "<i8",
    "far": "<i2",
    "joined": "|u1",
    "crest": "|u1",
}


def no_lines() -> LineCache:
    """None yet."""
    return LineCache(**{name: np.zeros(0, kind) for name, kind in _TYPES.items()})


def pair_numbers(board: GridMap, one: Array, two: Array) -> Array:
    """One number for each two hexes, whichever is first: a line is the same both ways."""
    return way_numbers(board, np.minimum(one, two), np.maximum(one, two))


def way_numbers(board: GridMap, one: Array, two: Array) -> Array:
    """One number for each LOS from a hex to another."""
    result: Array = one.astype(np.int64) * (board.nowhere + 1) + two
    return result


def _found(known: Array, codes: Array) -> tuple[Array, Array]:
    """Where some numbers are among others that are in order, and which are."""
    at = np.minimum(np.searchsorted(known, codes), max(len(known) - 1, 0))
    return at, among(known, codes)


def _runs(values: Array, many: Array, chosen: Array) -> Array:
    ends = np.cumsum(many, dtype=np.int64)
    wanted = many[chosen].astype(np.int64)
    first = ends[chosen] - wanted
    own = np.repeat(first - (np.cumsum(wanted) - wanted), wanted) + np.arange(wanted.sum())
    result: Array = values[own]
    return result


# As bytes -----------------------------------------------------------------------------------


def in_bytes(lines: LineCache, of: str) -> bytes:
    """Lines as bytes."""
    parts = [getattr(lines, name).astype(kind).tobytes() for name, kind in _TYPES.items()]
    body = b"".join(parts)
    counts = f"{len(lines.pairs)} {len(lines.art)} {len(lines.ways)}"
    head = f"{VERSION} {of} {hashlib.sha256(body).hexdigest()} {counts}\n"
    return MAGIC + head.encode() + body


def lines_in(raw: bytes, of: str, board: GridMap, art: int) -> LineCache:
    """The lines that some bytes hold."""
    head = _HEAD.match(raw[:_HEAD_MOST])
    if head is None or head[1].decode() != VERSION:
        raise UnusableError("it is none of this version")
    if head[2].decode() != of:
        raise UnusableError("it is of another board, or the board has changed")
    pairs, touched, ways = (int(head[n]) for n in (4, 5, 6))
    body = memoryview(raw)[head.end() :]
    sizes = dict(zip(_TYPES, (pairs, pairs, touched, *[ways] * 4), strict=True))
    if sum(np.dtype(_TYPES[name]).itemsize * size for name, size in sizes.items()) != len(body):
        raise UnusableError("it is cut short, or too long")
    if hashlib.sha256(body).hexdigest() != head[3].decode():
        raise UnusableError("it is damaged")
    arrays, at = {}, 0
    for name, size in sizes.items():
        arrays[name] = np.frombuffer(body, _TYPES[name], size, at)
        at += arrays[name].nbytes
    lines = LineCache(**arrays)
    if not _sound(lines, (board.nowhere + 1) ** 2, art):
        raise UnusableError("it holds impossible numbers")
    return lines


def _sound(lines: LineCache, codes: int, art: int) -> bool:
    """Whether all numbers can be: pairs and ways in order, art that there is."""
    for each in (lines.pairs, lines.ways):
        if len(each) and (each[0] < 0 or each[-1] >= codes or (each[1:] <= each[:-1]).any()):
            return False
    if int(lines.counts.sum(dtype=np.uint64)) != len(lines.art):
        return False
    rising = np.ones(len(lines.art) + 1, bool)
    rising[1:-1] = lines.art[1:] > lines.art[:-1]
    rising[np.cumsum(lines.counts, dtype=np.int64)] = True
    if not rising.all():
        return False
    return int(lines.art.max(initial=0)) < max(art, 1) and int(lines.far.min(initial=0)) >= 0


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
    keys = ways[:, 0] * (2 * picture.down + 1) + ways[:, 1] + picture.down
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
    here = hexes[art]
    on_side = np.flatnonzero(side[art] > 0)
    standing = _edges(setting, picture, board, (one, two), pair[on_side], art[on_side], edges)
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
) -> Edges:
    """What stands on hexsides whose art is touched, and on those touched that have no art."""
    numbers = np.full(len(picture.shown), -1, np.int64)
    for number, (name, side) in hexsides_drawn(setting).items():
        numbers[number] = board.hexside(name, side)
    drawn = np.unique(numbers[numbers >= 0])
    keep = ~among(drawn, whole.at)
    at = numbers[art]
    pair, at = pair[at >= 0], at[at >= 0]
    width = np.int64(board.nowhere + 1) * SIDES
    both = np.unique(pair * width + at)
    pair, at = both // width, both % width
    found = board.standing_at(at)
    stands = found.levels >= 0
    pair, at = pair[stands], at[stands]
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
    ground = np.maximum(board.ground[found.one], board.ground[found.two])
    parts = (pair, levels, ground, away[0].min(axis=0), away[1].min(axis=0), own, at)
    kept = [getattr(whole, field.name)[keep] for field in attrs.fields(Edges)]
    return Edges(*(np.concatenate(each) for each in zip(kept, parts, strict=True)))
