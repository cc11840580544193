"""AD3.62 and AD3.63 Oases, and the palms around them.

An Oasis is a shallow stream; a Pond beside an Orchard is one. Orchards within two hexes of an Oasis
are AD Palm Trees, and Rally Terrain.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from sim.los.line import distance
from sim.map.hexes import Hex
from sim.map.playing_area import PlayingArea
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

NEAR: Final = 2

ORCHARDS: Final = frozenset(
    {
        TerrainKind.ORCHARD,
        TerrainKind.OLIVE_GROVE,
        TerrainKind.PALM_TREES,
        TerrainKind.DENSE_PALM_TREES,
    }
)
"""What a map may print in an Orchard hex: what rules or SSR make of it does not count."""


def _orchard(area: PlayingArea, name: str) -> bool:
    return not ORCHARDS.isdisjoint(area.record[name].kinds)


def pond_oases(setting: Setting) -> frozenset[str]:
    """The hexes of Ponds that are Oases: of the whole Pond or beside the Orchard (AD3.62-pond)."""
    area = setting.area
    ponds = {
        name
        for name, record in area.record.items()
        if TerrainKind.WATER in record.kinds and setting.ad_hex(name)
    }
    beside = {
        name
        for name in ponds
        if any(_orchard(area, other) for other in area.neighbours(name).values())
    }
    if setting.rules_that("AD3.62-pond", "adjacent"):
        return frozenset(beside)
    found, waiting = set(beside), list(beside)
    while waiting:
        fresh = (ponds & set(area.neighbours(waiting.pop()).values())) - found
        found |= fresh
        waiting += fresh
    return frozenset(found)


def oases_of(setting: Setting, terrain: Mapping[str, Iterable[Terrain]]) -> list[str]:
    """The hexes from which Oasis Palm Trees are measured; the Well is one by ruling (AD3.63-well).

    The terrain is what governs, Ponds that are Oases included.
    """
    wanted = {TerrainKind.OASIS}
    if setting.rules_that("AD3.63-well", "too"):
        wanted.add(TerrainKind.OASIS_WELL)
    return [name for name, kinds in terrain.items() if any(kind.name in wanted for kind in kinds)]


def within_two_of(area: PlayingArea, oases: Iterable[str]) -> set[str]:
    """The hexes near an Oasis."""
    reach = range(-NEAR, NEAR + 1)
    return {
        area.names[near]
        for oasis in map(area.place, oases)
        for near in (Hex(oasis.column + x, oasis.row + y) for x in reach for y in reach)
        if near in area.names and distance(oasis, near) <= NEAR
    }


def oasis_palms(
    setting: Setting, name: str, kinds: tuple[Terrain, ...], rows: Rows, alone: str | None
) -> tuple[Terrain, ...]:
    """The terrain of a hex near an Oasis: an Orchard is Palm Trees, and Rally Terrain anyway.

    What an SSR made of it, or of this hex `alone`, stays or does not by the ruling AD3.63-ssr.
    """
    if not _orchard(setting.area, name):
        return kinds
    printed = setting.area.record[name].kinds
    declared = setting.scenario.terrain
    trees = {alone or declared.get(kind) for kind in printed if kind in ORCHARDS} - {None}
    by_ssr = bool(trees)
    stays = by_ssr and setting.rules_that("AD3.63-ssr", "ssr")
    palms = attrs.evolve(rows[TerrainKind.PALM_TREES], rule="AD3.63")
    changed = []
    for kind in kinds:
        if kind.name not in ORCHARDS | trees:
            changed.append(kind)
            continue
        dense = kind.name is TerrainKind.DENSE_PALM_TREES and not by_ssr
        kept = kind if stays and kind.name is not TerrainKind.PALM_TREES else palms
        here = kind if dense else kept
        changed.append(attrs.evolve(here, rally=True, rally_rule="AD3.63", rout=True))
    return tuple(changed)
