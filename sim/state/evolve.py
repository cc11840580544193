"""``evolve``: the state that follows from a state and one event.

Each module of `sim.state.after` has one function, which says case by case what the events of one
module of the vocabulary do. The table below finds that function by the class of the event. It is
made of the functions' own types, and the type checker adds these up to all events there are; so an
event without its case, or a module left out, is an error before anything runs.
"""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar, get_args, get_type_hints

import attrs

from events.vocabulary import Event
from sim.state import State
from sim.state.after import (
    dust,
    fortifications,
    ground,
    sky,
    smoke,
    spreading_fire,
    turn,
    units,
    vehicles,
    wind,
)

E = TypeVar("E")
F = TypeVar("F")


@attrs.frozen
class _Folding(Generic[E]):
    """What the events of some modules do: the function of their module, by the class of each."""

    by_class: dict[type, Callable[[State, Any], State]]

    def __or__(self, other: "_Folding[F]") -> "_Folding[E | F]":
        return _Folding({**self.by_class, **other.by_class})


def _of(after: Callable[[State, E], State]) -> _Folding[E]:
    """The events that a function speaks of, by its own types."""
    return _Folding(dict.fromkeys(get_args(get_type_hints(after)["event"]), after))


_EVERY: Final[_Folding[Event]] = (
    _of(vehicles.after)
    | _of(turn.after)
    | _of(wind.after)
    | _of(sky.after)
    | _of(dust.after)
    | _of(smoke.after)
    | _of(ground.after)
    | _of(units.after)
    | _of(spreading_fire.after)
    | _of(fortifications.after)
)

AFTER: Final = _EVERY.by_class
"""The function that says what an event does to a state, by the class of the event."""


def evolve(state: State, event: Event) -> State:
    """The state after an event. The old state stays as it was.

    Raises:
        KeyError: when the event speaks of something that is not in the state; only a log that was
            tampered with has such events.
    """
    return AFTER[type(event)](state, event)
