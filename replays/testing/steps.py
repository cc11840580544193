"""A game event by event, for properties of what happens within an order."""

from collections.abc import Iterator
from typing import NamedTuple

from events.entry import Entry
from events.log import happened
from events.register import Event
from replays.game.game import Game
from replays.game.position import taken_back
from sim.state import State
from sim.state.evolve import evolve


class GameStep(NamedTuple):
    """An event of a game.

    Attributes:
        before: the state before it.
        event: what happened.
        after: the state after it.
        entry: the entry to which it belongs.
    """

    before: State
    event: Event
    after: State
    entry: Entry


def steps(game: Game) -> Iterator[GameStep]:
    """Every event of a game that was not taken back, in order, with the states around it."""
    gone, state = taken_back(map(happened, game.entries)), game.beginning
    for entry in game.entries:
        for event in () if entry.n in gone else entry.then:
            after = evolve(state, event)
            yield GameStep(state, event, after, entry)
            state = after
