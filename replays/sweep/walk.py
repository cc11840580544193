"""Many games at once: the climates that they go through, and how many games are in each.

Games are walked in blocks that stay in the cache; no result depends on how long a block is.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import attrs
import numpy as np

from replays.sweep.columns import Array, Shaker
from replays.sweep.plan import ClimateRoll, Plan, Stride
from sim.machine.keystream import WORD_BYTES

__all__ = ["BLOCK", "count_cells", "count_climates", "trajectories"]

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
    """The climate of every game after each Wind Change DR, block by block.

    Args:
        plan: the scenario.
        seed: any text.
        start: the first game.
        count: how many games.
        block: games of a block.

    Yields:
        A row a Player Turn and a column a game: numbers of climates. The next block overwrites it.
    """
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

    Args:
        plan: the scenario.
        seed: any text.
        start: the first game.
        count: how many games.

    Returns:
        A row a Player Turn and a column a climate: numbers of games.
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
