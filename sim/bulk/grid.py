"""The geometry of many LOS at once, as arrays: what each of them touches; needs NumPy."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from events.terms import HexsideKind
from sim.chapter_a.blocking import HEXSIDE_FEATURES
from sim.chapter_a.obstacles import looks_past
from sim.chapter_b.depressions import depressions_of, sunken_of
from sim.los.line import ACROSS, INTERIOR, Axial, Line, axial, line_to
from sim.machine.dice import DICE_A_WORD
from sim.state import Setting

# Dice of many games at once, with NumPy (the ``bulk`` extra): the same dice as one at a time.


def outcomes_of_words(raw: "NDArray[np.uint64]") -> "NDArray[np.uint16]":
    """The outcome of each of these words, as one number from 0 to 1295.

    Its base-6 digits, highest first, are the four dice, each less one.
    """
    upper = (raw >> np.uint64(11)) * np.uint64(6**DICE_A_WORD)
    return (upper >> np.uint64(53)).astype(np.uint16)


Array = NDArray[Any]


class GridMap:
    """The hexes of a setting by number; the last number is off the playing area."""

    def __init__(self, setting: Setting) -> None:
        area = self._area = setting.area
        self.index = {name: n for n, name in enumerate(area.record)}
        self.nowhere = len(self.index)
        self.ground = np.array([*(r.level for r in area.record.values()), OFF], np.int16)
        self.places = np.array([axial(area.place(name)) for name in self.index], np.int32)
        low, high = self.places.min(axis=0), self.places.max(axis=0)
        self._low = low - MARGIN
        self._table = np.full(tuple(high - low + 2 * MARGIN + 1), self.nowhere, np.int32)
        self._table[tuple((self.places - self._low).T)] = np.arange(self.nowhere)
        depressions = depressions_of(setting)
        self._banks = self._parted_at(pair for pair in area.banks if len(pair) == 2)
        self._cliffs = self._parted_at(
            (name, other)
            for (name, side), kind in area.hexsides.items()
            if kind is HexsideKind.CLIFF and (other := area.across(name, side)) is not None
        )
        low = sunken_of(setting)
        self.sunken = np.array([*(name in low for name in self.index), False])
        self.depressed = np.array([*(name in depressions for name in self.index), False])
        self.standing = np.zeros((self.nowhere + 1, SIDES), np.int8)
        for (name, side), kind in area.hexsides.items():
            if area.owned(name, side) == (name, side):
                self.standing[self.index[name], side] = _KIND_CODE[kind]

    def _parted_at(self, pairs: Iterable[Iterable[str]]) -> Array:
        """Pairs of adjacent hexes, each as one number, in order."""
        found = [self._between(*(np.int64(self.index[name]) for name in pair)) for pair in pairs]
        return np.sort(np.array(found, np.int64))

    def at(self, starts: Array, q: int, r: int) -> Array:
        """The hexes at an offset from some hexes."""
        places = self.places[starts] - self._low + (q, r)
        found: Array = self._table[tuple(places.T)]
        return found

    def around(self, starts: Array, offsets: Array) -> Array:
        """The hexes at each offset from some hexes, a row for each offset."""
        here = self.places[starts] - self._low
        ways = offsets.reshape(-1, 2, 1)
        found: Array = self._table[here[:, 0] + ways[:, 0], here[:, 1] + ways[:, 1]]
        return found

    @cached_property
    def _ranges(self) -> Array | None:
        if self.nowhere > MOST_IN_TABLE:
            return None
        table = np.zeros((self.nowhere + 1, self.nowhere + 1), np.int16)
        for n, place in enumerate(self.places):
            table[n, :-1] = lengths(self.places - place)
        return table

    def away(self, one: Array, two: Array) -> Array:
        """Ranges between hexes; off the playing area they mean nothing."""
        if self._ranges is not None:
            found: Array = self._ranges[one, two]
            return found
        here, there = (np.minimum(each, self.nowhere - 1) for each in (one, two))
        return lengths(self.places[there] - self.places[here])

    def _between(self, one: Any, two: Any) -> Any:
        """One number for each two hexes, or arrays of them."""
        low, high = np.minimum(one, two), np.maximum(one, two)
        return low.astype(np.int64) * (self.nowhere + 1) + high

    def parted(self, one: Array, two: Array) -> Array:
        """Which of adjacent hexes have a bank between them (B19.2)."""
        return among(self._banks, self._between(one, two))

    def parted_by_cliff(self, one: Array, two: Array) -> Array:
        """Which of adjacent hexes have a cliff between them."""
        return among(self._cliffs, self._between(one, two))

    def standing_at(self, at: Array) -> "OnHexsides":
        """What stands on some hexsides; -1 levels where nothing does, or a cliff."""
        here, side = at // SIDES, at % SIDES
        kinds = self.standing[here, side]
        levels = np.where((kinds > 0) & (kinds != _CLIFF), _LEVELS[kinds], -1)
        across = self.places[here] + _ACROSS[side]
        beyond: Array = self._table[tuple((across - self._low).T)]
        two = np.where(beyond == self.nowhere, here, beyond)
        return OnHexsides(levels, here, two, across)

    def hexside(self, name: str, side: int) -> int:
        """The number of a hexside."""
        owner, its_own = self._area.owned(name, side)
        return self.index[owner] * SIDES + its_own


def among(known: Array, asked: Array) -> Array:
    """Which numbers are among others, which are in order."""
    if not len(known):
        return np.zeros(asked.shape, bool)
    at = np.minimum(np.searchsorted(known, asked), len(known) - 1)
    found: Array = known[at] == asked
    return found


def equal_rows(keys: Array) -> Iterator[Array]:
    """The places of equal keys, those of one key at a time."""
    order = np.argsort(keys, kind="stable")
    if len(keys):
        yield from np.split(order, np.flatnonzero(np.diff(keys[order])) + 1)


def lengths(ways: Array) -> Array:
    """How far offsets go; the last axis has the two numbers of each."""
    q, r = ways[..., 0], ways[..., 1]
    found: Array = np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r))
    return found


MOST_IN_TABLE: Final = 3000
"""Of no more hexes the ranges between all of them are kept."""

SIDES: Final = 7
"""One more than the highest hexside of a hex; it owns 4 to 6 where no hex lies across them."""

_ACROSS: Final = np.array([(0, 0), *ACROSS.values()], np.int32)
"""The way across each hexside."""

MARGIN: Final = 2
"""How far beyond the playing area a LOS can touch hexes that are not there."""

OFF: Final = -99
"""The level off the playing area, where no ground rises."""

_KIND_CODE: Final = {kind: n + 1 for n, kind in enumerate(HexsideKind)}
_CLIFF: Final = _KIND_CODE[HexsideKind.CLIFF]
_LEVELS: Final = np.array(
    [0, *(HEXSIDE_FEATURES[kind][2] if kind in HEXSIDE_FEATURES else 0 for kind in HexsideKind)]
)


@attrs.frozen(eq=False)
class OnHexsides:
    """What stands on some hexsides, and the hexes beside them; twice the same at an edge."""

    levels: Array
    """Full levels that it rises; -1 where nothing stands."""
    one: Array
    two: Array
    """The hex across it; the same again where there is none."""
    across: Array
    """The place across it, whether a hex is there or not."""


@attrs.frozen(eq=False)
class Touches:
    """The touched hexes of all pairs, pair by pair, and where groups at one range begin."""

    pair: Array
    hex: Array
    range: Array
    contact: Array
    partner: Array
    """The other hex beside the same hexside, by number of its touch; -1 for none."""
    down: Array
    """The LOS leaves it toward the target across a cliff."""
    back: Array
    """The LOS leaves it toward the firer across a cliff."""
    below: Array
    """The LOS passes it IN a Depression."""
    group: Array
    """Where each run of hexes at one range of one pair begins."""


@attrs.frozen(eq=False)
class Edges:
    """What stands on touched hexsides, cliffs apart: one for each pair that touches it."""

    pair: Array
    levels: Array
    """Full levels that it rises."""
    ground: Array
    """The higher of the two grounds."""
    from_one: Array
    """Range from the firer."""
    from_two: Array
    """Range from the target."""
    own: Array
    """It is a hexside of the firer's or the target's own hex, or a hexspine."""
    at: Array
    """Which hexside, as `GridMap.hexside` numbers it."""


@attrs.frozen(eq=False)
class Passed:
    """How far each LOS passes IN the Depression of each end (A6.3), and whether over a cliff."""

    from_one: Array
    from_two: Array
    joined: Array
    cliff: Array


def lay(board: GridMap, one: Array, two: Array, ways: Array) -> tuple[Touches, Edges, Passed]:
    """Lay the line of each offset over all pairs that have it."""
    parts: list[tuple[Array, ...]] = []
    edges: list[tuple[Array, ...]] = []
    none = np.zeros(len(one), np.int16)
    passed = Passed(none, none.copy(), none > 0, none > 0)
    keys = ways[:, 0].astype(np.int64) * 1000 + ways[:, 1]
    count = 0
    for pairs in equal_rows(keys):
        q, r = (int(each) for each in ways[pairs[0]])
        line = line_to(q, r)
        starts = one[pairs]
        grid = board.around(starts, np.array([t.place for t in line.touches], np.int32)).T
        below = _pass_depressions(board, line, grid, (starts, two[pairs]), pairs, passed)
        down, back = np.zeros_like(grid, bool), np.zeros_like(grid, bool)
        if board.standing.any():
            edges += _hexsides(board, line, starts, pairs, (down, back, passed.cliff))
        width = len(line.touches)
        base = count + np.arange(len(pairs))[:, None] * width
        mates = np.array([touch.partner for touch in line.touches], np.int64)
        partner = np.where(mates >= 0, base + mates, -1)
        ranges = np.broadcast_to(np.array([t.range for t in line.touches], np.int16), grid.shape)
        contact = np.broadcast_to(np.array([t.contact for t in line.touches], np.int8), grid.shape)
        pair = np.broadcast_to(pairs[:, None], grid.shape)
        arrays = (pair, grid, ranges, contact, partner, down, back, below)
        parts.append(tuple(each.ravel() for each in arrays))
        count += grid.size
    touches = _joined(parts, 8)
    by_range = touches[0].astype(np.int64) * 4096 + touches[2]
    touches.append(np.flatnonzero(np.diff(by_range, prepend=-1)))
    return Touches(*touches), Edges(*_joined(edges, 7)), passed


def _joined(parts: list[tuple[Array, ...]], columns: int) -> list[Array]:
    if not parts:
        return [np.zeros(0, np.int64) for _ in range(columns)]
    return [np.concatenate(each) for each in zip(*parts, strict=True)]


def _pass_depressions(
    board: GridMap, line: Line, grid: Array, ends: tuple[Array, Array], pairs: Array, passed: Passed
) -> Array:
    """Which touched hexes are passed IN a Depression; also notes how far from each end."""
    below = np.zeros_like(grid, bool)
    one, two = ends
    if not (board.sunken[one] | board.sunken[two]).any():
        return below
    crossed = {frozenset((edge.place, edge.across)) for edge in line.edges if edge.crossed}
    inside = [n for n, touch in enumerate(line.touches) if touch.contact == INTERIOR]
    places = [Axial(0, 0), *(line.touches[n].place for n in inside), line.offset]
    joints = np.array([frozenset(pair) in crossed for pair in pairwise(places)])
    hexes = np.column_stack([one, *(grid[:, n] for n in inside), two])
    joints = joints & ~board.parted(hexes[:, :-1], hexes[:, 1:])
    wet, low = board.depressed[hexes], board.sunken[hexes]
    forward = np.logical_and.accumulate(wet[:, 1:] & joints, axis=1) & low[:, :1]
    backward = np.logical_and.accumulate((wet[:, :-1] & joints)[:, ::-1], axis=1) & low[:, -1:]
    ranges = np.array([line.touches[n].range for n in inside], np.int16)
    if inside:
        passed.from_one[pairs] = (forward[:, :-1] * ranges).max(axis=1)
        passed.from_two[pairs] = (backward[:, :-1] * (line.length - ranges[::-1])).max(axis=1)
    passed.joined[pairs] = forward[:, -1]
    below[:, inside] = forward[:, :-1] | backward[:, :-1][:, ::-1]
    return below


def _hexsides(
    board: GridMap, line: Line, starts: Array, pairs: Array, cliffs: tuple[Array, Array, Array]
) -> list[tuple[Array, ...]]:
    """What stands on the touched hexsides of pairs with one offset; also notes cliffs."""
    if not line.edges:
        return []
    places = np.array([(edge.place, edge.across) for edge in line.edges], np.int32)
    sides = np.array([edge.hexside for edge in line.edges])
    one, two = (board.around(starts, places[:, which]) for which in (0, 1))
    inside, beyond = one < board.nowhere, two < board.nowhere
    at = np.where(inside, one * SIDES + sides[:, None], two * SIDES + sides[:, None] + 3)
    kinds = board.standing.ravel()[np.where(inside | beyond, at, 0)]
    if not kinds.any():
        return []
    _note_cliffs(line, kinds == _CLIFF, pairs, cliffs)
    edge, of = np.nonzero((kinds > 0) & (kinds != _CLIFF))
    there = np.stack([inside[edge, of], beyond[edge, of]])
    low, far = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    beside = np.stack([one[edge, of], two[edge, of]])
    ground = np.where(there, board.ground[beside], low).max(axis=0)
    away = [lengths(places - end) for end in ((0, 0), line.offset)]
    ranges = [np.where(there, each[edge].T, far).min(axis=0) for each in away]
    spine = np.array([bool(line.hexspine(each)) for each in line.edges])
    own = (spine | (away[0].min(axis=1) == 0) | (away[1].min(axis=1) == 0))[edge]
    # along a High Wall one sees as along any wall: nothing bars it between ground levels
    levels = np.where(spine[edge], 0, _LEVELS[kinds[edge, of]])
    past = np.zeros(kinds.shape, bool)
    for number, which in _passed_along(line, list(kinds)).items():
        past[number] = which
    own |= (levels == 0) & past[edge, of]
    return [(pairs[of], levels, ground, *ranges, own, at[edge, of])]


def _note_cliffs(
    line: Line, kinds: Array, pairs: Array, cliffs: tuple[Array, Array, Array]
) -> None:
    """Note which pairs cross cliffs, given for each edge of their line, and where."""
    down, back, crossed = cliffs
    index = {touch.place: n for n, touch in enumerate(line.touches)}
    order = {**index, line.offset: len(index)}
    for number in np.flatnonzero(kinds.any(axis=1)).tolist():
        edge, cliff = line.edges[number], kinds[number]
        if not edge.crossed:
            continue
        near, far = sorted((edge.place, edge.across), key=lambda place: order.get(place, -1))
        crossed[pairs] |= cliff
        for place, flags in ((near, down), (far, back)):
            if place in index:
                flags[:, index[place]] |= cliff


def _passed_along(line: Line, kinds: list[Array]) -> dict[int, Array]:
    """For which pairs each of a line's edges is passed along a wall of an end's hex (B9.2)."""
    walls = [(each > 0) & (each != _CLIFF) for each in kinds]
    past: dict[int, Array] = {}
    for spine, *others in line.spines:
        past_them = looks_past(walls[spine], *(walls[other] for other in others))
        for other in others:
            past[other] = past.get(other, False) | past_them
    return past
