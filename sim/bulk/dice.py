"""Dice of many games at once, with NumPy (the ``bulk`` extra): the same dice as one at a time."""

from typing import TYPE_CHECKING

import numpy as np

from sim.machine.keystream import DICE_A_WORD

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["outcomes_of_words"]


def outcomes_of_words(raw: "NDArray[np.uint64]") -> "NDArray[np.uint16]":
    """The outcome of each of these words, as one number from 0 to 1295.

    Its base-6 digits, highest first, are the four dice, each less one.
    """
    upper = (raw >> np.uint64(11)) * np.uint64(6**DICE_A_WORD)
    return (upper >> np.uint64(53)).astype(np.uint16)
