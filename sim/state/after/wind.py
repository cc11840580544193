"""The state after events of the wind."""

from collections.abc import Callable
from typing import Any, Final

from events.terms import WindForce
from events.wind import (
    GustsBegan,
    GustsEnded,
    WindChangeRolled,
    WindDirectionChanged,
    WindDirectionSet,
    WindForceChanged,
    WindForceSet,
)
from sim.state import Clock, State, Wind

__all__ = ["AFTER"]


def _force(state: State, force: WindForce) -> State:
    direction = None if force is WindForce.NO_WIND else state.wind.direction
    return state.but(wind=Wind(force, direction, state.wind.gusts))


def _wind_force_set(state: State, event: WindForceSet) -> State:
    return _force(state, event.force)


def _wind_force_changed(state: State, event: WindForceChanged) -> State:
    return _force(state, event.new)


def _wind_direction_set(state: State, event: WindDirectionSet) -> State:
    return state.but(wind=Wind(state.wind.force, event.direction, state.wind.gusts))


def _wind_direction_changed(state: State, event: WindDirectionChanged) -> State:
    return state.but(wind=Wind(state.wind.force, event.new, state.wind.gusts))


def _wind_change_rolled(state: State, _: WindChangeRolled) -> State:
    return state.but(clock=Clock(state.moment, wind_rolled=True))


def _gusts_began(state: State, _: GustsBegan) -> State:
    return state.but(wind=Wind(state.wind.force, state.wind.direction, gusts=True))


def _gusts_ended(state: State, _: GustsEnded) -> State:
    return state.but(wind=Wind(state.wind.force, state.wind.direction))


AFTER: Final[dict[type, Callable[[State, Any], State]]] = {
    WindForceSet: _wind_force_set,
    WindDirectionSet: _wind_direction_set,
    WindChangeRolled: _wind_change_rolled,
    WindForceChanged: _wind_force_changed,
    WindDirectionChanged: _wind_direction_changed,
    GustsBegan: _gusts_began,
    GustsEnded: _gusts_ended,
}
