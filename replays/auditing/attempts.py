"""Deciding what no engine may have written: a command of a log, tried in a state."""

from typing import Final

from events.commands import Command
from events.vocabulary import Event
from replays.auditing.doors import AsLogged, Door, TooFewDiceError
from replays.playing.position import IMPOSSIBLE
from sim.machine.decide import Outcome, resolve
from sim.machine.refusals import Refusal
from sim.state import State
from sim.state.evolve import evolve

__all__ = ["UNLAWFUL", "attempt", "folded"]

UNLAWFUL: Final = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What goes wrong when a command or scenario that no engine wrote is decided all the same."""


def attempt(state: State, command: Command, door: Door | AsLogged) -> Outcome | Refusal | None:
    """What the rules give for an entry's command; None when the dice do not suffice."""
    try:
        return resolve(state, command, door)
    except (TooFewDiceError, *UNLAWFUL):
        return None


def folded(state: State, events: tuple[Event, ...]) -> State | None:
    """The state after events, or None when they cannot have happened in it."""
    try:
        for event in events:
            state = evolve(state, event)
    except IMPOSSIBLE:
        return None
    return state
