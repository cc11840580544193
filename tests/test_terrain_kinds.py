"""Kinds of terrain and of movers are types: one list each, and nobody asks for one by a string."""

import pytest

from sim.map.terrain import Terrain, chart
from sim.map.terrain_kind import TerrainKind

# One list --------------------------------------------------------------------------------------


def test_a_chart_has_no_kind_twice() -> None:
    """A second row of a kind is refused instead of replacing the first."""
    row = Terrain(TerrainKind.SAND, "F7")
    assert chart(row) == {TerrainKind.SAND: row}
    with pytest.raises(ValueError, match="two rows"):
        chart(row, Terrain(TerrainKind.SAND, "F7.5"))
