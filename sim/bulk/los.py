"""Many LOS at once: the geometry of many pairs worked out once, then arrays for every state.

No rule is written here: the questions are those of `sim.chapter_a.obstacles`, asked of arrays. This
module only gathers what they are asked of. Needs NumPy (the extra ``bulk``). What is rare is left
to `sim.chapter_a.los`: LOS within one building, and past what does not fill its hex.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, TypeAlias

import attrs
import numpy as np

from sim.bulk.art import ArtTouches, lay_art, pass_drawn_depressions, touched_art
from sim.bulk.grid import SIDES, Array, Edges, GridMap, Touches, among, lay, lengths
from sim.chapter_191.ffe_los_hindrance import ffe_hinders
from sim.chapter_a import obstacles
from sim.chapter_a.blocking import BEHIND_HEXSIDE, reaches_in
from sim.chapter_a.hindering import OUT_OF_SMOKE, SMOKE_LIMIT, sees_hull
from sim.chapter_a.los import Location, trace
from sim.chapter_b.depressions import sunken_of
from sim.chapter_b.hindrance import BLOCKING_DRM, bridge_hinders, feature_hinders, smoke_hinders
from sim.chapter_f.hillock import near_hillocks, still_blocking
from sim.los.drawn import picture_of
from sim.los.features import Field, field_of
from sim.los.line import ALONG, INTERIOR, VERTEX, line_to, offset
from sim.map.hexes import HEXSIDES
from sim.map.terrain import Feature
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting, State

KINDS: Final = ("plain", "inherent")
NO_HALF: Final = -99
"""The top of a half level where none stands."""


class Contents:
    """What the hexes of a state hold, by hex; a number that is no hex's holds nothing.

    For features that are Inherent and for those that are not, each hex has the most levels of its
    obstacles and tall terrain, its half levels, and the sum of its Hindrances: the most levels
    block whatever fewer would block. SMOKE has the sum of its Hindrances for each number of levels
    that it rises, and each elevation from which it does.
    """

    def __init__(self, field: Field, index: dict[str, int]) -> None:
        self.count = count = len(index) + 1
        self.levels = {kind: np.zeros(count, np.int16) for kind in KINDS}
        self.tall = {kind: np.zeros(count, np.int16) for kind in KINDS}
        self.half = {kind: np.full((count, 2), NO_HALF, np.int16) for kind in KINDS}
        self.drm = {kind: np.zeros(count, np.int16) for kind in KINDS}
        self.bare = np.zeros(count, np.int16)
        self.low_drm = {kind: np.zeros(count, np.int16) for kind in KINDS}
        self.sunk = np.zeros(count, np.int16)
        self.hillock, self.other_half = np.zeros((2, count), bool)
        self.spanning = np.zeros(count, np.int16)
        self.hulls = np.zeros(count, np.int16)
        self.smoke: dict[tuple[int, int], Array] = {}
        for name, features in field.features.items():
            for feature in features:
                self._add(index[name], feature)
        for name, puffs in field.puffs.items():
            for puff in puffs:
                rise = puff.levels, puff.floor
                array = self.smoke.setdefault(rise, np.zeros(count, np.int16))
                array[index[name]] += puff.drm

    @cached_property
    def rises(self) -> dict[str, Array]:
        """Which hexes have an obstacle of a kind."""
        return {
            kind: (self.levels[kind] > 0)
            | (self.tall[kind] > 0)
            | (self.half[kind] > NO_HALF).any(axis=1)
            for kind in KINDS
        }

    def _add(self, n: int, feature: Feature) -> None:
        kind = KINDS[feature.inherent]
        self.levels[kind][n] = max(self.levels[kind][n], feature.obstacle)
        self.tall[kind][n] = max(self.tall[kind][n], feature.tall)
        if feature.half:
            self.half[kind][n, min(feature.obstacle, 1)] = feature.obstacle - feature.sunk
            (self.hillock if feature.name == TerrainKind.HILLOCK else self.other_half)[n] = True
        if feature.hull:
            self.hulls[n] += feature.hindrance
            self.sunk[n] += feature.sunk
        elif feature.bare:
            self.bare[n] += feature.hindrance
        elif feature.spans:
            self.spanning[n] += feature.hindrance
        else:
            (self.low_drm if feature.sunk else self.drm)[kind][n] += feature.hindrance


@attrs.frozen(eq=False)
class PairEnds:
    """The ends of all pairs."""

    length: Array
    higher: Array
    lower: Array
    falling: Array
    """Whether the firer is the higher end, or as high."""
    slope: Array
    from_below: Array
    """Whether the lower end is IN a Depression."""
    behind: bool
    """The ruling A6.21-behind."""


_Heights: TypeAlias = tuple[Array, Array, Array, Array, Array]
"""Ground in the way, the higher and the lower end, and how far it lies from each of them."""


def _over(ends: PairEnds, pair: Array, ground: Array, from_one: Array, from_two: Array) -> _Heights:
    slope, falling = ends.slope[pair], ends.falling[pair]
    higher = np.where(slope, ground, ends.higher[pair])
    lower = np.where(slope, ground, ends.lower[pair])
    far, near = np.where(falling, from_one, from_two), np.where(falling, from_two, from_one)
    return ground, higher, lower, far, near


def _stands(held: Contents, kind: str, at: Array, over: _Heights, behind: bool) -> Array:
    stands = np.zeros(len(at), bool)
    some = np.flatnonzero(held.rises[kind][at])
    at = at[some]
    ground, higher, lower, far, near = (each[some] for each in over)
    levels, tall = held.levels[kind][at], held.tall[kind][at]
    # Tall terrain is an obstacle to LOS between different levels (B14.2).
    levels = np.where(higher != lower, np.maximum(levels, tall), levels)
    found = obstacles.obstacle_blocks(levels, ground, higher, lower, far, near)
    for column in (0, 1):
        top = ground + held.half[kind][at, column]
        found |= obstacles.half_level_blocks(top, higher, lower, near, behind)
    stands[some] = found
    return stands


def _low(held: Contents, kind: str, at: Array, over: tuple[Array, ...]) -> tuple[Array, Array]:
    """Where half a level stands at the one level of both ends (F6.4), and where more stands."""
    ground, higher, *_ = over
    tops = ground[:, None] + held.half[kind][at]
    more = obstacles.obstacle_blocks(held.levels[kind][at], *over)
    return (tops == higher[:, None]).any(axis=1), more | (tops > higher[:, None]).any(axis=1)


class DrawnWork:
    """What the art that the LOS of all pairs touch does in one state."""

    def __init__(
        self, board: GridMap, touches: Touches, art: ArtTouches, ends: PairEnds, field: Field
    ) -> None:
        """Work out how high the ends of every LOS are over the art that it touches."""
        self.board, self.touches, self.art, self.ends = board, touches, art, ends
        names = {str(n): features for n, features in enumerate(field.drawn)}
        index = {name: n for n, name in enumerate(names)}
        self.held = Contents(attrs.evolve(field, features=names, puffs={}), index)
        to_target = ends.length[art.pair] - art.range
        self.over = _over(ends, art.pair, art.level, art.range, to_target)
        self.sloping = ends.slope[art.pair]

    def blocked(self) -> tuple[Array, Array]:
        """Where ground or obstacles block as they are drawn, and where it is the ground."""
        held, art, over = self.held, self.art, self.over
        crest = obstacles.crest_line_blocks(art.rim, *over[1:], self._cliffs())
        below = self.ends.from_below[art.pair]
        level = self.board.ground[art.hex] - (below & self.board.depressed[art.hex])
        own = obstacles.own_crest_line(art.level, level, *over[1:4])
        ground = crest & ~self.sloping & ~own & ~(art.deck | art.overhead & below)
        behind = self.ends.behind
        stands = (_stands(held, kind, art.art, over, behind) for kind in KINDS)
        return np.logical_or.reduce((ground, *stands)), ground

    def low(self, some: Array) -> tuple[Array, Array]:
        """Where half a level stands at the level of both ends, and where more does."""
        over = tuple(each[some] for each in self.over)
        low, more = zip(
            *(_low(self.held, kind, self.art.art[some], over) for kind in KINDS), strict=True
        )
        return np.logical_or(*low), np.logical_or(*more)

    def _cliffs(self) -> Array:
        """Where the LOS leaves the hex toward the lower end across a cliff."""
        touches, nowhere = self.touches, np.int64(self.board.nowhere + 1)
        falling = self.ends.falling[touches.pair]
        down = np.where(falling, touches.down, touches.back) & (touches.contact == INTERIOR)
        if not down.any():
            return np.zeros(len(self.art.pair), bool)
        over = np.sort(touches.pair[down].astype(np.int64) * nowhere + touches.hex[down])
        return among(over, self.art.pair.astype(np.int64) * nowhere + self.art.hex)

    def with_hexes(self, whole: Array) -> Array:
        """The Hindrance of each pair: that of its art, and that of whole hexes given.

        Art of one kind counts once in a hex, hexes at one range count once: the largest (A6.7).
        """
        art, held = self.art, self.held
        ground, higher, lower, _, near = self.over
        level = feature_hinders(ground, higher, lower, near)
        drm = np.where(level, held.drm["plain"][art.art], 0)
        below = level | bridge_hinders(*self.over)
        drm = drm + np.where(below, held.spanning[art.art], 0)
        fills = np.where(level, held.drm["inherent"][art.art], 0)
        if held.bare.any():
            bare = feature_hinders(ground, higher, lower, near, bare=True)
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
    at = np.flatnonzero(columns[-1])
    return tuple(column[at].astype(np.int64) for column in columns)


def _begins(*columns: Array) -> Array:
    new = np.zeros(len(columns[0]), bool)
    new[:1] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(new)


@attrs.frozen(eq=False)
class BulkLos:
    """What there is to say of every pair of a grid, in its order."""

    blocked: Array
    """Whether anything but Hindrances blocks its LOS."""
    hindrance: Array
    """Total DRM of its LOS Hindrances; where the LOS is blocked it means nothing."""
    grid: "LosGrid"
    causes: "Sequence[_Cause]"
    """What blocks LOS: pairs, ranges and hexes, which of them it is, and what."""

    @property
    def stopped(self) -> Array:
        """Whether a LOS is blocked, by Hindrances too (B.10)."""
        result: Array = self.blocked | (self.hindrance >= BLOCKING_DRM)
        return result

    def nearest(self) -> tuple[Array, Array]:
        """What first blocks each LOS: its hex, and its number in `CAUSES`; -1 and 0 if nothing."""
        blocked = self.blocked
        at, what = np.full(len(blocked), -1), np.zeros(len(blocked), int)
        what[blocked], at[blocked] = _BUILDING, self.grid.two[blocked]
        if self.causes:
            pair, range_, hexes, kind = (
                np.concatenate(each)
                for each in zip(*(_met(*cause) for cause in self.causes), strict=True)
            )
            order = np.lexsort((hexes, range_, pair))[::-1]  # the nearest is written last
            at[pair[order]], what[pair[order]] = hexes[order], kind[order]
            at[~blocked], what[~blocked] = -1, 0
        return at, what

    def decided_by(self) -> list[str]:
        """What blocks each LOS, and in which hex; empty where nothing does."""
        names = [*self.grid.board.index, ""]
        stopped = self.stopped.tolist()
        at, what = (each.tolist() for each in self.nearest())
        return [
            "" if not blocked else f"{CAUSES[cause]} {names[n]}" if n >= 0 else "Hindrances (B.10)"
            for blocked, cause, n in zip(stopped, what, at, strict=True)
        ]


_Cause: TypeAlias = tuple[Array, Array, Array, Array, Array | int]
"""Pairs, ranges and hexes, which of them something blocks, and what that is."""


def _met(pair: Array, range_: Array, hexes: Array, met: Array, what: Array | int) -> list[Array]:
    """A cause, of those alone that it blocks."""
    return [each[met] for each in (pair, range_, hexes, np.broadcast_to(what, met.shape))]


CAUSES: Final = ("", "obstacle", "ground", "hexside", "Depression", "building")
"""What can block a LOS, but for Hindrances."""
_OBSTACLE, _GROUND, _HEXSIDE, _DEPRESSION, _BUILDING = range(1, 6)


class LosGrid:
    """The geometry of many pairs of hexes of a setting, all on their ground, or IN Depressions."""

    def __init__(self, setting: Setting, pairs: Iterable[tuple[str, str]]) -> None:
        self.setting = setting
        self.pairs = tuple(pairs)
        self.board = GridMap(setting)
        index = self.board.index
        self.one = np.array([index[one] for one, _ in self.pairs], np.int32)
        self.two = np.array([index[two] for _, two in self.pairs], np.int32)
        ways = self.board.places[self.two] - self.board.places[self.one]
        self.length = lengths(ways).astype(np.int16)
        self.touches, self.edges, self.passed = lay(self.board, self.one, self.two, ways)
        self.picture = picture_of(setting)
        self.art: ArtTouches | None = None
        if self.picture is not None:
            of = setting, self.picture, self.board
            met = touched_art(*of, self.one, self.two)
            ends = self.board, self.one, self.two, met
            self.art, self.edges = lay_art(setting, self.picture, *ends, self.touches, self.edges)
            drawn = np.sort(self.keys(self.art.pair, self.art.hex))
            bare = ~among(drawn, self.keys(self.touches.pair, self.touches.hex))
            self.bare = bare & (self.touches.hex < self.board.nowhere)
            both = (self.one, self.two), (self.two, self.one)
            self.drawn_passed = tuple(pass_drawn_depressions(*of, *each) for each in both)
        self.apart = self._within_buildings()
        self.inward = self._through_buildings()

    @cached_property
    def _passing(self) -> "_Passing":
        return _Passing(self)

    @cached_property
    def _steps(self) -> tuple[int, ...]:
        """The pairs of adjacent hexes of one building on grounds of two levels (A6.8)."""
        rise = self._passing.rise
        return tuple(n for n in self.apart if self.length[n] == 1 and rise[n])

    @cached_property
    def _near_hillocks(self) -> Array:
        """The pairs of one level with an end on a hillock or beside one (F6.4)."""
        near = np.zeros(len(self.board.index) + 1, bool)
        near[[self.board.index[name] for name in near_hillocks(self.setting)]] = True
        return np.flatnonzero((near[self.one] | near[self.two]) & (self._passing.rise == 0))

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

    def _through_buildings(self) -> Array:
        """The pairs whose LOS comes to an end across hexsides of its own building (B23.25)."""
        area, index = self.setting.area, self.board.index
        called = {name: spec.building or name for name, spec in area.buildings.items()}
        shared = {
            name: {s for s in HEXSIDES if called.get(area.across(name, s) or "") == building}
            for name, building in called.items()
        }
        near = np.zeros(len(index) + 1, bool)
        near[[index[name] for name, sides in shared.items() if sides]] = True
        found = []
        for n in np.flatnonzero(near[self.one] | near[self.two]).tolist():
            one, two = self.pairs[n]
            line = line_to(*offset(area.place(one), area.place(two)))
            if shared.get(one, set()).issuperset(line.leaves) or shared.get(two, set()).issuperset(
                line.enters
            ):
                found.append(n)
        return np.array(found, np.int64)

    def trace(self, state: State) -> BulkLos:
        """The LOS of every pair in a state of the setting."""
        field = field_of(state)
        work = _Work(self, self._passing, field)
        blocked, hindrance = work.blocked(), work.hindrance()
        odd = work.seen_over(blocked, self._near_hillocks[blocked[self._near_hillocks]])
        dusty = field.ffes or any(puff.dust for puffs in field.puffs.values() for puff in puffs)
        within = self.apart if dusty else self._steps
        inward = self.inward[~blocked[self.inward]].tolist()
        for n in {*within, *inward, *odd, *self._one_by_one(field)}:
            one, two = (Location(name) for name in self.pairs[n])
            blocked[n], hindrance[n] = _ground_trace(field, one, two)
        return BulkLos(blocked, hindrance, self, work.causes)

    def sees(self, field: Field, ends: Array, hexes: Array) -> Array:
        """Whether each end sees an AFV or wreck in its hex (D9.4)."""
        codes, at = np.unique(self.keys(ends, hexes), return_inverse=True)
        names, size, low = [*self.board.index], self.board.nowhere + 1, sunken_of(self.setting)
        ways = ((names[code // size], names[code % size]) for code in codes.tolist())
        seen = [
            sees_hull(field, *(Location(each, -(each in low)) for each in ends)) for ends in ways
        ]
        result: Array = np.array(seen, bool)[at]
        return result

    def _one_by_one(self, field: Field) -> tuple[int, ...]:
        """The pairs whose LOS touches what does not fill its hex (B.1, B6.2, D9.4, B23.71)."""
        odd = set(field.partial)
        if self.picture is None:
            odd |= {name for name, _ in self.setting.area.spills}
        barred = frozenset[str]() if self.picture is None else self.picture.barred
        if not odd and not barred:
            return ()
        inside, barring = (np.zeros(len(self.board.index) + 1, bool) for _ in range(2))
        inside[[self.board.index[name] for name in odd]] = True
        barring[[self.board.index[name] for name in barred]] = True
        ends = np.flatnonzero(barring[self.one] | barring[self.two])
        return tuple({*self.touches.pair[inside[self.touches.hex]].tolist(), *ends.tolist()})


def _ground_trace(field: Field, one: Location, two: Location) -> tuple[bool, int]:
    """Whether a LOS between two hexes is blocked, and its Hindrance."""
    low = sunken_of(field.state.setting)
    ends = (Location(end.hex, -int(end.hex in low)) for end in (one, two))
    report = trace(field, *ends)
    return report.blocked, report.hindrance


class _Passing:
    """How high the LOS of all pairs of a grid pass what they touch: whatever no state changes."""

    def __init__(self, grid: LosGrid) -> None:
        board, touches = grid.board, grid.touches
        self.behind = grid.setting.rules_that("A6.21-behind", "hides")
        self.inside = touches.contact == INTERIOR
        self.along = touches.contact == ALONG
        self.in_one, self.in_two = board.sunken[grid.one], board.sunken[grid.two]
        one = board.ground[grid.one] - self.in_one
        two = board.ground[grid.two] - self.in_two
        self.rise = two - one
        falling = one >= two
        self.ends = PairEnds(
            grid.length,
            np.maximum(one, two),
            np.minimum(one, two),
            falling,
            _slopes(grid, one, two) & ~self.in_one & ~self.in_two,
            (self.in_one & (one <= two)) | (self.in_two & (two <= one)),
            self.behind,
        )
        ground = board.ground[touches.hex]
        to_target = grid.length[touches.pair] - touches.range
        self.over = _over(self.ends, touches.pair, ground, touches.range, to_target)
        _, higher, lower, _, near = self.over
        self.level = feature_hinders(ground, higher, lower, near)
        if grid.art is None:
            down = falling[touches.pair]
            cliff = np.where(down, touches.down, touches.back) & self.inside
            crest = obstacles.crest_line_blocks(*self.over, cliff)
            self.crest = crest & ~self.ends.slope[touches.pair] & ~touches.below
        else:
            self.crest = np.zeros(len(ground), bool)
        self.hexsides = self._hexsides(grid.edges)
        self.depressions = self._depressions(grid)

    def _hexsides(self, edges: Edges) -> Array:
        """Where something on a hexside blocks, as long as it is not breached."""
        levels, from_both = edges.levels, (edges.from_one, edges.from_two)
        ground, higher, lower, far, near = _over(self.ends, edges.pair, edges.ground, *from_both)
        stands = obstacles.obstacle_blocks(
            levels, ground, higher, lower, far, near + BEHIND_HEXSIDE
        )
        at_ends = self.ends.higher[edges.pair], self.ends.lower[edges.pair]
        stands |= (levels == 0) & obstacles.half_level_hexside_blocks(ground, *at_ends)
        result: Array = np.where(edges.own, levels > 0, stands)
        return result

    def _depressions(self, grid: LosGrid) -> tuple[Array, Array]:
        """Which pairs do not reach the end IN a Depression of each side (A6.3)."""
        passed, length = grid.passed, grid.length
        joined = passed.joined & self.in_one & self.in_two
        if grid.art is None:
            reached_one = reaches_in(length, self.rise, passed.from_one, joined=joined)
            reached_two = reaches_in(length, -self.rise, passed.from_two, joined=joined)
        else:
            beside = joined & (length == 1)
            reached_one, reached_two = (
                reaches_in(length, rise, each.far, joined=each.joined | beside)
                & ~(each.crest & (rise <= 0))
                for each, rise in zip(grid.drawn_passed, (self.rise, -self.rise), strict=True)
            )
        return self.in_one & ~reached_one, self.in_two & ~reached_two


def _slopes(grid: LosGrid, one: Array, two: Array) -> Array:
    """Which pairs are Continuous Slopes (B.5)."""
    touches = grid.touches
    slope: Array = (np.abs(one - two) == grid.length) & ~grid.passed.cliff
    if slope.any():
        step = np.sign(two - one).astype(np.int16)
        wanted = one[touches.pair] + step[touches.pair] * touches.range
        inside = (touches.contact != VERTEX) & (touches.hex < grid.board.nowhere)
        wrong = inside & (grid.board.ground[touches.hex] != wanted)
        slope &= np.bincount(touches.pair[wrong], minlength=len(slope)) == 0
    return slope


class _Work:
    """The LOS of all pairs of a grid in one state."""

    def __init__(self, grid: LosGrid, passing: _Passing, field: Field) -> None:
        self.grid, self.passing, self.field = grid, passing, field
        self.causes: list[_Cause] = []
        self.held, self.at = self._contents(grid, field)
        self.art = None
        if grid.art is not None:
            self.art = DrawnWork(grid.board, grid.touches, grid.art, passing.ends, field)

    def _contents(self, grid: LosGrid, field: Field) -> tuple[Contents, Array]:
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

    def _both(self, here: Array) -> Array:
        """What is so of a touched hex and of the other hex beside the same hexside."""
        partner = self.grid.touches.partner
        result: Array = here & here[partner] & (partner >= 0) & self.passing.along
        return result

    def blocked(self) -> Array:
        touches, ground = self.grid.touches, self.passing.crest
        blocked = np.zeros(len(self.grid.pairs), bool)
        over, behind = self.passing.over, self.passing.behind
        plain = ground | _stands(self.held, "plain", self.at, over, behind)
        # What counts where it is touched: see `sim.chapter_b.symbology.counts`.
        self.plain = met = (plain & self.passing.inside) | self._both(plain)
        met = met | _stands(self.held, "inherent", self.at, over, behind)
        what = np.where(ground, _GROUND, _OBSTACLE)
        self._note(blocked, touches.pair, touches.range, touches.hex, met, what)
        if self.art is not None:
            art = self.art.art
            met, ground = self.art.blocked()
            self.ground = ground
            what = np.where(ground, _GROUND, _OBSTACLE)
            self._note(blocked, art.pair, art.range, art.hex, met, what)
        edges, met = self.grid.edges, self.passing.hexsides
        if breaches := self.field.state.breaches:
            met = met & ~np.isin(edges.at, [self.grid.board.hexside(*at) for at in breaches])
        self.sides = met
        self._note(blocked, edges.pair, edges.from_one, edges.at // SIDES, met, _HEXSIDE)
        pairs, (met_one, met_two) = np.arange(len(blocked)), self.passing.depressions
        ends = np.where(met_one, self.grid.one, self.grid.two)
        range_ = np.where(ends == self.grid.one, 0, self.grid.length)
        self._note(blocked, pairs, range_, ends, met_one | met_two, _DEPRESSION)
        return blocked

    def seen_over(self, blocked: Array, pairs: Array) -> list[int]:
        """Take it from pairs that they are blocked where all is seen over from hillocks (F6.4).

        Returns the pairs that are to be judged one at a time.
        """
        if not len(pairs):
            return []
        grid, touches, edges = self.grid, self.grid.touches, self.grid.edges
        near, hard, odd = np.zeros((3, len(blocked)), bool)
        near[pairs] = True
        level, names = self.passing.ends.higher, [*grid.board.index]
        some = np.flatnonzero(near[touches.pair])
        at, over = self.at[some], tuple(each[some] for each in self.passing.over)
        odd[touches.pair[some[_low(self.held, "plain", at, over)[0]]]] = True
        hard[touches.pair[self.plain]] = True
        low, more = _low(self.held, "inherent", at, over)
        hard[touches.pair[some[more]]] = True
        hexes: list[tuple[Touches | ArtTouches, Array, Contents, Array]] = [
            (touches, some[low], self.held, at[low])
        ]
        if self.art is not None:
            art = self.art.art
            some = np.flatnonzero(near[art.pair])
            low, more = self.art.low(some)
            hard[art.pair[some[more]]] = hard[art.pair[self.ground]] = True
            hexes.append((art, some[low], self.art.held, art.art[some[low]]))
        some = np.flatnonzero(near[edges.pair] & self.sides)
        low = ~edges.own[some] & (edges.levels[some] == 0)
        low &= edges.ground[some] == level[edges.pair[some]]
        hard[edges.pair[some[~low]]] = True
        hard |= np.logical_or(*self.passing.depressions)
        for touched, met, held, of in hexes:
            odd[touched.pair[met[held.hillock[of] & held.other_half[of]]]] = True
        near &= ~hard & ~odd
        met = some[low & near[edges.pair[some]]]
        sides = edges.pair[met].tolist(), edges.from_one[met].tolist()
        things = [(pair, at_range, "hexside", -1) for pair, at_range in zip(*sides, strict=True)]
        for touched, met, held, of in hexes:
            left = near[touched.pair[met]]
            some, raised = met[left], held.hillock[of[left]].tolist()
            columns = (each[some].tolist() for each in (touched.pair, touched.range, touched.hex))
            for pair, at_range, n, hillock in zip(*columns, raised, strict=True):
                things.append((pair, at_range, TerrainKind.HILLOCK if hillock else "hex", n))
        found: dict[int, list[tuple[str, str]]] = {}
        for pair, at_range, sort, n in sorted(things):
            where = names[n] if sort == TerrainKind.HILLOCK else str(at_range)
            found.setdefault(pair, []).append((sort, where))
        out = (touches.range == 1) | (touches.range == grid.length[touches.pair] - 1)
        some = np.flatnonzero(near[touches.pair] & out & (touches.contact != VERTEX))
        beside: dict[int, list[str]] = {}
        for pair, n in zip(touches.pair[some].tolist(), touches.hex[some].tolist(), strict=True):
            if n < grid.board.nowhere:
                beside.setdefault(pair, []).append(names[n])
        sunken = self.passing.in_one, self.passing.in_two
        for pair, low_things in found.items():
            both = zip(sunken, grid.pairs[pair], strict=True)
            ends = [None if beneath[pair] else name for beneath, name in both]
            of_pair = ends, beside.get(pair, ()), low_things
            blocked[pair] = any(still_blocking(grid.setting, *of_pair))
        return np.flatnonzero(odd).tolist()

    def _note(
        self,
        blocked: Array,
        pair: Array,
        range_: Array,
        hexes: Array,
        met: Array,
        what: Array | int,
    ) -> None:
        if met.any():
            blocked[pair[met]] = True
            self.causes.append((pair, range_, hexes, met, what))

    def hindrance(self) -> Array:
        touches, held, at, passing = self.grid.touches, self.held, self.at, self.passing
        ground, higher, lower, _, near = passing.over
        plain, filling = (np.where(passing.level, held.drm[kind][at], 0) for kind in KINDS)
        if any(low.any() for low in held.low_drm.values()):
            below = feature_hinders(ground - 1, higher, lower, near)
            plain += np.where(below, held.low_drm["plain"][at], 0)
            filling += np.where(below, held.low_drm["inherent"][at], 0)
        total = np.where(passing.inside | self._both(plain > 0), plain, 0) + filling
        if held.hulls.any():
            total += self._hulls()
        if held.bare.any():
            bare = feature_hinders(ground, higher, lower, near, bare=True)
            total += np.where(bare, held.bare[at], 0)
        total += np.minimum(self._smoke(), SMOKE_LIMIT)
        result = np.zeros(len(self.grid.pairs), np.int64)
        if self.art is not None:
            result = self.art.with_hexes(total)
        elif len(touches.group):
            # Hexes at one range count once: the largest (A6.7).
            largest = np.maximum.reduceat(total, touches.group)
            some = np.flatnonzero(largest)
            np.add.at(result, touches.pair[touches.group[some]], largest[some])
        return result + self._at_ends() + self._ffes()

    def _hulls(self) -> Array:
        """The AFV and wrecks of each touched hex, where both ends see them (D9.4)."""
        grid, held, touches = self.grid, self.held, self.grid.touches
        ground, higher, lower, _, near = self.passing.over
        stands = ground - (held.sunk[self.at] > 0)
        met = (held.hulls[self.at] > 0) & feature_hinders(stands, higher, lower, near)
        some = np.flatnonzero(met)
        pair, hexes = touches.pair[some], touches.hex[some]
        for ends in (grid.one[pair], grid.two[pair]):
            seen = grid.sees(self.field, ends, hexes)
            met[some] &= seen
        return np.where(met, held.hulls[self.at], 0)

    def _smoke(self) -> Array:
        hexes, higher = self.grid.touches.hex, self.passing.ends.higher[self.grid.touches.pair]
        total = np.zeros(len(hexes), np.int16)
        for (levels, floor), drm in self.held.smoke.items():
            some = np.flatnonzero((drm[hexes] > 0) & (higher >= floor))
            met = some[smoke_hinders(levels, *(each[some] for each in self.passing.over))]
            total[met] += drm[hexes[met]]
        return total

    def _at_ends(self) -> Array:
        """SMOKE in the hexes of both ends, and +1 out of it (A24.2, A24.8)."""
        grid, ends = self.grid, self.passing.ends
        here = np.where(ends.falling, ends.higher, ends.lower)
        firing, out, target = (np.zeros(len(grid.pairs), np.int16) for _ in range(3))
        for (_, floor), drm in self.held.smoke.items():
            met = ends.higher >= floor
            firing += np.where(met, drm[grid.one], 0)
            out |= (here >= floor) & (drm[grid.one] > 0)
            target += np.where(met & (grid.length > 0), drm[grid.two], 0)
        firing, target = (np.minimum(each, SMOKE_LIMIT) for each in (firing, target))
        result: Array = firing + out * OUT_OF_SMOKE + target
        return result

    def _ffes(self) -> Array:
        """Every FFE once (191.8)."""
        grid, passing = self.grid, self.passing
        total = np.zeros(len(grid.pairs), np.int64)
        for ffe, hexes in self.field.ffes.values():
            inside = np.zeros(grid.board.nowhere + 1, bool)
            inside[[grid.board.index[name] for name in hexes]] = True
            some = np.flatnonzero(inside[grid.touches.hex])
            over = (each[some] for each in passing.over)
            high = ffe_hinders(grid.setting, *over, inside=passing.inside[some])
            hindered = inside[grid.one] | inside[grid.two]
            hindered[grid.touches.pair[some[high]]] = True
            total += np.where(hindered, ffe.hindrance, 0)
        return total
