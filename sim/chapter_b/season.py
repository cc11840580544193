"""B14.2, B15.6, AD3.161-AD3.162 What the month makes of orchards and grain."""

from typing import Final

import attrs

from events.terms import Month
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind

__all__ = ["BARE_MONTHS", "GROWING", "PLOWED", "RULES", "THICK", "in_season"]

RULES: Final = ("AD3.161", "AD3.162")
CORE: Final = ("B14.2", "B15.6")

GROWING: Final = (Month.JUNE, Month.JULY, Month.AUGUST, Month.SEPTEMBER)
PLOWED: Final = (Month.APRIL, Month.MAY)
THICK: Final = (Month.SEPTEMBER, Month.OCTOBER)
"""The months of Thick Grain on AD boards."""

BARE_MONTHS: Final = (
    Month.NOVEMBER,
    Month.DECEMBER,
    Month.JANUARY,
    Month.FEBRUARY,
    Month.MARCH,
)
"""The months in which an orchard is out of season; other trees never are."""


def in_season(
    kinds: tuple[Terrain, ...], month: Month, rows: Rows, *, ad: bool
) -> tuple[Terrain, ...]:
    """The terrain of a hex in a month.

    Grain of an AD board always costs what a plowed field does, but for Thick Grain.
    """
    return tuple(_in_month(kind, month, rows, ad=ad) for kind in kinds)


def _in_month(kind: Terrain, month: Month, rows: Rows, *, ad: bool) -> Terrain:
    if kind.name is TerrainKind.ORCHARD and month in BARE_MONTHS:
        return attrs.evolve(kind, tall=0, bare=True)
    if kind.name is not TerrainKind.GRAIN:
        return kind
    if ad and month in THICK:
        return rows[TerrainKind.THICK_GRAIN]
    if month in GROWING:
        costs = rows[TerrainKind.PLOWED_FIELD].costs if ad else kind.costs
        return attrs.evolve(kind, costs=costs, rule="AD3.161" if ad else kind.rule)
    return rows[TerrainKind.PLOWED_FIELD if ad or month in PLOWED else TerrainKind.OPEN_GROUND]
