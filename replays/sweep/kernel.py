"""Many games at once: the climates that they go through, Player Turn by Player Turn.

Games are walked in blocks that stay in the cache; no result depends on how long a block is.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

import attrs
import numpy as np
from numpy.typing import NDArray

from events.scenario import Scenario
from sim.bulk.grid import outcomes_of_words
from sim.climate.table import ClimateTable, Step
from sim.climate.walk import climate_table
from sim.machine.dice import WORD_BYTES, Keystream
from sim.machine.opening import initial_state

Array = NDArray[Any]


class ClimateRoll(NamedTuple):
    """A step at its moment."""

    moment: str
    purpose: str | None
    """What is rolled for; None when nothing is."""
    width: int
    columns: Array
    """The column that each outcome of its dice shows."""
    rows: Array
    """The climate to which each column leads, from each climate in turn."""


@attrs.frozen(eq=False)
class Plan:
    """How the games of a scenario go from climate to climate: in setup, in each Player Turn."""

    table: ClimateTable
    setup: tuple[ClimateRoll, ...]
    turns: tuple[ClimateRoll, ...]


@lru_cache(maxsize=4)
def plan_of(scenario: Scenario) -> Plan:
    """The plan of a scenario, from its setup to the end of its last Game Turn."""
    table = climate_table(initial_state(scenario))
    setup = tuple(_roll("setup", step) for step in table.setup)
    turn = _roll("", table.player_turn)
    turns = tuple(turn._replace(moment=str(m)) for m in table.player_turns(scenario.turns))
    return Plan(table, setup, turns)


def _roll(moment: str, step: Step) -> ClimateRoll:
    columns, rows = np.array(step.column, np.intp), np.array(step.rows, np.intp).ravel()
    return ClimateRoll(moment, step.purpose, len(step.weights), columns, rows)


_BLOCK: Final = 1 << 15
"""Games of a block."""


class _Shaker:
    """What the dice of one step do in game after game."""

    def __init__(self, roll: ClimateRoll, seed: str, start: int) -> None:
        self._roll, self._stream = roll, None
        if roll.purpose is not None:
            self._stream = Keystream(seed, roll.moment, roll.purpose, 0, start)

    def step(self, climates: Array, words: Array, zeros: memoryview) -> None:
        """Lead games to their next climates; ``words`` is room for as many, all ``zeros``."""
        climates *= self._roll.width
        if self._stream is not None:
            self._stream.read_into(zeros[: words.nbytes], words.data.cast("B"))
            climates += self._roll.columns.take(outcomes_of_words(words))
        np.take(self._roll.rows, climates, out=climates, mode="clip")


def trajectories(
    plan: Plan, seed: str, start: int, count: int, block: int = _BLOCK
) -> Iterator[Array]:
    """The climate of every game after each Wind Change DR, block by block.

    Yields a row a Player Turn and a column a game: numbers of climates. The next block overwrites
    it.
    """
    found = np.empty((len(plan.turns), block), np.uint16)
    words, zeros = np.empty(block, "<u8"), memoryview(bytes(block * WORD_BYTES))
    setup, turns = (
        [_Shaker(roll, seed, start) for roll in rolls] for rolls in (plan.setup, plan.turns)
    )
    for first in range(0, count, block):
        games = min(block, count - first)
        climates = np.full(games, plan.table.start, np.intp)
        for shaker in setup:
            shaker.step(climates, words[:games], zeros)
        for number, shaker in enumerate(turns):
            shaker.step(climates, words[:games], zeros)
            found[number, :games] = climates
        yield found[:, :games]
