"""The same counting as compiled loops, with Numba (the ``fast`` extra)."""

import importlib.util
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final

import numpy as np

from replays.sweep.columns import Array
from replays.sweep.plan import ClimateRoll, Plan, Stride
from sim.machine.keystream import WORD_BYTES, Keystream

__all__ = ["available", "count_cells_compiled"]

_BLOCK: Final = 1 << 14
"""Games of a block; the words of a stride stay in the cache."""


def available() -> bool:
    """Whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


def count_cells_compiled(
    plan: Plan, strides: Sequence[Stride], seed: str, start: int, count: int
) -> list[Array]:
    """Games in each cell of each stride, as ``walk.count_cells`` gives them."""
    setup, turns = _streams(plan.setup, seed, start), _streams(plan.turns, seed, start)
    into = [(_unsigned(r.look.columns), _unsigned(r.rows), r.look.width) for r in plan.setup]
    leads = [_unsigned(stride.ahead) for stride in strides]
    column, width = _unsigned(plan.turns[0].look.columns), plan.turns[0].look.width
    cells = [np.zeros(len(lead), np.int64) for lead in leads]
    words = np.zeros((strides[0].turns, min(_BLOCK, count)), np.uint64)
    for first in range(0, count, _BLOCK):
        now = np.full(min(_BLOCK, count - first), plan.table.start, np.uintp)
        for stream, lead in zip(setup, into, strict=True):
            _fill(words, (stream,), len(now))
            _setup_loop()(words[0], *lead, now)
        waiting = iter(turns)
        for stride, ahead, cell in zip(strides, leads, cells, strict=True):
            _fill(words, islice(waiting, stride.turns), len(now))
            _stride_loop(stride.turns, width)(words, column, ahead, now, cell)
    return cells


def _streams(rolls: Sequence[ClimateRoll], seed: str, start: int) -> list[Keystream | None]:
    """The words of some steps; None where nothing is rolled."""
    return [
        None
        if (purpose := roll.look.purpose) is None
        else Keystream(seed, roll.moment, purpose, 0, start)
        for roll in rolls
    ]


_ZEROS: Final = memoryview(bytes(_BLOCK * WORD_BYTES))


def _fill(words: Array, streams: Iterable[Keystream | None], games: int) -> None:
    """Make the words of the next games, a row for each step; any words do where none are rolled."""
    for row, stream in zip(words, streams, strict=False):
        if stream is not None:
            stream.read_into(_ZEROS[: games * WORD_BYTES], row[:games].data.cast("B"))


def _unsigned(numbers: Array) -> Array:
    """Places that cannot be negative, or the loops would look out for that."""
    return numbers.astype(np.uintp)


@cache
def _setup_loop() -> Callable[..., None]:
    """The loop over the games of a block, for a step of setup."""
    from numba import njit  # noqa: PLC0415 - only where it is installed

    def loop(words: Array, column: Array, rows: Array, width: int, now: Array) -> None:
        for game in range(len(now)):
            outcome = ((words[game] >> np.uint64(11)) * np.uint64(1296)) >> np.uint64(53)
            now[game] = rows[now[game] * np.uintp(width) + column[outcome]]

    compiled: Callable[..., None] = njit(cache=True, nogil=True)(loop)
    return compiled


@cache
def _stride_loop(turns: int, width: int) -> Callable[..., None]:
    """The loop over the games of a block, for a stride of so many Player Turns."""
    from numba import njit  # noqa: PLC0415 - only where it is installed

    combinations, base = np.uintp(width**turns), np.uintp(width)

    def loop(words: Array, column: Array, ahead: Array, now: Array, cells: Any) -> None:
        for game in range(len(now)):
            shown = np.uintp(0)
            for turn in range(turns):
                word = words[turn, game]
                outcome = ((word >> np.uint64(11)) * np.uint64(1296)) >> np.uint64(53)
                shown = shown * base + column[outcome]
            cell = now[game] * combinations + shown
            cells[cell] += 1
            now[game] = ahead[cell] // combinations

    compiled: Callable[..., None] = njit(cache=True, nogil=True)(loop)
    return compiled
