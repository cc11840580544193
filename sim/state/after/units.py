"""The state after events of Infantry and SW."""

from collections.abc import Callable
from typing import Any, Final

import attrs

from events.units import (
    CrossingBegan,
    CrossingEnded,
    CrossingFinished,
    GoodOrderLost,
    GoodOrderRegained,
    UnitEliminated,
    UnitPlaced,
    UnitRemoved,
    UnitStationed,
)
from sim.state import State, Unit

__all__ = ["AFTER"]


def _changed(state: State, unit: str, **changes: Any) -> State:
    new = attrs.evolve(state.units[unit], **changes)
    return state.but(units=state.units.set(unit, new))


def _placed(state: State, event: UnitPlaced) -> State:
    unit = Unit(event.hex, event.side, event.kind, event.pp, station=event.station)
    return state.but(units=state.units.set(event.unit, unit))


def _stationed(state: State, event: UnitStationed) -> State:
    return _changed(state, event.unit, station=event.station)


def _good_order_lost(state: State, event: GoodOrderLost) -> State:
    return _changed(state, event.unit, good_order=False)


def _good_order_regained(state: State, event: GoodOrderRegained) -> State:
    return _changed(state, event.unit, good_order=True)


def _crossing_began(state: State, event: CrossingBegan) -> State:
    return _changed(state, event.unit, crossing=event.to, spent=event.moment)


def _crossing_finished(state: State, event: CrossingFinished) -> State:
    return _changed(state, event.unit, hex=event.to, crossing=None, spent=event.moment)


def _crossing_ended(state: State, event: CrossingEnded) -> State:
    return _changed(state, event.unit, crossing=None)


def _gone(state: State, event: UnitEliminated | UnitRemoved) -> State:
    return state.but(units=state.units.delete(event.unit))


AFTER: Final[dict[type, Callable[[State, Any], State]]] = {
    UnitPlaced: _placed,
    UnitStationed: _stationed,
    GoodOrderLost: _good_order_lost,
    GoodOrderRegained: _good_order_regained,
    CrossingBegan: _crossing_began,
    CrossingFinished: _crossing_finished,
    CrossingEnded: _crossing_ended,
    UnitEliminated: _gone,
    UnitRemoved: _gone,
}
