"""What an answer does not speak of, which is something else than saying that there is none."""

from enum import Enum, auto
from typing import Final, Literal

__all__ = ["UNSAID", "Unsaid"]


class Unsaid(Enum):
    """The type of `UNSAID`."""

    UNSAID = auto()


UNSAID: Final[Literal[Unsaid.UNSAID]] = Unsaid.UNSAID
"""The value of a field of which this answer does not speak."""
