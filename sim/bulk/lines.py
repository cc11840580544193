"""The lines over one picture: how far they pass IN Depressions (A6.3), and what is kept of them.

What is known is looked up, all else is drawn. Needs NumPy.
"""

import hashlib

import attrs
import numpy as np

from sim.bulk.art import (
    LineCache,
    LineOfPoints,
    in_bytes,
    lines_in,
    lines_of_points,
    no_lines,
    pair_numbers,
    seams_of,
    shown_in,
    touched_art,
    way_numbers,
)
from sim.bulk.grid import Array, GridMap
from sim.chapter_a.blocking import spans_depression
from sim.chapter_b.depressions import depressions_of
from sim.los.canvas import Canvas
from sim.los.drawn import picture_of
from sim.los.line import ACROSS, line_to
from sim.state.state import Setting


@attrs.frozen(eq=False)
class DrawnPassed:
    """How far each LOS passes IN the Depression of one of its ends."""

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
        out = high & ~over & ~there
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


class LineBook:
    """The lines over the picture of a setting; each is drawn once, and noted if that is wished."""

    def __init__(
        self, setting: Setting, picture: Canvas, board: GridMap, kept: LineCache | None = None
    ) -> None:
        self._of = setting, picture, board
        self.kept, self.drawn = kept, 0

    def touched(self, one: Array, two: Array) -> Array:
        """What the lines of some pairs touch; see `sim.bulk.art.touched_art`."""
        if self.kept is None:
            return touched_art(*self._of, one, two)
        count = np.int64(len(self._of[1].shown))
        codes = pair_numbers(self._of[2], one, two)
        found, missing = self.kept.touched(codes, int(count))
        at = np.flatnonzero(missing)
        if not len(at):
            return found
        new = touched_art(*self._of, one[at], two[at])
        self.drawn += len(at)
        self.kept = self.kept.with_touched(codes[at], new, int(count))
        return np.sort(np.concatenate([found, at[new // count] * count + new % count]))

    def passing(self, one: Array, two: Array) -> DrawnPassed:
        """How far some LOS pass IN the Depression of their first hex."""
        if self.kept is None:
            return pass_drawn_depressions(*self._of, one, two)
        board = self._of[2]
        far, flags = np.zeros(len(one), np.int16), np.zeros((2, len(one)), bool)
        low = np.flatnonzero(board.sunken[one] & (one != two))
        codes = way_numbers(board, one[low], two[low])
        far[low], *found, missing = self.kept.passing(codes)
        flags[:, low] = found
        at = low[missing]
        if len(at):
            new = pass_drawn_depressions(*self._of, one[at], two[at])
            self.drawn += len(at)
            self.kept = self.kept.with_passing(codes[missing], new.far, new.joined, new.crest)
            far[at], flags[:, at] = new.far, (new.joined, new.crest)
        return DrawnPassed(far, *flags)

    @property
    def hash(self) -> str:
        """The hash of all that its lines depend on: the picture, and the ground of the hexes."""
        setting, picture, board = self._of
        places = [setting.area.place(name) for name in board.index]
        low = depressions_of(setting)
        found = hashlib.sha256()
        for part in (
            (picture.across, picture.down, len(picture.raster)),
            picture.pitch,
            [(place.column, place.row) for place in places],
            shown_in(picture, board).tolist(),
            picture.levels,
            [int(spans_depression(low, each)) for each in picture.shown],
            *(each.tolist() for each in board.low_ground),
        ):
            found.update(repr(part).encode() + b"\n")
        raster = np.frombuffer(picture.raster, f"u{picture.raster.itemsize}")
        found.update(raster.astype(f"<u{raster.itemsize}", copy=False).tobytes())
        return found.hexdigest()

    def take(self, raw: bytes) -> None:
        """Take what some bytes hold for known."""
        self.kept = lines_in(raw, self.hash, self._of[2], len(self._of[1].shown))

    def in_bytes(self) -> bytes:
        """All that is noted, as bytes that `take` takes."""
        return in_bytes(self.kept or no_lines(), self.hash)


def book_of(setting: Setting) -> LineBook | None:
    """An empty book for the picture of a setting, in which lines are noted; None without one."""
    picture = picture_of(setting)
    return None if picture is None else LineBook(setting, picture, GridMap(setting), no_lines())
