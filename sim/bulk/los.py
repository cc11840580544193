"""Many LOS at once: the geometry of many pairs worked out once, then arrays for every state.

No rule is written here: the questions are those of `sim.chapter_a.obstacles`, asked of arrays. This
module only gathers what they are asked of. Needs NumPy (the extra ``bulk``). What is rare is left
to `sim.chapter_a.los`: LOS within one building, and past what does not fill its hex.
"""

from collections.abc import Iterable
from typing import Final

import attrs
import numpy as np

from sim.bulk.art import ArtTouches, lay_art
from sim.bulk.contents import Contents
from sim.bulk.drawn import DrawnWork, PairEnds
from sim.bulk.grid import SIDES, Array, GridMap, among, lay
from sim.bulk.lines import LineBook
from sim.chapter_191.ffe_los_hindrance import ffe_hinders
from sim.chapter_a.blocking import BEHIND_HEXSIDE
from sim.chapter_a.depressions import reaches_in
from sim.chapter_a.hindering import OUT_OF_SMOKE, SMOKE_LIMIT
from sim.chapter_a.los import Location, trace
from sim.chapter_a.obstacles import (
    crest_line_blocks,
    half_level_blocks,
    half_level_hexside_blocks,
    obstacle_blocks,
)
from sim.chapter_b.hindrance_blockage import BLOCKING_DRM
from sim.chapter_b.hindrance_level import feature_hinders, smoke_hinders
from sim.los.drawn import picture_of
from sim.los.features import Field, field_of, sunken_of
from sim.los.line import ALONG, INTERIOR, VERTEX
from sim.state import State
from sim.state.setting import Setting

__all__ = ["CAUSES", "BulkLos", "LosGrid"]


@attrs.frozen(eq=False)
class BulkLos:
    """What there is to say of every pair of a grid, in its order.

    Attributes:
        blocked: whether anything but Hindrances blocks its LOS.
        hindrance: total DRM of its LOS Hindrances; where the LOS is blocked it means nothing.
        at: the hex, by number, in which the nearest thing that blocks stands; -1 for none.
        what: what that is, by number of `CAUSES`.
    """

    blocked: Array
    hindrance: Array
    at: Array
    what: Array

    @property
    def stopped(self) -> Array:
        """Whether a LOS is blocked, by Hindrances too (B.10)."""
        result: Array = self.blocked | (self.hindrance >= BLOCKING_DRM)
        return result

    def decided_by(self, grid: "LosGrid") -> list[str]:
        """What blocks each LOS, and in which hex; empty where nothing does."""
        names = [*grid.board.index, ""]
        stopped = self.stopped.tolist()
        return [
            "" if not blocked else f"{CAUSES[what]} {names[at]}" if at >= 0 else "Hindrances (B.10)"
            for blocked, what, at in zip(stopped, self.what.tolist(), self.at.tolist(), strict=True)
        ]


CAUSES: Final = ("", "obstacle", "ground", "hexside", "Depression", "building")
"""What can block a LOS, but for Hindrances."""
_OBSTACLE, _GROUND, _HEXSIDE, _DEPRESSION, _BUILDING = range(1, 6)


