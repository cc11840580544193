"""The line of a LOS over the hex grid, exactly: which hexes, hexsides and vertices it touches.

A LOS runs from centre dot to centre dot (A6.1), or to a vertex (A4.3). On flat-topped hexes all
centre dots and vertices have whole coordinates once the y axis is stretched by the square root of
3, which moves no point to the other side of a line. So every question here is one of integers:
nothing is rounded.

What a LOS touches depends only on where the target lies from the firer. It is worked out once for
each such offset, and moved to where it is needed.
"""

from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import attrs

from events.terms import HexsideKind
from sim.map.hexes import HEXSIDES, Hex
from sim.map.playing_area import PlayingArea

_STRIDE: Final = 1_000_000
"""More than any hexrow is long, so that no two places share a number."""

_SIDE: Final = _STRIDE * _STRIDE


class Axial(NamedTuple):
    """A hex, or an offset between two, by hexrow and by distance along it."""

    q: int
    r: int

    @property
    def length(self) -> int:
        """How many hexes it spans."""
        return distance_of(self.q, self.r)

    def to(self, other: "Axial") -> "Axial":
        """From here to there."""
        return Axial(other.q - self.q, other.r - self.r)

    @property
    def code(self) -> int:
        """It as one whole number; those of two offsets add up to that of their sum."""
        return self.q * _STRIDE + self.r

    def edge(self, hexside: int) -> int:
        """One of its hexsides as one whole number, the same from both sides of it.

        That of an offset adds to its code.
        """
        place, number = _owner(self, hexside)
        return place.code + number * _SIDE

    def across(self, hexside: int) -> "Axial":
        """The hex across one of its hexsides."""
        step = ACROSS[hexside]
        return Axial(self.q + step.q, self.r + step.r)


