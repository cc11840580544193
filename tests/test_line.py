"""The geometry of a LOS: hand-drawn lines, symmetry, and a clip of polygons by exact fractions."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Final

import pytest

from sim.los.line import (
    ACROSS,
    ALONG,
    INTERIOR,
    VERTEX,
    Axial,
    Line,
    axial,
    distance,
    line_to,
    offset,
)
from sim.map.hexes import HEXSIDES, Hex, neighbour
from tests.axial import to_hex

MOST: Final = 8
"""All offsets up to this range are looked at."""

OFFSETS: Final = [
    Axial(q, r)
    for q in range(-MOST, MOST + 1)
    for r in range(-MOST, MOST + 1)
    if max(abs(q), abs(r), abs(q + r)) <= MOST
]

HOW: Final = {INTERIOR: "", ALONG: "|", VERTEX: "."}
"""A touched hex is written with this after its name."""


def _named(text: str) -> Hex:
    """A hex of a geomorphic board by its name."""
    column, number = ord(text[0]) - 65, int(text[1:])
    return Hex(column, number - (0 if column % 2 else 1))


def _name(here: Hex) -> str:
    return f"{chr(65 + here.column)}{here.row + (0 if here.column % 2 else 1)}"


def _between(one: str, two: str) -> Line:
    return line_to(*offset(_named(one), _named(two)))


def _moved(place: Axial, start: str) -> str:
    origin = axial(_named(start))
    return _name(to_hex(Axial(origin.q + place.q, origin.r + place.r)))


def _drawn(one: str, two: str) -> str:
    """The hexes that the LOS touches, each with how."""
    touches = _between(one, two).touches
    return " ".join(_moved(touch.place, one) + HOW[touch.contact] for touch in touches)


def _set(text: str) -> set[str]:
    return set(text.split())


# Coordinates and range ----------------------------------------------------------------------


@pytest.mark.rule("A.8")
@pytest.mark.parametrize(
    ("one", "two", "range_"),
    [
        ("D4", "D4", 0),
        ("D4", "D9", 5),
        ("D4", "E5", 1),
        ("D4", "E6", 2),
        ("A1", "C2", 2),
        ("A1", "B0", 1),
        ("A1", "B2", 2),
        ("A1", "C1", 2),
        ("A1", "D3", 4),
        ("D4", "H6", 4),
        ("D4", "H7", 5),
        ("A10", "K1", 14),
    ],
)
def test_range_counts_hexes_the_last_one_included(one: str, two: str, range_: int) -> None:
    """The range between two hexes is that which a player counts, the same in both ways."""
    assert distance(_named(one), _named(two)) == range_
    assert distance(_named(two), _named(one)) == range_


def test_axial_coordinates_name_each_hex_once() -> None:
    """A hex becomes axial coordinates and comes back, left and right of column A alike."""
    for column in range(-5, 6):
        for row in range(-5, 6):
            assert to_hex(axial(Hex(column, row))) == Hex(column, row)


def test_the_hex_across_a_hexside_is_the_same_in_both_coordinates() -> None:
    """Axial steps across the six hexsides lead where the neighbours of hexes are."""
    for here in (Hex(0, 0), Hex(1, 0), Hex(4, 7), Hex(5, 7)):
        for side in HEXSIDES:
            assert offset(here, neighbour(here, side)) == ACROSS[side]


# Lines drawn by hand ------------------------------------------------------------------------


@pytest.mark.rule("B.6", "A6.1")
@pytest.mark.parametrize(
    ("one", "two", "touched"),
    [
        # within a hexrow, and along the two other directions of the hex grain
        ("D4", "D4", ""),
        ("D4", "D5", ""),
        ("D4", "D7", "D5 D6"),
        ("D4", "G6", "E5 F5"),
        ("D4", "A6", "C5 B5"),
        ("D4", "F3", "E4"),
        # along hexspines: hexes are entered at a vertex, and every second step is along a hexside
        ("D4", "F4", "E4| E5|"),
        ("D4", "H4", "E4| E5| F4 G4| G5|"),
        ("D4", "E6", "D5| E5|"),
        ("D4", "C6", "D5| C5|"),
        ("D4", "F7", "D5| E5| E6 E7| F6|"),
        # no special direction
        ("D4", "G5", "E5 F4"),
        ("A1", "E2", "B1 C1 C2 D1"),
        ("D4", "E8", "D5 D6 E6 E7"),
        ("D4", "J5", "E5 F4 G5 H5 I5"),
        # vertices, which the LOS meets without entering the hex
        ("D2", "F8", "D3 E4 D4. E5 E6 F6. E7 F7"),
        ("A3", "F4", "B3 C3. C4 D3 D4. E4"),
    ],
)
def test_lines_drawn_by_hand(one: str, two: str, touched: str) -> None:
    """A LOS touches the hexes that a thread on a map lies over, each in the way it lies there."""
    assert _set(_drawn(one, two)) == _set(touched)


@pytest.mark.rule("A6.1")
@pytest.mark.parametrize(
    ("one", "two", "leaves", "enters"),
    [
        ("D4", "D7", (4,), (1,)),
        ("D7", "D4", (1,), (4,)),
        ("D4", "F3", (2,), (5,)),
        ("D4", "A6", (5,), (2,)),
        ("D4", "F4", (2, 3), (5, 6)),
        ("D4", "E6", (3, 4), (1, 6)),
        ("D4", "C6", (4, 5), (1, 2)),
        ("D4", "C3", (1, 6), (3, 4)),
        ("D4", "G5", (3,), (6,)),
        ("A1", "E2", (3,), (6,)),
        ("D4", "D4", (), ()),
    ],
)
def test_through_which_hexsides_a_los_leaves_and_enters(
    one: str, two: str, leaves: tuple[int, ...], enters: tuple[int, ...]
) -> None:
    """A LOS leaves the firer's hex and enters the target's by one hexside; by two at a vertex."""
    line = _between(one, two)
    assert (line.leaves, line.enters) == (leaves, enters)


def test_the_hexsides_of_a_los_along_a_hexspine() -> None:
    """At each vertex on its way a LOS touches the three hexsides that meet in it, crossing none."""
    edges = _between("D4", "F4").edges
    assert {(_moved(edge.place, "D4"), edge.hexside) for edge in edges} == {
        ("D4", 2),
        ("D4", 3),
        ("E4", 3),
        ("E5", 1),
        ("E5", 2),
    }
    assert not any(edge.crossed for edge in edges)


def test_a_los_within_a_hexrow_crosses_the_hexsides_between() -> None:
    """From hex to hex straight down, each hexside between is crossed, and no other is touched."""
    edges = _between("D4", "D7").edges
    assert {(_moved(edge.place, "D4"), edge.hexside, edge.crossed) for edge in edges} == {
        ("D5", 1, True),
        ("D6", 1, True),
        ("D7", 1, True),
    }


# What holds for every line ------------------------------------------------------------------


def _hows(line: Line) -> dict[Axial, int]:
    return {touch.place: touch.contact for touch in line.touches}


def _edges(line: Line) -> dict[frozenset[Axial], bool]:
    """Hexsides as the two hexes that share them, and whether they are crossed."""
    found = {}
    for edge in line.edges:
        other = ACROSS[edge.hexside]
        across = Axial(edge.place.q + other.q, edge.place.r + other.r)
        found[frozenset((edge.place, across))] = edge.crossed
    return found


def _turned(place: Axial) -> Axial:
    """By 60 degrees about the origin."""
    return Axial(-place.r, place.q + place.r)


def _mirrored(place: Axial) -> Axial:
    """In the axis up and down."""
    return Axial(-place.q, place.q + place.r)


def _symmetries() -> Iterator[tuple[int, bool]]:
    for turns in range(6):
        yield turns, False
        yield turns, True


@pytest.mark.parametrize(("turns", "mirror"), list(_symmetries()))
def test_lines_look_alike_from_all_twelve_sides(turns: int, mirror: bool) -> None:
    """Turning or mirroring the map turns or mirrors what a LOS touches, and changes nothing."""

    def image(place: Axial) -> Axial:
        if mirror:
            place = _mirrored(place)
        for _ in range(turns):
            place = _turned(place)
        return place

    for there in OFFSETS:
        line, other = line_to(*there), line_to(*image(there))
        assert other.length == line.length
        assert _hows(other) == {image(place): how for place, how in _hows(line).items()}
        assert _edges(other) == {
            frozenset(image(place) for place in sides): crossed
            for sides, crossed in _edges(line).items()
        }


def test_the_way_back_touches_the_same() -> None:
    """From the target to the firer, a LOS touches the same hexes and hexsides in the same way."""
    for there in OFFSETS:
        line, back = line_to(*there), line_to(-there.q, -there.r)
        assert _hows(back) == {
            Axial(place.q - there.q, place.r - there.r): how for place, how in _hows(line).items()
        }
        assert _edges(back) == {
            frozenset(Axial(place.q - there.q, place.r - there.r) for place in sides): crossed
            for sides, crossed in _edges(line).items()
        }
        assert (line.leaves, line.enters) == (back.enters, back.leaves)


@pytest.mark.parametrize("start", ["A1", "B0", "B1", "H9", "K4"])
def test_lines_do_not_depend_on_where_the_map_they_lie(start: str) -> None:
    """Hexes that lie as others do are joined by the same line, from odd hexrows and even."""
    here = axial(_named(start))
    for there in OFFSETS:
        end = to_hex(Axial(here.q + there.q, here.r + there.r))
        assert offset(_named(start), end) == there
        assert distance(_named(start), end) == line_to(*there).length


@pytest.mark.rule("B.6")
def test_the_ranges_of_a_touched_hex_add_up() -> None:
    """However a LOS touches a hex, its ranges from both ends add up to the range of the LOS."""
    for there in OFFSETS:
        line = line_to(*there)
        for touch in line.touches:
            left = Axial(there.q - touch.place.q, there.r - touch.place.r)
            assert touch.range == line_to(*touch.place).length
            assert touch.range + line_to(*left).length == line.length
            assert 0 < touch.range < line.length


def test_touched_hexes_follow_each_other_from_the_firer() -> None:
    """The hexes come in order of range, at least one crossed or along for each range between."""
    for there in OFFSETS:
        line = line_to(*there)
        ranges = [touch.range for touch in line.touches]
        assert ranges == sorted(ranges)
        passed = {touch.range for touch in line.touches if touch.contact != VERTEX}
        assert passed == set(range(1, line.length))
        crossed = [touch.place for touch in line.touches if touch.contact == INTERIOR]
        path = [Axial(0, 0), *crossed, there]
        assert all(line_to(b.q - a.q, b.r - a.r).length <= 2 for a, b in pairwise(path))


@pytest.mark.rule("B.6")
def test_hexes_beside_a_hexside_come_in_pairs() -> None:
    """Of the two hexes that share a hexside along which a LOS runs each knows the other."""
    for there in OFFSETS:
        touches = line_to(*there).touches
        for index, touch in enumerate(touches):
            if touch.contact == ALONG:
                partner = touches[touch.partner]
                assert partner.contact == ALONG
                assert partner.partner == index
                assert partner.range == touch.range
                step = Axial(partner.place.q - touch.place.q, partner.place.r - touch.place.r)
                assert step in ACROSS.values()
            else:
                assert touch.partner == -1


# A brute-force clip -------------------------------------------------------------------------

Point = tuple[Fraction, Fraction]

CORNERS: Final = [
    (Fraction(x, 2), Fraction(y, 2))
    for x, y in ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
]
"""Vertices from a centre dot, in half hexsides across and half hexes down."""


def _centre(place: Axial) -> Point:
    return Fraction(3 * place.q, 2), Fraction(2 * place.r + place.q, 2)


def _share(end: Point, place: Axial) -> tuple[Fraction, Fraction] | None:
    """From which share of the LOS to which other it lies in a hex, its border included."""
    first, last = Fraction(0), Fraction(1)
    x, y = _centre(place)
    for n in range(6):
        (ax, ay), (bx, by) = CORNERS[n], CORNERS[(n + 1) % 6]
        # the inside of a hexside is where this is not negative, growing along the LOS by a rate
        at_start = (bx - ax) * (0 - y - ay) - (by - ay) * (0 - x - ax)
        rate = (bx - ax) * end[1] - (by - ay) * end[0]
        if rate == 0:
            if at_start < 0:
                return None
        elif rate > 0:
            first = max(first, -at_start / rate)
        else:
            last = min(last, -at_start / rate)
    return (first, last) if first <= last else None


def _on_border(end: Point, place: Axial, share: Fraction) -> bool:
    x, y = _centre(place)
    px, py = share * end[0] - x, share * end[1] - y
    return any(
        (bx - ax) * (py - ay) == (by - ay) * (px - ax)
        for (ax, ay), (bx, by) in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True)
    )


def _clipped(there: Axial) -> dict[Axial, int]:
    """Every hex but the ends that a LOS touches, of all in a wide rhombus, and how."""
    end = _centre(there)
    reach = range(-MOST - 1, MOST + 2)
    found = {}
    for place in (Axial(q, r) for q in reach for r in reach):
        met = _share(end, place)
        if met is None or place in (Axial(0, 0), there):
            continue
        if met[0] == met[1]:
            found[place] = VERTEX
        else:
            along = _on_border(end, place, (met[0] + met[1]) / 2)
            found[place] = ALONG if along else INTERIOR
    return found


def test_no_hex_is_missing_and_none_is_too_many() -> None:
    """Clipping the LOS by every hex around finds the same hexes, touched in the same ways."""
    for there in OFFSETS:
        if there != (0, 0) and min(there) >= 0:
            assert _hows(line_to(*there)) == _clipped(there), there


def test_no_hexside_is_missing_and_none_is_too_many() -> None:
    """A hexside is touched where both its hexes are met in a common point, crossed where inside."""
    for there in OFFSETS:
        if there == (0, 0) or min(there) < 0:
            continue
        end = _centre(there)
        met = {
            place: share
            for place in (*_clipped(there), Axial(0, 0), there)
            if (share := _share(end, place)) is not None
        }
        expected = {}
        for place, (first, last) in met.items():
            for step in ACROSS.values():
                other = Axial(place.q + step.q, place.r + step.r)
                if other not in met:
                    continue
                common = max(first, met[other][0]), min(last, met[other][1])
                if common[0] <= common[1]:
                    expected[frozenset((place, other))] = _inside(end, place, other, common)
        assert _edges(line_to(*there)) == expected, there


def _inside(end: Point, place: Axial, other: Axial, common: tuple[Fraction, Fraction]) -> bool:
    """Whether what a LOS has in common with two hexes is one point, and no vertex."""
    if common[0] != common[1]:
        return False
    point = common[0] * end[0], common[0] * end[1]
    corners = {(x + dx, y + dy) for x, y in (_centre(place), _centre(other)) for dx, dy in CORNERS}
    return point not in corners
