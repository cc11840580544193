"""Many games at once: the climates that they go through, and how many games are in each.

Games are walked in blocks that stay in the cache; no result depends on how long a block is.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
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

DOUBTFUL: Final = 255
"""What stands for upper bits that do not suffice."""

_PREFIX_BITS: Final = 16
_SHORTS: Final = WORD_BYTES * 8 // _PREFIX_BITS


@attrs.frozen(eq=False)
class Lookup:
    """The columns of a step, found by outcome and by the upper 16 bits of a word, or ``DOUBTFUL``.

    ``purpose`` is what is rolled for; None when nothing is.
    """

    purpose: str | None
    width: int
    columns: Array
    prefixes: Array

    def shown(self, words: Array, columns: Array) -> None:
        """The column that each of these words shows."""
        shorts = words.view(np.dtype("<u2"))[_SHORTS - 1 :: _SHORTS]
        np.take(self.prefixes, shorts, out=columns, mode="clip")
        rest = np.flatnonzero(columns == DOUBTFUL)
        if len(rest):
            columns[rest] = self.columns[outcomes_of_words(words[rest])]


def lookup(step: Step) -> Lookup:
    """The columns of a step as arrays."""
    width = len(step.weights)
    if width > DOUBTFUL:
        raise AssertionError(f"{width} columns of {step.purpose!r}; {DOUBTFUL} fit in a byte")
    columns = np.array(step.column, np.uint8)
    first = np.arange(1 << _PREFIX_BITS, dtype=np.uint64) << np.uint64(64 - _PREFIX_BITS)
    last = first | np.uint64((1 << (64 - _PREFIX_BITS)) - 1)
    one, two = outcomes_of_words(first), outcomes_of_words(last)
    prefixes = np.where(columns[one] == columns[two], columns[one], np.uint8(DOUBTFUL))
    return Lookup(step.purpose, width, columns, prefixes)


_MOST_CELLS: Final = 1 << 16
"""A table of strides has no more cells, so that it stays in the cache."""

_MOST_COMBINATIONS: Final = 256
"""The columns of a stride together fit in a byte."""

_LONGEST: Final = 4


class ClimateRoll(NamedTuple):
    """A step at its moment: how its dice are addressed, and where its columns lead."""

    moment: str
    look: Lookup
    rows: Array


@attrs.frozen(eq=False)
class Stride:
    """Some Player Turns at once: where all their columns together lead.

    Attributes:
        turns: how many Player Turns it takes.
        after: for each of them, the climate after it; the cell of climate and columns is
            ``climate * combinations + columns``, columns in base ``width``, the first highest.
        ahead: the climate after the last, times ``combinations``.
        combinations: how many columns there are together.
    """

    turns: int
    after: tuple[Array, ...]
    ahead: Array
    combinations: int


@attrs.frozen(eq=False, slots=False)
class Plan:
    """How the games of a scenario go from climate to climate: in setup, in each Player Turn."""

    table: ClimateTable
    setup: tuple[ClimateRoll, ...]
    turns: tuple[ClimateRoll, ...]

    @property
    def climates(self) -> int:
        """How many climates can be met."""
        return len(self.table.climates)

    def stride(self, turns: int) -> Stride:
        """A stride of so many Player Turns."""
        look, rows = self.turns[0].look, self.turns[0].rows
        after = [rows]
        for _ in range(turns - 1):
            after.append(rows.reshape(-1, look.width)[after[-1]].ravel())
        combinations = look.width**turns
        cells = combinations * self.climates
        spread = tuple(np.repeat(each, cells // len(each)) for each in after)
        return Stride(turns, spread, after[-1] * combinations, combinations)

    @cached_property
    def strides(self) -> list[Stride]:
        """Strides that take all Player Turns; only the last may be shorter."""
        width, longest = self.turns[0].look.width, 1
        for turns in range(2, min(_LONGEST, len(self.turns)) + 1):
            many = width**turns
            if many <= _MOST_COMBINATIONS and many * self.climates <= _MOST_CELLS:
                longest = turns
        whole, rest = divmod(len(self.turns), longest)
        return [self.stride(longest)] * whole + ([self.stride(rest)] if rest else [])


@lru_cache(maxsize=4)
def plan_of(scenario: Scenario) -> Plan:
    """The plan of a scenario, from its setup to the end of its last Game Turn."""
    table = climate_table(initial_state(scenario))
    setup = tuple(_roll("setup", step) for step in table.setup)
    turn = _roll("", table.player_turn)
    turns = tuple(turn._replace(moment=str(m)) for m in table.player_turns(scenario.turns))
    return Plan(table, setup, turns)


def _roll(moment: str, step: Step) -> ClimateRoll:
    return ClimateRoll(moment, lookup(step), np.array(step.rows, np.intp).ravel())


BLOCK: Final = 1 << 15
"""Games of a block."""


class _Room:
    def __init__(self, block: int) -> None:
        self.words = np.empty(block, "<u8")
        self.columns = np.empty(block, np.uint8)
        self.zeros = memoryview(bytes(block * WORD_BYTES))


class _Shaker:
    """What the dice of one step show in game after game."""

    def __init__(self, roll: ClimateRoll, seed: str, start: int) -> None:
        self.look, self._rows, self._stream = roll.look, roll.rows, None
        if roll.look.purpose is not None:
            self._stream = Keystream(seed, roll.moment, roll.look.purpose, 0, start)

    def next(self, room: _Room, games: int) -> Array:
        words, columns = room.words[:games], room.columns[:games]
        if self._stream is None:
            columns[:] = 0
        else:
            self._stream.read_into(room.zeros[: words.nbytes], words.data.cast("B"))
            self.look.shown(words, columns)
        return columns

    def step(self, room: _Room, climates: Array) -> None:
        climates *= self.look.width
        climates += self.next(room, len(climates))
        np.take(self._rows, climates, out=climates, mode="clip")


def _blocks(
    plan: Plan, seed: str, start: int, count: int, block: int
) -> Iterator[tuple[Array, _Room, list[_Shaker]]]:
    """Games after setup, block by block: their climates, and the dice of their Player Turns."""
    room = _Room(block)
    setup, turns = (
        [_Shaker(roll, seed, start) for roll in rolls] for rolls in (plan.setup, plan.turns)
    )
    for first in range(0, count, block):
        climates = np.full(min(block, count - first), plan.table.start, np.intp)
        for shaker in setup:
            shaker.step(room, climates)
        yield climates, room, turns


def trajectories(
    plan: Plan, seed: str, start: int, count: int, block: int = BLOCK
) -> Iterator[Array]:
    """The climate of every game after each Wind Change DR, block by block.

    Yields a row a Player Turn and a column a game: numbers of climates. The next block overwrites
    it.
    """
    found = np.empty((len(plan.turns), block), np.uint16)
    for climates, room, turns in _blocks(plan, seed, start, count, block):
        for number, shaker in enumerate(turns):
            shaker.step(room, climates)
            found[number, : len(climates)] = climates
        yield found[:, : len(climates)]


def count_climates(plan: Plan, seed: str, start: int, count: int) -> Array:
    """In how many games each climate is in effect: a row a Player Turn and a column a climate.

    The same as counting the ``trajectories``, but it takes some Player Turns at a stride: games
    are counted by climate before and all columns of the stride, which says all that is between.
    """
    strides = plan.strides
    found = np.zeros((len(plan.turns), plan.climates), np.int64)
    rows = iter(found)
    for stride, cells in zip(strides, count_cells(plan, strides, seed, start, count), strict=True):
        for after in stride.after:
            np.add.at(next(rows), after, cells)
    return found


def count_cells(
    plan: Plan, strides: Sequence[Stride], seed: str, start: int, count: int, block: int = BLOCK
) -> list[Array]:
    """Games in each cell of each stride: climate before it, and columns in it."""
    cells = [np.zeros(len(stride.ahead), np.int64) for stride in strides]
    for block_of, room, turns in _blocks(plan, seed, start, count, block):
        climates, first = block_of, 0
        climates *= strides[0].combinations
        for number, stride in enumerate(strides):
            if stride.turns < strides[0].turns:
                climates //= strides[0].combinations
                climates *= stride.combinations
            climates += _together(room, turns[first : first + stride.turns], len(climates))
            cells[number] += np.bincount(climates, minlength=len(stride.ahead))
            np.take(stride.ahead, climates, out=climates, mode="clip")
            first += stride.turns
    return cells


def _together(room: _Room, shakers: Sequence[_Shaker], games: int) -> Array:
    """The columns of a stride as one number."""
    if len(shakers) == 1:
        return shakers[0].next(room, games)
    found = np.zeros(games, np.uint8)
    for shaker in shakers:
        found *= np.uint8(shaker.look.width)
        found += shaker.next(room, games)
    return found
