"""Rolls as a log keeps them."""

from events.register import frozen
from events.terms import RollSource


@frozen
class Roll:
    """Dice that one roll showed, with the address that makes them reproducible.

    Attributes:
        purpose: what was rolled for, such as ``wind change``.
        first: counter of the first die among the dice of that purpose at that moment, from 0.
        dice: what they showed; of a DR, the coloured die first.
        source: the seed, or people at a table.
    """

    purpose: str
    first: int
    dice: tuple[int, ...]
    source: RollSource
