"""AD3.121 Dense Palm Trees: Inherent Forest that fully-tracked vehicles may enter, at a price.

Without a road or Trail Break such a vehicle takes a Bog Check with one DRM more than in woods, on
entry and on each change of its VCA; it leaves a Trail Break behind (B13.421).
"""

from typing import Final

import attrs

from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state.setting import Setting

__all__ = ["BOG_DRM", "RULES", "dense_palms"]

RULES: Final = ("AD3.121",)
CORE: Final = ("B13.421",)

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
