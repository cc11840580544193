"""``decide``: the events that follow from a command, or why it is refused.

Each command has its decider in the module of its rule; that these modules are imported here is all
that makes them known. `mypy` names a command without one, by `tests/exhaustive.py`.
"""

import attrs

from events.commands import Command
from events.register import Event
from sim.chapter_11 import setup, vehicle_and_ffe_dust
from sim.chapter_191 import cactus_hedge
from sim.chapter_a import smoke, turn_sequence, units
from sim.chapter_ad import arid_debris, high_walls, steeple_stacking
from sim.chapter_b import (
    clearance,
    fire,
    fire_collapse,
    fortifications,
    rubble,
    shellholes,
    spreading_fire,
    wind_change,
)
from sim.chapter_d import bog, bog_checks, mishaps, movement, order_of_battle, platoon, speed
from sim.machine.telling import DECIDERS, Dice, Refusal, Refused
from sim.state import State
from sim.state.evolve import EFFECTS

__all__ = ["DECIDERS", "FirstRoll", "Outcome", "decide", "resolve", "tried"]


@attrs.define
class Outcome:
    """What a command led to: its events, and the state after them."""

    events: tuple[Event, ...]
    state: State


def resolve(state: State, command: Command, dice: Dice) -> Outcome | Refusal:
    """Decide a command and fold its events in one go."""
    refusal = turn_sequence.out_of_sequence(state, command)
    if refusal is not None:
        return refusal
    telling = DECIDERS[type(command)](state, command, dice)
    events: list[Event] = []
    now = state
    try:
        event = next(telling)
        while True:
            events.append(event)
            now = EFFECTS[type(event)](now, event)
            event = telling.send(now)
    except Refused as refused:
        return refused.refusal
    except StopIteration:
        pass
    return Outcome(tuple(events), now)


def decide(state: State, command: Command, dice: Dice) -> tuple[Event, ...] | Refusal:
    """The events that follow from a command, or its refusal; nothing else changes."""
    outcome = resolve(state, command, dice)
    return outcome if isinstance(outcome, Refusal) else outcome.events


class FirstRoll(Exception):  # noqa: N818 - it is no error, but an answer
    """The first dice that a command asks for: a command that comes to them is not refused."""

    def __init__(self, purpose: str, count: int) -> None:
        """Know what they are for, and how many."""
        self.purpose, self.count = purpose, count


class _NoDice:
    """Dice that stop whatever asks for them."""

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        raise FirstRoll(purpose, count)


def tried(state: State, command: Command) -> Outcome | Refusal | FirstRoll:
    """What a command leads to: its outcome where it rolls nothing, its first dice, or a refusal."""
    try:
        return resolve(state, command, _NoDice())
    except FirstRoll as roll:
        return roll
