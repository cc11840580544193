"""The line of a LOS to a vertex of the target's hex, as to a unit in Bypass (A4.3, B.6).

It ends at the vertex, so that it touches the hexes that share it, the target's own included; those
that lie farther than the target count as at its range.
"""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from sim.los.line import (
    ACROSS,
    ALONG,
    INTERIOR,
    VERTEX,
    Axial,
    Edge,
    Line,
    Touch,
    edge_of,
    signs_of,
    vertex_of,
)
from sim.map.hexes import HEXSIDES


class _Cell(NamedTuple):
    """A hex that the LOS touches: where, on which side its vertices lie, and when it is met."""

    place: Axial
    signs: tuple[int, ...]
    since: Fraction

    @property
    def through(self) -> bool:
        """Whether the line, if it went on, would cross the hex."""
        return min(self.signs) < 0 < max(self.signs)


def _dot(point: tuple[int, int], end: tuple[int, int]) -> int:
    return point[0] * end[0] + 3 * point[1] * end[1]


def _cross(point: tuple[int, int], end: tuple[int, int]) -> int:
    return point[0] * end[1] - point[1] * end[0]


def _met(one: tuple[int, int], two: tuple[int, int], end: tuple[int, int]) -> list[Fraction]:
    """How far along a LOS, 0 to 1 and beyond, it meets the side of a hex between two vertices."""
    limit = _dot(end, end)
    a, b = _cross(one, end), _cross(two, end)
    if a * b > 0:
        return []
    if a * b < 0:
        along = _dot(one, end) * abs(b) + _dot(two, end) * abs(a)
        return [Fraction(along, limit * (abs(a) + abs(b)))]
    touched = [one] * (a == 0) + [two] * (b == 0)
    return [Fraction(_dot(each, end), limit) for each in touched]


def _sides(place: Axial) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    corners = [vertex_of(place, side) for side in HEXSIDES]
    return [(corners[side - 1], corners[side % 6]) for side in HEXSIDES]


def _cells(q: int, r: int, end: tuple[int, int]) -> list[_Cell]:
    found = []
    for a in range(min(0, q) - 1, max(0, q) + 2):
        for b in range(min(0, r, r + q) - 2, max(0, r, r + q) + 3):
            place = Axial(a, b)
            met = [each for side in _sides(place) for each in _met(*side, end)]
            if met and max(met) > 0 and min(met) <= 1:
                found.append(_Cell(place, signs_of(place, end), min(met)))
    length = Axial(q, r).length
    found.sort(key=lambda cell: (min(cell.place.length, length), cell.since, cell.place))
    return found


@cache
def line_to_vertex(q: int, r: int, vertex: int) -> Line:
    """What a LOS touches on its way to a vertex of another hex."""
    target = Axial(q, r)
    end = vertex_of(target, vertex)
    cells = _cells(q, r, end)
    edges = _edges(cells, target, end)
    touches = _touches([cell for cell in cells if cell.place != Axial(0, 0)], target.length)
    return Line(
        target,
        target.length,
        touches,
        edges,
        _hexsides(Axial(0, 0), edges),
        _hexsides(target, edges),
        tuple(touch.place.code for touch in touches),
        tuple(edge.place.edge(edge.hexside) for edge in edges),
        (),
        vertex,
    )


def _touches(cells: list[_Cell], length: int) -> tuple[Touch, ...]:
    """How the LOS touches each hex; what lies beyond its end it meets there alone."""
    along = {
        cell.place: n
        for n, cell in enumerate(cells)
        if cell.signs.count(0) == 2 and not cell.through and cell.since < 1
    }
    found = []
    for cell in cells:
        contact, partner = VERTEX, -1
        if cell.through and cell.since < 1:
            contact = INTERIOR
        elif cell.place in along:
            contact = ALONG
            side = next(n for n in HEXSIDES if not (cell.signs[n - 1] or cell.signs[n % 6]))
            step = ACROSS[side]
            partner = along[Axial(cell.place.q + step.q, cell.place.r + step.r)]
        found.append(Touch(cell.place, min(cell.place.length, length), contact, partner))
    return tuple(found)


def _edges(cells: list[_Cell], target: Axial, end: tuple[int, int]) -> tuple[Edge, ...]:
    """Every hexside that the LOS touches; of those that meet at its end, the target's own."""
    found: dict[tuple[Axial, int], Edge] = {}
    for cell in cells:
        for side, corners in zip(HEXSIDES, _sides(cell.place), strict=True):
            met = _met(*corners, end)
            edge = edge_of(cell.place, side)
            own = target in (edge.place, edge.across)
            if met and all(0 < each <= 1 for each in met) and (own or min(met) < 1):
                signs = cell.signs[side - 1] * cell.signs[side % 6]
                found[edge.place, edge.hexside] = Edge(edge.place, edge.hexside, signs < 0)
    return tuple(found.values())


def _hexsides(place: Axial, edges: tuple[Edge, ...]) -> tuple[int, ...]:
    return tuple(sorted(side for edge in edges if (side := edge.side_of(place))))
