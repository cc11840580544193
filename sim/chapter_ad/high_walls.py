"""AD4.6 High Walls: obstacles of one level that a fully-tracked AFV may breach.

A breach is along one hexside, and for good: nothing stands there any more for LOS, fire, movement
and TEM. An AFV makes it by half its allotment and a Bog Check; what else breaches a Factory wall
(O5.33) breaches a High Wall too, and is the players' to resolve.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Final

import attrs

from events.commands import Breach
from events.ground import HighWallBreached
from events.terms import HexsideKind
from sim.machine.telling import Decision, Dice, Reason, decider, refuse
from sim.map.playing_area import PlayingArea
from sim.modifiers import Kind, Modifier
from sim.state import Setting, State, replace


class Device(StrEnum):
    """What can be thrown over a High Wall."""

    MOL = "MOL"
    DC = "DC"


THROWN: Final = Modifier("High Wall", "AD4.6", Kind.DRM, 1, why="vs units across it")
"""What a MOL or DC thrown across an un-breached High Wall adds to its attack."""

RETURNS_AT_LEAST: Final = 6
"""Final cdr from which a device thrown across a High Wall lands back in the thrower's Location."""

CX_DRM: Final = 1
"""What a CX thrower adds to that cdr."""


@lru_cache(maxsize=32)
def _area(setting: Setting, breaches: frozenset[tuple[str, int]]) -> PlayingArea:
    standing = {at: kind for at, kind in setting.area.hexsides.items() if at not in breaches}
    return attrs.evolve(setting.area, hexsides=standing)


def area_now(state: State) -> PlayingArea:
    """The playing area with what still stands on its hexsides."""
    return _area(state.setting, state.breaches) if state.breaches else state.setting.area


def hexsides_now(state: State) -> Mapping[tuple[str, int], HexsideKind]:
    """What stands on hexsides now, by hex and hexside."""
    return area_now(state).hexsides


def without_high_walls(area: PlayingArea) -> PlayingArea:
    """A playing area without the High Walls that its boards print: AD Terrain is not in effect."""
    kept: dict[tuple[str, int], HexsideKind] = dict(area.hexsides)
    for at, kind in area.hexsides.items():
        if kind is HexsideKind.HIGH_WALL:
            del kept[at]
    return attrs.evolve(area, hexsides=kept)


def high_wall_between(state: State, name: str, other: str) -> int | None:
    """The hexside of a hex on which an un-breached High Wall divides it from another."""
    side = state.setting.area.hexside(name, other)
    if side is None or hexsides_now(state).get((name, side)) is not HexsideKind.HIGH_WALL:
        return None
    return side


def fired_over(state: State, name: str, other: str) -> State:
    """The state as Indirect Fire or a Thrown DC finds it: no High Wall keeps it off (AD4.6).

    What the wall bars is direct fire into the next hex; beyond that it is an obstacle to any LOS.
    """
    one = high_wall_between(state, name, other)
    if one is None:
        return state
    opened = breached(state.setting.area, name, other)
    gone = {(name, opened.hexside), (other, opened.other_hexside)}
    return replace(state, breaches=state.breaches | gone)


@decider
def breach(state: State, command: Breach, _: Dice) -> Decision:
    """A High Wall is breached, as the players resolved."""
    area = state.setting.area
    name, other = area.name(command.hex), area.name(command.to)
    for text, found in ((command.hex, name), (command.to, other)):
        if found is None:
            refuse(Reason.UNKNOWN_HEX, "AD4.6", f"{text} is not in play")
    name, other = name or "", other or ""
    side = area.hexside(name, other)
    if side is None:
        refuse(Reason.NOT_ADJACENT, "AD4.6", f"{name} and {other} are not adjacent")
    if (name, side) in state.breaches:
        refuse(Reason.ALREADY_SO, "AD4.6", f"{name}/{other} is breached already")
    if area.hexsides.get((name, side)) is not HexsideKind.HIGH_WALL:
        refuse(Reason.NO_HIGH_WALL, "AD4.6", f"no High Wall divides {name} from {other}")
    yield breached(area, name, other)


def breached(area: PlayingArea, name: str, other: str) -> HighWallBreached:
    """What happens to the High Wall between two adjacent hexes: it is open from both (AD4.6)."""
    one, two = area.hexside(name, other), area.hexside(other, name)
    assert one is not None, "only adjacent hexes have a hexside"  # noqa: S101 - an invariant
    assert two is not None, "only adjacent hexes have a hexside"  # noqa: S101 - an invariant
    return HighWallBreached(name, one, other, two, "AD4.6")


def returns_at_least(*, cx: bool) -> int:
    """The Original cdr from which a device thrown across a High Wall comes back."""
    return RETURNS_AT_LEAST - (CX_DRM if cx else 0)
