"""The geometry of many LOS at once, as arrays: what each of them touches; needs NumPy."""

from itertools import pairwise
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from events.terms import HexsideKind
from sim.chapter_a.blocking import HEXSIDE_FEATURES
from sim.chapter_a.obstacles import looks_past
from sim.los.features import depressions_of, sunken_of
from sim.los.line import ACROSS, INTERIOR, Axial, Edge, Line, axial, line_to
from sim.state.setting import Setting

__all__ = ["SIDES", "Array", "Edges", "GridMap", "Passed", "Touches", "lay"]

Array = NDArray[Any]


class GridMap:
    """The hexes of a setting by number; the last number is off the playing area."""

    def __init__(self, setting: Setting) -> None:
        area = setting.area
        self.index = {name: n for n, name in enumerate(area.record)}
        self.nowhere = len(self.index)
        self.ground = np.array([*(r.level for r in area.record.values()), 0], np.int16)
        self.places = np.array([axial(area.place(name)) for name in self.index], np.int32)
        low, high = self.places.min(axis=0), self.places.max(axis=0)
        self._low = low - MARGIN
        self._table = np.full(tuple(high - low + 2 * MARGIN + 1), self.nowhere, np.int32)
        self._table[tuple((self.places - self._low).T)] = np.arange(self.nowhere)
        depressions = depressions_of(setting)
        self._banks = np.array(
            [
                self._between(*(self.index[name] for name in pair))
                for pair in area.banks
                if len(pair) == 2
            ],
            np.int64,
        )
        self._cliffs = np.array(
            [
                self._between(self.index[name], self.index[other])
                for (name, side), kind in area.hexsides.items()
                if kind is HexsideKind.CLIFF and (other := area.across(name, side)) is not None
            ],
            np.int64,
        )
        low = sunken_of(setting)
        self.sunken = np.array([*(name in low for name in self.index), False])
        self.depressed = np.array([*(name in depressions for name in self.index), False])
        self.standing = np.zeros((self.nowhere + 1, 4), np.int8)
        for (name, side), kind in area.hexsides.items():
            if side <= 3:
                self.standing[self.index[name], side] = _KIND_CODE[kind]

    @property
    def low_ground(self) -> tuple[Array, ...]:
        """All that matters to a LOS IN Depressions: levels, which hexes are low, and banks."""
        return self.ground, self.sunken, self.depressed, self._banks

    def at(self, starts: Array, q: int, r: int) -> Array:
        """The hexes at an offset from some hexes."""
        places = self.places[starts] - self._low + (q, r)
        found: Array = self._table[tuple(places.T)]
        return found

    def _between(self, one: Any, two: Any) -> Any:
        """One number for each two hexes, or arrays of them."""
        low, high = np.minimum(one, two), np.maximum(one, two)
        return low.astype(np.int64) * (self.nowhere + 1) + high

    def parted(self, one: Array, two: Array) -> Array:
        """Which of adjacent hexes have a bank between them (B19.2)."""
        found: Array = np.isin(self._between(one, two), self._banks)
        return found

    def parted_by_cliff(self, one: Array, two: Array) -> Array:
        """Which of adjacent hexes have a cliff between them."""
        found: Array = np.isin(self._between(one, two), self._cliffs)
        return found

    def standing_at(self, at: Array) -> "OnHexsides":
        """What stands on some hexsides; -1 levels where nothing does, or a cliff."""
        here, side = at // SIDES, at % SIDES
        kinds = self.standing[here, side]
        levels = np.where((kinds > 0) & (kinds != _CLIFF), _LEVELS[kinds], -1)
        beyond = np.full(len(at), self.nowhere)
        for number in (1, 2, 3):
            chosen = side == number
            beyond[chosen] = self.at(here[chosen], *ACROSS[number])
        return OnHexsides(levels, here, np.where(beyond == self.nowhere, here, beyond))

    def hexside(self, name: str, side: int) -> int:
        """The number of a hexside from 1 to 3 of a hex."""
        return self.index[name] * SIDES + side


