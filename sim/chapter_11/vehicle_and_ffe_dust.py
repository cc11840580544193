"""11.74-11.75 Vehicle Dust and FFE Dust: where they are raised, and when their counters go.

A vehicle has one counter at most; it lies behind the vehicle and shifts with it. The printed list
of removals is lost from our copy; the ruling 11.74-removal has it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from events import dust, smoke
from events.commands import Lift, PlaceFFE
from events.terms import MP, FFEKind
from sim.chapter_11.applicability import light_dust_can_exist
from sim.chapter_191.ffe_los_hindrance import plain_hindrance
from sim.chapter_a.smoke import smoke_of_ffe
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, hex_of, refuse
from sim.modifiers import WhyNot
from sim.state import DISPERSED_DRM, State

# 11.75 FFE Dust: an FFE is placed, and ends, with the Hindrance that dust gives it.

FFE_DUST_DRM: Final = 2


def ffe_raises_dust(state: State) -> bool:
    """Whether an FFE raises dust now (11.75); in Steppe Terrain EC must be Very Dry (191.2)."""
    return state.setting.rules_that("11.75-changes", "plus-2") and light_dust_can_exist(state)


def ffe_hindrance(state: State, calibre: int, kind: FFEKind | None = None) -> int:
    """LOS Hindrance DRM of an FFE, counted once however many of its hexes a LOS crosses.

    Wind Force and Gusts make no difference (11.75). No kind is a HE Concentration, which alone
    hinders LOS (191.8).
    """
    if kind is not None:
        return 0
    return FFE_DUST_DRM if ffe_raises_dust(state) else plain_hindrance(calibre)


def hindrance_inside(state: State, calibre: int) -> int:
    """What an FFE adds to a LOS within one building, which its Dust does not affect (11.792)."""
    if state.setting.rules_that("11.792-ffe", "none") and ffe_raises_dust(state):
        return 0
    return plain_hindrance(calibre)


@decider
def place_ffe(state: State, command: PlaceFFE, _: Dice) -> Decision:
    """Place an FFE."""
    name = hex_of(state, command.hex, "C1.5")
    if command.name in state.ffes:
        refuse(Reason.NAME_TAKEN, "C1.5", f"an FFE {command.name} is in place already")
    if command.calibre < 1:
        refuse(Reason.IMPOSSIBLE_NUMBER, "C1.5", f"{command.calibre}mm is not a calibre")
    kind = command.kind
    rule = "11.75" if kind is None and ffe_raises_dust(state) else "191.8"
    drm = ffe_hindrance(state, command.calibre, kind)
    state = yield dust.FFEPlaced(command.name, name, command.calibre, drm, rule, kind)
    yield from smoke_of_ffe(state, name, kind)


@decider
def lift_ffe(state: State, command: Lift, _: Dice) -> Decision:
    """End an FFE."""
    if command.name not in state.ffes:
        refuse(Reason.UNKNOWN_FFE, "C1.5", f"no FFE {command.name} is in place")
    yield dust.FFELifted(command.name, "C1.5")


AT_MOST: Final = 2
"""A vehicle raises dust when it enters a new hex for at most this many MP (11.74)."""

VEHICLE_DUST_DRM: Final = DISPERSED_DRM
"""LOS Hindrance DRM of a counter: that of a Dispersed SMOKE counter."""


class Trail(NamedTuple):
    """What a vehicle leaves behind as it expends MP."""

    vehicle: str
    origin: str | None = None
    """The hex just exited; None when it stayed in its hex."""
    why_not: WhyNot | None = None
    """Why it raises no dust there; None if it does."""
    exits: bool = False


def why_no_dust(state: State, vehicle: str, mp: MP, *, paved: bool) -> WhyNot | None:
    """Why a vehicle that enters a new hex for these MP raises no dust in the hex that it exits.

    Declared overspending counts; paved is the road by which it exits.
    """
    mover, why = state.vehicles[vehicle], ""
    if mp > AT_MOST:
        return _too_many(mp)
    if mover.started_here:
        why = "it expended a Start MP in the hex that it left"
    elif paved:
        why = "it left by a paved road"
    elif mover.assault:
        why = "it uses Armored Assault"
    elif _blown_away(state):
        why = "Heavy Winds or Gusts are in effect"
    elif light_dust_can_exist(state):
        return None
    elif state.sky.rained:
        return WhyNot("11.77", "it has rained, and no Dust can exist any more")
    return WhyNot("11.74", why or "Light Dust cannot exist")


@lru_cache(maxsize=64)
def _too_many(mp: MP) -> WhyNot:
    return WhyNot("11.74", f"{mp} MP are more than {AT_MOST}")


def _blown_away(state: State) -> bool:
    """Whether the wind lets no Vehicle Dust be: by ruling Heavy Winds or Gusts, or only both."""
    wind = state.wind
    if not (wind.gusts or wind.heavy):
        return False
    return wind.heavy_gusts or state.setting.rules_that("11.74-wind", "either")


def shift_dust(state: State, trails: Iterable[Trail]) -> Telling:
    """Take up and place counters: after each move, or at the end of an Impulse (11.741)."""
    for trail in trails:
        counter = state.vehicle_dust.get(trail.vehicle)
        if counter is not None and (counter.motion or _goes_along(state, trail)):
            state = yield from remove_counter(state, trail.vehicle, "11.74")
        if trail.origin is not None and trail.why_not is None:
            state = yield dust.VehicleDustPlaced(trail.vehicle, trail.origin, "11.74")
    return state


def _goes_along(state: State, trail: Trail) -> bool:
    """Whether a counter shifts with its vehicle: into a new hex, or by ruling at an exit."""
    if trail.exits:
        return state.setting.rules_that("11.74-exit", "at-once")
    return trail.origin is not None


def flip_motion_dust(state: State) -> Telling:
    """At the end of an MPh, counters of vehicles in Motion show their other side."""
    for vehicle, counter in sorted(state.vehicle_dust.items()):
        owner = state.setting.vehicles[vehicle].side
        if owner == state.attacker and not counter.motion and state.vehicles[vehicle].in_motion:
            state = yield dust.VehicleDustFlipped(vehicle, counter.hex, "11.74")
    return state


def remove_old_dust(state: State) -> Telling:
    """At the start of a PFPh, its owner's counters go unless their vehicle is still in Motion.

    That of one that Stopped in its MPh goes, though it gained Motion since.
    """
    every = state.setting.rules_that("11.74-removal", "next-pfph")
    for vehicle, counter in sorted(state.vehicle_dust.items()):
        owner = state.setting.vehicles[vehicle].side
        stays = counter.motion and state.vehicles[vehicle].in_motion and not every
        if owner == state.attacker and not stays:
            state = yield from remove_counter(state, vehicle, "11.74")
    return state


def blow_vehicle_dust_away(state: State) -> Telling:
    """Heavy Winds or Gusts remove every counter as they begin."""
    if _blown_away(state):
        for vehicle in sorted(state.vehicle_dust):
            state = yield from remove_counter(state, vehicle, "11.74")
    return state


def remove_counter(state: State, vehicle: str, rule: str) -> Telling:
    """Remove a counter, and what drifts from it."""
    state = yield dust.VehicleDustRemoved(vehicle, state.vehicle_dust[vehicle].hex, rule)
    if vehicle in state.drift:
        state = yield smoke.DriftChanged(vehicle, (), "A24.61")
    return state
