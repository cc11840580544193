"""The state after events of the turn sequence."""

from collections.abc import Callable
from typing import Any, Final

from events.moment import Phase
from events.turn import GameEnded, PhaseBegan, PlayerTurnBegan
from sim.state import Clock, State

__all__ = ["AFTER"]


def _player_turn_began(state: State, event: PlayerTurnBegan) -> State:
    return state.but(clock=Clock(event.moment))


def _phase_began(state: State, event: PhaseBegan) -> State:
    clock = Clock(event.moment, state.clock.wind_rolled)
    if event.moment.phase is not Phase.MPH:
        return state.but(clock=clock)
    specs, attacker = state.setting.vehicles, state.attacker_at(event.moment)
    vehicles = state.vehicles
    for vehicle, found in state.vehicles.items():
        if specs[vehicle].side == attacker:
            vehicles = vehicles.set(vehicle, found.but(mp_used=0, assault=False))
    return state.but(clock=clock, vehicles=vehicles)


def _game_ended(state: State, _: GameEnded) -> State:
    return state.but(clock=Clock(state.moment, state.clock.wind_rolled, over=True))


AFTER: Final[dict[type, Callable[[State, Any], State]]] = {
    PlayerTurnBegan: _player_turn_began,
    PhaseBegan: _phase_began,
    GameEnded: _game_ended,
}
