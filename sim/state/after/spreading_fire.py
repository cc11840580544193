"""The state after events of fire that spreads."""

from typing import assert_never

from events import spreading_fire
from events.terms import Fire
from sim.state import Ablaze, State, but
from sim.state.after.in_hex import ground_in, with_ground

__all__ = ["after"]


def after(state: State, event: spreading_fire.SpreadingFireEvent) -> State:
    """The state after an event of fire that spreads."""
    match event:
        case spreading_fire.KindlingFailed():
            return state
        case spreading_fire.BlazeSpread():
            there = but(ground_in(state, event.to), fire=Fire.FLAME, flame_since=event.moment)
            return with_ground(state, event.to, there)
        case spreading_fire.BlazeChecked():
            checked = but(_ablaze(state, event.hex), spread_in=event.moment.player_turn)
            return with_ground(state, event.hex, but(state.ground[event.hex], ablaze=checked))
        case spreading_fire.BuildingHeld():
            held = but(_ablaze(state, event.hex), held_in=event.moment.player_turn)
            return with_ground(state, event.hex, but(state.ground[event.hex], ablaze=held))
        case _:
            assert_never(event)


def _ablaze(state: State, name: str) -> Ablaze:
    return state.ground[name].ablaze or Ablaze(state.moment)
