"""What events of the turn sequence, the sky, the wind and Dust density do to a state."""

from events.dust import DustFell, DustRose, DustSet, DustVanished
from events.moment import Phase
from events.sky import (
    ECChanged,
    ECSet,
    LightEnded,
    LightPlaced,
    NVRChanged,
    RainBegan,
    RainEnded,
    RainGrewHeavy,
    TimeOfDaySet,
    WeatherSet,
)
from events.terms import Density, Rain
from events.turn import GameEnded, PhaseBegan, PlayerTurnBegan
from events.wind import (
    GustsBegan,
    GustsEnded,
    WindChangeRolled,
    WindDirectionChanged,
    WindDirectionSet,
    WindForceChanged,
    WindForceSet,
)
from sim.state import Clock, PlacedLight, State, replace
from sim.state.effects import effect


@effect
def _phase_began(state: State, event: PhaseBegan) -> State:
    vehicles = state.vehicles
    for vehicle in event.fresh:
        new = replace(
            vehicles[vehicle], mp_used=0, assault=False, mud_dr=None, mud_hexes=0, spent_all=False
        )
        vehicles = vehicles.set(vehicle, new)
    if event.moment.phase is Phase.MPH:
        for vehicle in [name for name, found in vehicles.items() if found.in_motion]:
            new = replace(vehicles[vehicle], moved_in=event.moment)
            vehicles = vehicles.set(vehicle, new)
    return replace(state, clock=replace(state.clock, moment=event.moment), vehicles=vehicles)


@effect
def _player_turn_began(state: State, event: PlayerTurnBegan) -> State:
    return replace(state, clock=Clock(event.moment))


@effect
def _game_ended(state: State, _: GameEnded) -> State:
    return replace(state, clock=replace(state.clock, over=True))


@effect
def _weather_set(state: State, event: WeatherSet) -> State:
    return replace(state, sky=replace(state.sky, weather=event.weather))


@effect
def _time_of_day_set(state: State, event: TimeOfDaySet) -> State:
    return replace(state, sky=replace(state.sky, time_of_day=event.time_of_day, mist=event.mist))


@effect
def _ec_set(state: State, event: ECSet) -> State:
    return replace(state, sky=replace(state.sky, ec=event.ec))


@effect
def _ec_changed(state: State, event: ECChanged) -> State:
    return replace(state, sky=replace(state.sky, ec=event.new))


@effect
def _rain_began(state: State, _: RainBegan) -> State:
    return replace(state, sky=replace(state.sky, rain=Rain.RAIN, rained=True))


@effect
def _rain_grew_heavy(state: State, _: RainGrewHeavy) -> State:
    return replace(state, sky=replace(state.sky, rain=Rain.HEAVY))


@effect
def _rain_ended(state: State, _: RainEnded) -> State:
    return replace(state, sky=replace(state.sky, rain=Rain.NONE))


@effect
def _nvr_changed(state: State, event: NVRChanged) -> State:
    return replace(state, nvr=event.new)


@effect
def _light_placed(state: State, event: LightPlaced) -> State:
    lights = state.lights.set(event.light, PlacedLight(event.hex, event.kind))
    return replace(state, lights=lights, lit=True)


@effect
def _light_ended(state: State, event: LightEnded) -> State:
    return replace(state, lights=state.lights.delete(event.light))


@effect
def _wind_change_rolled(state: State, _: WindChangeRolled) -> State:
    return replace(state, clock=replace(state.clock, wind_rolled=True))


@effect
def _gusts_began(state: State, _: GustsBegan) -> State:
    return replace(state, wind=replace(state.wind, gusts=True))


@effect
def _gusts_ended(state: State, _: GustsEnded) -> State:
    return replace(state, wind=replace(state.wind, gusts=False))


@effect
def _wind_force_set(state: State, event: WindForceSet) -> State:
    return replace(state, wind=replace(state.wind, force=event.force, direction=event.direction))


@effect
def _wind_force_changed(state: State, event: WindForceChanged) -> State:
    return replace(state, wind=replace(state.wind, force=event.new, direction=event.direction))


@effect
def _wind_direction_set(state: State, event: WindDirectionSet) -> State:
    return replace(state, wind=replace(state.wind, direction=event.direction))


@effect
def _wind_direction_changed(state: State, event: WindDirectionChanged) -> State:
    return replace(state, wind=replace(state.wind, direction=event.new))


@effect
def _dust_set(state: State, event: DustSet) -> State:
    return replace(state, dust=event.density)


@effect
def _dust_changed(state: State, event: DustRose | DustFell) -> State:
    return replace(state, dust=event.new)


@effect
def _dust_vanished(state: State, _: DustVanished) -> State:
    return replace(state, dust=Density.NONE)
