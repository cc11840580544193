"""B24.121 What rubble does to those on whom it comes down.

In a hex that takes rubble at ground level, unarmored and open-topped vehicles, Infantry and
Fortifications are eliminated, and wrecks that are not AFV are gone; every other AFV makes a Bog
Check, and is Stunned if its crew is CE (D5.34). A unit above the ground goes with its Location.
"""

from collections.abc import Iterator
from typing import Final

from events.fortifications import FortificationRemoved
from events.terms import Armour, Station
from events.units import UnitKilled
from events.vehicles import VehicleDestroyed, VehicleStunned, WreckRemoved
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.fortifications import forts_in, opened_by
from sim.chapter_b.mover import mover_of
from sim.chapter_d.bog import check_bog
from sim.chapter_d.presence import is_afv
from sim.machine.dice import Dice
from sim.machine.telling import Telling
from sim.modifiers import Kind, Modifier
from sim.state import State

UPPER: Final = (Station.SHAFT, Station.STEEPLE, Station.ROOFTOP)
"""The Locations that are no more as soon as any level of their building is rubbled."""


def buried_vehicles(state: State, name: str, dice: Dice) -> Telling:
    """What befalls the vehicles on the ground of a hex, in the order of their names."""
    for vehicle, found in sorted(state.vehicles.items()):
        if found.hex != name:
            continue
        spec = state.setting.vehicles[vehicle]
        lost = spec.armour is not Armour.CLOSED_TOPPED
        if lost and not found.destroyed:
            state = yield VehicleDestroyed(vehicle, "B24.121")
        if not is_afv(spec):
            state = yield WreckRemoved(vehicle, "B24.121")
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
    return state


def _rubble_drm(state: State, name: str) -> Iterator[Modifier]:
    """What rubble adds to the Bog Check of those on whom it fell (D8.21)."""
    for kind in ground_terrain(state, name):
        if kind.bog_drm:
            yield Modifier(kind.name, kind.bog_rule, Kind.DRM, kind.bog_drm, why="it came down")


def buried_forts(state: State, name: str) -> Telling:
    """The Fortifications of a hex are gone (B24.121); a Roadblock too, and its hexside opens."""
    for label, fort in forts_in(state, name).items():
        opens = opened_by(state, fort)
        state = yield FortificationRemoved(label, fort.kind, name, opens, "B24.121")
    return state


def buried_units(state: State, name: str) -> Telling:
    """Infantry and SW on the ground of a hex are eliminated, beneath or in a Fortification too."""
    for label, unit in sorted(state.units.items()):
        if unit.hex == name and unit.station not in UPPER:
            state = yield UnitKilled(label, name, "B24.121")
    return state