class LosGrid:
    """The geometry of many pairs of hexes of a setting, all on their ground, or IN Depressions.

    Attributes:
        setting: the setting.
        pairs: the pairs; the first of each is the firer's hex.
        length: the range of each pair.
    """

    def __init__(
        self, setting: Setting, pairs: Iterable[tuple[str, str]], lines: LineBook | None = None
    ) -> None:
        """Work out what the LOS of every pair touches.

        Args:
            setting: the setting.
            pairs: the pairs.
            lines: what is known of lines over its picture already; what is not is added.
        """
        self.setting = setting
        self.pairs = tuple(pairs)
        self.board = GridMap(setting)
        index = self.board.index
        self.one = np.array([index[one] for one, _ in self.pairs], np.int32)
        self.two = np.array([index[two] for _, two in self.pairs], np.int32)
        ways = self.board.places[self.two] - self.board.places[self.one]
        self.length = np.abs(np.stack([*ways.T, ways.sum(axis=1)])).max(axis=0).astype(np.int16)
        self.touches, self.edges, self.passed = lay(self.board, self.one, self.two, ways)
        self.picture = picture_of(setting)
        self.art: ArtTouches | None = None
        if self.picture is not None:
            book = LineBook(setting, self.picture, self.board) if lines is None else lines
            met = book.touched(self.one, self.two)
            ends = self.board, self.one, self.two, met
            self.art, self.edges = lay_art(setting, self.picture, *ends, self.touches, self.edges)
            drawn = np.sort(self.keys(self.art.pair, self.art.hex))
            bare = ~among(drawn, self.keys(self.touches.pair, self.touches.hex))
            self.bare = bare & (self.touches.hex < self.board.nowhere)
            both = (self.one, self.two), (self.two, self.one)
            self.drawn_passed = tuple(book.passing(*each) for each in both)
        self.apart = self._within_buildings()

    def keys(self, pair: Array, hexes: Array) -> Array:
        """Pairs and hexes as one number each."""
        result: Array = pair.astype(np.int64) * (self.board.nowhere + 1) + hexes
        return result

    def _within_buildings(self) -> tuple[int, ...]:
        """The pairs within one building, where dust has no effect (11.792)."""
        buildings = self.setting.area.buildings
        called = {name: spec.building or name for name, spec in buildings.items()}
        return tuple(
            n
            for n, (one, two) in enumerate(self.pairs)
            if one in called and called[one] == called.get(two)
        )

    def trace(self, state: State) -> BulkLos:
        """The LOS of every pair in a state of the setting."""
        field = field_of(state)
        work = _Work(self, field)
        blocked, hindrance = work.blocked(), work.hindrance()
        for n in self.apart:
            # from level to level of one building (A6.8)
            if self.length[n] == 1 and work.rise[n] and not blocked[n]:
                one, two = (Location(name) for name in self.pairs[n])
                blocked[n] = trace(field, one, two).blocked
        if field.ffes or any(puff.dust for puffs in field.puffs.values() for puff in puffs):
            for n in self.apart:
                one, two = (Location(name) for name in self.pairs[n])
                hindrance[n] = trace(field, one, two).hindrance
        for n in self._one_by_one(field):
            one, two = (Location(name) for name in self.pairs[n])
            blocked[n], hindrance[n] = _ground_trace(field, one, two)
        at, what = work.nearest(blocked)
        return BulkLos(blocked, hindrance, at, what)

    def _one_by_one(self, field: Field) -> tuple[int, ...]:
        """The pairs whose LOS touches what does not fill its hex (B.1, B6.2, D9.4)."""
        odd = set(field.partial)
        if self.picture is None:
            odd |= {name for name, _ in self.setting.area.spills}
        if not odd:
            return ()
        inside = np.zeros(len(self.board.index) + 1, bool)
        inside[[self.board.index[name] for name in odd]] = True
        return tuple(np.unique(self.touches.pair[inside[self.touches.hex]]).tolist())


def _ground_trace(field: Field, one: Location, two: Location) -> tuple[bool, int]:
    """Whether a LOS between two hexes is blocked, and its Hindrance."""
    low = sunken_of(field.state.setting)
    ends = (Location(end.hex, -int(end.hex in low)) for end in (one, two))
    report = trace(field, *ends)
    return report.blocked, report.hindrance


