"""F.2 The Desert Terrain Chart: what desert-coloured hexes cost, and the terrain of deserts only.

Where this chart has a row, it goes before the Terrain Chart in a hex of desert base terrain.
Hammada has a DRM of its own vs HE (F3.4).
"""

from typing import Final

from sim.map.terrain import chart

RULES: Final = ("191.4", "191.5", "191.6")

CHART: Final = chart("""
Open Ground    F1     1 1 1 1 1 1 1 1
    open_ground
Scrub          F2     1 2r 2r 4r 4r 2r 3r 6r
    open_ground concealment
Hammada        F3     1 3r 3r 4r 4r 2r 3r 6r
    open_ground he_tem=-1
Deir           F4     +COT +COT +COT +COT +COT +COT +COT +COT
    open_ground
Wadi           F5     2r 2r ALL 4+COTr 4+COTr 2+COTr 3+COTr 6+COTr
    depression open_ground
Hillock        F6     +COT +COT +COT +COT +COT +COT +COT +COT
    half inherent open_ground
Sand           F7     1+COTr 2+COTr 2+COTBr 4+COTr 4+COTBr 2+COTBr 3+COTBr 6+COTBr
    open_ground sand
High Dune      F7.5   1+COTr 2+COTr 2+COTBr 4+COTr 4+COTBr 2+COTBr 3+COTBr 6+COTBr
    half inherent open_ground sand
Broken Ground  F13.1  2r 2r 2Br 6r 6Br 2Br 2Br 8Br
    tem=1 concealment bog_hex
Cactus Hedge   191.3  ALL NA NA NAP 3+COTB 1+COT 2+COTB NA
    half tem=1 indirect=0
Cactus Patch   F13.4  3r 3r 3r 9r 9r 3r 3r 12r
    half inherent tem=1 concealment kindling=12 spreading=10
Olive Grove    F13.5  2r 2r 2r 6r 6r 2r 2r 8r
    hindrance=1 tall=1 inherent concealment tem=1 kindling=11 spreading=9
Vineyard       191.6  2 2 2B 4B 4B 2B 2B 6B
    hindrance=1 inherent concealment rout bog_hex kindling=9 spreading=6
""")
"""The chart of chapter F, by name.

The costs are those of infantry, cavalry, horse-drawn, motorcycle, armoured car, fully-tracked,
halftrack and truck.
"""
