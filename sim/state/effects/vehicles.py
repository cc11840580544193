"""What events of a vehicle do to a state."""

from collections.abc import Callable
from typing import TypeVar

from events.register import classes_taken
from events.scenario import vehicle_spec
from events.terms import Hatch
from events.vehicles import (
    ArmoredAssaultDeclared,
    BogCheckDue,
    BogChecked,
    ESBRolled,
    HatchSet,
    ImmobilizationChecked,
    MotionGained,
    MotionTried,
    MPSpent,
    MudHexCounted,
    SecretBogRolled,
    TowingChanged,
    VehicleAdded,
    VehicleBogged,
    VehicleBypassed,
    VehicleDestroyed,
    VehicleEndedInMotion,
    VehicleEntered,
    VehicleEvent,
    VehicleExited,
    VehicleFreed,
    VehicleImmobilized,
    VehicleMired,
    VehicleMoved,
    VehicleRecovered,
    VehicleShocked,
    VehicleStarted,
    VehicleStopped,
    VehicleStunned,
    VehicleUnstunned,
    WreckAblaze,
    WreckFireChecked,
    WreckRemoved,
)
from sim.state import BogDue, State, Vehicle, replace
from sim.state.effects import EFFECTS, effect
from sim.state.vehicle import set_up_vehicle

E = TypeVar("E", bound=VehicleEvent)


def _effect(change: Callable[[Vehicle, E], Vehicle]) -> Callable[[Vehicle, E], Vehicle]:
    """This function says what the events that it takes do to their vehicle."""

    def changed(state: State, event: E) -> State:
        name, now = event.vehicle, state.vehicles
        return replace(state, vehicles=now.set(name, change(now[name], event)))

    EFFECTS.update(dict.fromkeys(classes_taken(change), changed))
    return change


@effect
def _added(state: State, event: VehicleAdded) -> State:
    spec = vehicle_spec(event)
    vehicles = state.vehicles.set(spec.id, set_up_vehicle(spec, spec.at))
    return replace(state, setting=state.setting.with_vehicle(spec), vehicles=vehicles)


@effect
def _moved(state: State, event: VehicleMoved) -> State:
    old = state.vehicles[event.vehicle]
    new = replace(
        old,
        hex=event.to,
        started_here=False,
        mp_used=old.mp_used + event.mp,
        came_from=event.origin,
        bypass=None,
        spent_all=event.whole,
        bogged_in=None,
        moved_in=state.clock.moment,
    )
    return replace(state, vehicles=state.vehicles.set(event.vehicle, new))


@_effect
def _started(old: Vehicle, event: VehicleStarted) -> Vehicle:
    return replace(old, in_motion=True, started_here=True, mp_used=old.mp_used + event.mp)


@_effect
def _stopped(old: Vehicle, event: VehicleStopped) -> Vehicle:
    return replace(old, in_motion=False, mp_used=old.mp_used + event.mp)


@_effect
def _mp_spent(old: Vehicle, event: MPSpent) -> Vehicle:
    return replace(old, mp_used=old.mp_used + event.mp)


@_effect
def _ended_in_motion(old: Vehicle, _: VehicleEndedInMotion) -> Vehicle:
    return old if old.bogged_in is None else replace(old, bogged_in=None)


@_effect
def _as_it_was(old: Vehicle, _: ImmobilizationChecked) -> Vehicle:
    return old


@effect
def _bog_check_due(state: State, event: BogCheckDue) -> State:
    due = BogDue(event.hex, event.drm, event.immobilization)
    return replace(state, bog_checks=state.bog_checks.set(event.vehicle, due))


@effect
def _bog_checked(state: State, event: BogChecked) -> State:
    return _no_bog_check(state, event, state.vehicles[event.vehicle])


def _no_bog_check(state: State, event: VehicleEvent, vehicle: Vehicle) -> State:
    """The state with a vehicle as it is now, and no Bog Check that it has still to make."""
    name, checks = event.vehicle, state.bog_checks
    left = checks.delete(name) if name in checks else checks
    return replace(state, vehicles=state.vehicles.set(name, vehicle), bog_checks=left)


@_effect
def _secret_bog_rolled(old: Vehicle, event: SecretBogRolled) -> Vehicle:
    return replace(old, mud_dr=event.dr or 0, mud_hexes=0)


@_effect
def _mud_hex_counted(old: Vehicle, event: MudHexCounted) -> Vehicle:
    return replace(old, mud_hexes=event.number)


