"""B.3 The Terrain Chart: every kind of terrain once, with LOS, TEM and what it costs to enter.

Kinds that are found on desert boards only are in `sim.chapter_f.desert_terrain_chart`.
"""

from typing import Final

from sim.map.terrain import chart

CHART: Final = chart("""
Open Ground      B1     1 1 1 3 3 1 1 4
    open_ground
Shellholes       B2     2 2 2 2+COT 2+COT +COT +COT 4+COT
    inherent tem=1
Road             B3     1 1 1 1/2 1/2 1/2 1/2 1/2
    open_ground
Wall             B9     1+COT 1+COT NA NAP NA 1+COT NA NA
    half tem=2 indirect=1
Hedge            B9     1+COT 1+COT NA NAP 3+COTB 1+COT 2+COTB NA
    half tem=1 indirect=0
Roadblock        B29    1+COT 1+COT NA NA NA NA NA NA
    half tem=2 indirect=1
Brush            B12    2 2 2 4 4 2 2 6
    hindrance=1 concealment rout kindling=9 spreading=6
Woods            B13    2 4 ALLB NAP ALLB ZB ALLB ALLB
    obstacle=1 tem=1 indirect=-1 concealment woods kindling=9 spreading=7 bog_drm=3 trail_break
Forest           B13.7  2 4 NA NAP NA NA NA NA
    obstacle=2 tem=2 indirect=-1 concealment woods kindling=9 spreading=7
Orchard          B14    1 1 1 3 3 1 1 4
    hindrance=1 tall=1 inherent concealment kindling=11 spreading=9
Grain            B15    3/2 3/2 3/2 4 4 1 1 5
    hindrance=1 concealment rout kindling=10 spreading=6
Plowed Field     B15.6  3/2 3/2 3/2 4 4 1 1 5
    open_ground
Marsh            B16    ALL ALL NA NA NA NA NA NA
    hindrance=1 concealment
Crag             B17    2 4 NA NA NA NA NA NA
    hindrance=1 inherent tem=1 rout
Graveyard        B18    1 2 NA 4 NA ZB NA NA
    hindrance=1 inherent tem=1 bog_drm=3 bog_hex
Gully            B19    2 2 ALL 4+COT 4+COT 2+COT 3+COT 6+COTB
    depression open_ground
Stream           B20    3 3 ALLB 4+COT 4+COTB 2+COTB 3+COTB 6+COTB
    depression open_ground
Water            B21    NA NA NA NA NA NA NA NA
    open_ground
Wooden Building  B23    2 NA NA NAP NA ZB NA NA
    obstacle=1 tem=2 concealment building bog_drm=3
Stone Building   B23    2 NA NA NAP NA ZB NA NA
    obstacle=1 tem=3 concealment building bog_drm=4
Wooden Rubble    B24    3 NA NA NAP NA ZB NA NA
    half inherent tem=2 concealment bog_drm=3
Stone Rubble     B24    3 NA NA NAP NA ZB NA NA
    half inherent tem=3 concealment bog_drm=3
Light Woods      B35    2 4 ALLB NAP ALLB zB zB ALLB
    hindrance=2 tall=1 tem=1 indirect=-1 concealment woods kindling=9 spreading=7 bog_drm=1
Debris           B37    2 NA NA NAP NA zzB NA NA
    hindrance=1 inherent tem=1 bog_drm=1
Palm Trees       G4     1 1 1 3 3 1 1 4
    hindrance=1 tall=1 inherent concealment kindling=10 spreading=10
""")
"""The chart of chapter B, by name.

The costs are those of infantry, cavalry, horse-drawn, motorcycle, armoured car, fully-tracked,
halftrack and truck.
"""
