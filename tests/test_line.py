"""The geometry of a LOS: hand-drawn lines, symmetry, and a clip of polygons by exact fractions."""

import pytest

from sim.los.line import distance
from sim.map.hexes import Hex
from tests import cases


def _named(text: str) -> Hex:
    """A hex of a geomorphic board by its name."""
    column, number = ord(text[0]) - 65, int(text[1:])
    return Hex(column, number - (0 if column % 2 else 1))


@pytest.mark.rule("A.8")
@cases(
    "one, two, range_",
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
)
def test_range_counts_hexes_the_last_one_included(one: str, two: str, range_: int) -> None:
    """The range between two hexes is that which a player counts, the same in both ways."""
    assert distance(_named(one), _named(two)) == range_
    assert distance(_named(two), _named(one)) == range_