@effect
def _entered(state: State, event: VehicleEntered) -> State:
    old = state.vehicles[event.vehicle]
    new = replace(
        old,
        hex=event.to,
        in_motion=True,
        mp_used=old.mp_used + event.mp,
        spent_all=event.whole,
        moved_in=state.clock.moment,
    )
    return replace(state, vehicles=state.vehicles.set(event.vehicle, new))


@_effect
def _exited(old: Vehicle, event: VehicleExited) -> Vehicle:
    return replace(old, hex=None, exited=True, in_motion=False, mp_used=old.mp_used + event.mp)


@_effect
def _armored_assault_declared(old: Vehicle, _: ArmoredAssaultDeclared) -> Vehicle:
    return replace(old, assault=True)


@effect
def _esb_rolled(state: State, event: ESBRolled) -> State:
    new = replace(state.vehicles[event.vehicle], sped_in=state.moment, more_mp=event.mp)
    return replace(state, vehicles=state.vehicles.set(event.vehicle, new))


@effect
def _motion_tried(state: State, event: MotionTried) -> State:
    new = replace(state.vehicles[event.vehicle], tried_motion_in=state.moment)
    return replace(state, vehicles=state.vehicles.set(event.vehicle, new))


@_effect
def _motion_gained(old: Vehicle, _: MotionGained) -> Vehicle:
    return replace(old, in_motion=True, started_here=False)


@_effect
def _stunned(old: Vehicle, _: VehicleStunned) -> Vehicle:
    return replace(old, stunned=True, in_motion=False)


@_effect
def _unstunned(old: Vehicle, _: VehicleUnstunned) -> Vehicle:
    return replace(old, stunned=False)


@_effect
def _shocked(old: Vehicle, _: VehicleShocked) -> Vehicle:
    return replace(old, shocked=True, in_motion=False)


@_effect
def _recovered(old: Vehicle, _: VehicleRecovered) -> Vehicle:
    return replace(old, shocked=False)


@effect
def _immobilized(state: State, event: VehicleImmobilized) -> State:
    new = replace(state.vehicles[event.vehicle], immobile=True, in_motion=False)
    return _no_bog_check(state, event, new)


@effect
def _bogged(state: State, event: VehicleBogged) -> State:
    old = state.vehicles[event.vehicle]
    new = replace(old, bogged=True, in_motion=False, bogged_in=state.moment)
    return _no_bog_check(state, event, new)


@_effect
def _freed(old: Vehicle, _: VehicleFreed) -> Vehicle:
    return replace(old, bogged=False, mired=False, in_motion=True, started_here=True)


@_effect
def _mired(old: Vehicle, _: VehicleMired) -> Vehicle:
    return replace(old, mired=True)


@effect
def _destroyed(state: State, event: VehicleDestroyed) -> State:
    new = replace(state.vehicles[event.vehicle], destroyed=True, in_motion=False, towing=False)
    return _no_bog_check(state, event, new)


@effect
def _bypassed(state: State, event: VehicleBypassed) -> State:
    old = state.vehicles[event.vehicle]
    moved = state.clock.moment if old.in_motion else old.moved_in
    new = replace(old, bypass=event.hexside, moved_in=moved)
    return replace(state, vehicles=state.vehicles.set(event.vehicle, new))


@effect
def _wreck_ablaze(state: State, event: WreckAblaze) -> State:
    new = replace(state.vehicles[event.vehicle], burning=state.moment)
    return replace(state, vehicles=state.vehicles.set(event.vehicle, new))


@_effect
def _wreck_fire_checked(old: Vehicle, event: WreckFireChecked) -> Vehicle:
    return replace(old, burn_checked=event.moment)


@_effect
def _wreck_removed(old: Vehicle, _: WreckRemoved) -> Vehicle:
    return replace(old, hex=None, exited=True, burning=None)


@effect
def _hatch_set(state: State, event: HatchSet) -> State:
    old, bu = state.vehicles[event.vehicle], event.hatch is Hatch.BU
    new = replace(old, bu=bu, hatch_set_in=state.clock.moment)
    return replace(state, vehicles=state.vehicles.set(event.vehicle, new))


@_effect
def _towing_changed(old: Vehicle, event: TowingChanged) -> Vehicle:
    return replace(old, towing=event.towing, mp_used=old.mp_used + event.mp)
