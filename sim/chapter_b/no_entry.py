"""B23.41 Buildings, C10.1 Guns in tow, AD3.42 debris: who may not enter, or cross a hexside."""

from typing import Final

from events.terms import HexsideKind
from sim.chapter_ad.arid_debris import arid_debris_in, has_rubble
from sim.chapter_b.bog_terrain import in_building
from sim.chapter_b.mover import Mover
from sim.map.mover_kind import MoverKind
from sim.state import State

__all__ = ["TOWED_OVER_NONE", "barred_by_terrain"]

CORE: Final = ("B23.41", "C10.1")

TOWED_OVER_NONE: Final = (
    HexsideKind.WALL,
    HexsideKind.HEDGE,
    HexsideKind.CACTUS_HEDGE,
    HexsideKind.HIGH_WALL,
)
"""What stands on hexsides over which no Gun is towed: walls and hedges of every kind (C10.1)."""


def barred_by_terrain(state: State, mover: Mover, name: str) -> str:
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
