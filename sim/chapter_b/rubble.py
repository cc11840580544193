"""B24.1 Building levels become rubble, and rubble falls.

An HE attack that rolled a KIA makes a dr, +1 against stone: at or under the KIA number, that
level and all above it are rubbled (B24.11). An upper level may take the whole hex with it.
Whenever an upper level is rubbled, rubble may fall into an adjacent hex, and rubble another
building there (B24.12-.121). Falling rubble puts out Flames, and carries the Blaze of a level that
came down (B24.6).
"""

from collections.abc import Iterator
from typing import Final

from events.commands import Bombard, RubbleLevel
from events.fortifications import FortificationRemoved
from events.ground import (
    BuildingRubbled,
    BuildingStood,
    FireEnded,
    LaborEnded,
    RubbleFell,
    RubbleStayed,
)
from events.terms import Armour, Fire, Hatch, Material, Station
from events.units import UnitFell, UnitKilled
from events.vehicles import HatchSet, VehicleDestroyed, VehicleStunned
from sim.chapter_a.smoke import begin_blaze, end_wreck
from sim.chapter_ad.arid_building import (
    building_material,
    is_arid_building,
    rubble_material,
    smallest_calibre,
)
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.bog_terrain import in_building
from sim.chapter_b.fortifications import forts_in, opened_by
from sim.chapter_b.mover import mover_of
from sim.chapter_b.random_direction import by_reference
from sim.chapter_b.roads import real_bridge_in
from sim.chapter_b.trail_breaks import trail_breaks_of
from sim.chapter_d.bog import check_bog
from sim.chapter_d.presence import is_afv
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, hex_of, refuse
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Modifier
from sim.state import BARE, Building, State

# B24.121 What rubble does to those on whom it comes down.
#
# In a hex that takes rubble at ground level, unarmored and open-topped vehicles, Infantry and
# Fortifications are eliminated, and wrecks that are not AFV are gone; every other AFV makes a Bog
# Check, and is Stunned if its crew is CE (D5.34). A unit above the ground goes with its Location.

UPPER: Final = (Station.SHAFT, Station.STEEPLE, Station.ROOFTOP)
"""The Locations that are no more as soon as any level of their building is rubbled."""


def _bury_vehicles(state: State, name: str, dice: Dice) -> Telling:
    """What befalls the vehicles on the ground of a hex, in the order of their names."""
    for vehicle, found in sorted(state.vehicles.items()):
        if found.hex != name:
            continue
        spec = state.setting.vehicles[vehicle]
        lost = spec.armour is not Armour.CLOSED_TOPPED
        if lost and not found.destroyed:
            state = yield VehicleDestroyed(vehicle, "B24.121")
        if not is_afv(spec):
            state = yield from end_wreck(state, vehicle, "B24.121")
        elif not state.vehicles[vehicle].destroyed:
            state = yield from _shaken(state, vehicle, name, dice)
    return state


def _shaken(state: State, vehicle: str, name: str, dice: Dice) -> Telling:
    """The Bog Check of an AFV that survives, and the Stun of its CE crew."""
    found = state.vehicles[vehicle]
    if not (found.bogged or found.immobile):
        terrain = tuple(_rubble_drm(state, name))
        state = yield from check_bog(state, mover_of(state, vehicle), name, terrain, dice)
    if not (found.bu or found.stunned or found.shocked):
        state = yield VehicleStunned(vehicle, "B24.121")
        state = yield HatchSet(vehicle, Hatch.BU, "D5.34")
    return state


def _rubble_drm(state: State, name: str) -> Iterator[Modifier]:
    """What rubble adds to the Bog Check of those on whom it fell (D8.21)."""
    for kind in ground_terrain(state, name):
        if kind.bog_drm:
            yield Modifier(kind.name, kind.bog_rule, Kind.DRM, kind.bog_drm, why="it came down")


