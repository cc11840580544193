"""B25 Flames and Blazes: where they burn, how a Flame grows or goes out, and B24.6 in rubble."""

from typing import Any

import pytest

from events.ground import FireEnded, RubbleFell
from events.terms import Material
from tests.table import Table

MAP = """
0   .   .
1 b . w . .
2 g . o . .
3 . . . ~ .
4 . . . . .
"""
"""Brush in A1, grain in A2, woods in C1, an orchard in C2, and water in D3."""

HOUSES = [{"hex": "E1", "material": "stone"}, {"hex": "E2", "material": "wooden"}]


def table_at(phase: str = "PFPh", **changes: Any) -> Table:
    """A table on the map, with a stone building in E1 and a wooden one in E2, Moderate EC."""
    facts: dict[str, Any] = {
        "boards": [{"name": "27", "desert": True, "map": MAP}],
        "buildings": HOUSES,
        "vehicles": [],
        "ec": "Moderate",
    }
    facts.update(changes)
    table = Table(**facts)
    table.to(phase)
    return table


# Fire and Falling rubble -----------------------------------------------------------------------


def tower_beside(target: str = "C1", material: str = "wooden") -> Table:
    """A table with a tower in C2, from which direction 1 leads to C1 and 3 to D2."""
    tower = {"hex": "C2", "material": material, "upper_levels": 1}
    houses = [] if target in ("C1", "D1") else [{"hex": target, "material": "stone"}]
    return table_at(buildings=[tower, *houses])


@pytest.mark.rule("B24.6")
def test_a_flame_in_rubble_that_falls_is_out_and_carries_no_fire() -> None:
    """Only a Blaze goes along with Falling rubble; its own Flame is put out."""
    table = tower_beside()
    table.do("flame C2")
    assert table.do("rubble C2 6 2")[1:] == (
        RubbleFell("C2", "D1", Material.WOODEN, lies=True, rule="B24.12"),
        FireEnded("C2", "B24.6"),
    )
    assert "C2" in table.state.ground
    assert [table.state.ground[hex_].fire for hex_ in ("C2", "D1")] == [None, None]
