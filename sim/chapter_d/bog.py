"""D8.2-D8.3 Bog: the Bog Check DR, what modifies it, and the DR that frees a bogged vehicle.

A Final DR of 12 or more bogs, and ends the vehicle's MPh. Out again comes a vehicle that expends a
Start MP, as the first thing in a later MPh: the dice of its Bog Removal DR multiply to the MP that
it takes, twice that without full tracks, and the coloured die says whether it is free.
"""

from fractions import Fraction
from typing import Final

from events.commands import Bog, Unbog
from events.moment import Phase
from events.terms import GroundPressure, Movement
from events.vehicles import (
    BogChecked,
    MPSpent,
    VehicleBogged,
    VehicleFreed,
    VehicleImmobilized,
    VehicleMired,
)
from sim.chapter_11.vehicle_dust import Trail, shift_dust
from sim.chapter_b.bog_terrain import in_building
from sim.chapter_b.leaving import on_paved_road
from sim.chapter_b.mover import Mover
from sim.chapter_d.presence import absent
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision, Telling
from sim.map.mover_kind import MoverKind
from sim.modifiers import Kind, Modifier, dr_chance, total_of
from sim.state import BogDue, State

__all__ = [
    "BOGS_AT_LEAST",
    "bog",
    "bog_chance",
    "bog_drm",
    "bogs",
    "check_bog",
    "roll_bog",
    "suffer_bog",
    "unbog",
]

CORE: Final = ("B23.41", "D8.2", "D8.21", "D8.3")

BOGS_AT_LEAST: Final = 12
"""Final DR at which a vehicle bogs."""

LIGHT_MTR: Final = range(76, 108)
"""Calibres of the MTR, in mm, whose towing does not count (D8.21)."""

PRESSURE_DRM: Final = {GroundPressure.LOW: 0, GroundPressure.NORMAL: 1, GroundPressure.HIGH: 2}

FREED_AT_MOST: Final = 4
MIRED_AT: Final = 5
"""Final coloured dr of a Bog Removal that frees, and that mires; above it, the vehicle is lost."""

MIRED_DRM: Final = 1
NOT_TRACKED_TIMES: Final = 2
"""A vehicle that is not fully-tracked takes twice the MP to free itself."""

CELLAR: Final = 6
"""Original coloured dr of a Bog Check inside a building at which an AFV falls into the cellar."""


def bog_drm(
    state: State, mover: Mover, terrain: tuple[Modifier, ...] = (), name: str | None = None
) -> tuple[Modifier, ...]:
    """All DRM of a Bog Check (D8.21).

    Args:
        state: now.
        mover: the vehicle.
        terrain: what the terrain adds.
        name: the hex in which it makes the check: mud is neither inside a building nor on a paved
            road; None is somewhere in the open.
    """
    pressure = f"{mover.pressure} ground pressure"
    mud = state.sky.mud_exists and not _firm(state, mover, name)
    own = (
        (pressure, PRESSURE_DRM[mover.pressure]),
        ("towing", int(mover.towing and mover.mtr not in LIGHT_MTR)),
        ("Mud", int(mud)),
        ("not fully-tracked", int(mover.kind is not MoverKind.FULLY_TRACKED)),
        ("truck-type MP", int(mover.kind is MoverKind.TRUCK)),
    )
    mine = (Modifier(name, "D8.21", Kind.DRM, amount) for name, amount in own if amount)
    return (*mine, *terrain)


def _firm(state: State, mover: Mover, name: str | None) -> bool:
    """Whether a vehicle has no mud under it in a hex."""
    if name is None:
        return False
    here = mover.vehicle is not None and state.vehicles[mover.vehicle].hex == name
    return in_building(state, name) or (here and on_paved_road(state, mover.vehicle or ""))


def bog_chance(drm: tuple[Modifier, ...]) -> Fraction:
    """The chance that a Bog Check with these DRM bogs."""
    return dr_chance(drm, BOGS_AT_LEAST)


def check_bog(
    state: State, mover: Mover, name: str, terrain: tuple[Modifier, ...], dice: Dice
) -> Telling:
    """Make the Bog Check DR of a vehicle of the game in a hex at once, and bog it if it fails."""
    drm = int(total_of(bog_drm(state, mover, terrain, name)).fixed)
    return (yield from roll_bog(state, mover.vehicle or "", BogDue(name, drm), dice))


