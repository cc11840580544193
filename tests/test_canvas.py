"""The points of a line over a picture."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from sim.los.canvas import Canvas as Picture
from sim.los.canvas import Shown
from sim.map.hexes import Hex, dot_of
from tests.vasl_boards import Canvas, points_between

PITCH = 56.25, 64.5


@given(st.integers(1, 400), st.integers(-300, 300))
def test_the_points_of_a_row_are_those_of_a_line(dx: int, dy: int) -> None:
    """The n-th point by the formula is the n-th point of the line, column by column."""
    picture = Picture(800, 700, PITCH, (), array("H"), {})
    row = picture.row((100, 350), (100 + dx, 350 + dy))
    spots = [(101 + x) * 700 + 350 + y for x, y in points_between(dx, dy)]
    assert [row.spot(n) for n in range(row.points)] == spots


def test_corners_and_hexsides_of_a_hex_lie_around_its_dot() -> None:
    """Two that are opposite each other have the dot in their middle, the first is at the top."""
    picture, grid, place = Picture(800, 700, PITCH, (), array("H"), {}), Canvas().lattice, Hex(4, 1)
    for at, pitch in ((picture.corner, PITCH), (grid.middle, grid.pitch)):
        points, (x, y) = [at(place, n) for n in range(1, 7)], dot_of(place, pitch)
        assert points[0][1] < y - 30
        assert points[1][0] > x + 15
        for one, two in zip(points[:3], points[3:], strict=True):
            assert abs(one[0] + two[0] - 2 * x) + abs(one[1] + two[1] - 2 * y) < 4


def test_what_a_line_passes_is_told_from_either_end() -> None:
    """Each point that shows something else, up to the hex of the other end."""
    shown = tuple(Shown(name, name, "", 0, 0) for name in "ABCDEF")
    places = dict.fromkeys("AF", Hex(90, 0))
    picture = Picture(6, 1, PITCH, shown, array("H", [0, *range(6), 0]), places)
    assert picture.passed((0, 0), (5, 0), ("A", "F")) == (0, 1, 2, 3, 4)
    assert picture.passed((5, 0), (0, 0), ("F", "A")) == (5, 4, 3, 2, 1)
