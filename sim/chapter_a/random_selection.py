"""A.9 Random Selection: one dr for each; the highest is selected, and all that tie with it."""

from collections.abc import Sequence
from typing import Final

from sim.machine.dice import Dice

__all__ = ["random_selection"]

CORE: Final = ("A.9",)


def random_selection(names: Sequence[str], dice: Dice, where: str) -> tuple[str, ...]:
    """Those of some units that chance selects; of one alone, that one without a dr.

    Args:
        names: among whom.
        dice: where the dr come from.
        where: the Location, for the purpose of the roll.
    """
    if len(names) == 1:
        return tuple(names)
    rolls = dice.roll(f"random selection {where} {' '.join(names)}", len(names))
    return tuple(name for name, dr in zip(names, rolls, strict=True) if dr == max(rolls))