SIDES: Final = 4
"""Of the hexsides of a hex those from 1 to 3 are its own; the others are its neighbours'."""

MARGIN: Final = 2
"""How far beyond the playing area a LOS can touch hexes that are not there."""

_KIND_CODE: Final = {kind: n + 1 for n, kind in enumerate(HexsideKind)}
_CLIFF: Final = _KIND_CODE[HexsideKind.CLIFF]
_LEVELS: Final = np.array(
    [0, *(HEXSIDE_FEATURES[kind][2] if kind in HEXSIDE_FEATURES else 0 for kind in HexsideKind)]
)


@attrs.frozen(eq=False)
class OnHexsides:
    """What stands on some hexsides, and the hexes beside them; twice the same at an edge."""

    levels: Array
    one: Array
    two: Array


@attrs.frozen(eq=False)
class Touches:
    """The touched hexes of all pairs, pair by pair, and where groups at one range begin.

    Attributes:
        pair: the pair of each.
        hex: which hex.
        range: range from the firer.
        contact: how the LOS touches it.
        partner: the other hex beside the same hexside, by number of its touch; -1 for none.
        down: the LOS leaves it toward the target across a cliff.
        back: the LOS leaves it toward the firer across a cliff.
        below: the LOS passes it IN a Depression.
        group: where each run of hexes at one range of one pair begins.
    """

    pair: Array
    hex: Array
    range: Array
    contact: Array
    partner: Array
    down: Array
    back: Array
    below: Array
    group: Array


@attrs.frozen(eq=False)
class Edges:
    """What stands on touched hexsides, cliffs apart: one for each pair that touches it.

    Attributes:
        pair: the pair.
        levels: full levels that it rises.
        ground: the higher of the two grounds.
        from_one: range from the firer.
        from_two: range from the target.
        own: it is a hexside of the firer's or the target's own hex, or a hexspine.
        at: which hexside, as `GridMap.hexside` numbers it.
    """

    pair: Array
    levels: Array
    ground: Array
    from_one: Array
    from_two: Array
    own: Array
    at: Array


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
    order = np.argsort(keys, kind="stable")
    count = 0
    for pairs in np.split(order, np.flatnonzero(np.diff(keys[order])) + 1):
        if not len(pairs):
            continue
        q, r = (int(each) for each in ways[pairs[0]])
        line = line_to(q, r)
        starts = one[pairs]
        hexes = [board.at(starts, *touch.place) for touch in line.touches]
        grid = np.stack(hexes, axis=1) if hexes else np.zeros((len(pairs), 0), np.int32)
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
    touches = [np.concatenate(each) for each in zip(*parts, strict=True)] if parts else []
    if not touches:
        touches = [np.zeros(0, np.int64) for _ in range(8)]
    key = touches[0].astype(np.int64) * 4096 + touches[2]
    group = np.flatnonzero(np.diff(key, prepend=-1))
    if edges:
        standing = Edges(*(np.concatenate(each) for each in zip(*edges, strict=True)))
    else:
        standing = Edges(*(np.zeros(0, np.int64) for _ in range(7)))
    pair, hexes_, ranges_, contacts, partners, down_, back_, below_ = touches
    laid = Touches(pair, hexes_, ranges_, contacts, partners, down_, back_, below_, group)
    return laid, standing, passed


