"""Whose a counter or unit is."""

from sim.machine.telling import Reason, Refusal
from sim.state import State


def no_owner(state: State, side: str | None, rule: str) -> Refusal | None:
    """Why a side, or nobody, cannot own what is placed; None if it can."""
    if side in state.setting.sides:
        return None
    why = f"{side} is not a side" if side else "whose it is must be said before the first RPh"
    return Refusal(
        Reason.UNKNOWN_SIDE, rule, f"{why}; the sides are {' and '.join(state.setting.sides)}"
    )
