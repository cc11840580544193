"""AD3 Terrain that only AD boards have, as rows of a Terrain Chart."""

from typing import Final

from sim.map.terrain import Terrain, chart, read_costs
from sim.map.terrain_kind import TerrainKind

RULES: Final = ("AD3.0", "AD3.12", "AD3.131", "AD3.132", "AD3.15")

_AS_OPEN_GROUND: Final = read_costs("+COT +COT +COT +COT +COT +COT +COT +COT")
"""What the base terrain of the hex charges for Open Ground (AD2.4)."""

CHART: Final = chart(
    # costs: infantry, cavalry, horse-drawn, motorcycle, armoured car, fully-tracked,
    #        halftrack, truck
    Terrain(
        TerrainKind.DENSE_PALM_TREES,
        "AD3.121",
        obstacle=2,
        inherent=True,
        tem=2,
        indirect=-1,
        concealment=True,
        woods=True,
        bog_drm=3,
        trail_break=True,
        costs=read_costs("2 4 NA NAP NA ZB NA NA"),
    ),
    Terrain(
        TerrainKind.THICK_GRAIN,
        "AD3.162",
        hindrance=2,
        rally=True,
        rout=True,
        concealment=True,
        kindling=10,
        spreading=6,
        costs=read_costs("2 2 2 4 4 1 1 5"),
    ),
    Terrain(
        TerrainKind.BOULDER_CRAG,
        "AD4.5",
        half=True,
        inherent=True,
        tem=2,
        rout=True,
        breaks_ground=True,
        costs=read_costs("2 4 NA NA NA NA NA NA"),
    ),
    Terrain(
        TerrainKind.ARID_DEBRIS,
        "AD3.41",
        hindrance=1,
        inherent=True,
        tem=1,
        concealment=True,
        kindling=7,
        spreading=8,
        bog_drm=1,
        bog_rule="AD3.42",
        costs=read_costs("1+COT NA NA NAP NA zzB NA NA"),
    ),
    Terrain(
        TerrainKind.CRAG_BRUSH,
        "AD3.21",
        hindrance=1,
        inherent=True,
        tem=1,
        concealment=True,
        rout=True,
        kindling=9,
        spreading=6,
        costs=read_costs("4 6 NA NA NA NA NA NA"),
    ),
    Terrain(
        TerrainKind.CRAG_HAMMADA,
        "AD3.22",
        hindrance=1,
        inherent=True,
        tem=1,
        rout=True,
        costs=read_costs("2 4 NA NA NA NA NA NA"),
    ),
    Terrain(TerrainKind.ARID_PLAZA, "AD3.5", open_ground=True, costs=_AS_OPEN_GROUND),
    Terrain(
        TerrainKind.OASIS,
        "AD3.62",
        depression=True,
        costs=read_costs("3 3 ALLB 4+COT 4+COTB 2+COTB 3+COTB 6+COTB"),
    ),
    Terrain(
        TerrainKind.OASIS_WELL,
        "AD3.61",
        hindrance=2,
        tem=1,
        rally=True,
        ambush=True,
        costs=_AS_OPEN_GROUND,
    ),
    Terrain(TerrainKind.FOUNTAIN, "AD3.7", open_ground=True, costs=_AS_OPEN_GROUND),
    Terrain(
        TerrainKind.HIGH_WALL,
        "AD4.6",
        obstacle=1,
        bog_drm=3,
        bog_rule="AD4.6",
        costs=read_costs("2+COT NA NA NAP NA ZB NA NA"),
    ),
)
"""The terrain of AD boards, by name."""