def roll_bog(state: State, vehicle: str, due: BogDue, dice: Dice) -> Telling:
    """Roll the Bog Check DR of a vehicle, and bog it if it fails."""
    coloured, white = dice.roll(f"bog {vehicle}", 2)
    state = yield BogChecked(vehicle, due.hex, coloured, white, due.drm, "D8.21")
    return (yield from suffer_bog(state, vehicle, due, coloured, white))


def bogs(state: State, due: BogDue, coloured: int, white: int) -> str | None:
    """The rule by which a Bog Check DR stops a vehicle; None if it does not.

    A Final DR of 12 or more bogs it; an Original coloured 6 inside a building drops it into the
    cellar (B23.41).
    """
    if coloured == CELLAR and in_building(state, due.hex):
        return "B23.41"
    return "D8.2" if coloured + white + due.drm >= BOGS_AT_LEAST else None


def suffer_bog(state: State, vehicle: str, due: BogDue, coloured: int, white: int) -> Telling:
    """What a Bog Check DR does to a vehicle: a fall into the cellar, a Bog, or nothing."""
    rule = bogs(state, due, coloured, white)
    if rule == "D8.2":
        return (yield VehicleBogged(vehicle, due.hex, rule))
    return state if rule is None else (yield VehicleImmobilized(vehicle, rule))


def bog(state: State, command: Bog, _: Dice) -> Decision:
    """A vehicle bogs by a roll that the players made."""
    vehicle = command.vehicle
    if refusal := absent(state, vehicle, "D8.2"):
        return refusal
    found = state.vehicles[vehicle]
    if found.bogged or found.immobile:
        return Refusal(Reason.ALREADY_SO, "D8.2", f"{vehicle} cannot move already")
    yield VehicleBogged(vehicle, found.hex or "", "D8.2")
    return None


def _cannot_try(state: State, vehicle: str) -> Refusal | None:
    if state.moment.phase is not Phase.MPH:
        why = f"a Bog Removal DR is made in the MPh, not {state.moment}"
        return Refusal(Reason.WRONG_PHASE, "D8.3", why)
    if refusal := absent(state, vehicle, "D8.3"):
        return refusal
    found, spec = state.vehicles[vehicle], state.setting.vehicles[vehicle]
    stunned = found.stunned or found.shocked
    for holds, reason, why in (
        (spec.side != state.attacker, Reason.NOT_ATTACKER, "its side is not the ATTACKER"),
        (found.immobile, Reason.IMMOBILE, "it is immobilized"),
        (stunned, Reason.STUNNED_OR_SHOCKED, "its crew is Stunned or Shocked"),
        (not found.bogged, Reason.ALREADY_SO, "it is not bogged"),
        (found.bogged_in == state.moment, Reason.ALREADY_TRIED, "it bogged in this MPh"),
        (found.mp_used, Reason.ALREADY_TRIED, "Bog Removal comes first in an MPh, and once"),
    ):
        if holds:
            return Refusal(reason, "D8.3", f"{vehicle}: {why}")
    return None


def unbog(state: State, command: Unbog, dice: Dice) -> Decision:
    """Make a Bog Removal DR: at most the whole allotment is expended."""
    vehicle = command.vehicle
    if refusal := _cannot_try(state, vehicle):
        return refusal
    found, spec = state.vehicles[vehicle], state.setting.vehicles[vehicle]
    coloured, white = dice.roll(f"bog removal {vehicle}", 2)
    times = 1 if spec.movement is Movement.FULLY_TRACKED else NOT_TRACKED_TIMES
    mp = min(coloured * white * times, spec.mp)
    final = coloured + (MIRED_DRM if found.mired else 0)
    state = yield MPSpent(vehicle, mp, "D8.3")
    if final <= FREED_AT_MOST:
        state = yield VehicleFreed(vehicle, "D8.3")
    elif final == MIRED_AT:
        state = yield VehicleMired(vehicle, "D8.3")
    else:
        state = yield VehicleImmobilized(vehicle, "D8.3")
    yield from shift_dust(state, (Trail(vehicle),))
    return None
