"""B.8 Random Direction: a dr of 1 is the hexside with the grid coordinate, then clockwise."""

from typing import Final

from sim.machine.dice import Dice

__all__ = ["RULES", "random_direction", "turned"]

RULES: Final = ("B.8",)


def random_direction(dice: Dice, purpose: str) -> int:
    """Roll a Random Direction: the hexside, 1 to 6."""
    (dr,) = dice.roll(purpose, 1)
    return dr


def turned(direction: int, hexsides: int) -> int:
    """A direction turned by some hexsides, clockwise if positive."""
    return (direction - 1 + hexsides) % 6 + 1
