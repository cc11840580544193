"""191.2 Steppe Terrain on a Desert Board: hammada is brush, scrub is woods, all Inherent.

Sand may be declared to be grain (`sim.map.declared_terrain`). Of Desert LV only Heat Haze is as
always; Sun Blindness, Dust, Vehicle and FFE Dust need Very Dry EC.
"""

from typing import Final

import attrs

from events.terms import EC
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import State

__all__ = ["RULES", "steppe", "steppe_allows_dlv"]

RULES: Final = ("191.2",)


def steppe(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """What Steppe Terrain makes of the terrain of a hex of a Desert Board."""
    changes = {
        TerrainKind.HAMMADA: rows[TerrainKind.BRUSH],
        TerrainKind.SCRUB: rows[TerrainKind.WOODS],
    }
    return tuple(
        attrs.evolve(changes[kind.name], inherent=True, rule="191.2")
        if kind.name in changes
        else kind
        for kind in kinds
    )


def steppe_allows_dlv(state: State) -> bool | None:
    """Whether DLV other than Heat Haze can be: in Steppe Terrain EC are Very Dry.

    None while the EC are still to be rolled.
    """
    ec = state.sky.ec
    if not state.setting.scenario.steppe:
        return True
    return None if ec is None else ec is EC.VERY_DRY
