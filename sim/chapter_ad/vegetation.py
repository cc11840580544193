"""AD3.11, AD3.14 In desert hexes of AD boards orchards are Olive Groves, woods Light Woods."""

from typing import Final

import attrs

from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind

__all__ = ["RULES", "desert_vegetation"]

RULES: Final = ("AD3.11", "AD3.14")


def desert_vegetation(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """The terrain of a desert-coloured hex of an AD board; in Temperate hexes nothing changes."""
    changes = {
        TerrainKind.ORCHARD: attrs.evolve(rows[TerrainKind.OLIVE_GROVE], rule="AD3.11"),
        TerrainKind.WOODS: attrs.evolve(rows[TerrainKind.LIGHT_WOODS], rule="AD3.14"),
    }
    return tuple(changes.get(kind.name, kind) for kind in kinds)
