"""Rolls as a log keeps them."""

from collections.abc import Iterable
from typing import Final

from events.register import frozen
from events.terms import RollSource

MUD_BOG_DR: Final = "secret bog"
MUD_HEX_DR: Final = "secret dr"
"""The purposes of a Secret Bog DR, and of the dr that follows where it bogs (D8.23)."""


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


def rolls_in_words(rolls: Iterable[Roll]) -> str:
    """What was rolled, in words: of a Secret DR only that it was made, of its dr nothing."""
    return "; ".join(
        f"{roll.purpose} {_dice_in_words(roll)}"
        for roll in rolls
        if not roll.purpose.startswith(MUD_HEX_DR)
    )


def _dice_in_words(roll: Roll) -> str:
    secret = roll.purpose.startswith(MUD_BOG_DR)
    return "not told" if secret else ",".join(map(str, roll.dice))