def _bury(state: State, name: str, dice: Dice) -> Telling:
    """Infantry, SW and Fortifications on the ground of a hex are eliminated; vehicles may be.

    So is who is beneath or in a Fortification; where a Roadblock goes, its hexside opens. Labor
    goes with those who were at work there (B24.8).
    """
    for label, unit in sorted(state.units.items()):
        if unit.hex == name and unit.station not in UPPER:
            state = yield UnitKilled(label, name, "B24.121")
    work = state.ground.get(name, BARE).work
    if work is not None and work.labor:
        state = yield LaborEnded(name, "B24.8")
    for label, fort in forts_in(state, name).items():
        opens = opened_by(state, fort)
        state = yield FortificationRemoved(label, fort.kind, name, opens, "B24.121")
    return (yield from _bury_vehicles(state, name, dice))


COLLAPSE_AT_LEAST: Final = 6
"""Final dr from which an upper level takes the whole hex with it."""

FALLS_AT_LEAST: Final = 7
"""Final coloured dr from which rubble falls."""

STONE_DRM: Final = 1


def intact_levels(building: Building) -> int:
    """How many levels of a building stand, ground level included."""
    every = building.upper_levels + 1
    return every if building.rubbled_from is None else building.rubbled_from


def _standing(state: State, hex_: str, level: int, rule: str) -> str:
    """The hex of an order that rubbles a level which stands."""
    name = hex_of(state, hex_, rule)
    building = state.ground.get(name, BARE).building
    if building is None:
        refuse(Reason.NO_BUILDING, rule, f"there is no building in {name}")
    if not 0 <= level < intact_levels(building):
        refuse(
            Reason.NO_SUCH_LEVEL,
            rule,
            f"{name} has {intact_levels(building)} levels standing, "
            f"counted from 0; level {level} is none of them",
        )
    return name


@decider
def bombard(state: State, command: Bombard, dice: Dice) -> Decision:
    """Does an HE attack that rolled a KIA make rubble?"""
    name = _standing(state, command.hex, command.level, "B24.11")
    needed, rule = smallest_calibre(state, name)
    if command.calibre < needed:
        refuse(Reason.CALIBRE_TOO_SMALL, rule, f"{name} takes HE of {needed}mm or more to rubble")
    if command.kia < 1:
        refuse(Reason.IMPOSSIBLE_NUMBER, "B24.11", f"{command.kia} is not a KIA number")
    (dr,) = dice.roll(f"rubble {name}", 1)
    final = dr + (STONE_DRM if building_material(state, name) is Material.STONE else 0)
    if final > command.kia:
        yield BuildingStood(name, "B24.11")
        return
    yield from rubbled(state, name, command.level, rule, dice)


@decider
def rubble(state: State, command: RubbleLevel, dice: Dice) -> Decision:
    """A level is rubbled by something that the players resolved."""
    name = _standing(state, command.hex, command.level, "B24.1")
    becomes = rubble_material(state, name)
    rule = "AD4.42" if is_arid_building(state, name) else "B24.1"
    if command.material is not None and command.material is not becomes:
        refuse(Reason.WRONG_MATERIAL, rule, f"{name} becomes {becomes} rubble")
    yield from rubbled(state, name, command.level, rule, dice)


def rubbled(
    state: State, name: str, level: int, rule: str, dice: Dice, *, may_take_all: bool = True
) -> Telling:
    """Rubble a level and all above it, then see what falls.

    An upper level may take the whole hex with it, on a dr (B24.11).
    """
    building = state.ground[name].building
    assert building is not None, "only buildings are rubbled"  # noqa: S101 - an invariant
    above = intact_levels(building) - 1 - level
    if level > 0 and may_take_all:
        (dr,) = dice.roll(f"collapse {name}", 1)
        if dr + above >= COLLAPSE_AT_LEAST:
            level = 0
    return (yield from _down(state, name, level, rule, dice))


def felled_at(state: State, name: str) -> int:
    """The highest coloured dr of a Bog Check inside a building that brings it down; 0 if none."""
    building = state.ground.get(name, BARE).building
    if building is None or not in_building(state, name):
        return 0
    return (building_material(state, name) is Material.WOODEN) + (not building.upper_levels)


