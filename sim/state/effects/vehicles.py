"""What events of a vehicle do to a state."""

from collections.abc import Callable
from typing import TypeVar

from events import vehicles
from events.moment import Moment
from events.register import VehicleEvent
from events.scenario import vehicle_spec
from events.terms import Hatch
from sim.state import BogDue, State, Vehicle, replace
from sim.state.effects import EFFECTS, effect
from sim.state.vehicle import set_up_vehicle

E = TypeVar("E", bound=VehicleEvent)


def _does(
    kind: type[E], change: Callable[[Vehicle, E, Moment], Vehicle], *, checked: bool = False
) -> None:
    """What an event does to its vehicle at a moment; ``checked``: no Bog Check waits any more."""

    def changed(state: State, event: E) -> State:
        name, now = event.vehicle, state.vehicles
        old = now[name]
        new = change(old, event, state.clock.moment)
        if checked and name in state.bog_checks:
            left = state.bog_checks.delete(name)
            return replace(state, vehicles=now.set(name, new), bog_checks=left)
        return state if new is old else replace(state, vehicles=now.set(name, new))

    EFFECTS[kind] = changed


@effect
def _added(state: State, event: vehicles.VehicleAdded) -> State:
    spec = vehicle_spec(event)
    vehicles = state.vehicles.set(spec.id, set_up_vehicle(spec, spec.at))
    return replace(state, setting=state.setting.with_vehicle(spec), vehicles=vehicles)


@effect
def _moved(state: State, event: vehicles.VehicleMoved) -> State:
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


@effect
def _bog_check_due(state: State, event: vehicles.BogCheckDue) -> State:
    due = BogDue(event.hex, event.drm, event.immobilization)
    return replace(state, bog_checks=state.bog_checks.set(event.vehicle, due))


def _entered(old: Vehicle, event: vehicles.VehicleEntered, now: Moment) -> Vehicle:
    used = old.mp_used + event.mp
    return replace(
        old, hex=event.to, in_motion=True, mp_used=used, spent_all=event.whole, moved_in=now
    )


def _exited(old: Vehicle, event: vehicles.VehicleExited, _: Moment) -> Vehicle:
    return replace(old, hex=None, exited=True, in_motion=False, mp_used=old.mp_used + event.mp)


def _started(old: Vehicle, event: vehicles.VehicleStarted, _: Moment) -> Vehicle:
    return replace(old, in_motion=True, started_here=True, mp_used=old.mp_used + event.mp)


def _bypassed(old: Vehicle, event: vehicles.VehicleBypassed, now: Moment) -> Vehicle:
    return replace(old, bypass=event.hexside, moved_in=now if old.in_motion else old.moved_in)


def _freed(old: Vehicle, _: vehicles.VehicleFreed, __: Moment) -> Vehicle:
    return replace(old, bogged=False, mired=False, in_motion=True, started_here=True)


_does(vehicles.VehicleEntered, _entered)
_does(vehicles.VehicleExited, _exited)
_does(vehicles.VehicleStarted, _started)
_does(
    vehicles.VehicleStopped,
    lambda old, e, _: replace(old, in_motion=False, mp_used=old.mp_used + e.mp),
)
_does(vehicles.MPSpent, lambda old, e, _: replace(old, mp_used=old.mp_used + e.mp))
_does(
    vehicles.TowingChanged,
    lambda old, e, _: replace(old, towing=e.towing, mp_used=old.mp_used + e.mp),
)
_does(vehicles.VehicleBypassed, _bypassed)
_does(
    vehicles.VehicleEndedInMotion,
    lambda old, *_: old if old.bogged_in is None else replace(old, bogged_in=None),
)
_does(vehicles.ArmoredAssaultDeclared, lambda old, *_: replace(old, assault=True))
_does(vehicles.ESBRolled, lambda old, e, now: replace(old, sped_in=now, more_mp=e.mp))
_does(vehicles.MotionTried, lambda old, _, now: replace(old, tried_motion_in=now))
_does(vehicles.MotionGained, lambda old, *_: replace(old, in_motion=True, started_here=False))
_does(vehicles.HatchSet, lambda old, e, now: replace(old, bu=e.hatch is Hatch.BU, hatch_set_in=now))

_does(vehicles.BogChecked, lambda old, *_: old, checked=True)
_does(vehicles.ImmobilizationChecked, lambda old, *_: old)
_does(vehicles.SecretBogRolled, lambda old, e, _: replace(old, mud_dr=e.dr or 0, mud_hexes=0))
_does(vehicles.MudHexCounted, lambda old, e, _: replace(old, mud_hexes=e.number))
_does(
    vehicles.VehicleBogged,
    lambda old, _, now: replace(old, bogged=True, in_motion=False, bogged_in=now),
    checked=True,
)
_does(vehicles.VehicleFreed, _freed)
_does(vehicles.VehicleMired, lambda old, *_: replace(old, mired=True))

_does(vehicles.VehicleStunned, lambda old, *_: replace(old, stunned=True, in_motion=False))
_does(vehicles.VehicleUnstunned, lambda old, *_: replace(old, stunned=False))
_does(vehicles.VehicleShocked, lambda old, *_: replace(old, shocked=True, in_motion=False))
_does(vehicles.VehicleRecovered, lambda old, *_: replace(old, shocked=False))
_does(
    vehicles.VehicleImmobilized,
    lambda old, *_: replace(old, immobile=True, in_motion=False),
    checked=True,
)
_does(
    vehicles.VehicleDestroyed,
    lambda old, *_: replace(old, destroyed=True, in_motion=False, towing=False),
    checked=True,
)
_does(vehicles.WreckAblaze, lambda old, _, now: replace(old, burning=now))
_does(vehicles.WreckFireChecked, lambda old, e, _: replace(old, burn_checked=e.moment))
_does(vehicles.WreckRemoved, lambda old, *_: replace(old, hex=None, exited=True, burning=None))
