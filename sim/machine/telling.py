"""How rules tell what happens: generators that yield events and get the state that follows.

A decider is a generator too, and returns a refusal instead of a state when the command is not legal
(nothing that it yielded before counts then). So a rule reads in the order in which it happens::

    state = yield GustsBegan("B25.651")
    state = yield from wind_and_gust(before, state)
"""

from collections.abc import Generator
from typing import TypeAlias

from events.vocabulary import Event
from sim.machine.refusals import Refusal
from sim.state import State

__all__ = ["Decision", "Telling"]

Telling: TypeAlias = Generator[Event, State, State]
"""Events that follow from a rule; returns the state after them."""

Decision: TypeAlias = Generator[Event, State, Refusal | None]
"""Events that follow from a command, or the refusal of the command."""
