"""AD3.11, AD3.14 In desert hexes of AD boards orchards are Olive Groves, woods Light Woods."""

from collections.abc import Mapping
from typing import Final

import attrs

from sim.map.terrain import Terrain

__all__ = ["RULES", "desert_vegetation"]

RULES: Final = ("AD3.11", "AD3.14")


def desert_vegetation(
    kinds: tuple[Terrain, ...], rows: Mapping[str, Terrain]
) -> tuple[Terrain, ...]:
    """The terrain of a desert-coloured hex of an AD board; in Temperate hexes nothing changes."""
    changes = {
        "Orchard": attrs.evolve(rows["Olive Grove"], rule="AD3.11"),
        "Woods": attrs.evolve(rows["Light Woods"], rule="AD3.14"),
    }
    return tuple(changes.get(kind.name, kind) for kind in kinds)
