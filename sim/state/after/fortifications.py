"""The state after events of Fortifications."""

from typing import assert_never

from events import fortifications
from events.terms import Fortification
from sim.state import Fort, State, but


def after(state: State, event: fortifications.FortificationEvent) -> State:
    """The state after an event of a Fortification."""
    now = state.fortifications
    match event:
        case fortifications.FoxholeDug():
            dug = Fort(event.hex, Fortification.FOXHOLE, event.side, squads=event.squads)
            return but(state, fortifications=now.set(event.label, dug))
        case fortifications.EntrenchingFailed():
            return state
        case fortifications.FortificationRemoved():
            opens = state.breaches.union(event.opens)
            return but(state, fortifications=now.delete(event.label), breaches=opens)
        case _:
            assert_never(event)
