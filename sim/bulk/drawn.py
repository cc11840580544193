"""What the art that many LOS touch does in one state, as arrays; needs NumPy."""

import attrs
import numpy as np

from sim.bulk.art import ArtTouches
from sim.bulk.contents import KINDS, Contents
from sim.bulk.grid import Array, GridMap, Touches, among
from sim.chapter_a.obstacles import (
    crest_line_blocks,
    half_level_blocks,
    obstacle_blocks,
    own_crest_line,
)
from sim.chapter_b.hindrance_level import bridge_hinders, feature_hinders
from sim.los.features import Field
from sim.los.line import INTERIOR

__all__ = ["DrawnWork", "PairEnds"]


@attrs.frozen(eq=False)
class PairEnds:
    """The ends of all pairs.

    Attributes:
        length: the range between them.
        higher: elevation of the higher end.
        lower: elevation of the lower end.
        falling: whether the firer is the higher end, or as high.
        slope: whether it is a Continuous Slope.
        from_below: whether the lower end is IN a Depression.
        behind: the ruling A6.21-behind.
    """

    length: Array
    higher: Array
    lower: Array
    falling: Array
    slope: Array
    from_below: Array
    behind: bool


class DrawnWork:
    """What the art that the LOS of all pairs touch does in one state."""

    def __init__(
        self, board: GridMap, touches: Touches, art: ArtTouches, ends: PairEnds, field: Field
    ) -> None:
        """Work out how high the ends of every LOS are over the art that it touches.

        Args:
            board: the hexes.
            touches: the hexes that the LOS touch.
            art: the art that they touch.
            ends: their ends.
            field: what the hexes hold.
        """
        self.board, self.touches, self.art, self.ends = board, touches, art, ends
        names = {str(n): features for n, features in enumerate(field.drawn)}
        index = {name: n for n, name in enumerate(names)}
        self.held = Contents(attrs.evolve(field, features=names, puffs={}), index)
        self.ground = art.level
        to_target = ends.length[art.pair] - art.range
        down = ends.falling[art.pair]
        self.far = np.where(down, art.range, to_target)
        self.near = np.where(down, to_target, art.range)
        self.sloping = ends.slope[art.pair]
        self.higher = np.where(self.sloping, self.ground, ends.higher[art.pair])
        self.lower = np.where(self.sloping, self.ground, ends.lower[art.pair])

    def blocked(self) -> tuple[Array, Array]:
        """Where ground or obstacles block as they are drawn, and where it is the ground."""
        crest = crest_line_blocks(
            self.art.rim, self.higher, self.lower, self.far, self.near, self._cliffs()
        )
        below = self.ends.from_below[self.art.pair]
        level = self.board.ground[self.art.hex] - (below & self.board.depressed[self.art.hex])
        own = own_crest_line(self.ground, level, self.higher, self.lower, self.far)
        ground = crest & ~self.sloping & ~own & ~(self.art.overhead & below)
        return ground | self._stands(), ground

    def _cliffs(self) -> Array:
        """Where the LOS leaves the hex toward the lower end across a cliff."""
        touches, nowhere = self.touches, np.int64(self.board.nowhere + 1)
        falling = self.ends.falling[touches.pair]
        down = np.where(falling, touches.down, touches.back) & (touches.contact == INTERIOR)
        if not down.any():
            return np.zeros(len(self.art.pair), bool)
        over = np.sort(touches.pair[down].astype(np.int64) * nowhere + touches.hex[down])
        return among(over, self.art.pair.astype(np.int64) * nowhere + self.art.hex)

    def _stands(self) -> Array:
        at, held = self.art.art, self.held
        ends = (self.ground, self.higher, self.lower, self.far, self.near)
        uneven = self.higher != self.lower
        stands: Array = np.zeros(len(at), bool)
        for kind in KINDS:
            if not held.rises[kind].any():
                continue
            levels, tall = held.levels[kind][at], held.tall[kind][at]
            stands |= obstacle_blocks(np.where(uneven, np.maximum(levels, tall), levels), *ends)
            for column in (0, 1):
                top = self.ground + held.half[kind][at, column]
                passing = self.higher, self.lower, self.near, self.ends.behind
                stands |= half_level_blocks(top, *passing)
        return stands

    def with_hexes(self, whole: Array) -> Array:
        """The Hindrance of each pair: that of its art, and that of whole hexes given.

        Art of one kind counts once in a hex, hexes at one range count once: the largest (A6.7).
        """
        art, held = self.art, self.held
        level = feature_hinders(self.ground, self.higher, self.lower, self.near)
        drm = np.where(level, held.drm["plain"][art.art], 0)
        passing = self.ground, self.higher, self.lower, self.far, self.near
        below = level | bridge_hinders(*passing)
        drm = drm + np.where(below, held.spanning[art.art], 0)
        fills = np.where(level, held.drm["inherent"][art.art], 0)
        if held.bare.any():
            bare = feature_hinders(self.ground, self.higher, self.lower, self.near, bare=True)
            fills = fills + np.where(bare, held.bare[art.art], 0)
        there, every = self.touches, np.zeros(len(whole), np.int64)
        parts = [
            _found(there.pair, there.range, there.hex, every - 1, every, whole),
            _found(art.pair, art.range, art.hex, art.key, art.whose, drm),
            _found(art.pair, art.range, art.hex, 0 * art.key - 2, 0 * art.whose, fills),
        ]
        pair, range_, hexes, keys, whose, drm = (
            np.concatenate(each) for each in zip(*parts, strict=True)
        )
        hexes = hexes * (1 + int(art.whose.max(initial=0))) + whose
        result = np.zeros(len(self.ends.slope), np.int64)
        if not len(pair):
            return result
        order = np.lexsort((keys, hexes, range_, pair))
        pair, range_, hexes, keys, drm = (each[order] for each in (pair, range_, hexes, keys, drm))
        by_key = _begins(pair, range_, hexes, keys)
        drm = np.maximum.reduceat(drm, by_key)
        pair, range_, hexes = pair[by_key], range_[by_key], hexes[by_key]
        by_hex = _begins(pair, range_, hexes)
        drm = np.add.reduceat(drm, by_hex)
        pair, range_ = pair[by_hex], range_[by_hex]
        by_range = _begins(pair, range_)
        drm = np.maximum.reduceat(drm, by_range)
        result += np.bincount(pair[by_range], weights=drm, minlength=len(result)).astype(np.int64)
        return result


def _found(*columns: Array) -> tuple[Array, ...]:
    """The rows whose last column is not zero."""
    at = np.flatnonzero(columns[-1])
    return tuple(column[at].astype(np.int64) for column in columns)


def _begins(*columns: Array) -> Array:
    """Where each run of equal rows begins."""
    new = np.zeros(len(columns[0]), bool)
    new[:1] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(new)
