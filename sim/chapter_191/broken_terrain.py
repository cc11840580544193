"""191.1 Broken Terrain on a Desert Board: scrub is brush, hammada is half-level crag.

Open Ground beside that crag is Broken Ground: Concealment Terrain with a TEM, twice the cost of
Open Ground, and a Bog hex; but neither obstacle nor Hindrance.
"""

from collections.abc import Mapping
from typing import Final

import attrs

from sim.map.terrain import Terrain

__all__ = ["RULES", "broken", "is_plain_open_ground"]

RULES: Final = ("191.1",)


def broken(kinds: tuple[Terrain, ...], rows: Mapping[str, Terrain]) -> tuple[Terrain, ...]:
    """What Broken Terrain makes of the terrain of a hex of a Desert Board."""
    changes = {
        "Scrub": attrs.evolve(rows["Brush"], inherent=True, rule="191.1"),
        "Hammada": attrs.evolve(rows["Crag"], half=True, hindrance=0, rule="191.1"),
    }
    return tuple(changes.get(kind.name, kind) for kind in kinds)


def is_plain_open_ground(kinds: tuple[Terrain, ...]) -> bool:
    """Whether a hex is Open Ground and nothing else: not scrub, hammada, sand or a Depression."""
    return [kind.name for kind in kinds] == ["Open Ground"]
