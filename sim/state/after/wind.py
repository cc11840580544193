"""The state after events of the wind."""

from typing import assert_never

from events import wind
from sim.state import State, but


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
            return but(state, wind=but(state.wind, force=event.new, direction=event.direction))
        case wind.WindDirectionChanged():
            return but(state, wind=but(state.wind, direction=event.new))
        case wind.WindForceSet():
            return but(state, wind=but(state.wind, force=event.force, direction=event.direction))
        case wind.WindDirectionSet():
            return but(state, wind=but(state.wind, direction=event.direction))
        case _:
            assert_never(event)
