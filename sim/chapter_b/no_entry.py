"""B.2 Where entry is NA: who may not enter a hex, or cross a hexside, whatever it costs.

Fire (B25.4), cliffs (B11.4), buildings (B23.41), Guns in tow (C10.1), debris (AD3.42) and more.
"""

from typing import Final

from events.terms import HexsideKind
from sim.chapter_ad.arid_debris import arid_debris_in, has_rubble
from sim.chapter_ad.combined_terrain import vehicles_allowed
from sim.chapter_b.bog_terrain import in_building
from sim.chapter_b.entered_by import By
from sim.chapter_b.fire import blaze_bars
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_d.riders import riders_barred
from sim.map.terrain import Terrain
from sim.map.terrain_kind import MoverKind
from sim.state import State

_TOWED_OVER_NONE: Final = (
    HexsideKind.WALL,
    HexsideKind.HEDGE,
    HexsideKind.CACTUS_HEDGE,
    HexsideKind.HIGH_WALL,
)
"""What stands on hexsides over which no Gun is towed: walls and hedges of every kind (C10.1)."""


def _barred_by_terrain(state: State, mover: Mover, name: str) -> str:
    """What keeps the mover out that does not come by road; empty if nothing does."""
    ground = state.ground.get(name)
    if ground is None:
        return ""
    if not mover.afv and arid_debris_in(state, name):
        return "of vehicles only a fully-tracked AFV enters Arid Debris"
    inside = in_building(state, name)
    if mover.towing and (inside or has_rubble(ground)):
        return f"no Gun is towed into {'a building' if inside else 'rubble'} (C10.1)"
    fit = mover.afv and mover.closed and mover.bu
    if inside and mover.kind is MoverKind.FULLY_TRACKED and not fit:
        return "of vehicles only a BU, closed-topped, fully-tracked AFV enters a building (B23.41)"
    return ""


def barred(
    state: State,
    mover: Mover,
    name: str,
    standing: HexsideKind | None,
    by: By,
    kinds: tuple[Terrain, ...],
) -> str:
    """What keeps a mover out of a hex, whatever it costs; empty if nothing does."""
    if why_not := blaze_bars(state.ground.get(name), name):
        return why_not
    if mover.kind not in FOOT and not vehicles_allowed(state.setting, kinds):
        return f"{mover.kind} may not enter Combined Terrain, by road either (AD3.2)"
    if mover.riders and by is By.TERRAIN and (why_not := riders_barred(state, name)):
        return why_not
    if by is not By.ROAD and (why_not := _barred_by_terrain(state, mover, name)):
        return why_not
    if standing is HexsideKind.CLIFF:
        return "a cliff is crossed by Climbing only (B11.4)"
    if standing is HexsideKind.HIGH_WALL and mover.kind not in FOOT and not mover.afv:
        return "of vehicles only a fully-tracked AFV breaches a High Wall"
    if mover.towing and standing in _TOWED_OVER_NONE:
        return f"no Gun is towed over a {standing} (C10.1)"
    return ""
