"""B.1 The terrain that governs a hex: its map record, and what the scenario makes of it.

A hex has the terrain that its record names, wherever artwork may spill; of a combination all
effects are cumulative. What a season, Steppe, Broken or AD Terrain changes is a list of small
differences, each of its own rule, over a record that does not know them.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import attrs

from events.terms import Base, HexsideKind, Month
from sim.chapter_191.broken_terrain import broken, is_open_ground, on_broken_ground
from sim.chapter_191.steppe_terrain import broken_decides, grain_for_good, steppe
from sim.chapter_191.terrain_chart import CHART as CHART_191
from sim.chapter_ad import oasis, plaza_well_fountain, roads_and_bridges, vegetation
from sim.chapter_ad.broken_terrain import broken_on_ad_board, can_be_broken_ground, in_broken_ground
from sim.chapter_ad.combined_terrain import combined
from sim.chapter_ad.terrain_chart import CHART as AD_CHART
from sim.chapter_b.terrain_chart import CHART as B_CHART
from sim.chapter_f.desert_terrain_chart import CHART as F_CHART
from sim.map.playing_area import CLOSED
from sim.map.terrain import Rows, Terrain, declared, declared_hexes
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

# B14.2, B15.6 What the month makes of orchards and grain.

GROWING: Final = (Month.JUNE, Month.JULY, Month.AUGUST, Month.SEPTEMBER)
PLOWED: Final = (Month.APRIL, Month.MAY)
BARE_MONTHS: Final = (Month.NOVEMBER, Month.DECEMBER, Month.JANUARY, Month.FEBRUARY, Month.MARCH)
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
        return vegetation.ad_grain(kind, month, rows, growing=month in GROWING)
    if month in GROWING:
        return kind
    return rows[TerrainKind.PLOWED_FIELD if month in PLOWED else TerrainKind.OPEN_GROUND]


CATALOGUE: Final[Mapping[Base, Rows]] = {
    Base.DESERT: {**B_CHART, **AD_CHART, **F_CHART, **CHART_191},
    Base.TEMPERATE: {**F_CHART, **CHART_191, **AD_CHART, **B_CHART},
}
"""Every kind of terrain by the base terrain of its hex: which chart speaks first (F.2, AD2.4)."""

HEXSIDE_ROWS: Final = {
    HexsideKind.WALL: TerrainKind.WALL,
    HexsideKind.HEDGE: TerrainKind.HEDGE,
    HexsideKind.CACTUS_HEDGE: TerrainKind.CACTUS_HEDGE,
    HexsideKind.HIGH_WALL: TerrainKind.HIGH_WALL,
    HexsideKind.ROADBLOCK: TerrainKind.ROADBLOCK,
}
"""The row of the catalogue for what stands on a hexside; a cliff has none."""

TORN_UP: Final = frozenset(
    {
        TerrainKind.BRUSH,
        TerrainKind.VINEYARD,
        TerrainKind.GRAIN,
        TerrainKind.THICK_GRAIN,
        TerrainKind.PLOWED_FIELD,
        TerrainKind.ORCHARD,
        TerrainKind.OLIVE_GROVE,
        TerrainKind.CACTUS_PATCH,
        TerrainKind.PALM_TREES,
        TerrainKind.BROKEN_GROUND,
    }
)
"""Terrain that shellholes take away (B2.1)."""

Kinds = tuple[Terrain, ...]


def _changed(setting: Setting, name: str, alone: str | None) -> Kinds:
    """What the scenario makes of the terrain of a hex, one rule after the other.

    Hexes are alike to it that have the same terrain on the same board, all of AD Terrain or none,
    unless they have a bridge.
    """
    scenario, record = setting.scenario, setting.area.record[name]
    rows = CATALOGUE[record.base]
    ad = setting.ad_hex(name)
    kinds = tuple(rows[kind] for kind in record.kinds)
    kinds = roads_and_bridges.forded(setting, name, declared(kinds, scenario, rows, alone), rows)
    breaks = broken_decides(setting)
    if breaks and ad:
        kinds = broken_on_ad_board(kinds, rows)
    elif breaks and setting.on_desert_board(name):
        kinds = broken(kinds, rows)
    elif scenario.steppe and not breaks and setting.on_desert_board(name):
        kinds = steppe(kinds, rows)
    if ad:
        kinds = vegetation.dense_palms(setting, combined(kinds, rows), rows)
        kinds = plaza_well_fountain.ruled_well(setting, kinds)
    if ad and record.base is Base.DESERT:
        kinds = vegetation.desert_vegetation(kinds, rows)
    kinds = _each_once(kinds, rows)
    if any(grain_for_good(setting, kind) for kind in kinds):
        return kinds
    return in_season(kinds, scenario.month, rows, ad=ad)


def _each_once(kinds: Kinds, rows: Rows) -> Kinds:
    """B.1 One terrain of each kind: effects add up where a hex has more than one, not twice one.

    What a rule or SSR made of another is kept, with what is special to it.
    """
    found: dict[TerrainKind, Terrain] = {}
    for kind in sorted(kinds, key=lambda kind: kind != rows[kind.name]):
        found[kind.name] = kind
    return tuple(found[name] for name in dict.fromkeys(kind.name for kind in kinds))


@lru_cache(maxsize=32)
def terrain_map(setting: Setting) -> dict[str, Kinds]:
    """The terrain that governs every hex of a setting, by name."""
    area, own = setting.area, declared_hexes(setting.scenario, setting.area)
    result: dict[str, Kinds] = {}
    changed_for: dict[tuple[object, ...], Kinds] = {}
    for name, record in area.record.items():
        alone, bridged = own.get(name), name if name in area.bridges else None
        key = record.kinds, record.base, record.board, setting.ad_hex(name), alone, bridged
        if key not in changed_for:
            changed_for[key] = _changed(setting, name, alone)
        result[name] = changed_for[key]
    _make_oases(setting, result, own)
    if broken_decides(setting):
        _break_ground(setting, result)
    return result


def _make_oases(setting: Setting, terrain: dict[str, Kinds], own: Mapping[str, str]) -> None:
    """AD3.62-AD3.63 Ponds beside orchards are Oases; orchards near an Oasis are Palm Trees."""
    area = setting.area
    for name in oasis.pond_oases(setting):
        terrain[name] = (CATALOGUE[area.record[name].base][TerrainKind.OASIS],)
    for name in oasis.within_two_of(area, oasis.oases_of(setting, terrain)):
        if setting.ad_hex(name):
            rows = CATALOGUE[area.record[name].base]
            terrain[name] = oasis.oasis_palms(setting, name, terrain[name], rows, own.get(name))


def _break_ground(setting: Setting, terrain: dict[str, Kinds]) -> None:
    """191.1, AD4.51 Broken Ground beside the crags that Broken Terrain made.

    On AD boards nothing but a cliff parts the two; elsewhere they must be Accessible. A hex with a
    building or printed debris is none.
    """
    area = setting.area
    desert_costs = setting.rules_that("191.1-cost", "desert")
    built = area.buildings.keys() | area.debris.keys()
    crags = {name for name, kinds in terrain.items() if any(kind.breaks_ground for kind in kinds)}
    for name, kinds in list(terrain.items()):
        on_ad = setting.ad_hex(name)
        beside = area.accessible(name, (HexsideKind.CLIFF,) if on_ad else CLOSED)
        if name in built or crags.isdisjoint(beside):
            continue
        rows = CATALOGUE[area.record[name].base]
        if on_ad:
            if can_be_broken_ground(kinds):
                terrain[name] = in_broken_ground(kinds, rows)
        elif is_open_ground(kinds) and setting.on_desert_board(name):
            terrain[name] = on_broken_ground(kinds, rows, desert_costs=desert_costs)


def governing_terrain(setting: Setting, name: str) -> Kinds:
    """The terrain that governs a hex: several kinds where it is a combination."""
    return terrain_map(setting)[name]
