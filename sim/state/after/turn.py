"""The state after events of the turn sequence."""

from typing import assert_never

from events import turn
from sim.state import Clock, State, but


def after(state: State, event: turn.TurnEvent) -> State:
    """The state after an event of the turn sequence."""
    match event:
        case turn.PhaseBegan():
            return _phase_began(state, event)
        case turn.PlayerTurnBegan():
            return but(state, clock=Clock(event.moment))
        case turn.GameEnded():
            return but(state, clock=but(state.clock, over=True))
        case _:
            assert_never(event)


def _phase_began(state: State, event: turn.PhaseBegan) -> State:
    clock = but(state.clock, moment=event.moment)
    vehicles = state.vehicles
    for vehicle in event.fresh:
        new = but(
            vehicles[vehicle], mp_used=0, assault=False, mud_dr=None, mud_hexes=0, spent_all=False
        )
        vehicles = vehicles.set(vehicle, new)
    return but(state, clock=clock, vehicles=vehicles)
