"""11.8 Where Desert Mud is in effect, in lieu of D8.23 as it normally is."""

from typing import Final

from events.terms import EC, Weather
from sim.chapter_11.applicability import MUD
from sim.state import State

__all__ = ["desert_mud", "mud_exists", "why_not_desert_mud"]

CORE: Final = ("D8.23",)


def why_not_desert_mud(state: State) -> str | None:
    """Why D8.23 applies in the normal manner, or not at all; None if this rule does."""
    for condition in MUD.against(state):
        return condition.otherwise
    return None if MUD.in_effect(state) else "a roll to come decides whether there is Mud"


def mud_exists(state: State) -> bool:
    """Whether there is Mud now, wherever the scenario is set."""
    weather, ec = state.sky.weather, state.sky.ec
    return ec is EC.MUD or weather is Weather.MUD or weather is Weather.MUD_AND_OVERCAST


def desert_mud(state: State) -> bool:
    """Whether Desert Mud is in effect now."""
    return mud_exists(state) and why_not_desert_mud(state) is None
