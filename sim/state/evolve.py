"""``evolve``: the state that follows from a state and one event."""

from collections.abc import Callable
from typing import Any, Final

from events.vocabulary import Event
from sim.state import State
from sim.state.after import dust, ground, sky, smoke, turn, units, vehicles, wind

__all__ = ["AFTER", "evolve"]

AFTER: Final[dict[type, Callable[[State, Any], State]]] = {
    **turn.AFTER,
    **sky.AFTER,
    **wind.AFTER,
    **dust.AFTER,
    **smoke.AFTER,
    **vehicles.AFTER,
    **ground.AFTER,
    **units.AFTER,
}
"""What each event does to a state."""


def evolve(state: State, event: Event) -> State:
    """The state after an event. The old state stays as it was.

    Raises:
        KeyError: when the event speaks of something that is not in the state; only a log that was
            tampered with has such events.
    """
    return AFTER[type(event)](state, event)
