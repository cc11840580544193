"""The state after events of dust: density, Vehicle Dust counters and FFE."""

from typing import assert_never

from events import dust
from events.terms import Density
from sim.state import FFE, State, VehicleDust, but


def after(state: State, event: dust.DustEvent) -> State:
    """The state after an event of dust."""
    match event:
        case dust.VehicleDustPlaced():
            return _counter(state, event.vehicle, VehicleDust(event.hex))
        case dust.VehicleDustRemoved():
            return but(state, vehicle_dust=state.vehicle_dust.delete(event.vehicle))
        case dust.VehicleDustFlipped():
            return _counter(state, event.vehicle, VehicleDust(event.hex, motion=True))
        case dust.DustRose() | dust.DustFell():
            return but(state, dust=event.new)
        case dust.DustSet():
            return but(state, dust=event.density)
        case dust.DustVanished():
            return but(state, dust=Density.NONE)
        case dust.FFEPlaced():
            return _ffe(
                state, event.name, FFE(event.hex, event.calibre, event.hindrance, event.kind)
            )
        case dust.FFEHindranceChanged():
            return _ffe(state, event.name, but(state.ffes[event.name], hindrance=event.new))
        case dust.FFELifted():
            return but(state, ffes=state.ffes.delete(event.name))
        case _:
            assert_never(event)


def _counter(state: State, vehicle: str, counter: VehicleDust) -> State:
    return but(state, vehicle_dust=state.vehicle_dust.set(vehicle, counter))


def _ffe(state: State, name: str, ffe: FFE) -> State:
    return but(state, ffes=state.ffes.set(name, ffe))