def driven_into(state: State, name: str, coloured: int, dice: Dice) -> Telling:
    """What the coloured dr of an AFV's Bog Check inside a building makes of it (B23.41).

    A Single Story House comes down without harm to any in it; others fall as by HE.
    """
    if coloured > felled_at(state, name):
        return state
    building = state.ground[name].building
    harms = bool(building and building.upper_levels)
    return (yield from _down(state, name, 0, "B23.41", dice, harms=harms))


def _down(
    state: State, name: str, level: int, rule: str, dice: Dice, *, harms: bool = True
) -> Telling:
    """Levels become rubble, with what is in them; then the Falling rubble DR (B24.12)."""
    ground = state.ground[name]
    building = ground.building
    assert building is not None, "only buildings are rubbled"  # noqa: S101 - an invariant
    burning = any(each >= level for each in ground.blazing)
    material = rubble_material(state, name)
    upper = intact_levels(building) - max(level, 1)
    state = yield BuildingRubbled(name, level, material, rule)
    state = yield from _go_down(state, name)
    state = yield from _sink_fires(state, name, level, burning=burning)
    if level == 0 and harms:
        state = yield from _bury(state, name, dice)
    if upper > 0:
        state = yield from _fall(state, name, level, (upper, burning), dice)
    return state


def _sink_fires(state: State, name: str, level: int, *, burning: bool) -> Telling:
    """Levels that are no more burn no more; a Blaze in what came down burns in the rubble."""
    for each in sorted(state.ground[name].fires):
        if each > level:
            state = yield FireEnded(name, "B24.6", each)
    if burning and state.ground[name].fire_at(level).fire is not Fire.BLAZE:
        state = yield from begin_blaze(state, name, "B24.6", level)
    return state


def _go_down(state: State, name: str) -> Telling:
    """What is on the rooftop, in the Steeple or Shaft of a rubbled building is eliminated."""
    for label, unit in sorted(state.units.items()):
        if unit.hex == name and unit.station in UPPER:
            state = yield UnitFell(label, name, unit.station, "B24.1")
    return state


def _fall(state: State, name: str, level: int, what: tuple[int, bool], dice: Dice) -> Telling:
    """The Falling rubble DR: coloured die, +1 for each upper level rubbled; white is where to."""
    upper, burning = what
    coloured, white = dice.roll(f"falling rubble {name}", 2)
    if coloured + upper < FALLS_AT_LEAST:
        return (yield RubbleStayed(name, "B24.12"))
    to = state.setting.area.across(name, by_reference(state, white))
    there = BARE if to is None else state.ground.get(to, BARE)
    bare = there.building is None and there.rubble is None
    lies = to is not None and bare and not _water(state, to)
    buries = bool(trail_breaks_of(there) or there.tree_breaks or there.debris_breaks)
    material = rubble_material(state, name)
    state = yield RubbleFell(name, to, material, lies=lies, rule="B24.12", buries=buries)
    if state.ground[name].fire_at(level).fire is Fire.FLAME:
        state = yield FireEnded(name, "B24.6", level)
    if to is None:
        return state
    struck = state.ground.get(to, BARE).building
    if struck is not None and intact_levels(struck) > 0:
        state = yield from _down(state, to, 0, "B24.121", dice)
    else:
        state = yield from _bury(state, to, dice)
    return (yield from _spread(state, to, burning=burning))


def _water(state: State, name: str) -> bool:
    """Whether what falls into a hex is in water; on a bridge it lies there (B24.121)."""
    water = TerrainKind.WATER in state.setting.area.record[name].kinds
    return water and not real_bridge_in(state.setting, name)


def _spread(state: State, to: str, *, burning: bool) -> Telling:
    """Falling rubble puts out a Flame, and carries the Blaze of what fell (B24.6)."""
    there = state.ground.get(to, BARE).fire_at(0).fire
    if there is Fire.FLAME:
        state = yield FireEnded(to, "B24.6")
    if burning and there is not Fire.BLAZE and not _water(state, to):
        state = yield from begin_blaze(state, to, "B24.6")
    return state
