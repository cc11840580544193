"""B13.421 and B24.71 Trail Breaks: ways that join two hexsides of a hex.

Clearance places them in rubble and debris; a fully-tracked vehicle leaves one behind in woods and
in Dense Palm Trees (AD3.121) as it exits, across the hexsides of its entry and exit.
"""

from functools import lru_cache
from typing import Final

from events.ground import TrailBreakMade
from events.terms import Movement
from sim.chapter_ad.arid_debris import has_rubble
from sim.chapter_b.roads import road_between
from sim.chapter_b.symbology import governing_terrain
from sim.state import BARE, Ground, State
from sim.state.setting import Setting

__all__ = ["break_trail", "crosses_trail_break", "trail_breaks_of"]

CORE: Final = ("B13.421", "B24.71")


def trail_breaks_of(ground: Ground) -> tuple[tuple[int, int], ...]:
    """The Trail Breaks of a hex that are of use now: those of what lies uppermost in it."""
    if ground.rubble is not None:
        return ground.rubble.trail_breaks
    if has_rubble(ground):
        return ()
    return (*ground.debris_breaks, *ground.tree_breaks)


def crosses_trail_break(state: State, name: str, hexside: int) -> bool:
    """Whether a Trail Break of a hex crosses one of its hexsides."""
    breaks = trail_breaks_of(state.ground.get(name, BARE))
    return any(hexside in pair for pair in breaks)


@lru_cache(maxsize=4096)
def _breakable(setting: Setting, name: str) -> bool:
    """Whether the terrain of a hex is such that vehicles leave Trail Breaks in it."""
    return any(kind.trail_break for kind in governing_terrain(setting, name))


def _across(state: State, vehicle: str, to: str) -> tuple[int, int] | None:
    """The hexsides that the vehicle's Trail Break would join; None if it leaves none."""
    mover = state.vehicles[vehicle]
    name, origin = mover.hex, mover.came_from
    if name is None or origin is None:
        return None
    if state.setting.vehicles[vehicle].movement is not Movement.FULLY_TRACKED:
        return None
    if not _breakable(state.setting, name) or has_rubble(state.ground.get(name, BARE)):
        return None
    area = state.setting.area
    entered, exited = area.hexside(name, origin), area.hexside(name, to)
    if entered is None or exited is None or entered == exited:
        return None
    if road_between(state, origin, name) is not None or crosses_trail_break(state, name, entered):
        return None
    one, two = sorted((entered, exited))
    return one, two


def break_trail(state: State, vehicle: str, to: str) -> TrailBreakMade | None:
    """The Trail Break that a vehicle leaves behind as it exits its hex into another."""
    across = _across(state, vehicle, to)
    name = state.vehicles[vehicle].hex
    if across is None or name is None:
        return None
    return TrailBreakMade(name, across, "B13.421")
