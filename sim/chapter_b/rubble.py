"""B24.1 Building levels become rubble, and rubble falls.

An HE attack that rolled a KIA makes a dr, +1 against stone: at or under the KIA number, that
level and all above it are rubbled (B24.11). An upper level may take the whole hex with it.
Whenever an upper level is rubbled, rubble may fall into an adjacent hex, and rubble another
building there (B24.12-.121).
"""

from typing import Final

from events.commands import Bombard, RubbleLevel
from events.ground import (
    BlazeBegan,
    BuildingRubbled,
    BuildingStood,
    FireEnded,
    RubbleFell,
    RubbleStayed,
)
from events.terms import Fire, Material, Station
from events.units import UnitFell
from sim.chapter_ad.arid_building_rubble import (
    building_material,
    is_arid_building,
    rubble_material,
    smallest_calibre,
)
from sim.chapter_b.random_direction import by_reference
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision, Telling
from sim.map.terrain_kind import TerrainKind
from sim.state import BARE, Building, State

__all__ = [
    "COLLAPSE_AT_LEAST",
    "FALLS_AT_LEAST",
    "bombard",
    "intact_levels",
    "rubble",
    "rubbled",
]

CORE: Final = ("B24.1", "B24.11", "B24.12", "B24.121", "B24.6")

COLLAPSE_AT_LEAST: Final = 6
"""Final dr from which an upper level takes the whole hex with it."""

FALLS_AT_LEAST: Final = 7
"""Final coloured dr from which rubble falls."""

STONE_DRM: Final = 1


def intact_levels(building: Building) -> int:
    """How many levels of a building stand, ground level included."""
    every = building.upper_levels + 1
    return every if building.rubbled_from is None else building.rubbled_from


def _standing(state: State, hex_: str, level: int, rule: str) -> Refusal | tuple[str, Building]:
    """The hex and building of an order, or why there is no such level to rubble."""
    name = state.setting.area.name(hex_)
    if name is None:
        return Refusal(Reason.UNKNOWN_HEX, rule, f"{hex_} is not in play")
    building = state.ground.get(name, BARE).building
    if building is None:
        return Refusal(Reason.NO_BUILDING, rule, f"there is no building in {name}")
    if not 0 <= level < intact_levels(building):
        return Refusal(
            Reason.NO_SUCH_LEVEL,
            rule,
            f"{name} has {intact_levels(building)} levels standing, "
            f"counted from 0; level {level} is none of them",
        )
    return name, building


def bombard(state: State, command: Bombard, dice: Dice) -> Decision:
    """Does an HE attack that rolled a KIA make rubble?"""
    found = _standing(state, command.hex, command.level, "B24.11")
    if isinstance(found, Refusal):
        return found
    name, _ = found
    needed, rule = smallest_calibre(state, name)
    if command.calibre < needed:
        return Refusal(
            Reason.CALIBRE_TOO_SMALL, rule, f"{name} takes HE of {needed}mm or more to rubble"
        )
    if command.kia < 1:
        return Refusal(Reason.IMPOSSIBLE_NUMBER, "B24.11", f"{command.kia} is not a KIA number")
    (dr,) = dice.roll(f"rubble {name}", 1)
    final = dr + (STONE_DRM if building_material(state, name) is Material.STONE else 0)
    if final > command.kia:
        yield BuildingStood(name, "B24.11")
        return None
    yield from rubbled(state, name, command.level, rule, dice)
    return None


def rubble(state: State, command: RubbleLevel, dice: Dice) -> Decision:
    """A level is rubbled by something that the players resolved."""
    found = _standing(state, command.hex, command.level, "B24.1")
    if isinstance(found, Refusal):
        return found
    name, _ = found
    becomes = rubble_material(state, name)
    rule = "AD4.42" if is_arid_building(state, name) else "B24.1"
    if command.material is not None and command.material is not becomes:
        return Refusal(Reason.WRONG_MATERIAL, rule, f"{name} becomes {becomes} rubble")
    yield from rubbled(state, name, command.level, rule, dice)
    return None


def rubbled(state: State, name: str, level: int, rule: str, dice: Dice) -> Telling:
    """Rubble a level and all above it, then see what falls."""
    building = state.ground[name].building
    assert building is not None, "only buildings are rubbled"  # noqa: S101 - an invariant
    above = intact_levels(building) - 1 - level
    if level > 0:
        (dr,) = dice.roll(f"collapse {name}", 1)
        if dr + above >= COLLAPSE_AT_LEAST:
            level = 0
    material = rubble_material(state, name)
    upper = intact_levels(building) - max(level, 1)
    state = yield BuildingRubbled(name, level, material, rule)
    state = yield from _go_down(state, name)
    if upper > 0:
        state = yield from _fall(state, name, upper, material, dice)
    return state


_UPPER: Final = (Station.SHAFT, Station.STEEPLE, Station.ROOFTOP)
"""The Locations that are no more as soon as any level of their building is rubbled."""


def _go_down(state: State, name: str) -> Telling:
    """Who is on the rooftop, in the Steeple or in the Shaft of a rubbled building is eliminated."""
    for label, unit in sorted(state.units.items()):
        if unit.hex == name and unit.station in _UPPER:
            state = yield UnitFell(label, name, unit.station, "B24.1")
    return state


def _fall(state: State, name: str, upper: int, material: Material, dice: Dice) -> Telling:
    """The Falling rubble DR: coloured die, +1 for each upper level rubbled; white is where to."""
    coloured, white = dice.roll(f"falling rubble {name}", 2)
    if coloured + upper < FALLS_AT_LEAST:
        return (yield RubbleStayed(name, "B24.12"))
    to = state.setting.area.across(name, by_reference(state, white))
    lies = to is not None and _can_lie(state, to)
    state = yield RubbleFell(name, to, material, lies=lies, rule="B24.12")
    if to is None:
        return state
    struck = state.ground.get(to, BARE).building
    if struck is not None and intact_levels(struck) > 0:
        state = yield from _chain(state, to, struck, dice)
    return (yield from _spread(state, name, to))


def _can_lie(state: State, name: str) -> bool:
    """Whether falling rubble stays in a hex: not in Water, nor on a building or other rubble."""
    there = state.ground.get(name, BARE)
    water = TerrainKind.WATER in state.setting.area.record[name].kinds
    return not water and there.building is None and there.rubble is None


def _chain(state: State, name: str, building: Building, dice: Dice) -> Telling:
    """Falling rubble rubbles a building from the ground up, and that may fall in turn (B24.121)."""
    upper = intact_levels(building) - 1
    material = rubble_material(state, name)
    state = yield BuildingRubbled(name, 0, material, "B24.121")
    state = yield from _go_down(state, name)
    if upper > 0:
        state = yield from _fall(state, name, upper, material, dice)
    return state


def _spread(state: State, name: str, to: str) -> Telling:
    """Falling rubble puts out a Flame, and carries a Blaze (B24.6)."""
    there = state.ground.get(to, BARE).fire
    if there is Fire.FLAME:
        state = yield FireEnded(to, "B24.6")
    burning = state.ground.get(name, BARE).fire is Fire.BLAZE
    if burning and there is not Fire.BLAZE and to in state.ground:
        state = yield BlazeBegan(to, "B24.6")
    return state
