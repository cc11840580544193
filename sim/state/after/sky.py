"""The state after events of Weather, Time of Day, EC and rain."""

from collections.abc import Callable
from typing import Any, Final

import attrs

from events.sky import (
    ECChanged,
    ECSet,
    RainBegan,
    RainEnded,
    RainGrewHeavy,
    TimeOfDaySet,
    WeatherSet,
)
from events.terms import Rain
from sim.state import State

__all__ = ["AFTER"]


def _weather_set(state: State, event: WeatherSet) -> State:
    return state.but(sky=attrs.evolve(state.sky, weather=event.weather))


def _time_of_day_set(state: State, event: TimeOfDaySet) -> State:
    return state.but(sky=attrs.evolve(state.sky, time_of_day=event.time_of_day, mist=event.mist))


def _ec_set(state: State, event: ECSet) -> State:
    return state.but(sky=attrs.evolve(state.sky, ec=event.ec))


def _ec_changed(state: State, event: ECChanged) -> State:
    return state.but(sky=attrs.evolve(state.sky, ec=event.new))


def _rain_began(state: State, _: RainBegan) -> State:
    return state.but(sky=attrs.evolve(state.sky, rain=Rain.RAIN, rained=True))


def _rain_grew_heavy(state: State, _: RainGrewHeavy) -> State:
    return state.but(sky=attrs.evolve(state.sky, rain=Rain.HEAVY))


def _rain_ended(state: State, _: RainEnded) -> State:
    return state.but(sky=attrs.evolve(state.sky, rain=Rain.NONE))


AFTER: Final[dict[type, Callable[[State, Any], State]]] = {
    WeatherSet: _weather_set,
    TimeOfDaySet: _time_of_day_set,
    ECSet: _ec_set,
    ECChanged: _ec_changed,
    RainBegan: _rain_began,
    RainGrewHeavy: _rain_grew_heavy,
    RainEnded: _rain_ended,
}
