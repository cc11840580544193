"""191.1 Broken Terrain on a Desert Board: scrub is brush, hammada is half-level crag.

Open Ground beside that crag is Broken Ground: Concealment Terrain with a TEM, twice the cost of
Open Ground, and a Bog hex; but neither obstacle nor Hindrance. A deir or hillock hex is Open Ground
(F4.2), unless it holds scrub or sand.
"""

from typing import Final

import attrs

from sim.map.terrain import Rows, Terrain, read_costs
from sim.map.terrain_kind import TerrainKind

_OPEN: Final = frozenset({TerrainKind.OPEN_GROUND, TerrainKind.DEIR, TerrainKind.HILLOCK})

_DOUBLED_DESERT: Final = read_costs("2 2 2B 2 2B 2B 2B 2B")
"""Twice the Open Ground of the Desert Terrain Chart (191.1-cost)."""


def broken(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """What Broken Terrain makes of the terrain of a hex of a Desert Board."""
    changes = {
        TerrainKind.SCRUB: attrs.evolve(rows[TerrainKind.BRUSH], inherent=True, rule="191.1"),
        TerrainKind.HAMMADA: attrs.evolve(
            rows[TerrainKind.CRAG], half=True, hindrance=0, breaks_ground=True, rule="191.1"
        ),
    }
    return tuple(changes.get(kind.name, kind) for kind in kinds)


def is_open_ground(kinds: tuple[Terrain, ...]) -> bool:
    """Whether a hex is Open Ground and nothing else: not scrub, hammada, sand or a Depression."""
    return all(kind.name in _OPEN for kind in kinds)


def on_broken_ground(
    kinds: tuple[Terrain, ...], rows: Rows, *, desert_costs: bool
) -> tuple[Terrain, ...]:
    """The terrain of an Open Ground hex that has become Broken Ground.

    By ruling the cost of deserts is doubled (191.1-cost).
    """
    ground = attrs.evolve(rows[TerrainKind.BROKEN_GROUND], rule="191.1")
    if desert_costs:
        ground = attrs.evolve(ground, costs=_DOUBLED_DESERT)
    return (*(kind for kind in kinds if not kind.plain), ground)
