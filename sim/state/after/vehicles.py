"""The state after events of vehicles."""

from typing import assert_never

from events import vehicles
from events.terms import Hatch
from sim.state import State, Vehicle, but

__all__ = ["after"]


def after(state: State, event: vehicles.VehicleEvent) -> State:
    """The state after an event of a vehicle."""
    old = state.vehicles[event.vehicle]
    new = _vehicle(old, event)
    return state if new is old else but(state, vehicles=state.vehicles.set(event.vehicle, new))


def _vehicle(old: Vehicle, event: vehicles.VehicleEvent) -> Vehicle:
    match event:
        case vehicles.VehicleMoved():
            mp = old.mp_used + event.mp
            return but(old, hex=event.to, started_here=False, mp_used=mp, came_from=event.origin)
        case vehicles.VehicleStarted():
            mp = old.mp_used + event.mp
            return but(old, in_motion=True, started_here=True, mp_used=mp)
        case vehicles.VehicleStopped():
            return but(old, in_motion=False, mp_used=old.mp_used + event.mp)
        case vehicles.MPSpent():
            return but(old, mp_used=old.mp_used + event.mp)
        case (
            vehicles.VehicleEndedInMotion()
            | vehicles.BogChecked()
            | vehicles.ImmobilizationChecked()
        ):
            return old
        case vehicles.VehicleEntered():
            return but(old, hex=event.to, in_motion=True, mp_used=old.mp_used + event.mp)
        case vehicles.VehicleExited():
            mp = old.mp_used + event.mp
            return but(old, hex=None, exited=True, in_motion=False, mp_used=mp)
        case vehicles.ArmoredAssaultDeclared():
            return but(old, assault=True)
        case vehicles.VehicleStunned():
            return but(old, stunned=True, in_motion=False)
        case vehicles.VehicleUnstunned():
            return but(old, stunned=False)
        case vehicles.VehicleShocked():
            return but(old, shocked=True, in_motion=False)
        case vehicles.VehicleRecovered():
            return but(old, shocked=False)
        case vehicles.VehicleImmobilized():
            return but(old, immobile=True, in_motion=False)
        case vehicles.VehicleBogged():
            return but(old, bogged=True, in_motion=False)
        case vehicles.VehicleFreed():
            return but(old, bogged=False, mired=False, in_motion=True, started_here=True)
        case vehicles.VehicleMired():
            return but(old, mired=True)
        case vehicles.VehicleDestroyed():
            return but(old, destroyed=True, in_motion=False, towing=False)
        case vehicles.HatchSet():
            return but(old, bu=event.hatch is Hatch.BU)
        case vehicles.TowingChanged():
            return but(old, towing=event.towing, mp_used=old.mp_used + event.mp)
        case _:
            assert_never(event)
