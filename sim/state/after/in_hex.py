"""A state with other things in one of its hexes."""

from sim.state import BARE, Ground, State, but

__all__ = ["ground_in", "with_ground"]


def ground_in(state: State, name: str) -> Ground:
    """What lies in a hex."""
    found: Ground = state.ground.get(name, BARE)
    return found


def with_ground(state: State, name: str, new: Ground) -> State:
    """The state with this in a hex; a hex with nothing in it is not listed."""
    if new == BARE:
        return but(state, ground=state.ground.delete(name))
    return but(state, ground=state.ground.set(name, new))
