"""The state after events of fire that spreads."""

from typing import assert_never

from events import spreading_fire
from sim.state import Ablaze, LevelFire, State, but
from sim.state.after.in_hex import ground_in, one_more_flame, with_fire, with_ground

__all__ = ["after"]


def after(state: State, event: spreading_fire.SpreadingFireEvent) -> State:
    """The state after an event of fire that spreads."""
    match event:
        case (
            spreading_fire.KindlingFailed()
            | spreading_fire.GustsTurned()
            | spreading_fire.BuildingHeld()
        ):
            return state
        case spreading_fire.BlazeSpread():
            there = ground_in(state, event.to)
            afire = one_more_flame(there, event.to_level, event.moment)
            return with_ground(state, event.to, afire)
        case spreading_fire.BlazeChecked():
            return _checked(state, event)
        case _:
            assert_never(event)


def _checked(state: State, event: spreading_fire.BlazeChecked) -> State:
    """The state in which the DR near a Blaze were made."""
    here = ground_in(state, event.hex)
    ablaze = here.fire_at(event.level).ablaze or Ablaze(state.moment)
    checked = LevelFire(ablaze=but(ablaze, spread_in=event.moment.player_turn))
    return with_ground(state, event.hex, with_fire(here, event.level, checked))
