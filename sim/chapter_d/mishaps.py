"""What happens to a vehicle: Stun (D5.34), Shock (C7.4), immobilization (D8.1), destruction (D10).

Each but destruction leaves the vehicle Stopped: an Immobile vehicle is not in Motion (D2.4). So its
Dust counter goes at the start of its owner's next PFPh (11.74). Also BU, CE and towing.
"""

from fractions import Fraction
from math import ceil
from typing import Final

from events import vehicles
from events.commands import Destroy, Hook, Immobilize, Recover, SetHatch, Shock, Stun, Unhook
from events.moment import Phase
from events.terms import Hatch, Movement
from sim.chapter_11.vehicle_and_ffe_dust import Trail, shift_dust
from sim.chapter_a.smoke import end_wreck
from sim.chapter_ad.room import limit_in
from sim.chapter_b.trail_breaks import end_trail_breaks
from sim.chapter_d.bog_checks import after_bog_checks
from sim.chapter_d.cannot_move import may_act
from sim.chapter_d.expenditure import mp_left
from sim.chapter_d.presence import demand_there
from sim.machine.telling import Decision, Dice, Reason, Refused, Telling, decider, refuse
from sim.state import BARE, State

NO_WRECK: Final = (Movement.HORSE_DRAWN, Movement.MOTORCYCLE)
"""Vehicles whose counter shows no wreck."""


def _not_so(vehicle: str, rule: str, what: str, *, already: bool) -> None:
    """Refuse what is so already."""
    if already:
        refuse(Reason.ALREADY_SO, rule, f"{vehicle} {what}")


@decider
def stun_or_shock(state: State, command: Stun | Shock, _: Dice) -> Decision:
    """A crew is Stunned until this Player Turn ends, or Shocked until it recovers; BU at once."""
    vehicle, stuns = command.vehicle, isinstance(command, Stun)
    rule, so = ("D5.34", "Stunned") if stuns else ("C7.41", "Shocked")
    demand_there(state, vehicle, rule, afv=True)
    found = state.vehicles[vehicle]
    _not_so(vehicle, rule, f"is {so} already", already=found.stunned if stuns else found.shocked)
    yield (vehicles.VehicleStunned if stuns else vehicles.VehicleShocked)(vehicle, rule)
    if not found.bu:
        yield vehicles.HatchSet(vehicle, Hatch.BU, rule)


@decider
def recover(state: State, command: Recover, _: Dice) -> Decision:
    """A Shocked AFV recovers, in an RPh."""
    vehicle, rule = command.vehicle, "C7.42"
    if state.moment.phase is not Phase.RPH:
        why = f"Shock is recovered from in an RPh, not {state.moment}"
        refuse(Reason.WRONG_PHASE, rule, why)
    demand_there(state, vehicle, rule, afv=True)
    _not_so(vehicle, rule, "is not Shocked", already=not state.vehicles[vehicle].shocked)
    yield vehicles.VehicleRecovered(vehicle, rule)


@decider
def immobilize(state: State, command: Immobilize, _: Dice) -> Decision:
    """A vehicle is immobilized for good."""
    vehicle = command.vehicle
    demand_there(state, vehicle, "D8.1")
    _not_so(vehicle, "D8.1", "is immobilized already", already=state.vehicles[vehicle].immobile)
    state = yield vehicles.VehicleImmobilized(vehicle, "D8.1")
    yield from end_trail_breaks(state, vehicle)


@decider
def destroy(state: State, command: Destroy, _: Dice) -> Decision:
    """A vehicle is destroyed; its Dust counter stays until its owner's next PFPh (11.74).

    A wagon or motorcycle leaves no wreck (D10.1), nor does what is lost in a Blaze (D10.41). A
    wreck that is there may begin to burn (B25.14).
    """
    label = command.vehicle
    found = state.vehicles.get(label)
    if found is None or not (found.destroyed and command.burning):
        demand_there(state, label, "D10.1")
        state = yield vehicles.VehicleDestroyed(label, "D10.1")
        state = yield from end_trail_breaks(state, label)
    else:
        gone = found.burning is not None or found.hex is None
        _not_so(label, "B25.14", "burns, or is gone, already", already=gone)
    name = state.vehicles[label].hex or ""
    if state.setting.vehicles[label].movement in NO_WRECK:
        yield from end_wreck(state, label, "D10.1")
    elif 0 in state.ground.get(name, BARE).blazing:
        yield from end_wreck(state, label, "D10.41")
    elif command.burning:
        yield vehicles.WreckAblaze(label, name, "B25.14")


