"""The state after events of SMOKE and drift."""

from collections.abc import Callable
from typing import Any, Final

import attrs

from events.smoke import DriftChanged, SmokeDispersed, SmokePlaced, SmokeRemoved
from sim.state import Smoke, State

__all__ = ["AFTER"]


def _placed(state: State, event: SmokePlaced) -> State:
    counter = Smoke(event.hex, event.side, event.gray, event.dispersed)
    return state.but(smoke=state.smoke.set(event.smoke, counter))


def _dispersed(state: State, event: SmokeDispersed) -> State:
    counter = attrs.evolve(state.smoke[event.smoke], dispersed=True)
    return state.but(smoke=state.smoke.set(event.smoke, counter))


def _removed(state: State, event: SmokeRemoved) -> State:
    return state.but(smoke=state.smoke.delete(event.smoke))


def _drift_changed(state: State, event: DriftChanged) -> State:
    if event.hexes:
        return state.but(drift=state.drift.set(event.source, event.hexes))
    return state.but(drift=state.drift.delete(event.source))


AFTER: Final[dict[type, Callable[[State, Any], State]]] = {
    SmokePlaced: _placed,
    SmokeDispersed: _dispersed,
    SmokeRemoved: _removed,
    DriftChanged: _drift_changed,
}
