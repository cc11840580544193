"""Where entry is NA (B.2): who may not enter a hex, or cross a hexside, whatever it costs.

Fire (B25.4), cliffs (B11.4), buildings (B23.41), Guns in tow (C10.1), debris (AD3.42), Riders
(D6.2) and more. A Boulder-Crag is entered and left by road only, a single-lane one (AD4.5, B6.431);
so is a bridge, but over a Depression there is a way beneath it (B6.4).
"""

from collections.abc import Sequence
from typing import Final

from events.terms import HexsideKind
from sim.chapter_ad.arid_debris import arid_debris_in, has_rubble
from sim.chapter_ad.combined_terrain import vehicles_allowed
from sim.chapter_b.artificial_terrain import Artificial, ground_terrain
from sim.chapter_b.bog_terrain import in_building
from sim.chapter_b.fire import blaze_bars
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.normal_cost import By
from sim.chapter_b.roads import real_bridge_in
from sim.chapter_b.symbology import Kinds
from sim.map.terrain import Terrain
from sim.map.terrain_kind import RUBBLE, MoverKind, TerrainKind
from sim.modifiers import WhyNot
from sim.state import Setting, State

OFF_ITS_ROAD: Final = WhyNot("B6.4", "a bridge is entered and left by its road only")
"""Why nobody goes on or off a bridge by its sides."""


def _boulder_crag(state: State, name: str) -> bool:
    """Whether a hex is a Boulder-Crag now."""
    return any(kind.name is TerrainKind.BOULDER_CRAG for kind in ground_terrain(state, name))


def _on_bridge_alone(state: State, name: str, *, entered: bool = False) -> bool:
    """Whether a hex is entered, or left, on its bridge only: no way leads beneath (B6.1).

    What keeps a mover out of the Water that a bridge spans is told as such.
    """
    if not real_bridge_in(state.setting, name):
        return False
    away = {TerrainKind.WATER} if entered else set()
    kinds = ground_terrain(state, name)
    return not any(kind.depression or kind.name in away for kind in kinds)


def by_road_alone(
    state: State, mover: Mover, origin: str | None, name: str, *, crosses: bool
) -> WhyNot | None:
    """What keeps a mover off road out of a hex, or in the one it leaves; None if nothing.

    One who crosses by a road that debris or rubble negates is still on it.
    """
    left = origin is not None and _on_bridge_alone(state, origin)
    if not crosses and (left or _on_bridge_alone(state, name, entered=True)):
        return OFF_ITS_ROAD
    if mover.kind in FOOT:
        return None
    if origin is not None and _boulder_crag(state, origin):
        return WhyNot("AD4.5", "vehicles leave a Boulder-Crag by road only")
    if _boulder_crag(state, name):
        return WhyNot("AD4.5", "vehicles enter a Boulder-Crag by road only")
    return None


def lane_taken(state: State, mover: Mover, name: str, there: Sequence[Artificial]) -> WhyNot | None:
    """Why the single lane of a Boulder-Crag has no room beside these counters; None if it has.

    The ruling AD4.5-lane says so. Those on foot and motorcycles pass, and no motorcycle is in the
    way of others: it costs them nothing (B6.431).
    """
    if mover.kind in FOOT or mover.kind is MoverKind.MOTORCYCLE:
        return None
    others = [each.vehicle for each in there if each.vehicle and each.wheels]
    one = state.setting.rules_that("AD4.5-lane", "one")
    if others and one and _boulder_crag(state, name):
        why = f"{others[0]} is on the single-lane road of the Boulder-Crag (B6.431)"
        return WhyNot("AD4.5", why)
    return None


_ORCHARDS: Final = frozenset(
    {
        *(TerrainKind.ORCHARD, TerrainKind.PALM_TREES),
        *(TerrainKind.OLIVE_GROVE, TerrainKind.CACTUS_PATCH),
    }
)
"""Orchards, and what their rules apply to (AD3.12, 191.4, 191.5)."""


_STREAMS: Final = frozenset({TerrainKind.STREAM, TerrainKind.OASIS})
"""Streams; an Oasis is a shallow one (AD3.62)."""


