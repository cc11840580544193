"""The state after events of the turn sequence."""

from typing import assert_never

from events import turn
from events.moment import Phase
from sim.state import Clock, State, but

__all__ = ["after"]


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
    if event.moment.phase is not Phase.MPH:
        return but(state, clock=clock)
    specs, attacker = state.setting.vehicles, state.attacker_at(event.moment)
    vehicles = state.vehicles
    for vehicle, found in state.vehicles.items():
        if specs[vehicle].side == attacker:
            vehicles = vehicles.set(vehicle, but(found, mp_used=0, assault=False))
    return but(state, clock=clock, vehicles=vehicles)
