"""A game event by event, for properties of what happens within an order."""

from collections.abc import Iterator
from typing import NamedTuple

from events.entry import Entry
from events.register import Event
from replays.game.game import Game
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
    """Every event of a game, in order, with the states around it; none is taken back in it."""
    state = game.beginning
    for entry in game.entries:
        for event in entry.then:
            after = evolve(state, event)
            yield GameStep(state, event, after, entry)
            state = after
