"""The state after events of fire that spreads."""

from typing import Any, assert_never

from events import spreading_fire
from sim.state import Ablaze, LevelFire, State, but
from sim.state.after.in_hex import ground_in, one_more_flame, with_fire, with_ground


def after(state: State, event: spreading_fire.SpreadingFireEvent) -> State:
    """The state after an event of fire that spreads."""
    match event:
        case spreading_fire.KindlingFailed():
            return state
        case spreading_fire.BlazeSpread():
            there = ground_in(state, event.to)
            afire = one_more_flame(there, event.to_level, event.moment)
            return with_ground(state, event.to, afire)
        case spreading_fire.GustsTurned():
            return state
        case spreading_fire.BlazeChecked():
            return _noted(state, event.hex, event.level, spread_in=event.moment.player_turn)
        case spreading_fire.BuildingHeld():
            return _noted(state, event.hex, 0, held_in=event.moment.player_turn)
        case _:
            assert_never(event)


def _noted(state: State, name: str, level: int, **facts: Any) -> State:
    """The state in which more is known of a Blaze."""
    here = ground_in(state, name)
    ablaze = here.fire_at(level).ablaze or Ablaze(state.moment)
    return with_ground(state, name, with_fire(here, level, LevelFire(ablaze=but(ablaze, **facts))))
