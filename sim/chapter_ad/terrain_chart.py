"""AD3.0 Terrain that only AD boards have, as rows of a Terrain Chart."""

from typing import Final

from sim.map.terrain import chart

CHART: Final = chart("""
Dense Palm Trees  AD3.121  2 4 NA NAP NA ZB NA NA
    obstacle=2 inherent tem=2 indirect=-1 concealment woods bog_drm=3 trail_break
Thick Grain       AD3.162  2 2 2 4 4 1 1 5
    hindrance=2 rally rout concealment kindling=10 spreading=6
Boulder-Crag      AD4.5    2 4 NA NA NA NA NA NA
    half inherent tem=2 rout breaks_ground
Arid Debris       AD3.41   1+COT NA NA NAP NA zzB NA NA
    hindrance=1 inherent tem=1 concealment kindling=7 spreading=8 bog_drm=1 bog_rule=AD3.42
Crag-Brush        AD3.21   4 6 NA NA NA NA NA NA
    hindrance=1 inherent tem=1 concealment rout kindling=9 spreading=6
Crag-Hammada      AD3.22   2 4 NA NA NA NA NA NA
    hindrance=1 inherent tem=1 rout
Arid Plaza        AD3.5    +COT +COT +COT +COT +COT +COT +COT +COT
    open_ground
Oasis             AD3.62   3 3 ALLB 4+COT 4+COTB 2+COTB 3+COTB 6+COTB
    depression open_ground
Oasis Well        AD3.61   +COT +COT +COT +COT +COT +COT +COT +COT
    hindrance=2 tem=1 rally ambush
Fountain          AD3.7    +COT +COT +COT +COT +COT +COT +COT +COT
    open_ground
High Wall         AD4.6    2+COT NA NA NAP NA ZB NA NA
    obstacle=1 bog_drm=3 bog_rule=AD4.6
""")
"""The terrain of AD boards, by name.

The costs are those of infantry, cavalry, horse-drawn, motorcycle, armoured car, fully-tracked,
halftrack and truck.
"""
