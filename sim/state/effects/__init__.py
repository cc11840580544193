"""What each event does to a state; it writes down what the event says, and asks no rule."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from events.register import Event, classes_taken
from sim.state import State

E = TypeVar("E", bound=Event)

EFFECTS: Final[dict[type[Event], Callable[[State, Any], State]]] = {}
"""What each class of events does to a state; `sim.state.evolve` has it complete."""


def effect(function: Callable[[State, E], State]) -> Callable[[State, E], State]:
    """This function says what the events that it takes do to a state."""
    EFFECTS.update(dict.fromkeys(classes_taken(function), function))
    return function


def on(kind: type[E], change: Callable[[State, E], State]) -> None:
    """The same in a line: what an event does to a state."""
    EFFECTS[kind] = change