def _pass_depressions(
    board: GridMap, line: Line, grid: Array, ends: tuple[Array, Array], pairs: Array, passed: Passed
) -> Array:
    """Which touched hexes are passed IN a Depression; also notes how far from each end."""
    below = np.zeros_like(grid, bool)
    one, two = ends
    if not (board.depressed[one] | board.depressed[two]).any():
        return below
    crossed = {frozenset(_beside(edge)) for edge in line.edges if edge.crossed}
    inside = [n for n, touch in enumerate(line.touches) if touch.contact == INTERIOR]
    places = [Axial(0, 0), *(line.touches[n].place for n in inside), line.offset]
    joints = np.array([frozenset(pair) in crossed for pair in pairwise(places)])
    hexes = np.column_stack([one, *(grid[:, n] for n in inside), two])
    joints = joints & ~board.parted(hexes[:, :-1], hexes[:, 1:])
    wet = board.depressed[hexes]
    forward = np.logical_and.accumulate(wet[:, 1:] & joints, axis=1) & wet[:, :1]
    backward = np.logical_and.accumulate((wet[:, :-1] & joints)[:, ::-1], axis=1) & wet[:, -1:]
    ranges = np.array([line.touches[n].range for n in inside], np.int16)
    if inside:
        passed.from_one[pairs] = (forward[:, :-1] * ranges).max(axis=1)
        passed.from_two[pairs] = (backward[:, :-1] * (line.length - ranges[::-1])).max(axis=1)
    passed.joined[pairs] = forward[:, -1]
    below[:, inside] = forward[:, :-1] | backward[:, :-1][:, ::-1]
    return below


def _beside(edge: Edge) -> tuple[Axial, Axial]:
    """The two hexes of a hexside, as offsets."""
    step = ACROSS[edge.hexside]
    return edge.place, Axial(edge.place.q + step.q, edge.place.r + step.r)


def _hexsides(
    board: GridMap,
    line: Line,
    starts: Array,
    pairs: Array,
    cliffs: tuple[Array, Array, Array],
) -> list[tuple[Array, ...]]:
    """What stands on the touched hexsides of pairs with one offset; also notes cliffs."""
    found = []
    end = line.offset
    down, back, crossed = cliffs
    index = {touch.place: n for n, touch in enumerate(line.touches)}
    order = {**index, end: len(index)}
    on_edges = [board.standing[board.at(starts, *e.place), e.hexside] for e in line.edges]
    passed = _passed_along(line, on_edges)
    for number, (edge, kinds) in enumerate(zip(line.edges, on_edges, strict=True)):
        if not kinds.any():
            continue
        one, two = _beside(edge)
        near, far = sorted((one, two), key=lambda place: order.get(place, -1))
        if edge.crossed:
            crossed[pairs] |= kinds == _CLIFF
            for place, flags in ((near, down), (far, back)):
                if place in index:
                    flags[:, index[place]] |= kinds == _CLIFF
        stand = np.flatnonzero((kinds > 0) & (kinds != _CLIFF))
        sides = [board.at(starts[stand], *place) for place in (one, two)]
        low = np.iinfo(np.int16).min
        grounds = [np.where(side < board.nowhere, board.ground[side], low) for side in sides]
        away = [[_ranges(place, end)[n] for place in (one, two)] for n in (0, 1)]
        there = sides[1] < board.nowhere
        ranges = [np.where(there, min(each), each[0]) for each in away]
        spine = line.hexspine(edge)
        own = np.full(len(stand), bool({one, two} & {Axial(0, 0), end}) or spine)
        # along a High Wall one sees as along any wall: nothing bars it between ground levels
        levels = np.zeros(len(stand), int) if spine else _LEVELS[kinds[stand]]
        if number in passed:
            own |= (levels == 0) & passed[number][stand]
        at = sides[0] * SIDES + edge.hexside
        found.append((pairs[stand], levels, np.maximum(*grounds), *ranges, own, at))
    return found


def _passed_along(line: Line, kinds: list[Array]) -> dict[int, Array]:
    """For which pairs each of a line's edges is passed along a wall of an end's hex (B9.2)."""
    walls = [(each > 0) & (each != _CLIFF) for each in kinds]
    past: dict[int, Array] = {}
    for spine, *others in line.spines:
        past_them = looks_past(walls[spine], *(walls[other] for other in others))
        for other in others:
            past[other] = past.get(other, False) | past_them
    return past


def _ranges(place: Axial, end: Axial) -> tuple[int, int]:
    """Range of an offset from the firer and from the target."""
    return place.length, Axial(end.q - place.q, end.r - place.r).length
