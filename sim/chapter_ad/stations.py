"""Where in its hex a unit can be: ground, Steeple, Shaft, rooftop, entrenchment or pillbox."""

from typing import Final

from events.commands import StationUnit
from events.terms import Station
from events.units import UnitStationed
from sim.chapter_ad.arid_rooftop import no_rooftop
from sim.chapter_ad.steeple_stacking import no_room_up_there
from sim.chapter_b.fortifications import SHELTERS
from sim.chapter_b.shelters import no_shelter
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision
from sim.state import State, Unit, but

__all__ = ["no_room", "station"]

CORE: Final = ("B27.4",)


def no_room(state: State, label: str, unit: Unit, *, involuntary: bool) -> Refusal | None:
    """Why a unit cannot be in the Location of its hex where it is to be; None if it can."""
    if unit.station is Station.GROUND:
        return None
    if unit.station is Station.ROOFTOP:
        return no_rooftop(state, unit.hex)
    if unit.station in SHELTERS:
        return no_shelter(state, label, unit)
    return no_room_up_there(state, label, unit, involuntary=involuntary)


def station(state: State, command: StationUnit, _: Dice) -> Decision:
    """A unit goes to another Location of its hex."""
    label, unit = command.unit, state.units.get(command.unit)
    if unit is None:
        return Refusal(Reason.UNKNOWN_UNIT, "AD3.312", f"there is no unit {label}")
    if unit.station is command.station:
        return Refusal(Reason.ALREADY_SO, "AD3.312", f"{label} is there already")
    moved = but(unit, station=command.station)
    refusal = no_room(state, label, moved, involuntary=command.involuntary)
    if unit.ti and (refusal is None or refusal.reason > Reason.IN_CROSSING):
        return Refusal(Reason.IN_CROSSING, "191.3", f"{label} is TI, crossing to {unit.crossing}")
    if refusal is not None:
        return refusal
    yield UnitStationed(label, command.station, _rule_of({unit.station, command.station}))
    return None


def _rule_of(stations: set[Station]) -> str:
    """The rule by which a unit goes from one station to another."""
    if Station.ROOFTOP in stations:
        return "AD4.41"
    return "B27.4" if stations & SHELTERS.keys() else "AD3.312"
