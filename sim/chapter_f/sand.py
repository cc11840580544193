"""F7 Sand: in Wet or Mud EC it is firm, costs less to enter, and its foxholes hold as others do."""

from typing import Final

from events.terms import EC
from sim.state import State

__all__ = ["FIRM_LESS", "firm_sand"]

CORE: Final = ("F7",)

FIRM_LESS: Final = 1
"""What firm sand costs less."""


def firm_sand(state: State) -> bool:
    """Whether sand is firm: EC are Wet or Mud."""
    return state.sky.ec in (EC.WET, EC.MUD)
