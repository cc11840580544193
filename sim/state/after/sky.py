"""The state after events of Weather, Time of Day, EC and rain."""

from typing import assert_never

from events import sky
from events.terms import Rain
from sim.state import Sky, State, but


def after(state: State, event: sky.SkyEvent) -> State:
    """The state after an event of Weather, Time of Day, EC or rain."""
    return but(state, sky=_sky(state.sky, event))


def _sky(now: Sky, event: sky.SkyEvent) -> Sky:
    match event:
        case sky.RainBegan():
            return but(now, rain=Rain.RAIN, rained=True)
        case sky.RainGrewHeavy():
            return but(now, rain=Rain.HEAVY)
        case sky.RainEnded():
            return but(now, rain=Rain.NONE)
        case sky.ECChanged():
            return but(now, ec=event.new)
        case sky.WeatherSet():
            return but(now, weather=event.weather)
        case sky.TimeOfDaySet():
            return but(now, time_of_day=event.time_of_day, mist=event.mist)
        case sky.ECSet():
            return but(now, ec=event.ec)
        case _:
            assert_never(event)
