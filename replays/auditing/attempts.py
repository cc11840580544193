"""Deciding what no engine may have written: a command of a log, tried in a state."""

from typing import Final

import attrs

from events.commands import Command
from events.rolls import Roll
from events.vocabulary import Event
from replays.auditing.doors import AsLogged, Door, TooFewDiceError
from replays.playing.position import IMPOSSIBLE
from sim.machine.decide import Outcome, resolve
from sim.machine.refusals import Refusal
from sim.state import State
from sim.state.evolve import evolve

__all__ = ["UNLAWFUL", "Judgement", "attempt", "folded"]

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


@attrs.frozen
class Judgement:
    """What the rules give for an entry in one of the two states.

    Attributes:
        outcome: with true dice; None when they do not suffice.
        rolls: the true dice.
        fits: these give the events of the log.
        fits_logged_dice: the dice as logged give them.
    """

    outcome: Outcome | Refusal | None
    rolls: tuple[Roll, ...]
    fits: bool
    fits_logged_dice: bool
