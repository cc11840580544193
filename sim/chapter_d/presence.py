"""D1 Whether a vehicle is there for something to happen to it."""

from typing import Final

from sim.chapter_d.afv import is_afv
from sim.machine.refusals import Reason, Refusal
from sim.state import State

__all__ = ["absent"]

CORE: Final = ("D1",)


def absent(state: State, vehicle: str, rule: str, *, afv: bool = False) -> Refusal | None:
    """Why nothing can happen to a vehicle; None if it can.

    Args:
        state: now.
        vehicle: which one.
        rule: the rule of what would happen to it.
        afv: it happens to AFV only.
    """
    if vehicle not in state.vehicles:
        return Refusal(Reason.UNKNOWN_VEHICLE, rule, f"there is no vehicle {vehicle}")
    found = state.vehicles[vehicle]
    if found.destroyed:
        return Refusal(Reason.DESTROYED, rule, f"{vehicle} is destroyed")
    if found.hex is None:
        return Refusal(Reason.OUT_OF_PLAY, rule, f"{vehicle} is not in the playing area")
    if afv and not is_afv(state.setting.vehicles[vehicle]):
        return Refusal(Reason.NOT_AFV, rule, f"{vehicle} is not an AFV")
    return None