@decider
def set_hatch(state: State, command: SetHatch, _: Dice) -> Decision:
    """The crew of an AFV goes BU or CE."""
    vehicle, now = command.vehicle, state.clock.moment
    demand_there(state, vehicle, "D5.3", afv=True)
    found = state.vehicles[vehicle]
    for holds, rule, what in (
        (found.stunned, "D5.34", "Stunned"),
        (found.shocked, "C7.41", "Shocked"),
    ):
        if holds and command.hatch is Hatch.CE:
            why = f"the crew of {vehicle} is {what}, and stays BU"
            refuse(Reason.STUNNED_OR_SHOCKED, rule, why)
    so = found.bu is (command.hatch is Hatch.BU)
    _not_so(vehicle, "D5.3", f"is {command.hatch} already", already=so)
    own = state.setting.vehicles[vehicle].side == state.attacker
    if not own or now.phase not in (Phase.MPH, Phase.APH):
        why = f"{vehicle} goes BU or CE in its own MPh or APh, not {now}"
        refuse(Reason.WRONG_PHASE, "D5.33", why)
    if found.hatch_set_in == now:
        why = f"{vehicle} has gone BU or CE in this phase, and stays so"
        refuse(Reason.ALREADY_TRIED, "D5.33", why)
    yield vehicles.HatchSet(vehicle, command.hatch, "D5.3")


@decider
@after_bog_checks
def hook(state: State, command: Hook, _: Dice) -> Decision:
    """Hook up a Gun: half the allotment (FRU), and TI for the rest of the MPh (C10.11)."""
    yield from _couple(state, command.vehicle, towing=True)


@decider
@after_bog_checks
def unhook(state: State, command: Unhook, _: Dice) -> Decision:
    """Unhook a Gun: half the allotment, FRU (C10.12); not where it may only be towed (AD3.61).

    A vehicle that is stuck does it too (D8.32).
    """
    found = state.vehicles.get(command.vehicle)
    limit = None if found is None or found.hex is None else limit_in(state, found.hex)
    if found is not None and limit is not None and found.towing:
        why = f"a Gun may be in {found.hex} only while it is towed"
        refuse(Reason.ENTRY_FORBIDDEN, limit.rule, why)
    yield from _couple(state, command.vehicle, towing=False)


def _couple(state: State, vehicle: str, *, towing: bool) -> Decision:
    rule = "C10.11" if towing else "C10.12"
    if refusal := may_act(state, vehicle, stuck=not towing):  # D8.32
        raise Refused(refusal)
    found = state.vehicles[vehicle]
    if found.in_motion:
        refuse(Reason.IN_MOTION, rule, f"{vehicle} must be Stopped")
    half = ceil(Fraction(state.setting.vehicles[vehicle].mp, 2))
    left = mp_left(state, vehicle)
    if half > left:
        refuse(Reason.BEYOND_ALLOTMENT, rule, f"{vehicle} needs {half} MP and has {left}")
    so = "tows a Gun already" if towing else "tows no Gun"
    _not_so(vehicle, rule, so, already=found.towing is towing)
    state = yield vehicles.TowingChanged(vehicle, towing, left if towing else half, rule)
    yield from shift_dust(state, (Trail(vehicle),))


def end_vehicles_in_motion(state: State) -> Telling:
    """At the end of an MPh: the ATTACKER's vehicles that did not Stop are in Motion (D2.4).

    What MP a vehicle has left it uses in its hex (D2.1). It is told of one that expended none: so
    its Dust counter of its last MPh goes (11.74).
    """
    for vehicle, found in sorted(state.vehicles.items()):
        spec = state.setting.vehicles[vehicle]
        drawn = spec.movement is Movement.HORSE_DRAWN  # D.2
        if not found.in_motion or drawn or spec.side != state.attacker:
            continue
        if not found.mp_used:
            state = yield vehicles.MPSpent(vehicle, spec.mp, "D2.1")
            state = yield from shift_dust(state, (Trail(vehicle),))
        state = yield vehicles.VehicleEndedInMotion(vehicle, "D2.4")
    return state


def end_stuns(state: State) -> Telling:
    """At the end of a Player Turn every Stun ends."""
    for vehicle, found in sorted(state.vehicles.items()):
        if found.stunned and not found.destroyed:
            state = yield vehicles.VehicleUnstunned(vehicle, "D5.34")
    return state
