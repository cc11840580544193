"""11.6111 Early Morning Sun Blindness makes EC Moist, unless rain or Mud makes them wetter."""

from typing import Final

from events.sky import ECChanged, ECSet
from events.terms import EC, Rain, TimeOfDay
from sim.chapter_11.applicability import SUN_BLINDNESS
from sim.machine.telling import Telling
from sim.state import State

__all__ = ["RULES", "forced_ec", "settle_early_morning_ec"]

RULES: Final = ("11.6111",)


def forced_ec(state: State) -> EC | None:
    """The EC that Early Morning Sun Blindness forces; None when it is not in effect."""
    if state.sky.time_of_day is not TimeOfDay.EARLY_MORNING or not SUN_BLINDNESS.in_effect(state):
        return None
    if state.sky.mud_exists:
        return EC.MUD
    wet = state.sky.rain is not Rain.NONE or state.sky.ec is EC.WET
    return EC.WET if wet else EC.MOIST


def settle_early_morning_ec(state: State) -> Telling:
    """Bring the EC to what the Early Morning forces."""
    forced = forced_ec(state)
    if forced is not None and forced is not state.sky.ec:
        if state.sky.ec is None:
            state = yield ECSet(forced, "11.6111")
        else:
            state = yield ECChanged(state.sky.ec, forced, "11.6111")
    return state
