"""How far many LOS pass IN Depressions by the art that they touch (A6.3); needs NumPy."""

import attrs
import numpy as np

from sim.bulk.art import LineOfPoints, lines_of_points, seams_of, shown_in
from sim.bulk.grid import Array, GridMap
from sim.chapter_a.blocking import spans_depression
from sim.los.canvas import Canvas
from sim.los.features import depressions_of
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
        return np.where(joined, 0, self._away(start, left)), joined

    def _away(self, one: Array, two: Array) -> Array:
        there = np.minimum(two, self.board.nowhere - 1)
        ways = self.board.places[there] - self.board.places[one]
        found: Array = np.abs(np.stack([*ways.T, ways.sum(axis=1)])).max(axis=0)
        return found

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
