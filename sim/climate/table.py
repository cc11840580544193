"""The table of climates: where each outcome of each roll leads, worked out once for a scenario.

``sim.climate.walk`` compiles it. It is read with the outcome of one word of dice (docs/dice.md), a
number from 0 to 1295 whose base-6 digits are four dice: the same that a game of a seed rolls.

Climates have numbers, and outcomes that lead to the same climates share a column::

    for moment, step in table.path(turns):
        climate = step.rows[climate][step.column[outcome]]
"""

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from math import gcd
from typing import Final, TypeVar

import attrs

from events.moment import SETUP, Moment, Phase
from sim.climate.climate import Climate
from sim.machine.dice import DICE_A_WORD
from sim.state import State

OUTCOMES: Final = 6**DICE_A_WORD
"""Outcomes of a word, all equally likely."""

Key = TypeVar("Key", bound=Hashable)


def gathered(shares: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """All shares of each."""
    found: dict[Key, int] = {}
    for key, share in shares:
        found[key] = found.get(key, 0) + share
    return found


@attrs.frozen(eq=False)
class Step:
    """A roll, or what follows without one, for every climate."""

    purpose: str | None
    """What is rolled for, as dice are addressed; None when nothing is rolled."""
    column: "array[int]"
    """The column of each outcome of the word."""
    rows: tuple["array[int]", ...]
    """For each climate, the climate that each column leads to."""
    weights: tuple[int, ...]
    """How many outcomes each column stands for."""

    def after(self, climate: int, outcome: int) -> int:
        """The climate that an outcome of the word leads to."""
        return self.rows[climate][self.column[outcome]]

    def shares(self, climate: int) -> dict[int, int]:
        """How many outcomes of the word lead to each climate that can follow."""
        return gathered(zip(self.rows[climate], self.weights, strict=True))


@attrs.frozen(eq=False)
class ClimateTable:
    """Where the rolls to come can lead, from one moment of one game on."""

    state: State
    climates: tuple[Climate, ...]
    start: int
    setup: tuple[Step, ...]
    """The steps of setup still to come, in order, all at the moment ``setup``. A climate that a
    roll is not due for stays as it is."""
    player_turn: Step
    """What each Player Turn does to a climate: its Wind Change DR."""

    def path(self, turns: int) -> Iterator[tuple[Moment, Step]]:
        """The steps to come, each with the moment that its dice are addressed with."""
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


# Kinds of climates: alike in all that is asked of them, and in what can follow them.
#
# A chain of kinds has the very chances of the chain of climates, in far fewer steps: climates are
# parted by what they tell, then again as long as two of one kind lead to other shares of kinds.


Links = tuple[tuple[tuple[int, int], ...], ...]
"""For each climate or kind, those that can follow in a step, and their shares."""


@attrs.frozen(eq=False)
class Kinds:
    """The kinds of the climates of a table."""

    of: tuple[int, ...]
    """The kind of each climate."""
    examples: tuple[int, ...]
    """A climate of each kind, by number."""
    links: Links
    """What can follow each kind in a Player Turn."""
    shares: int


@lru_cache(maxsize=64)
def links_of(step: Step) -> tuple[Links, int]:
    """What can follow each climate, and how many shares there are."""
    common = gcd(*step.weights)
    links = tuple(
        tuple((after, weight // common) for after, weight in step.shares(number).items())
        for number in range(len(step.rows))
    )
    return links, OUTCOMES // common


@lru_cache(maxsize=16)
def kinds_of(table: ClimateTable, tells: Callable[[Climate], Hashable]) -> Kinds:
    """The fewest kinds of the climates of a table."""
    links, shares = links_of(table.player_turn)
    of = _numbered(tells(climate) for climate in table.climates)
    while True:
        finer = _numbered(
            (kind, frozenset(gathered((of[after], share) for after, share in follow).items()))
            for kind, follow in zip(of, links, strict=True)
        )
        if max(finer) == max(of):
            break
        of = finer
    examples = tuple(of.index(kind) for kind in range(max(of) + 1))
    by_kind = tuple(
        tuple(gathered((of[after], share) for after, share in links[number]).items())
        for number in examples
    )
    return Kinds(tuple(of), examples, by_kind, shares)


def _numbered(values: Iterable[Hashable]) -> list[int]:
    """Each value as the number of its first appearance."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]
