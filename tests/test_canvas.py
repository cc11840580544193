"""The points of a line over a picture."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from sim.los.canvas import Canvas as Picture
from tests.vasl_boards import points_between


@given(st.integers(1, 400), st.integers(-300, 300))
def test_the_points_of_a_row_are_those_of_a_line(dx: int, dy: int) -> None:
    """The n-th point by the formula is the n-th point of the line, column by column."""
    picture = Picture(800, 700, (56.25, 64.5), (), array("H"), {})
    row = picture.row((100, 350), (100 + dx, 350 + dy))
    spots = [(101 + x) * 700 + 350 + y for x, y in points_between(dx, dy)]
    assert [row.spot(n) for n in range(row.points)] == spots
