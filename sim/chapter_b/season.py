"""B14.2, B15.6 What the month makes of orchards and grain."""

from typing import Final

import attrs

from events.terms import Month
from sim.chapter_ad.grain import ad_grain
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind

__all__ = ["BARE_MONTHS", "GROWING", "PLOWED", "in_season"]

CORE: Final = ("B14.2", "B15.6")

GROWING: Final = (Month.JUNE, Month.JULY, Month.AUGUST, Month.SEPTEMBER)
PLOWED: Final = (Month.APRIL, Month.MAY)
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
    """The terrain of a hex in a month; grain of an AD board has rules of its own (AD3.161)."""
    return tuple(_in_month(kind, month, rows, ad=ad) for kind in kinds)


def _in_month(kind: Terrain, month: Month, rows: Rows, *, ad: bool) -> Terrain:
    if kind.name is TerrainKind.ORCHARD and month in BARE_MONTHS:
        return attrs.evolve(kind, tall=0, bare=True)
    if kind.name is not TerrainKind.GRAIN:
        return kind
    if ad:
        return ad_grain(kind, month, rows, growing=month in GROWING)
    if month in GROWING:
        return kind
    return rows[TerrainKind.PLOWED_FIELD if month in PLOWED else TerrainKind.OPEN_GROUND]
