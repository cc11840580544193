"""The table of climates: where each outcome of each roll leads, worked out once for a scenario.

``sim.climate.walk`` compiles it. It is read with the outcome of one word of dice (docs/dice.md), a
number from 0 to 1295 whose base-6 digits are four dice: the same that a game of a seed rolls.

Climates have numbers, and outcomes that lead to the same climates share a column::

    for moment, step in table.path(turns):
        climate = step.rows[climate][step.column[outcome]]
"""

from array import array
from collections.abc import Iterator
from typing import Final

import attrs

from events.moment import SETUP, Moment, Phase
from sim.climate.climate import Climate
from sim.machine.keystream import DICE_A_WORD
from sim.state import State

__all__ = ["OUTCOMES", "ClimateTable", "Step"]

OUTCOMES: Final = 6**DICE_A_WORD
"""Outcomes of a word, all equally likely."""


@attrs.frozen(eq=False)
class Step:
    """A roll, or what follows without one, for every climate.

    Attributes:
        purpose: what is rolled for, as dice are addressed; None when nothing is rolled.
        column: the column of each outcome of the word.
        rows: for each climate, the climate that each column leads to.
        weights: how many outcomes each column stands for.
    """

    purpose: str | None
    column: "array[int]"
    rows: tuple["array[int]", ...]
    weights: tuple[int, ...]

    def after(self, climate: int, outcome: int) -> int:
        """The climate that an outcome of the word leads to."""
        return self.rows[climate][self.column[outcome]]

    def shares(self, climate: int) -> dict[int, int]:
        """How many outcomes of the word lead to each climate that can follow."""
        found: dict[int, int] = {}
        for after, weight in zip(self.rows[climate], self.weights, strict=True):
            found[after] = found.get(after, 0) + weight
        return found


@attrs.frozen(eq=False)
class ClimateTable:
    """Where the rolls to come can lead, from one moment of one game on.

    Attributes:
        state: the state from which it begins.
        climates: every climate that can be met; its place is its number.
        start: the number of the climate from which it begins.
        setup: the steps of setup still to come, in order, all at the moment ``setup``. A climate
            that a roll is not due for stays as it is.
        player_turn: what each Player Turn does to a climate: its Wind Change DR.
    """

    state: State
    climates: tuple[Climate, ...]
    start: int
    setup: tuple[Step, ...]
    player_turn: Step

    def path(self, turns: int) -> Iterator[tuple[Moment, Step]]:
        """The steps to come, each with the moment that its dice are addressed with.

        Args:
            turns: the last Game Turn; it may lie beyond that of the scenario.
        """
        for step in self.setup:
            yield SETUP, step
        for moment in self.player_turns(turns):
            yield moment, self.player_turn

    def player_turns(self, turns: int) -> Iterator[Moment]:
        """The RPh of every Player Turn whose Wind Change DR is still to be made."""
        now = self.state.clock
        for turn in range(max(now.moment.turn, 1), turns + 1):
            for player in (1, 2):
                moment = Moment(turn, player, Phase.RPH)
                if now.moment < moment or (now.moment == moment and not now.wind_rolled):
                    yield moment
