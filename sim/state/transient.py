"""A transient state: the one of a fold that holds no other, so that events change it where it is.

Where only the last state of a log is wanted, the state and its vehicles are copied once before, and
not once an event.
"""

from typing import Any

from immutables import Map

from sim.state.replace import TRANSIENT
from sim.state.state import State
from sim.state.vehicle import Vehicle


class _State(State):
    """A state that `replace` changes where it is."""


class _Vehicle(Vehicle):
    """A vehicle likewise."""


TRANSIENT.update((_State, _Vehicle))
_set = object.__setattr__


def _copy(kind: type[Any], value: Any, **changes: Any) -> Any:
    copy = object.__new__(kind)
    _set(copy, "__dict__", value.__dict__ | changes)
    return copy


def transient(state: State) -> State:
    """A copy of a state that the effects of events change; `settle` ends that."""
    vehicles = Map({name: _copy(_Vehicle, found) for name, found in state.vehicles.items()})
    copy: State = _copy(_State, state, vehicles=vehicles)
    return copy


def settle(state: State) -> None:
    """Make a transient state one that never changes again."""
    for found in state.vehicles.values():
        _set(found, "__class__", Vehicle)
    _set(state, "__class__", State)
