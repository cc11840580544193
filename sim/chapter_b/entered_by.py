"""B.2 By what a mover enters a hex, which decides the normal cost of it.

By road (B3.4), by Trail Break (B13.421), along a Path (B13.6), or through the terrain.
"""

from enum import Enum, auto
from typing import Final

from sim.chapter_b.mover import Mover
from sim.chapter_b.paths import follows_path
from sim.chapter_b.trail_breaks import by_tree_break
from sim.state import State

__all__ = ["By", "entered_by"]

CORE: Final = ("B3.4", "B13.421", "B13.6")


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
    return By.PATH if follows_path(state.setting, mover, name, hexside) else By.TERRAIN
