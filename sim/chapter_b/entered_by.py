"""B.2 By what a mover enters a hex, which decides the normal cost of it.

By road (B3.4), by Trail Break (B13.421), along a Path (B13.6), or through the terrain. Along a Path
those on foot pay as for Open Ground; to vehicles it is nothing. One Cactus Patch of LFT9 has one
(AD3.131).
"""

from enum import Enum, auto

from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.trail_breaks import by_tree_break
from sim.state import State


class By(Enum):
    """By what a mover enters."""

    ROAD = auto()
    TRAIL_BREAK = auto()
    PATH = auto()
    TERRAIN = auto()


def entered_by(state: State, mover: Mover, name: str, hexside: int, *, by_road: bool) -> By:
    """By what a mover enters a hex across one of its hexsides; 0 is from offboard."""
    if by_road:
        return By.ROAD
    if by_tree_break(state, name, hexside):
        return By.TRAIL_BREAK
    path = mover.kind in FOOT and (name, hexside) in state.setting.area.paths
    return By.PATH if path else By.TERRAIN
