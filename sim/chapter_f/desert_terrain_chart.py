"""F.2 The Desert Terrain Chart: what desert-coloured hexes cost, and the terrain of deserts only.

Where this chart has a row, it goes before the Terrain Chart in a hex of desert base terrain.
Hammada has a DRM of its own vs HE (F3.4).
"""

from typing import Final

from sim.map.terrain import Terrain, chart, read_costs
from sim.map.terrain_kind import TerrainKind

RULES: Final = ("191.4", "191.5", "191.6")

CHART: Final = chart(
    # costs: infantry, cavalry, horse-drawn, motorcycle, armoured car, fully-tracked,
    #        halftrack, truck
    Terrain(TerrainKind.OPEN_GROUND, "F1", open_ground=True, costs=read_costs("1 1 1 1 1 1 1 1")),
    Terrain(
        TerrainKind.SCRUB,
        "F2",
        open_ground=True,
        concealment=True,
        costs=read_costs("1 2r 2r 4r 4r 2r 3r 6r"),
    ),
    Terrain(
        TerrainKind.HAMMADA,
        "F3",
        open_ground=True,
        he_tem=-1,
        costs=read_costs("1 3r 3r 4r 4r 2r 3r 6r"),
    ),
    Terrain(TerrainKind.DEIR, "F4", open_ground=True, costs=read_costs(" ".join(["+COT"] * 8))),
    Terrain(
        TerrainKind.WADI,
        "F5",
        depression=True,
        open_ground=True,
        costs=read_costs("2r 2r ALL 4+COTr 4+COTr 2+COTr 3+COTr 6+COTr"),
    ),
    Terrain(
        TerrainKind.HILLOCK,
        "F6",
        half=True,
        inherent=True,
        open_ground=True,
        costs=read_costs(" ".join(["+COT"] * 8)),
    ),
    Terrain(
        TerrainKind.SAND,
        "F7",
        open_ground=True,
        sand=True,
        costs=read_costs("1+COTr 2+COTr 2+COTBr 4+COTr 4+COTBr 2+COTBr 3+COTBr 6+COTBr"),
    ),
    Terrain(
        TerrainKind.HIGH_DUNE,
        "F7.5",
        half=True,
        inherent=True,
        open_ground=True,
        sand=True,
        costs=read_costs("1+COTr 2+COTr 2+COTBr 4+COTr 4+COTBr 2+COTBr 3+COTBr 6+COTBr"),
    ),
    Terrain(
        TerrainKind.BROKEN_GROUND,
        "F13.1",
        tem=1,
        concealment=True,
        bog_hex=True,
        costs=read_costs("2r 2r 2Br 6r 6Br 2Br 2Br 8Br"),
    ),
    Terrain(
        TerrainKind.CACTUS_HEDGE,
        "191.3",
        half=True,
        tem=1,
        indirect=0,
        costs=read_costs("ALL NA NA NAP 3+COTB 1+COT 2+COTB NA"),
    ),
    Terrain(
        TerrainKind.CACTUS_PATCH,
        "F13.4",
        half=True,
        inherent=True,
        tem=1,
        concealment=True,
        kindling=12,
        spreading=10,
        costs=read_costs("3r 3r 3r 9r 9r 3r 3r 12r"),
    ),
    Terrain(
        TerrainKind.OLIVE_GROVE,
        "F13.5",
        hindrance=1,
        tall=1,
        inherent=True,
        concealment=True,
        tem=1,
        kindling=11,
        spreading=9,
        costs=read_costs("2r 2r 2r 6r 6r 2r 2r 8r"),
    ),
    Terrain(
        TerrainKind.VINEYARD,
        "191.6",
        hindrance=1,
        inherent=True,
        concealment=True,
        rout=True,
        bog_hex=True,
        kindling=9,
        spreading=6,
        costs=read_costs("2 2 2B 4B 4B 2B 2B 6B"),
    ),
)
"""The chart of chapter F, by name."""
