"""AD3.62 and AD3.63 Oases, and the palms around them.

An Oasis is a shallow stream; a pond beside an orchard is one. Orchards within two hexes of an Oasis
are AD Palm Trees, and Rally Terrain.
"""

from collections.abc import Iterable
from typing import Final

import attrs

from sim.los.line import distance
from sim.map.playing_area import PlayingArea
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind

__all__ = ["NEAR", "RULES", "oasis_palms", "within_two_of"]

RULES: Final = ("AD3.62", "AD3.63")

NEAR: Final = 2


def within_two_of(area: PlayingArea, oases: Iterable[str]) -> list[str]:
    """The hexes near an Oasis."""
    places = [area.place(name) for name in oases]
    return [
        name
        for place, name in area.names.items()
        if any(distance(place, oasis) <= NEAR for oasis in places)
    ]


def oasis_palms(kind: Terrain, rows: Rows) -> Terrain:
    """What an orchard near an Oasis is; what an SSR declared stays as it is."""
    if not kind.orchard or kind.rule == "191.5":
        return kind
    return attrs.evolve(rows[TerrainKind.PALM_TREES], rule="AD3.63", rally=True, rout=True)
