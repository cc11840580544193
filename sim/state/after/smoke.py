"""The state after events of SMOKE and drift."""

from typing import assert_never

from events import smoke
from sim.state import Smoke, State, but


def after(state: State, event: smoke.SmokeEvent) -> State:
    """The state after an event of SMOKE or drift."""
    match event:
        case smoke.DriftChanged():
            return _drift_changed(state, event)
        case smoke.SmokePlaced():
            counter = Smoke(event.hex, event.side, event.gray, event.dispersed)
            return but(state, smoke=state.smoke.set(event.smoke, counter))
        case smoke.SmokeDispersed():
            counter = but(state.smoke[event.smoke], dispersed=True)
            return but(state, smoke=state.smoke.set(event.smoke, counter))
        case smoke.SmokeRemoved():
            return but(state, smoke=state.smoke.delete(event.smoke))
        case _:
            assert_never(event)


def _drift_changed(state: State, event: smoke.DriftChanged) -> State:
    if event.hexes:
        return but(state, drift=state.drift.set(event.source, event.hexes))
    return but(state, drift=state.drift.delete(event.source))
