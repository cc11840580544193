"""D1 Whether a vehicle is there for something to happen to it."""

import difflib

from events.scenario import VehicleSpec
from events.terms import Armour
from sim.machine.telling import Reason, Refusal
from sim.state import State

# D1.2 What an AFV is.


def is_afv(spec: VehicleSpec) -> bool:
    """Whether a vehicle is armoured (D1.2)."""
    return spec.armour is not Armour.NONE


def no_vehicle(state: State, vehicle: str) -> str:
    """That there is no such vehicle, and which may have been meant."""
    labels = {label.lower(): label for label in state.vehicles}
    near = difflib.get_close_matches(vehicle.lower(), labels, n=1, cutoff=0.75)
    hint = f"; did you mean {labels[near[0]]}?" if near else ""
    return f"there is no vehicle {vehicle}{hint}"


def absent(state: State, vehicle: str, rule: str, *, afv: bool = False) -> Refusal | None:
    """Why nothing can happen to a vehicle, or to AFV only; None if it can."""
    if vehicle not in state.vehicles:
        return Refusal(Reason.UNKNOWN_VEHICLE, rule, no_vehicle(state, vehicle))
    found = state.vehicles[vehicle]
    if found.destroyed:
        return Refusal(Reason.DESTROYED, rule, f"{vehicle} is destroyed")
    if found.hex is None:
        return Refusal(Reason.OUT_OF_PLAY, rule, f"{vehicle} is not in the playing area")
    if afv and not is_afv(state.setting.vehicles[vehicle]):
        return Refusal(Reason.NOT_AFV, rule, f"{vehicle} is not an AFV")
    return None