def _riders_barred(setting: Setting, by: By, there: Kinds) -> WhyNot | None:
    """Why Riders are not carried into a hex off road (D6.2); None if they may be.

    Not into woods of any sort, but for Dense Palm Trees (AD3.121), an orchard, a building or rubble
    (ruling AD3.121-riders), by a Trail Break either; but into woods IN a stream (B13.43). Into
    debris by the ruling D6.21-debris.
    """
    rule = "B13.43" if by is By.TRAIL_BREAK else "D6.2"
    barring = RUBBLE | _ORCHARDS
    if setting.rules_that("D6.21-debris", "bail-out"):
        barring |= {TerrainKind.ARID_DEBRIS}
    in_stream = any(kind.name in _STREAMS for kind in there)
    for kind in there:
        if kind.name is TerrainKind.DENSE_PALM_TREES:
            continue
        if (kind.woods and not in_stream) or kind.building or kind.name in barring:
            return WhyNot(rule, f"no vehicle carries Riders into {kind.name} off road")
    return None


_NEVER: Final = (MoverKind.CAVALRY, MoverKind.HORSE_DRAWN)


def why_not_across(standing: HexsideKind, row: Terrain, mover: MoverKind) -> WhyNot:
    """Why a mover that has no cost for it does not cross what stands on a hexside."""
    if standing is HexsideKind.CACTUS_HEDGE and mover in _NEVER:
        return WhyNot("191.3", "Cavalry, Horses and Wagons never cross a cactus hedge")
    return WhyNot(row.rule, f"{mover} may not cross a {standing}")


_TOWED_OVER_NONE: Final = (
    HexsideKind.WALL,
    HexsideKind.HEDGE,
    HexsideKind.CACTUS_HEDGE,
    HexsideKind.HIGH_WALL,
)
"""What stands on hexsides over which no Gun is towed: walls and hedges of every kind (C10.1)."""


def _barred_by_terrain(state: State, mover: Mover, name: str) -> WhyNot | None:
    """What keeps the mover out that does not come by road; None if nothing does."""
    ground = state.ground.get(name)
    if ground is None or mover.kind in FOOT:
        return None
    fit = mover.afv and mover.kind is MoverKind.FULLY_TRACKED
    if not fit and arid_debris_in(state, name):
        return WhyNot("AD3.42", "of vehicles only a fully-tracked AFV enters Arid Debris")
    inside = in_building(state, name)
    if mover.towing and (inside or has_rubble(ground)):
        return WhyNot("C10.1", f"no Gun is towed into {'a building' if inside else 'rubble'}")
    driven = inside and mover.kind is not MoverKind.MOTORCYCLE
    if driven and not (fit and mover.closed and mover.bu):
        why = "of vehicles only a BU, closed-topped, fully-tracked AFV enters a building"
        return WhyNot("B23.41", why)
    return None


def barred(
    state: State,
    mover: Mover,
    name: str,
    standing: HexsideKind | None,
    by: By,
    kinds: Kinds,
    there: Kinds,
) -> WhyNot | None:
    """What keeps a mover out of a hex, whatever it costs; None if nothing does.

    ``there`` is what lies in the hex, also where a Trail Break leads through it.
    """
    if why_not := blaze_bars(state, name, beneath=by not in (By.ROAD, By.MUDDY_ROAD)):
        return why_not
    if mover.kind not in FOOT and not vehicles_allowed(state.setting, kinds):
        return WhyNot("AD3.2", f"{mover.kind} may not enter Combined Terrain, by road either")
    inside = by is not By.ROAD and not mover.passing
    off_road = inside and by is not By.MUDDY_ROAD
    if mover.riders and off_road and (why_not := _riders_barred(state.setting, by, there)):
        return why_not
    if inside and (why_not := _barred_by_terrain(state, mover, name)):
        return why_not
    if standing is HexsideKind.CLIFF:
        return WhyNot("B11.4", "a cliff is crossed by Climbing only")
    tracked = mover.afv and mover.kind is MoverKind.FULLY_TRACKED
    if standing is HexsideKind.HIGH_WALL and mover.kind not in FOOT and not tracked:
        return WhyNot("AD4.6", "of vehicles only a fully-tracked AFV breaches a High Wall")
    if mover.towing and standing in _TOWED_OVER_NONE:
        return WhyNot("C10.1", f"no Gun is towed over a {standing}")
    return None
