"""The state after events of the wind."""

from typing import assert_never

from events import wind
from events.terms import WindForce
from sim.state import State, but

__all__ = ["after"]


def after(state: State, event: wind.WindEvent) -> State:
    """The state after an event of the wind."""
    match event:
        case wind.WindChangeRolled():
            return but(state, clock=but(state.clock, wind_rolled=True))
        case wind.GustsBegan():
            return but(state, wind=but(state.wind, gusts=True))
        case wind.GustsEnded():
            return but(state, wind=but(state.wind, gusts=False))
        case wind.WindForceChanged():
            return _force(state, event.new)
        case wind.WindDirectionChanged():
            return but(state, wind=but(state.wind, direction=event.new))
        case wind.WindForceSet():
            return _force(state, event.force)
        case wind.WindDirectionSet():
            return but(state, wind=but(state.wind, direction=event.direction))
        case _:
            assert_never(event)


def _force(state: State, force: WindForce) -> State:
    direction = None if force is WindForce.NO_WIND else state.wind.direction
    return but(state, wind=but(state.wind, force=force, direction=direction))
