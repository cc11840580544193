"""D1 Whether a vehicle is there for something to happen to it."""

from events.errors import meant
from events.field import as_word
from events.scenario import VehicleSpec
from events.terms import Armour
from sim.machine.telling import Reason, refuse
from sim.state import State


def is_afv(spec: VehicleSpec) -> bool:
    """Whether a vehicle is armoured (D1.2)."""
    return spec.armour is not Armour.NONE


def afv_at(state: State, name: str) -> bool:
    """Whether the vehicle of a hex is an AFV: it is unless all that are known there are none."""
    here = [label for label, e in state.vehicles.items() if e.hex == name and not e.destroyed]
    return not here or any(is_afv(state.setting.vehicles[label]) for label in here)


def no_vehicle(state: State, vehicle: str) -> str:
    """That there is no such vehicle, and which may have been meant."""
    begun = (each for each in state.vehicles if each.lower().startswith(f"{vehicle.lower()} "))
    if (whole := next(begun, None)) is not None:
        quoted = f"a name with a blank stands in quotation marks, such as {as_word(whole)}"
        return f"there is no vehicle {vehicle}; {quoted}"
    return f"there is no vehicle {vehicle}{meant(vehicle, state.vehicles, cutoff=0.75)}"


def demand_there(state: State, vehicle: str, rule: str, *, afv: bool = False) -> None:
    """Refuse what happens to a vehicle that is not there, or that is no AFV."""
    if vehicle not in state.vehicles:
        refuse(Reason.UNKNOWN_VEHICLE, rule, no_vehicle(state, vehicle))
    found = state.vehicles[vehicle]
    if found.destroyed:
        refuse(Reason.DESTROYED, rule, f"{vehicle} is destroyed")
    if found.hex is None:
        refuse(Reason.OUT_OF_PLAY, rule, f"{vehicle} is not in the playing area")
    if afv and not is_afv(state.setting.vehicles[vehicle]):
        refuse(Reason.NOT_AFV, rule, f"{vehicle} is not an AFV")
