"""191.4-191.6 Terrain that chapter 191 adds, as rows of a Terrain Chart."""

from typing import Final

from sim.map.terrain import chart

CHART: Final = chart("""
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
"""The chart of chapter 191, by name; its costs are of the movers of the Desert Terrain Chart."""
