"""The state after events of vehicles."""

from typing import assert_never

from events import vehicles
from events.terms import Hatch
from sim.state import BogDue, State, but


def after(state: State, event: vehicles.VehicleEvent) -> State:
    """The state after an event of a vehicle."""
    now, name = state.vehicles, event.vehicle
    old = now[name]
    match event:
        case vehicles.VehicleMoved():
            mp = old.mp_used + event.mp
            new = but(
                old,
                hex=event.to,
                started_here=False,
                mp_used=mp,
                came_from=event.origin,
                bypass=None,
                spent_all=event.whole,
            )
        case vehicles.VehicleStarted():
            mp = old.mp_used + event.mp
            new = but(old, in_motion=True, started_here=True, mp_used=mp)
        case vehicles.VehicleStopped():
            new = but(old, in_motion=False, mp_used=old.mp_used + event.mp)
        case vehicles.MPSpent():
            new = but(old, mp_used=old.mp_used + event.mp)
        case vehicles.VehicleEndedInMotion() | vehicles.ImmobilizationChecked():
            return state
        case vehicles.BogCheckDue():
            due = BogDue(event.hex, event.drm, event.immobilization)
            return but(state, bog_checks=state.bog_checks.set(name, due))
        case vehicles.BogChecked():
            return _checked(state, name)
        case vehicles.SecretBogRolled():
            new = but(old, mud_dr=event.dr or 0, mud_hexes=0)
        case vehicles.MudHexCounted():
            new = but(old, mud_hexes=event.number)
        case vehicles.VehicleEntered():
            mp = old.mp_used + event.mp
            new = but(old, hex=event.to, in_motion=True, mp_used=mp, spent_all=event.whole)
        case vehicles.VehicleExited():
            mp = old.mp_used + event.mp
            new = but(old, hex=None, exited=True, in_motion=False, mp_used=mp)
        case vehicles.ArmoredAssaultDeclared():
            new = but(old, assault=True)
        case vehicles.VehicleStunned():
            new = but(old, stunned=True, in_motion=False)
        case vehicles.VehicleUnstunned():
            new = but(old, stunned=False)
        case vehicles.VehicleShocked():
            new = but(old, shocked=True, in_motion=False)
        case vehicles.VehicleRecovered():
            new = but(old, shocked=False)
        case vehicles.VehicleImmobilized():
            new = but(old, immobile=True, in_motion=False)
            state = _checked(state, name)
        case vehicles.VehicleBogged():
            new = but(old, bogged=True, in_motion=False, bogged_in=state.moment)
            state = _checked(state, name)
        case vehicles.VehicleFreed():
            new = but(old, bogged=False, mired=False, in_motion=True, started_here=True)
        case vehicles.VehicleMired():
            new = but(old, mired=True)
        case vehicles.VehicleDestroyed():
            new = but(old, destroyed=True, in_motion=False, towing=False)
            state = _checked(state, name)
        case vehicles.VehicleBypassed():
            new = but(old, bypass=event.hexside)
        case vehicles.WreckRemoved():
            new = but(old, hex=None, exited=True)
        case vehicles.HatchSet():
            new = but(old, bu=event.hatch is Hatch.BU)
        case vehicles.TowingChanged():
            new = but(old, towing=event.towing, mp_used=old.mp_used + event.mp)
        case _:
            assert_never(event)
    return but(state, vehicles=now.set(name, new))


def _checked(state: State, name: str) -> State:
    """The state once a vehicle has no Bog Check to make."""
    if name not in state.bog_checks:
        return state
    return but(state, bog_checks=state.bog_checks.delete(name))
