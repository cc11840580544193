"""Movement Points."""

from fractions import Fraction
from typing import TypeAlias

__all__ = ["MP"]

MP: TypeAlias = int | Fraction
"""Movement Points; road rates are halves."""