def axial(here: Hex) -> Axial:
    """Axial coordinates of a hex; differences of these do not depend on where the hexes are."""
    return Axial(here.column, here.row - (here.column + here.column % 2) // 2)


def offset(one: Hex, two: Hex) -> Axial:
    """From one hex to another."""
    a, b = axial(one), axial(two)
    return Axial(b.q - a.q, b.r - a.r)


def distance_of(q: int, r: int) -> int:
    """How many hexes an offset spans, by its axial coordinates."""
    return max(abs(q), abs(r), abs(q + r))


def distance(one: Hex, two: Hex) -> int:
    """Range between two hexes (A.8): hexes from one to the other, the last one counted."""
    return distance_of(*offset(one, two))


ACROSS: Final = {
    1: Axial(0, -1),
    2: Axial(1, -1),
    3: Axial(1, 0),
    4: Axial(0, 1),
    5: Axial(-1, 1),
    6: Axial(-1, 0),
}
"""The hex across each hexside."""

_CORNERS: Final = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""The vertices from a centre dot, clockwise; hexside n runs from the n-th to the next."""

INTERIOR: Final = 0
"""Contact of a LOS that crosses a hex."""

ALONG: Final = 1
"""Contact of a LOS that runs exactly along one of a hex's hexsides."""

VERTEX: Final = 2
"""Contact of a LOS that meets a hex in one vertex and nowhere else."""


class Touch(NamedTuple):
    """A hex between firer and target that a LOS touches."""

    place: Axial
    range: int
    """Hexes from the firer; the target is as far as the LOS is long less this."""
    contact: int
    """``INTERIOR``, ``ALONG`` or ``VERTEX``."""
    partner: int
    """For ``ALONG``, the index of the hex on the other side of the hexside; else -1."""


class Edge(NamedTuple):
    """A hexside that a LOS touches."""

    place: Axial
    hexside: int
    """Which hexside of that hex, 1 to 3."""
    crossed: bool
    """Whether the LOS crosses it between its vertices."""

    @property
    def across(self) -> Axial:
        """The other of its hexes."""
        return self.place.across(self.hexside)

    def side_of(self, place: Axial) -> int:
        """Which hexside of a hex it is; 0 if it is none of it."""
        if self.place == place:
            return self.hexside
        return self.hexside + 3 if self.across == place else 0


@attrs.frozen
class Line:
    """All that a LOS touches."""

    offset: Axial
    length: int
    touches: tuple[Touch, ...]
    """The hexes between its ends, from the firer on."""
    edges: tuple[Edge, ...]
    """Every hexside that it touches, those of its ends included."""
    leaves: tuple[int, ...]
    """The hexsides of the firer's hex that it leaves through: two at a vertex."""
    enters: tuple[int, ...]
    """The hexsides of the target's hex that it enters through: two at a vertex."""
    places: tuple[int, ...]
    """The touched hexes as whole numbers, in their order."""
    sides: tuple[int, ...]
    spines: tuple[tuple[int, int, int], ...]
    """The hexspines of one end's hex along which it runs (B9.2), each as three numbers of
    edges: the hexspine, and the other two hexspines at its far vertex."""
    vertex: int = 0
    """At which vertex of the target's hex it ends; 0 is its centre dot."""

    def hexspine(self, edge: Edge) -> bool:
        """Whether it runs along a hexside that begins at a vertex of one of its ends."""
        if len(self.leaves) < 2 or edge.crossed:
            return False
        other = edge.across
        along = {touch.place for touch in self.touches if touch.contact == ALONG}
        ranges = (edge.place.length, other.length)
        return {edge.place, other} <= along and ranges in ((1, 1), (self.length - 1,) * 2)


_Point = tuple[int, int]


def point(place: Axial, vertex: int = 0) -> _Point:
    """A centre dot or a vertex: in half hexside lengths to the right, and in half hexes down."""
    dx, dy = _CORNERS[vertex - 1] if vertex else (0, 0)
    return 3 * place.q + dx, 2 * place.r + place.q + dy


def _dot(point: _Point, end: _Point) -> int:
    return point[0] * end[0] + 3 * point[1] * end[1]


def _cross(point: _Point, end: _Point) -> int:
    """Below, on or above 0 as a point lies on this, neither or that side of the line to an end."""
    return point[0] * end[1] - point[1] * end[0]


class _Cell(NamedTuple):
    """A hex that the LOS touches, and on which side of it each of its vertices lies."""

    place: Axial
    signs: tuple[int, ...]
    met: tuple[tuple[_Point, ...], ...]
    """Where along the LOS each of its hexsides is met, if at all, as fractions of its length."""

    @property
    def contact(self) -> int:
        """How the LOS touches it; what lies beyond its end it meets there alone."""
        if all(part >= whole for side in self.met for part, whole in side):
            return VERTEX
        if min(self.signs) < 0 < max(self.signs):
            return INTERIOR
        return ALONG if self.signs.count(0) == 2 else VERTEX


@cache
def line_to(q: int, r: int, vertex: int = 0) -> Line:
    """What a LOS touches on its way to an offset: hexrows to the right, hexes along the hexrow.

    It goes to the centre dot there; or to a vertex, 1 to 6, as to a unit in Bypass (A4.3, B.6).
    Then it touches the hexes that share the vertex, the target's own included, and those that lie
    farther than the target count as at its range. Hexside n begins at vertex n.
    """
    start, target = Axial(0, 0), Axial(q, r)
    if start == target:
        return Line(target, 0, (), (), (), (), (), (), ())
    cells = _cells(target, vertex)
    edges = _edges(cells, target)
    ends = (start,) if vertex else (start, target)
    touches = _touches([cell for cell in cells if cell.place not in ends], target.length)
    return Line(
        target,
        target.length,
        touches,
        edges,
        _hexsides(start, edges),
        _hexsides(target, edges),
        tuple(touch.place.code for touch in touches),
        tuple(edge.place.edge(edge.hexside) for edge in edges),
        () if vertex else _spines(target, touches, edges),
        vertex,
    )


def _cells(target: Axial, vertex: int) -> list[_Cell]:
    (q, r), end, more = target, point(target, vertex), 1 if vertex else 0
    wide = max(_cross(corner, end) for corner in _CORNERS)
    found = []
    for a in range(min(0, q) - more, max(0, q) + more + 1):
        for b in range(min(0, r, r + q) - 2 * more, max(0, r, r + q) + 2 * more + 1):
            place = Axial(a, b)
            if abs(_cross(point(place), end)) > wide:
                continue
            met, signs = _met(place, end)
            every = [each for side in met for each in side]
            if any(part > 0 for part, _ in every) and any(part <= whole for part, whole in every):
                found.append(_Cell(place, signs, met))
    found.sort(key=lambda cell: _order(cell, target, None if vertex else end))
    return found


def _order(cell: _Cell, target: Axial, end: _Point | None) -> tuple[int, Fraction | int, Axial]:
    """By range; at one range by centre dots along the LOS, or where a LOS to a vertex meets it."""
    if end is not None:
        return cell.place.length, _dot(point(cell.place), end), cell.place
    since = min(Fraction(*each) for side in cell.met for each in side)
    return min(cell.place.length, target.length), since, cell.place


def _met(place: Axial, end: _Point) -> tuple[tuple[tuple[_Point, ...], ...], tuple[int, ...]]:
    """Where along a LOS it meets the sides of a hex, and on which side of it the vertices lie."""
    limit = _dot(end, end)
    corners = [point(place, each) for each in HEXSIDES]
    beside = [_cross(each, end) for each in corners]
    met: list[tuple[_Point, ...]] = []
    for one, two in zip(range(6), (1, 2, 3, 4, 5, 0), strict=True):
        a, b = beside[one], beside[two]
        if a * b < 0:
            along = _dot(corners[one], end) * abs(b) + _dot(corners[two], end) * abs(a)
            met.append(((along, limit * (abs(a) + abs(b))),))
        else:
            touched = [n for n in (one, two) if not beside[n]]
            met.append(tuple((_dot(corners[n], end), limit) for n in touched))
    return tuple(met), tuple((each > 0) - (each < 0) for each in beside)


@cache
def sectors_crossed(q: int, r: int, place: Axial, vertex: int = 0) -> frozenset[int]:
    """The sectors of a hex that the line to an offset crosses, each called by its hexside.

    A sector is what lies between the centre dot and a hexside; to run along its border is not to
    cross it.
    """
    end = point(Axial(q, r), vertex)
    middle, *signs = (_cross(point(place, each), end) for each in (0, *HEXSIDES))
    around = {side: (middle, signs[side - 1], signs[side % 6]) for side in HEXSIDES}
    return frozenset(side for side, three in around.items() if min(three) < 0 < max(three))


def _touches(cells: list[_Cell], length: int) -> tuple[Touch, ...]:
    index = {cell.place: n for n, cell in enumerate(cells)}
    found = []
    for cell in cells:
        partner = -1
        if cell.contact == ALONG:
            side = next(n for n in HEXSIDES if not (cell.signs[n - 1] or cell.signs[n % 6]))
            partner = index[cell.place.across(side)]
        found.append(Touch(cell.place, min(cell.place.length, length), cell.contact, partner))
    return tuple(found)


def _edges(cells: list[_Cell], target: Axial) -> tuple[Edge, ...]:
    """Every hexside that the LOS touches; of those that meet at its end, the target's own."""
    found: dict[tuple[Axial, int], Edge] = {}
    for cell in cells:
        for side, met in zip(HEXSIDES, cell.met, strict=True):
            owner, number = _owner(cell.place, side)
            own = target in (owner, owner.across(number))
            before = own or any(part < whole for part, whole in met)
            if met and before and all(0 < part <= whole for part, whole in met):
                crossed = cell.signs[side - 1] * cell.signs[side % 6] < 0
                found[owner, number] = Edge(owner, number, crossed)
    return tuple(found.values())


def _spines(
    end: Axial, touches: tuple[Touch, ...], edges: tuple[Edge, ...]
) -> tuple[tuple[int, int, int], ...]:
    """The hexspines of `Line`; a hexspine that touches both ends is an end's own (B9.2)."""
    if end.length <= 2:
        return ()
    number = {frozenset((edge.place, edge.across)): n for n, edge in enumerate(edges)}
    along = [touch.place for touch in touches if touch.contact == ALONG]
    found = []
    for start in (Axial(0, 0), end):
        beside = [start.to(place) for place in along if start.to(place).length == 1]
        if len(beside) == 2:
            one, two = beside
            ways = (one, two, Axial(one.q + two.q, one.r + two.r))
            here, there, beyond = (Axial(start.q + way.q, start.r + way.r) for way in ways)
            pairs = ((here, there), (here, beyond), (there, beyond))
            first, second, third = (number[frozenset(pair)] for pair in pairs)
            found.append((first, second, third))
    return tuple(found)


def _owner(place: Axial, side: int) -> tuple[Axial, int]:
    return (place, side) if side <= 3 else (place.across(side), side - 3)


def _hexsides(place: Axial, edges: tuple[Edge, ...]) -> tuple[int, ...]:
    return tuple(sorted(side for edge in edges if (side := edge.side_of(place))))


@attrs.frozen
class Hexside:
    """What stands on a hexside."""

    kind: HexsideKind
    sides: tuple[str, ...]
    """The hexes beside it, as far as in play; first the one that owns the hexside."""
    side: int
    """Which hexside of that one; see `PlayingArea.owned`."""


@attrs.frozen(eq=False)
class Places:
    """A playing area, laid out for lines: where its hexes lie, how high, and what is between them.

    A place is one whole number here, so that a line is moved to where it is needed by adding.
    """

    at: dict[str, Axial]
    level: dict[str, int]
    names: dict[int, str]
    standing: dict[int, Hexside]
    cliffs: dict[int, Hexside]

    @classmethod
    def of(cls, area: PlayingArea) -> "Places":
        """Lay out a playing area."""
        at = {name: axial(place) for place, name in area.names.items()}
        places = cls(at, {}, {}, {}, {})
        for name, place in at.items():
            places.level[name] = area.record[name].level
            places.names[place.code] = name
        for (name, side), kind in area.hexsides.items():
            if area.owned(name, side) != (name, side):
                continue
            across = area.across(name, side)
            found = Hexside(kind, (name,) if across is None else (name, across), side)
            if kind is not HexsideKind.CLIFF:
                places.standing[at[name].edge(side)] = found
            elif across is not None:
                places.cliffs[at[name].edge(side)] = found
        return places

    def touched(self, start: str, line: Line) -> tuple[str | None, ...]:
        """The hexes that a line touches, in order; None is off the playing area."""
        here = self.at[start].code
        return tuple(map(self.names.get, [here + place for place in line.places]))
