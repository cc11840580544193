"""F.2 The Desert Terrain Chart: what desert-coloured hexes cost, and the terrain of deserts only.

Where this chart has a row, it goes before the Terrain Chart in a hex of desert base terrain.
Hammada has a DRM of its own vs HE (F3.4).
"""

from typing import Final

from sim.map.terrain import chart

CHART: Final = chart("""
Open Ground    F1     1 1 1 1 1 1 1 1
    open_ground
Scrub          F2     1 2r 2r 4r 4r 2r 3r 6r
    open_ground concealment
Hammada        F3     1 3r 3r 4r 4r 2r 3r 6r
    open_ground he_tem=-1
Deir           F4     +COT +COT +COT +COT +COT +COT +COT +COT
    open_ground
Wadi           F5     2r 2r ALL 4+COTr 4+COTr 2+COTr 3+COTr 6+COTBr
    depression open_ground
Hillock        F6     +COT +COT +COT +COT +COT +COT +COT +COT
    half inherent open_ground
Sand           F7     1+COTr 2+COTr 2+COTBr 4+COTr 4+COTBr 2+COTBr 3+COTBr 6+COTBr
    open_ground sand
High Dune      F7.5   1+COTr 2+COTr 2+COTBr 4+COTr 4+COTBr 2+COTBr 3+COTBr 6+COTBr
    half inherent open_ground sand
""")
"""The chart of chapter F, by name.

The costs are those of infantry, cavalry, horse-drawn, motorcycle, armoured car, fully-tracked,
halftrack and truck.
"""
