"""The state after events of dust: density, Vehicle Dust counters and FFE."""

from collections.abc import Callable
from typing import Any, Final

from events.dust import (
    DustFell,
    DustRose,
    DustSet,
    DustVanished,
    FFEHindranceChanged,
    FFELifted,
    FFEPlaced,
    VehicleDustFlipped,
    VehicleDustPlaced,
    VehicleDustRemoved,
)
from events.terms import Density
from sim.state import FFE, State, VehicleDust

__all__ = ["AFTER"]


def _dust_set(state: State, event: DustSet) -> State:
    return state.but(dust=event.density)


def _dust_moved(state: State, event: DustRose | DustFell) -> State:
    return state.but(dust=event.new)


def _dust_vanished(state: State, _: DustVanished) -> State:
    return state.but(dust=Density.NONE)


def _placed(state: State, event: VehicleDustPlaced) -> State:
    return state.but(vehicle_dust=state.vehicle_dust.set(event.vehicle, VehicleDust(event.hex)))


def _flipped(state: State, event: VehicleDustFlipped) -> State:
    counter = VehicleDust(event.hex, motion=True)
    return state.but(vehicle_dust=state.vehicle_dust.set(event.vehicle, counter))


def _removed(state: State, event: VehicleDustRemoved) -> State:
    return state.but(vehicle_dust=state.vehicle_dust.delete(event.vehicle))


def _ffe_placed(state: State, event: FFEPlaced) -> State:
    ffe = FFE(event.hex, event.calibre, event.hindrance)
    return state.but(ffes=state.ffes.set(event.name, ffe))


def _ffe_hindrance_changed(state: State, event: FFEHindranceChanged) -> State:
    old = state.ffes[event.name]
    return state.but(ffes=state.ffes.set(event.name, FFE(old.hex, old.calibre, event.new)))


def _ffe_lifted(state: State, event: FFELifted) -> State:
    return state.but(ffes=state.ffes.delete(event.name))


AFTER: Final[dict[type, Callable[[State, Any], State]]] = {
    DustSet: _dust_set,
    DustRose: _dust_moved,
    DustFell: _dust_moved,
    DustVanished: _dust_vanished,
    VehicleDustPlaced: _placed,
    VehicleDustFlipped: _flipped,
    VehicleDustRemoved: _removed,
    FFEPlaced: _ffe_placed,
    FFEHindranceChanged: _ffe_hindrance_changed,
    FFELifted: _ffe_lifted,
}
