"""What events of the turn sequence, the sky, the wind and Dust density do to a state."""

from collections.abc import Callable
from typing import TypeVar

from events import sky, wind
from events.dust import DustFell, DustRose, DustSet, DustVanished
from events.moment import Phase
from events.register import Event
from events.terms import Density, Rain
from events.turn import GameEnded, PhaseBegan, PlayerTurnBegan
from sim.state import Clock, PlacedLight, Sky, State, Wind, replace
from sim.state.effects import effect, on

E = TypeVar("E", bound=Event)


@effect
def _phase_began(state: State, event: PhaseBegan) -> State:
    vehicles, changed = state.vehicles, {}
    for vehicle in event.fresh:
        changed[vehicle] = replace(
            vehicles[vehicle], mp_used=0, assault=False, mud_dr=None, mud_hexes=0, spent_all=False
        )
    if event.moment.phase is Phase.MPH:
        for vehicle, old in vehicles.items():
            if old.in_motion:
                changed[vehicle] = replace(changed.get(vehicle, old), moved_in=event.moment)
    clock = replace(state.clock, moment=event.moment)
    return replace(state, clock=clock, vehicles=vehicles.update(changed))


@effect
def _light_placed(state: State, event: sky.LightPlaced) -> State:
    lights = state.lights.set(event.light, PlacedLight(event.hex, event.kind))
    return replace(state, lights=lights, lit=True)


def _sky(kind: type[E], change: Callable[[Sky, E], Sky]) -> None:
    on(kind, lambda state, event: replace(state, sky=change(state.sky, event)))


def _wind(kind: type[E], change: Callable[[Wind, E], Wind]) -> None:
    on(kind, lambda state, event: replace(state, wind=change(state.wind, event)))


on(PlayerTurnBegan, lambda state, e: replace(state, clock=Clock(e.moment)))
on(GameEnded, lambda state, _: replace(state, clock=replace(state.clock, over=True)))
on(
    wind.WindChangeRolled,
    lambda state, _: replace(state, clock=replace(state.clock, wind_rolled=True)),
)
_sky(sky.WeatherSet, lambda sky, e: replace(sky, weather=e.weather))
_sky(sky.TimeOfDaySet, lambda sky, e: replace(sky, time_of_day=e.time_of_day, mist=e.mist))
_sky(sky.ECSet, lambda sky, e: replace(sky, ec=e.ec))
_sky(sky.ECChanged, lambda sky, e: replace(sky, ec=e.new))
_sky(sky.RainBegan, lambda sky, _: replace(sky, rain=Rain.RAIN, rained=True))
_sky(sky.RainGrewHeavy, lambda sky, _: replace(sky, rain=Rain.HEAVY))
_sky(sky.RainEnded, lambda sky, _: replace(sky, rain=Rain.NONE))
on(sky.NVRChanged, lambda state, e: replace(state, nvr=e.new))
on(sky.LightEnded, lambda state, e: replace(state, lights=state.lights.delete(e.light)))
_wind(wind.GustsBegan, lambda wind, _: replace(wind, gusts=True))
_wind(wind.GustsEnded, lambda wind, _: replace(wind, gusts=False))
_wind(wind.WindForceSet, lambda wind, e: replace(wind, force=e.force, direction=e.direction))
_wind(wind.WindForceChanged, lambda wind, e: replace(wind, force=e.new, direction=e.direction))
_wind(wind.WindDirectionSet, lambda wind, e: replace(wind, direction=e.direction))
_wind(wind.WindDirectionChanged, lambda wind, e: replace(wind, direction=e.new))
on(DustSet, lambda state, e: replace(state, dust=e.density))
on(DustRose, lambda state, e: replace(state, dust=e.new))
on(DustFell, lambda state, e: replace(state, dust=e.new))
on(DustVanished, lambda state, _: replace(state, dust=Density.NONE))
