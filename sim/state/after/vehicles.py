"""The state after events of vehicles."""

from collections.abc import Callable
from typing import Any, Final

from events.terms import Hatch
from events.vehicles import (
    ArmoredAssaultDeclared,
    BogChecked,
    HatchSet,
    ImmobilizationChecked,
    MPSpent,
    TowingChanged,
    VehicleBogged,
    VehicleDestroyed,
    VehicleEndedInMotion,
    VehicleEntered,
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
)
from sim.state import State, Vehicle

__all__ = ["AFTER"]


def _with(state: State, vehicle: str, changed: Vehicle) -> State:
    return state.but(vehicles=state.vehicles.set(vehicle, changed))


def _started(state: State, event: VehicleStarted) -> State:
    old = state.vehicles[event.vehicle]
    new = old.but(in_motion=True, started_here=True, mp_used=old.mp_used + event.mp)
    return _with(state, event.vehicle, new)


def _moved(state: State, event: VehicleMoved) -> State:
    old = state.vehicles[event.vehicle]
    mp = old.mp_used + event.mp
    new = old.but(hex=event.to, started_here=False, mp_used=mp, came_from=event.origin)
    return _with(state, event.vehicle, new)


def _entered(state: State, event: VehicleEntered) -> State:
    old = state.vehicles[event.vehicle]
    new = old.but(hex=event.to, in_motion=True, mp_used=old.mp_used + event.mp)
    return _with(state, event.vehicle, new)


def _exited(state: State, event: VehicleExited) -> State:
    old = state.vehicles[event.vehicle]
    new = old.but(hex=None, exited=True, in_motion=False, mp_used=old.mp_used + event.mp)
    return _with(state, event.vehicle, new)


def _spent(state: State, event: MPSpent) -> State:
    old = state.vehicles[event.vehicle]
    return _with(state, event.vehicle, old.but(mp_used=old.mp_used + event.mp))


def _stopped(state: State, event: VehicleStopped) -> State:
    old = state.vehicles[event.vehicle]
    return _with(state, event.vehicle, old.but(in_motion=False, mp_used=old.mp_used + event.mp))


def _same(state: State, _: VehicleEndedInMotion | BogChecked | ImmobilizationChecked) -> State:
    return state


def _assault(state: State, event: ArmoredAssaultDeclared) -> State:
    return _with(state, event.vehicle, state.vehicles[event.vehicle].but(assault=True))


def _stunned(state: State, event: VehicleStunned) -> State:
    new = state.vehicles[event.vehicle].but(stunned=True, in_motion=False)
    return _with(state, event.vehicle, new)


def _unstunned(state: State, event: VehicleUnstunned) -> State:
    return _with(state, event.vehicle, state.vehicles[event.vehicle].but(stunned=False))


def _shocked(state: State, event: VehicleShocked) -> State:
    new = state.vehicles[event.vehicle].but(shocked=True, in_motion=False)
    return _with(state, event.vehicle, new)


def _recovered(state: State, event: VehicleRecovered) -> State:
    return _with(state, event.vehicle, state.vehicles[event.vehicle].but(shocked=False))


def _immobilized(state: State, event: VehicleImmobilized) -> State:
    new = state.vehicles[event.vehicle].but(immobile=True, in_motion=False)
    return _with(state, event.vehicle, new)


def _bogged(state: State, event: VehicleBogged) -> State:
    new = state.vehicles[event.vehicle].but(bogged=True, in_motion=False)
    return _with(state, event.vehicle, new)


def _freed(state: State, event: VehicleFreed) -> State:
    old = state.vehicles[event.vehicle]
    new = old.but(bogged=False, mired=False, in_motion=True, started_here=True)
    return _with(state, event.vehicle, new)


def _mired(state: State, event: VehicleMired) -> State:
    return _with(state, event.vehicle, state.vehicles[event.vehicle].but(mired=True))


def _destroyed(state: State, event: VehicleDestroyed) -> State:
    new = state.vehicles[event.vehicle].but(destroyed=True, in_motion=False, towing=False)
    return _with(state, event.vehicle, new)


def _hatch_set(state: State, event: HatchSet) -> State:
    new = state.vehicles[event.vehicle].but(bu=event.hatch is Hatch.BU)
    return _with(state, event.vehicle, new)


def _towing_changed(state: State, event: TowingChanged) -> State:
    old = state.vehicles[event.vehicle]
    new = old.but(towing=event.towing, mp_used=old.mp_used + event.mp)
    return _with(state, event.vehicle, new)


AFTER: Final[dict[type, Callable[[State, Any], State]]] = {
    VehicleStarted: _started,
    VehicleMoved: _moved,
    VehicleEntered: _entered,
    VehicleExited: _exited,
    MPSpent: _spent,
    VehicleStopped: _stopped,
    VehicleEndedInMotion: _same,
    BogChecked: _same,
    ImmobilizationChecked: _same,
    ArmoredAssaultDeclared: _assault,
    VehicleStunned: _stunned,
    VehicleUnstunned: _unstunned,
    VehicleShocked: _shocked,
    VehicleRecovered: _recovered,
    VehicleImmobilized: _immobilized,
    VehicleBogged: _bogged,
    VehicleFreed: _freed,
    VehicleMired: _mired,
    VehicleDestroyed: _destroyed,
    HatchSet: _hatch_set,
    TowingChanged: _towing_changed,
}
