"""B.2 By what a mover enters a hex, which decides the normal cost of it.

By road (B3.4), by Trail Break (B13.421), along a Path (B13.6), or through the terrain.
"""

from enum import Enum, auto

from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.trail_breaks import by_tree_break
from sim.state import Setting, State

# B13.6 Paths: along one, those on foot pay for a hex as for Open Ground.
#
# One Cactus Patch of LFT9 has a Path (AD3.131). To vehicles a Path is nothing.


def follows_path(setting: Setting, mover: Mover, name: str, hexside: int) -> bool:
    """Whether a mover that enters a hex across a hexside follows a Path."""
    return mover.kind in FOOT and (name, hexside) in setting.area.paths


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
