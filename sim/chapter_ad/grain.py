"""AD3.161-AD3.162 Grain of AD boards: it costs what a plowed field does, but for Thick Grain."""

from typing import Final

import attrs

from events.terms import Month
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind

__all__ = ["RULES", "THICK", "ad_grain"]

RULES: Final = ("AD3.161", "AD3.162")

THICK: Final = (Month.SEPTEMBER, Month.OCTOBER)
"""The months of Thick Grain."""


def ad_grain(grain: Terrain, month: Month, rows: Rows, *, growing: bool) -> Terrain:
    """What grain of an AD board is in a month.

    Args:
        grain: its row.
        month: the month.
        rows: the rows of the catalogue.
        growing: it is in season (B15.6).
    """
    if month in THICK:
        return rows[TerrainKind.THICK_GRAIN]
    field = rows[TerrainKind.PLOWED_FIELD]
    costing = attrs.evolve(grain, costs=field.costs) if growing else field
    return attrs.evolve(costing, rule="AD3.161")
