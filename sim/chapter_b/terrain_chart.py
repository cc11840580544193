"""B.3 The Terrain Chart: every kind of terrain once, with LOS, TEM and what it costs to enter.

Kinds that are found on desert boards only are in `sim.chapter_f.desert_terrain_chart`.
"""

from typing import Final

from sim.map.terrain import Terrain, read_costs

__all__ = ["CHART", "RULES"]

RULES: Final = ("B.3",)

CHART: Final = {
    terrain.name: terrain
    for terrain in (
        # costs: infantry, cavalry, horse-drawn, motorcycle, armoured car, fully-tracked,
        #        halftrack, truck
        Terrain("Open Ground", "B1", open_ground=True, costs=read_costs("1 1 1 3 3 1 1 4")),
        Terrain(
            "Shellholes",
            "B2",
            tem=1,
            concealment=True,
            costs=read_costs("2 2 2 2+COT 2+COT +COT +COT 4+COT"),
        ),
        Terrain(
            "Road",
            "B3",
            open_ground=True,
            costs=read_costs("1 1 1 1/2 1/2 1/2 1/2 1/2"),
        ),
        Terrain(
            "Wall",
            "B9",
            half=True,
            tem=2,
            indirect=1,
            costs=read_costs("1+COT 1+COT NA NAP NA 1+COT NA NA"),
        ),
        Terrain(
            "Hedge",
            "B9",
            half=True,
            tem=1,
            indirect=0,
            costs=read_costs("1+COT 1+COT NA NAP 3+COTB 1+COT 2+COTB NA"),
        ),
        Terrain(
            "Brush",
            "B12",
            hindrance=1,
            concealment=True,
            kindling=9,
            spreading=6,
            costs=read_costs("2 2 2 4 4 2 2 6"),
        ),
        Terrain(
            "Woods",
            "B13",
            obstacle=1,
            tem=1,
            indirect=-1,
            concealment=True,
            kindling=9,
            spreading=7,
            bog_drm=3,
            trail_break=True,
            costs=read_costs("2 4 ALLB NAP ALLB ZB ALLB ALLB"),
        ),
        Terrain(
            "Forest",
            "B13.7",
            obstacle=2,
            tem=2,
            indirect=-1,
            concealment=True,
            kindling=9,
            spreading=7,
            costs=read_costs("2 4 NA NAP NA NA NA NA"),
        ),
        Terrain(
            "Orchard",
            "B14",
            hindrance=1,
            tall=1,
            inherent=True,
            kindling=11,
            spreading=9,
            costs=read_costs("1 1 1 3 3 1 1 4"),
        ),
        Terrain(
            "Grain",
            "B15",
            hindrance=1,
            concealment=True,
            kindling=10,
            spreading=6,
            costs=read_costs("3/2 3/2 3/2 4 4 1 1 5"),
        ),
        Terrain(
            "Plowed Field", "B15.6", open_ground=True, costs=read_costs("3/2 3/2 3/2 4 4 1 1 5")
        ),
        Terrain(
            "Marsh",
            "B16",
            hindrance=1,
            concealment=True,
            costs=read_costs("ALL ALL NA NA NA NA NA NA"),
        ),
        Terrain(
            "Crag",
            "B17",
            hindrance=1,
            inherent=True,
            tem=1,
            concealment=True,
            costs=read_costs("2 4 NA NA NA NA NA NA"),
        ),
        Terrain(
            "Graveyard",
            "B18",
            hindrance=1,
            inherent=True,
            tem=1,
            concealment=True,
            costs=read_costs("1 2 NA 4 NA ZB NA NA"),
        ),
        Terrain(
            "Gully",
            "B19",
            depression=True,
            costs=read_costs("2 2 ALL 4+COT 4+COT 2+COT 3+COT 6+COT"),
        ),
        Terrain(
            "Stream",
            "B20",
            depression=True,
            costs=read_costs("3 3 ALLB 4+COT 4+COTB 2+COTB 3+COTB 6+COTB"),
        ),
        Terrain("Water", "B21", open_ground=True, costs=read_costs("NA NA NA NA NA NA NA NA")),
        Terrain(
            "Wooden Building",
            "B23",
            obstacle=1,
            tem=2,
            concealment=True,
            bog_drm=3,
            costs=read_costs("2 NA NA NAP NA ZB NA NA"),
        ),
        Terrain(
            "Stone Building",
            "B23",
            obstacle=1,
            tem=3,
            concealment=True,
            bog_drm=4,
            costs=read_costs("2 NA NA NAP NA ZB NA NA"),
        ),
        Terrain(
            "Wooden Rubble",
            "B24",
            half=True,
            inherent=True,
            tem=2,
            concealment=True,
            bog_drm=3,
            costs=read_costs("3 NA NA NAP NA ZB NA NA"),
        ),
        Terrain(
            "Stone Rubble",
            "B24",
            half=True,
            inherent=True,
            tem=3,
            concealment=True,
            bog_drm=3,
            costs=read_costs("3 NA NA NAP NA ZB NA NA"),
        ),
        Terrain(
            "Light Woods",
            "B35",
            hindrance=2,
            tall=1,
            tem=1,
            indirect=-1,
            concealment=True,
            kindling=9,
            spreading=7,
            bog_drm=1,
            costs=read_costs("2 4 ALLB NAP ALLB zB zB ALLB"),
        ),
        Terrain(
            "Debris",
            "B37",
            hindrance=1,
            inherent=True,
            tem=1,
            concealment=True,
            bog_drm=1,
            costs=read_costs("2 NA NA NAP NA zzB NA NA"),
        ),
        Terrain(
            "Palm Trees",
            "G4",
            hindrance=1,
            tall=1,
            inherent=True,
            kindling=10,
            spreading=10,
            costs=read_costs("1 1 1 3 3 1 1 4"),
        ),
    )
}
"""The chart of chapter B, by name."""
