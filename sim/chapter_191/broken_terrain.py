"""191.1 Broken Terrain on a Desert Board: scrub is brush, hammada is half-level crag.

Open Ground beside that crag is Broken Ground: Concealment Terrain with a TEM, twice the cost of
Open Ground, and a Bog hex; but neither obstacle nor Hindrance.
"""

from typing import Final

import attrs

from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind

__all__ = ["RULES", "broken", "is_plain_open_ground"]

RULES: Final = ("191.1",)


def broken(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """What Broken Terrain makes of the terrain of a hex of a Desert Board."""
    changes = {
        TerrainKind.SCRUB: attrs.evolve(rows[TerrainKind.BRUSH], inherent=True, rule="191.1"),
        TerrainKind.HAMMADA: attrs.evolve(
            rows[TerrainKind.CRAG], half=True, hindrance=0, breaks_ground=True, rule="191.1"
        ),
    }
    return tuple(changes.get(kind.name, kind) for kind in kinds)


def is_plain_open_ground(kinds: tuple[Terrain, ...]) -> bool:
    """Whether a hex is Open Ground and nothing else: not scrub, hammada, sand or a Depression."""
    return len(kinds) == 1 and kinds[0].plain
