"""B.1 The terrain that governs a hex: its map record, and what the scenario makes of it.

A hex has the terrain that its record names, wherever artwork may spill; of a combination all
effects are cumulative. What a season, Steppe, Broken or AD Terrain changes is a list of small
differences, each of its own rule, over a record that does not know them.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import attrs

from events.terms import Base, Month
from sim.chapter_ad.terrain_chart import CHART as AD_CHART
from sim.chapter_b.terrain_chart import CHART as B_CHART
from sim.chapter_f.desert_terrain_chart import CHART as F_CHART
from sim.setting import Setting
from sim.terrain import Terrain

__all__ = ["CATALOGUE", "RULES", "governing_terrain", "terrain_map"]

RULES: Final = ("B.1",)

CATALOGUE: Final = {
    Base.DESERT: {**B_CHART, **AD_CHART, **F_CHART},
    Base.TEMPERATE: {**F_CHART, **AD_CHART, **B_CHART},
}
"""Every kind of terrain by the base terrain of its hex: which chart speaks first (F.2, AD2.4)."""

_GROWING: Final = (Month.JUNE, Month.JULY, Month.AUGUST, Month.SEPTEMBER)
_PLOWED: Final = (Month.APRIL, Month.MAY)
_THICK: Final = (Month.SEPTEMBER, Month.OCTOBER)
_BARE: Final = (Month.NOVEMBER, Month.DECEMBER, Month.JANUARY, Month.FEBRUARY, Month.MARCH)

Kinds = tuple[Terrain, ...]
Difference = Callable[[Setting, str, Kinds], Kinds]


def _row(setting: Setting, name: str, kind: str) -> Terrain:
    return CATALOGUE[setting.area.record[name].base][kind]


def _renamed(setting: Setting, name: str, kinds: Kinds, changes: dict[str, Terrain]) -> Kinds:
    del setting, name
    return tuple(changes.get(kind.name, kind) for kind in kinds)


def _on_desert_board(setting: Setting, name: str) -> bool:
    board = setting.area.record[name].board
    return any(spec.name == board and spec.desert for spec in setting.scenario.boards)


def _steppe(setting: Setting, name: str, kinds: Kinds) -> Kinds:
    """191.2 Steppe: hammada is brush, scrub is woods, sand overlays may be grain; all Inherent."""
    if not setting.scenario.steppe or not _on_desert_board(setting, name):
        return kinds
    brush = attrs.evolve(_row(setting, name, "Brush"), inherent=True, rule="191.2")
    woods = attrs.evolve(_row(setting, name, "Woods"), inherent=True, rule="191.2")
    return _renamed(setting, name, kinds, {"Hammada": brush, "Scrub": woods})


def _broken(setting: Setting, name: str, kinds: Kinds) -> Kinds:
    """191.1 Broken: scrub is Inherent brush, hammada is half-level crag."""
    if not setting.scenario.broken or not _on_desert_board(setting, name) or setting.ad_hex(name):
        return kinds
    brush = attrs.evolve(_row(setting, name, "Brush"), inherent=True, rule="191.1")
    crag = attrs.evolve(_row(setting, name, "Crag"), half=True, hindrance=0, rule="191.1")
    return _renamed(setting, name, kinds, {"Scrub": brush, "Hammada": crag})


def _broken_ad(setting: Setting, name: str, kinds: Kinds) -> Kinds:
    """AD4.5 Broken on AD boards: scrub stays, Inherent; hammada is Boulder-Crag."""
    if not setting.scenario.broken or not setting.ad_hex(name) or len(kinds) > 1:
        return kinds
    scrub = attrs.evolve(_row(setting, name, "Scrub"), inherent=True, rule="AD4.5")
    boulders = _row(setting, name, "Boulder-Crag")
    return _renamed(setting, name, kinds, {"Scrub": scrub, "Hammada": boulders})


def _ad_vegetation(setting: Setting, name: str, kinds: Kinds) -> Kinds:
    """AD3.11, AD3.14 In desert hexes of AD boards orchards are olives, woods are Light Woods."""
    if not setting.ad_hex(name) or setting.area.record[name].base is not Base.DESERT:
        return kinds
    olives, light = _row(setting, name, "Olive Grove"), _row(setting, name, "Light Woods")
    return _renamed(setting, name, kinds, {"Orchard": olives, "Woods": light})


def _season(setting: Setting, name: str, kinds: Kinds) -> Kinds:
    """B14.2, B15.6, AD3.161-AD3.162 Bare orchards; plowed, thick and no grain."""
    month = setting.scenario.month
    ad = setting.ad_hex(name)
    changes: dict[str, Terrain] = {}
    if month in _BARE:
        changes["Orchard"] = attrs.evolve(_row(setting, name, "Orchard"), tall=0, bare=True)
    if ad and month in _THICK:
        changes["Grain"] = _row(setting, name, "Thick Grain")
    elif month in _PLOWED or (ad and month not in _GROWING):
        changes["Grain"] = _row(setting, name, "Plowed Field")
    elif month not in _GROWING:
        changes["Grain"] = _row(setting, name, "Open Ground")
    return _renamed(setting, name, kinds, changes)


DIFFERENCES: Final[tuple[Difference, ...]] = (
    _broken_ad,
    _broken,
    _steppe,
    _ad_vegetation,
    _season,
)
"""What makes another terrain of a record; AD goes before chapter F (AD1.2)."""


@lru_cache(maxsize=32)
def terrain_map(setting: Setting) -> dict[str, Kinds]:
    """The terrain that governs every hex of a setting, by name."""
    result: dict[str, Kinds] = {}
    for name, record in setting.area.record.items():
        kinds: Kinds = tuple(CATALOGUE[record.base][kind] for kind in record.kinds)
        for difference in DIFFERENCES:
            kinds = difference(setting, name, kinds)
        result[name] = kinds
    return result


def governing_terrain(setting: Setting, name: str) -> Kinds:
    """The terrain that governs a hex: several kinds where it is a combination."""
    return terrain_map(setting)[name]
