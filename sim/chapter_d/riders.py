"""D6.2 Riders: into which terrain no vehicle carries them.

Off road none carries them into woods of any sort, but into Dense Palm Trees it does (AD3.121), nor
into a building or rubble (ruling AD3.121-riders).
"""

from sim.chapter_b.artificial_terrain import ground_terrain
from sim.map.terrain_kind import RUBBLE, TerrainKind
from sim.state import State


def riders_barred(state: State, name: str) -> str:
    """Why Riders are not carried into a hex off road; empty if they may be."""
    for kind in ground_terrain(state, name):
        if kind.name is TerrainKind.DENSE_PALM_TREES:
            continue
        if kind.woods or kind.building or kind.name in RUBBLE:
            return f"no vehicle carries Riders into {kind.name} off road (D6.2)"
    return ""
