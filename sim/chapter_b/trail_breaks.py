"""B13.421 and B24.71 Trail Breaks: ways that join two hexsides of a hex.

Clearance places them in rubble and debris, where they give back what the hex cost before; a
fully-tracked AFV leaves one behind in woods and in Dense Palm Trees (AD3.121) as it exits, across
the hexsides of its entry and exit. In a hex with a road, one of these may be that of the road.
"""

from functools import lru_cache
from typing import Final

from events.ground import TrailBreakEnded, TrailBreakMade
from events.terms import Movement
from sim.chapter_ad.arid_debris import has_rubble, negates_road
from sim.chapter_b.mover import FOOT
from sim.chapter_b.roads import road_between
from sim.chapter_b.symbology import governing_terrain
from sim.chapter_d.presence import is_afv
from sim.machine.telling import Telling
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.state import BARE, Ground, Setting, State, replace

Breaks = tuple[tuple[int, int], ...]
"""Trail Breaks: each by the two hexsides that it joins."""

_USE_TREE_BREAKS: Final = FOOT | {MoverKind.FULLY_TRACKED}


def trail_breaks_of(ground: Ground) -> Breaks:
    """The Trail Breaks of a hex that are of use now: those of what lies uppermost in it."""
    if ground.rubble is not None:
        return ground.rubble.trail_breaks
    if has_rubble(ground):
        return ()
    return (*ground.debris_breaks, *ground.tree_breaks)


def trail_breaks_for(state: State, name: str, mover: MoverKind) -> Breaks:
    """Those that a mover can use: of vehicles only the fully-tracked go along the tracks of woods.

    By those of Dense Palm Trees all go (B13.421, AD3.121).
    """
    ground = state.ground.get(name, BARE)
    trees = bool(ground.tree_breaks) and mover not in _USE_TREE_BREAKS
    if trees and not _leads_all(state.setting, name):
        ground = replace(ground, tree_breaks=())
    return trail_breaks_of(ground)


@lru_cache(maxsize=4096)
def _leads_all(setting: Setting, name: str) -> bool:
    kinds = governing_terrain(setting, name)
    return any(kind.name is TerrainKind.DENSE_PALM_TREES for kind in kinds)


def _crossed(breaks: Breaks, hexside: int) -> bool:
    return any(hexside in pair for pair in breaks)


def along_trail_break(state: State, name: str, hexside: int) -> State:
    """The state to one who crosses a hexside: where a Trail Break leads, nothing lies in the way.

    Rubble and debris in the hex are gone for who comes by their Trail Break (B24.71, AD3.45); so
    the hex costs what it cost before them.
    """
    ground = state.ground.get(name)
    if ground is None:
        return state
    left = ground
    if left.rubble is not None and _crossed(left.rubble.trail_breaks, hexside):
        left = replace(left, rubble=None)
    if not has_rubble(left) and left.debris and _crossed(left.debris_breaks, hexside):
        left = replace(left, debris=None)
    return state if left is ground else replace(state, ground=state.ground.set(name, left))


def by_tree_break(state: State, name: str, hexside: int) -> bool:
    """Whether a Trail Break among trees leads across a hexside, and nothing lies on it."""
    ground = state.ground.get(name)
    if ground is None:
        return False
    free = not has_rubble(ground) and ground.debris is None
    return free and _crossed(ground.tree_breaks, hexside)


@lru_cache(maxsize=4096)
def _breakable(setting: Setting, name: str) -> bool:
    """Whether the terrain of a hex is such that vehicles leave Trail Breaks in it."""
    return any(kind.trail_break for kind in governing_terrain(setting, name))


def break_trail(state: State, vehicle: str, to: str) -> TrailBreakMade | None:
    """The Trail Break that a vehicle leaves behind as it exits its hex into another."""
    mover = state.vehicles[vehicle]
    name, origin = mover.hex, mover.came_from
    if name is None or origin is None or mover.bypass is not None:
        return None
    if not _breakable(state.setting, name) or has_rubble(state.ground.get(name, BARE)):
        return None
    spec = state.setting.vehicles[vehicle]
    if spec.movement is not Movement.FULLY_TRACKED or not is_afv(spec):
        return None
    area = state.setting.area
    entered, exited = area.hexside(name, origin), area.hexside(name, to)
    if entered is None or exited is None or entered == exited:
        return None
    if leads_across(state, MoverKind.FULLY_TRACKED, name, origin, to):
        return None
    one, two = sorted((entered, exited))
    return TrailBreakMade(name, (one, two), "B13.421")


def end_trail_breaks(state: State, vehicle: str) -> Telling:
    """A wreck, or a bogged or immobilized vehicle, ends the Trail Breaks by which it came.

    Others may be made in its hex later (B13.4211). One on a road is on none among trees (B13.31).
    """
    found = state.vehicles[vehicle]
    name, origin = found.hex, found.came_from
    if name is None or origin is None or found.bypass is not None:
        return state
    movement = state.setting.vehicles[vehicle].movement
    breaks = trail_breaks_for(state, name, MoverKind(movement.value))
    if not breaks:
        return state
    ground = state.ground[name]
    if ground.rubble is None and _by_road(state, name, origin):
        breaks = ground.debris_breaks
    entered = state.setting.area.hexside(name, origin)
    for across in breaks:
        if entered in across:
            state = yield TrailBreakEnded(name, across, "B13.4211")
    return state


def leads_across(state: State, mover: MoverKind, name: str, *others: str) -> bool:
    """Whether a road or a Trail Break in a hex leads a vehicle across its hexsides with all others.

    Who comes by one Trail Break and goes on by another uses neither there (B13.4211).
    """
    by_road = all(_by_road(state, name, other) for other in others)
    return by_road or by_trail_break(state, mover, name, *others)


def by_trail_break(state: State, mover: MoverKind, name: str, *others: str) -> bool:
    """Whether one Trail Break of a hex leads a mover across its hexsides with all others."""
    sides = {state.setting.area.hexside(name, other) for other in others}
    return any(sides <= {*pair} for pair in trail_breaks_for(state, name, mover))


def _by_road(state: State, name: str, other: str) -> bool:
    return road_between(state, other, name) is not None and not negates_road(state, name)
