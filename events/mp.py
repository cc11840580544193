"""Movement Points."""

from fractions import Fraction
from typing import TypeAlias

MP: TypeAlias = int | Fraction
"""Movement Points; road rates are halves."""


def mp_words(amount: MP) -> str:
    """An amount of MP as a story says it: ``2 MP``, ``2.5 MP``."""
    return f"{amount} MP" if isinstance(amount, int) else f"{float(amount):g} MP"
