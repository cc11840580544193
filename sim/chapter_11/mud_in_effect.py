"""11.8 Where Desert Mud is in effect, in lieu of D8.23 as it normally is."""

from sim.chapter_11.applicability import MUD
from sim.state import State


def why_not_desert_mud(state: State) -> str | None:
    """Why D8.23 applies in the normal manner, or not at all; None if this rule does."""
    for condition in MUD.against(state):
        return condition.otherwise
    return None if MUD.in_effect(state) else "a roll to come decides whether there is Mud"


def desert_mud(state: State) -> bool:
    """Whether Desert Mud is in effect now."""
    return state.sky.mud_exists and why_not_desert_mud(state) is None
