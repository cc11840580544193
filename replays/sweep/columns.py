"""From words of dice to columns of a step: one look at the first 16 bits, where they suffice.

The outcomes that share a column lie in a few runs, so nearly every word has its column by its
upper 16 bits alone. Those few whose upper bits stand for two columns are worked out whole.
"""

from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from sim.bulk.dice import outcomes_of_words
from sim.climate.table import Step
from sim.machine.keystream import WORD_BYTES, Keystream

__all__ = ["DOUBTFUL", "Array", "Lookup", "Shaker", "lookup"]

Array = NDArray[Any]

DOUBTFUL: Final = 255
"""What stands for upper bits that do not suffice."""

_PREFIX_BITS: Final = 16
_SHORTS: Final = WORD_BYTES * 8 // _PREFIX_BITS


@attrs.frozen(eq=False)
class Lookup:
    """The columns of a step, found by outcome and by the upper bits of a word.

    Attributes:
        purpose: what is rolled for; None when nothing is rolled.
        width: how many columns there are.
        columns: the column of each outcome.
        prefixes: the column of each upper 16 bits, or ``DOUBTFUL``.
    """

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
    """What the dice of one step show in game after game, in memory that is used again.

    Args:
        lookup: the columns of the step.
        seed: any text.
        moment: such as ``3.2/RPh``.
        start: the first game.
    """

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