class _Work:
    """The LOS of all pairs of a grid in one state."""

    def __init__(self, grid: LosGrid, field: Field) -> None:
        self.grid, self.field, self.board = grid, field, grid.board
        self.causes: list[tuple[Array, Array, Array, Array]] = []
        self.held, self.at = self._contents(grid, field)
        self.behind = field.state.setting.rules_that("A6.21-behind", "hides")
        touches = self.touches = grid.touches
        self.along = touches.contact == ALONG
        self.in_one, self.in_two = self.board.sunken[grid.one], self.board.sunken[grid.two]
        one = self.board.ground[grid.one] - self.in_one
        two = self.board.ground[grid.two] - self.in_two
        self.rise = two - one
        self.from_below = (self.in_one & (one <= two)) | (self.in_two & (two <= one))
        self.slope = self._slopes(one, two) & ~self.in_one & ~self.in_two
        falling = one >= two
        self.pair_ends = np.maximum(one, two), np.minimum(one, two), falling
        ends = PairEnds(grid.length, *self.pair_ends, self.slope, self.from_below, self.behind)
        self.ground = self.board.ground[touches.hex]
        to_target = grid.length[touches.pair] - touches.range
        down = falling[touches.pair]
        self.far = np.where(down, touches.range, to_target)
        self.near = np.where(down, to_target, touches.range)
        self.art = None
        if grid.art is not None:
            self.art = DrawnWork(self.board, touches, grid.art, ends, field)
        self.sloping = self.slope[touches.pair]
        self.higher = np.where(self.sloping, self.ground, self.pair_ends[0][touches.pair])
        self.lower = np.where(self.sloping, self.ground, self.pair_ends[1][touches.pair])

    def _contents(self, grid: "LosGrid", field: Field) -> tuple[Contents, Array]:
        """What fills the hexes, and under which number each touched hex finds it.

        Where art of a hex is touched, that has with it what is Inherent there.
        """
        at = grid.touches.hex
        if grid.art is None:
            return Contents(field, grid.board.index), at
        nowhere = grid.board.nowhere
        both = {name: field.counters[name] for name in grid.board.index}
        both |= {f"{name}*": field.features[name] for name in grid.board.index}
        index = {name: n + (name[-1] == "*") for n, name in enumerate(both)}
        return Contents(attrs.evolve(field, features=both), index), at + grid.bare * (nowhere + 1)

    def _slopes(self, one: Array, two: Array) -> Array:
        """Which pairs are Continuous Slopes (B.5)."""
        grid, touches = self.grid, self.touches
        slope = (np.abs(one - two) == grid.length) & ~grid.passed.cliff
        if slope.any():
            step = np.sign(two - one).astype(np.int16)
            wanted = one[touches.pair] + step[touches.pair] * touches.range
            inside = (touches.contact != VERTEX) & (touches.hex < self.board.nowhere)
            wrong = inside & (self.board.ground[touches.hex] != wanted)
            slope &= np.bincount(touches.pair[wrong], minlength=len(slope)) == 0
        result: Array = slope
        return result

    def _both(self, here: Array) -> Array:
        """What is so of a touched hex and of the other hex beside the same hexside."""
        result: Array = here & here[self.touches.partner] & (self.touches.partner >= 0)
        return result

    def _counted(self, plain: Array, inherent: Array) -> Array:
        """What counts where it is touched: see `sim.chapter_b.inherent_terrain.counts`."""
        inside = plain & (self.touches.contact == INTERIOR)
        result: Array = inherent | inside | (self._both(plain) & self.along)
        return result

    def blocked(self) -> Array:
        """Which pairs anything but Hindrances blocks."""
        touches = self.touches
        cliff = np.zeros(len(touches.pair), bool)
        if touches.down.any() or touches.back.any():
            falling = self.pair_ends[2][touches.pair]
            cliff = np.where(falling, touches.down, touches.back) & (touches.contact == INTERIOR)
        crest = crest_line_blocks(self.ground, self.higher, self.lower, self.far, self.near, cliff)
        if self.grid.art is not None:
            crest &= False
        plain = (crest & ~self.sloping & ~touches.below) | self._stands("plain")
        met = self._counted(plain, self._stands("inherent"))
        ground = crest & ~self.sloping & ~touches.below
        self.note(
            touches.pair, touches.hex, touches.range, met, np.where(ground, _GROUND, _OBSTACLE)
        )
        blocked = np.bincount(touches.pair[met], minlength=len(self.slope)) > 0
        if self.art is not None:
            art = self.art.art
            met, ground = self.art.blocked()
            what = np.where(ground, _GROUND, _OBSTACLE)
            self.note(art.pair, art.hex, art.range, met, what)
            blocked |= np.bincount(art.pair[met], minlength=len(self.slope)) > 0
        return blocked | self._hexsides() | self._depressions()

    def _depressions(self) -> Array:
        """Which pairs do not reach an end IN a Depression (A6.3)."""
        passed, length = self.grid.passed, self.grid.length
        joined = passed.joined & self.in_one & self.in_two
        if self.grid.art is None:
            reached_one = reaches_in(length, self.rise, passed.from_one, joined=joined)
            reached_two = reaches_in(length, -self.rise, passed.from_two, joined=joined)
        else:
            beside = joined & (length == 1)
            reached_one, reached_two = (
                reaches_in(length, rise, each.far, joined=each.joined | beside)
                & ~(each.crest & (rise <= 0))
                for each, rise in zip(self.grid.drawn_passed, (self.rise, -self.rise), strict=True)
            )
        result: Array = (self.in_one & ~reached_one) | (self.in_two & ~reached_two)
        ends = np.where(self.in_one & ~reached_one, self.grid.one, self.grid.two)
        pairs = np.arange(len(result))
        self.note(pairs, ends, np.where(ends == self.grid.one, 0, length), result, _DEPRESSION)
        return result

    def note(self, pair: Array, hexes: Array, range_: Array, met: Array, what: Array | int) -> None:
        """Note what blocks which pairs, and where."""
        if met.any():
            kind = np.broadcast_to(np.asarray(what), met.shape)[met]
            self.causes.append((pair[met], range_[met], hexes[met], kind))

    def nearest(self, blocked: Array) -> tuple[Array, Array]:
        """The hex of the nearest thing that blocks each pair, and what it is."""
        at, what = np.full(len(blocked), -1), np.zeros(len(blocked), int)
        what[blocked], at[blocked] = _BUILDING, self.grid.two[blocked]
        if self.causes:
            pair, range_, hexes, kind = (
                np.concatenate(each) for each in zip(*self.causes, strict=True)
            )
            order = np.lexsort((hexes, range_, pair))[::-1]  # the nearest is written last
            at[pair[order]], what[pair[order]] = hexes[order], kind[order]
            at[~blocked], what[~blocked] = -1, 0
        return at, what

    def _stands(self, kind: str) -> Array:
        """In which touched hexes an obstacle of a kind is high enough."""
        at = self.at
        ends = (self.ground, self.higher, self.lower, self.far, self.near)
        levels, tall = self.held.levels[kind][at], self.held.tall[kind][at]
        # Tall terrain is an obstacle to LOS between different levels (B14.2).
        uneven = self.higher != self.lower
        stands: Array = obstacle_blocks(np.where(uneven, np.maximum(levels, tall), levels), *ends)
        for column in (0, 1):
            top = self.ground + self.held.half[kind][at, column]
            stands |= half_level_blocks(top, self.higher, self.lower, self.near, self.behind)
        return stands

    def _hexsides(self) -> Array:
        """Which pairs something on a hexside blocks."""
        blocked = np.zeros(len(self.slope), bool)
        edges = self.grid.edges
        pair, levels, ground = edges.pair, edges.levels, edges.ground
        from_one, from_two, own = edges.from_one, edges.from_two, edges.own
        falling = self.pair_ends[2][pair]
        far, near = np.where(falling, from_one, from_two), np.where(falling, from_two, from_one)
        higher = np.where(self.slope[pair], ground, self.pair_ends[0][pair])
        lower = np.where(self.slope[pair], ground, self.pair_ends[1][pair])
        stands = obstacle_blocks(levels, ground, higher, lower, far, near + BEHIND_HEXSIDE)
        stands |= (levels == 0) & half_level_hexside_blocks(ground, higher, lower)
        between = levels > 0
        if breaches := self.field.state.breaches:
            gone = [self.grid.board.hexside(*at) for at in breaches]
            whole = ~np.isin(edges.at, gone)
            stands, between = stands & whole, between & whole
        met = np.where(own, between, stands)
        self.note(pair, edges.at // SIDES, from_one, met, _HEXSIDE)
        blocked[pair[met]] = True
        return blocked

    def hindrance(self) -> Array:
        """The LOS Hindrance of every pair."""
        touches, held, at = self.touches, self.held, self.at
        level = feature_hinders(self.ground, self.higher, self.lower, self.near)
        plain = np.where(level, held.drm["plain"][at], 0)
        both = self._both(plain > 0) & self.along
        total = np.where((touches.contact == INTERIOR) | both, plain, 0)
        total = total + np.where(level, held.drm["inherent"][at], 0)
        if held.sunk.any():
            low = feature_hinders(self.ground - 1, self.higher, self.lower, self.near)
            total = total + np.where(low, held.sunk[at], 0)
        if held.bare.any():
            bare = feature_hinders(self.ground, self.higher, self.lower, self.near, bare=True)
            total = total + np.where(bare, held.bare[at], 0)
        if held.smoke:
            ends = (self.ground, self.higher, self.lower, self.far, self.near)
            smoke = sum(
                np.where(smoke_hinders(levels, *ends), drm[touches.hex], 0)
                for levels, drm in held.smoke.items()
            )
            total = total + np.minimum(smoke, SMOKE_LIMIT)
        if self.art is not None:
            result = self.art.with_hexes(total)
        elif len(touches.group):
            # Hexes at one range count once: the largest (A6.7).
            largest = np.maximum.reduceat(total, touches.group)
            result = np.bincount(
                touches.pair[touches.group], weights=largest, minlength=len(self.slope)
            ).astype(np.int64)
        else:
            result = np.zeros(len(self.slope), np.int64)
        return result + self._at_ends() + self._ffes()

    def _at_ends(self) -> Array:
        """SMOKE in the hexes of both ends, and +1 out of it (A24.2, A24.8)."""
        every = sum(self.held.smoke.values(), np.zeros(self.held.count, np.int16))
        puffs = np.minimum(every, SMOKE_LIMIT)
        firing = puffs[self.grid.one]
        out = np.where(firing > 0, OUT_OF_SMOKE, 0)
        target = np.where(self.grid.length > 0, puffs[self.grid.two], 0)
        result: Array = firing + out + target
        return result

    def _ffes(self) -> Array:
        """Every FFE once (191.8)."""
        total = np.zeros(len(self.slope), np.int64)
        ends = (self.ground, self.higher, self.lower, self.far, self.near)
        if not self.field.ffes:
            return total
        inside_hex = self.touches.contact == INTERIOR
        high = ffe_hinders(self.field.state.setting, *ends, inside=inside_hex)
        for ffe, hexes in self.field.ffes.values():
            inside = np.zeros(len(self.board.index) + 1, bool)
            inside[[self.board.index[name] for name in hexes]] = True
            met = self.touches.pair[inside[self.touches.hex] & high]
            hindered = np.bincount(met, minlength=len(total)) > 0
            hindered |= inside[self.grid.one] | inside[self.grid.two]
            total += np.where(hindered, ffe.hindrance, 0)
        return total
