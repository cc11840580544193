"""AD3.11-AD3.162 and AD4.3 Vegetation of AD boards, as far as it is not as elsewhere.

Orchards of desert hexes are Olive Groves (AD3.11), woods Light Woods (AD3.14). Palm Trees (AD3.12),
Cactus Patches and hedges (AD3.131-.132) and Vineyards (AD3.15) are as their Terrain Charts say.
"""

from typing import Final

import attrs

from events.terms import Month
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

# AD3.121 Dense Palm Trees: Inherent Forest that fully-tracked vehicles may enter, at a price.
#
# Without a road or Trail Break such a vehicle takes a Bog Check with one DRM more than in woods, on
# entry and on each change of its VCA; it leaves a Trail Break behind (B13.421).

BOG_DRM: Final = 1
"""What a Bog Check there takes beside what it takes in woods."""


def dense_palms(setting: Setting, kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """Dense Palm Trees with the Kindling and Spreading numbers that a ruling gives them.

    They burn as Forest does, or as the Palm Trees of AD3.12 (ruling AD3.121-fire).
    """
    if TerrainKind.DENSE_PALM_TREES not in [kind.name for kind in kinds]:
        return kinds
    like = TerrainKind.FOREST
    if setting.rules_that("AD3.121-fire", "palms"):
        like = TerrainKind.PALM_TREES
    row = rows[like]
    return tuple(
        attrs.evolve(kind, kindling=row.kindling, spreading=row.spreading)
        if kind.name is TerrainKind.DENSE_PALM_TREES
        else kind
        for kind in kinds
    )


def negates_ffmo(setting: Setting, name: str, kind: Terrain) -> bool:
    """Whether a kind of terrain in a hex is scrub that negates FFMO and Interdiction (not F2.2).

    In which hexes it does is the ruling AD4.3-boards.
    """
    if kind.name is not TerrainKind.SCRUB or not setting.scenario.ad:
        return False
    return setting.rules_that("AD4.3-boards", "all") or setting.ad_hex(name)


# AD3.161-AD3.162 Grain of AD boards: it costs what a plowed field does, but for Thick Grain.

THICK: Final = (Month.SEPTEMBER, Month.OCTOBER)
"""The months of Thick Grain."""


def ad_grain(grain: Terrain, month: Month, rows: Rows, *, growing: bool) -> Terrain:
    """What grain of an AD board is in a month, in season or not (B15.6).

    Thick Grain is as the grain is but for what its row says: that of Steppe is Inherent (191.2).
    """
    if month in THICK:
        return attrs.evolve(rows[TerrainKind.THICK_GRAIN], inherent=grain.inherent)
    field = rows[TerrainKind.PLOWED_FIELD]
    costing = attrs.evolve(grain, costs=field.costs) if growing else field
    return attrs.evolve(costing, rule="AD3.161")


def desert_vegetation(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """The terrain of a desert-coloured hex of an AD board; in Temperate hexes nothing changes.

    What is Inherent stays so: woods of Steppe Terrain are (191.2).
    """
    changes = {
        TerrainKind.ORCHARD: attrs.evolve(rows[TerrainKind.OLIVE_GROVE], rule="AD3.11"),
        TerrainKind.WOODS: attrs.evolve(rows[TerrainKind.LIGHT_WOODS], rule="AD3.14"),
    }
    return tuple(
        attrs.evolve(changes[kind.name], inherent=kind.inherent) if kind.name in changes else kind
        for kind in kinds
    )
