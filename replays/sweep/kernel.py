"""Many games at once: the climates that they go through, and how many games are in each.

Games are walked in blocks that stay in the cache; no result depends on how long a block is.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
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
    """The columns of a step, found by outcome and by the upper bits of a word."""

    purpose: str | None
    width: int
    columns: Array
    prefixes: Array


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


class Shaker:
    """What the dice of one step show in game after game, in memory that is used again."""

    def __init__(self, lookup: Lookup, seed: str, moment: str, start: int) -> None:
        """Stand before the first game."""
        self.lookup = lookup
        self._stream = None
        if lookup.purpose is not None:
            self._stream = Keystream(seed, moment, lookup.purpose, 0, start)

    def roll(self, words: Array, zeros: memoryview) -> bool:
        """Make the words of the next games, as many as there is room for; whether any are made."""
        if self._stream is None:
            return False
        self._stream.read_into(zeros[: words.nbytes], words.data.cast("B"))
        return True

    def shown(self, words: Array, columns: Array) -> None:
        """The column that each of these words shows."""
        look = self.lookup
        shorts = words.view(np.dtype("<u2"))[_SHORTS - 1 :: _SHORTS]
        np.take(look.prefixes, shorts, out=columns, mode="clip")
        rest = np.flatnonzero(columns == DOUBTFUL)
        if len(rest):
            columns[rest] = look.columns[outcomes_of_words(words[rest])]


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
    """How the games of a scenario go from climate to climate."""

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
            after.append(_onward(rows, after[-1], look.width))
        combinations = look.width**turns
        cells = combinations * self.climates
        spread = tuple(np.repeat(each, cells // len(each)) for each in after)
        return Stride(turns, spread, after[-1] * combinations, combinations)

    @cached_property
    def strides(self) -> list[Stride]:
        """Strides that take all Player Turns; only the last may be shorter."""
        longest = self._longest()
        whole, rest = divmod(len(self.turns), longest)
        return [self.stride(longest)] * whole + ([self.stride(rest)] if rest else [])

    def _longest(self) -> int:
        width = self.turns[0].look.width
        for turns in range(min(_LONGEST, len(self.turns)), 1, -1):
            many = width**turns
            if many <= _MOST_COMBINATIONS and many * self.climates <= _MOST_CELLS:
                return turns
        return 1


def _onward(rows: Array, after: Array, width: int) -> Array:
    """Where one more Player Turn leads, for each column of it."""
    found: Array = rows.reshape(-1, width)[after].ravel()
    return found


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


@attrs.define(eq=False)
class _Room:
    """Memory of a block, used again for every step."""

    words: Array
    columns: Array
    zeros: memoryview

    @classmethod
    def of(cls, block: int) -> "_Room":
        zeros = memoryview(bytes(block * WORD_BYTES))
        return cls(np.empty(block, "<u8"), np.empty(block, np.uint8), zeros)

    def shown(self, shaker: Shaker, count: int) -> Array:
        """The columns that the next games show."""
        columns = self.columns[:count]
        if shaker.roll(self.words[:count], self.zeros):
            shaker.shown(self.words[:count], columns)
        else:
            columns[:] = 0
        return columns


def _blocks(start: int, count: int, block: int) -> Iterator[int]:
    """How many games each block has."""
    for first in range(start, start + count, block):
        yield min(block, start + count - first)


def _shakers(rolls: Sequence[ClimateRoll], seed: str, start: int) -> list[Shaker]:
    return [Shaker(roll.look, seed, roll.moment, start) for roll in rolls]


def _step(climates: Array, columns: Array, roll: ClimateRoll) -> None:
    """One step of every game."""
    climates *= roll.look.width
    climates += columns
    np.take(roll.rows, climates, out=climates, mode="clip")


def trajectories(
    plan: Plan, seed: str, start: int, count: int, block: int = BLOCK
) -> Iterator[Array]:
    """The climate of every game after each Wind Change DR, block by block."""
    room = _Room.of(block)
    setup, turns = _shakers(plan.setup, seed, start), _shakers(plan.turns, seed, start)
    found = np.empty((len(turns), block), np.uint16)
    for games in _blocks(start, count, block):
        climates = np.full(games, plan.table.start, np.intp)
        for roll, shaker in zip(plan.setup, setup, strict=True):
            _step(climates, room.shown(shaker, games), roll)
        for number, shaker in enumerate(turns):
            _step(climates, room.shown(shaker, games), plan.turns[number])
            found[number, :games] = climates
        yield found[:, :games]


def count_climates(plan: Plan, seed: str, start: int, count: int) -> Array:
    """In how many games each climate is in effect after each Wind Change DR.

    The same as counting the ``trajectories``, but it takes some Player Turns at a stride: games
    are counted by climate before and all columns of the stride, which says all that is between.
    """
    strides = plan.strides
    cells = count_cells(plan, strides, seed, start, count)
    return np.concatenate([_between(plan, *each) for each in zip(strides, cells, strict=True)])


def count_cells(
    plan: Plan,
    strides: Sequence[Stride],
    seed: str,
    start: int,
    count: int,
    block: int = BLOCK,
) -> list[Array]:
    """Games in each cell of each stride: climate before it, and columns in it."""
    room = _Room.of(block)
    setup, turns = _shakers(plan.setup, seed, start), _shakers(plan.turns, seed, start)
    cells = [np.zeros(len(stride.ahead), np.int64) for stride in strides]
    for games in _blocks(start, count, block):
        climates = np.full(games, plan.table.start, np.intp)
        for roll, shaker in zip(plan.setup, setup, strict=True):
            _step(climates, room.shown(shaker, games), roll)
        climates *= strides[0].combinations
        first = 0
        for number, stride in enumerate(strides):
            if stride.turns < strides[0].turns:
                climates //= strides[0].combinations
                climates *= stride.combinations
            climates += _together(room, turns[first : first + stride.turns], games)
            cells[number] += np.bincount(climates, minlength=len(stride.ahead))
            np.take(stride.ahead, climates, out=climates, mode="clip")
            first += stride.turns
    return cells


def _together(room: _Room, shakers: Sequence[Shaker], games: int) -> Array:
    """The columns of a stride as one number."""
    if len(shakers) == 1:
        return room.shown(shakers[0], games)
    found = np.zeros(games, np.uint8)
    for shaker in shakers:
        found *= np.uint8(shaker.lookup.width)
        found += room.shown(shaker, games)
    return found


def _between(plan: Plan, stride: Stride, cells: Array) -> Array:
    """Games in each climate after each Player Turn of a stride."""
    found = np.zeros((stride.turns, plan.climates), np.int64)
    for row, after in zip(found, stride.after, strict=True):
        np.add.at(row, after, cells)
    return found
