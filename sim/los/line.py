"""The line of a LOS over the hex grid, exactly: which hexes, hexsides and vertices it touches.

A LOS runs from centre dot to centre dot (A6.1). On flat-topped hexes all centre dots and vertices
have whole coordinates once the y axis is stretched by the square root of 3, which moves no point to
the other side of a line. So every question here is the sign of an integer: nothing is rounded.

What a LOS touches depends only on where the target lies from the firer. It is worked out once for
each such offset, and moved to where it is needed.
"""

from functools import cache
from typing import Final, NamedTuple

import attrs

from sim.map.hexes import HEXSIDES, Hex

_STRIDE: Final = 1 << 20
"""More than any hexrow is long, so that no two places share a number."""

_SIDE: Final = 1 << 60


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
        if hexside <= 3:
            return self.code + hexside * _SIDE
        return self.across(hexside).code + (hexside - 3) * _SIDE

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
        step = ACROSS[self.hexside]
        return Axial(self.place.q + step.q, self.place.r + step.r)

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


def _centre(q: int, r: int) -> tuple[int, int]:
    return 3 * q, 2 * r + q


def vertex_of(place: Axial, vertex: int) -> tuple[int, int]:
    """The coordinates of a vertex of a hex, 1 to 6, clockwise; hexside n begins at vertex n."""
    (x, y), (dx, dy) = _centre(*place), _CORNERS[vertex - 1]
    return x + dx, y + dy


def signs_of(place: Axial, end: tuple[int, int]) -> tuple[int, ...]:
    """On which side of the line from the firer to a point each vertex of a hex lies."""
    corners = [vertex_of(place, side) for side in HEXSIDES]
    return tuple(_sign(x * end[1] - y * end[0]) for x, y in corners)


def edge_of(place: Axial, side: int) -> Edge:
    """A hexside of a hex, as both its hexes call it; it is not said to be crossed."""
    return Edge(*_owner(place, side), crossed=False)


@cache
def line_to(q: int, r: int) -> Line:
    """What a LOS touches on its way to an offset: hexrows to the right, hexes along the hexrow."""
    length = distance_of(q, r)
    if length == 0:
        return Line(Axial(0, 0), 0, (), (), (), (), (), (), ())
    end = _centre(q, r)
    cells = [
        (Axial(a, b), signs)
        for a in range(min(0, q), max(0, q) + 1)
        for b in range(min(0, r, r + q), max(0, r, r + q) + 1)
        if distance_of(a, b) + distance_of(q - a, r - b) == length
        if (signs := _sides(a, b, end)) is not None
    ]
    cells.sort(key=lambda cell: (distance_of(*cell[0]), _along(cell[0], end), cell[0]))
    edges = _edges(cells, end)
    between = [cell for cell in cells if cell[0] not in (Axial(0, 0), Axial(q, r))]
    touches = _touches(between)
    return Line(
        Axial(q, r),
        length,
        touches,
        edges,
        tuple(_hexsides(Axial(0, 0), edges)),
        tuple(_hexsides(Axial(q, r), edges)),
        tuple(touch.place.code for touch in touches),
        tuple(edge.place.edge(edge.hexside) for edge in edges),
        _spines(Axial(q, r), touches, edges),
    )


def _along(place: Axial, end: tuple[int, int]) -> int:
    x, y = _centre(*place)
    return x * end[0] + 3 * y * end[1]


def _sides(q: int, r: int, end: tuple[int, int]) -> tuple[int, ...] | None:
    """On which side of the line each vertex of a hex lies; None if the line does not touch it."""
    x, y = _centre(q, r)
    signs = tuple(_sign((x + dx) * end[1] - (y + dy) * end[0]) for dx, dy in _CORNERS)
    return None if min(signs) > 0 or max(signs) < 0 else signs


@cache
def sectors_crossed(q: int, r: int, place: Axial, vertex: int = 0) -> frozenset[int]:
    """The sectors of a hex that the line to an offset crosses, each called by its hexside.

    A sector is what lies between the centre dot and a hexside; to run along its border is not to
    cross it.
    """
    end, (x, y) = _centre(q, r), _centre(*place)
    if vertex:
        end = vertex_of(Axial(q, r), vertex)
    middle = _sign(x * end[1] - y * end[0])
    signs = [_sign((x + dx) * end[1] - (y + dy) * end[0]) for dx, dy in _CORNERS]
    around = {side: (middle, signs[side - 1], signs[side % 6]) for side in HEXSIDES}
    return frozenset(side for side, three in around.items() if min(three) < 0 < max(three))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


_Cell = tuple[Axial, tuple[int, ...]]


def _touches(cells: list[_Cell]) -> tuple[Touch, ...]:
    along = [place for place, signs in cells if signs.count(0) == 2 and not _through(signs)]
    index = {place: n for n, (place, _) in enumerate(cells)}
    result = []
    for place, signs in cells:
        contact, partner = VERTEX, -1
        if _through(signs):
            contact = INTERIOR
        elif place in along:
            contact = ALONG
            side = _zero_side(signs)
            other = Axial(place.q + ACROSS[side].q, place.r + ACROSS[side].r)
            partner = index[other]
        result.append(Touch(place, distance_of(*place), contact, partner))
    return tuple(result)


def _through(signs: tuple[int, ...]) -> bool:
    return min(signs) < 0 < max(signs)


def _zero_side(signs: tuple[int, ...]) -> int:
    return next(n for n in HEXSIDES if signs[n - 1] == 0 and signs[n % 6] == 0)


def _edges(cells: list[_Cell], end: tuple[int, int]) -> tuple[Edge, ...]:
    """Every hexside that the LOS touches, once, between its two ends."""
    found: dict[tuple[Axial, int], Edge] = {}
    limit = end[0] * end[0] + 3 * end[1] * end[1]
    for place, signs in cells:
        x, y = _centre(*place)
        for side in HEXSIDES:
            one, two = signs[side - 1], signs[side % 6]
            if one * two > 0:
                continue
            (ax, ay), (bx, by) = _CORNERS[side - 1], _CORNERS[side % 6]
            if one * two < 0:
                middle = (2 * x + ax + bx) * end[0] + 3 * (2 * y + ay + by) * end[1]
                inside = 0 < middle < 2 * limit
            else:
                touched = [(ax, ay)] * (one == 0) + [(bx, by)] * (two == 0)
                inside = all(
                    0 < (x + dx) * end[0] + 3 * (y + dy) * end[1] < limit for dx, dy in touched
                )
            if inside:
                owner, number = _owner(place, side)
                found[owner, number] = Edge(owner, number, one * two < 0)
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
    if side <= 3:
        return place, side
    other = ACROSS[side]
    return Axial(place.q + other.q, place.r + other.r), side - 3


def _hexsides(place: Axial, edges: tuple[Edge, ...]) -> list[int]:
    """The hexsides of a hex among those that a LOS touches."""
    touched = {(edge.place, edge.hexside) for edge in edges}
    return [side for side in HEXSIDES if _owner(place, side) in touched]
