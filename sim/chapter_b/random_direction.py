"""B.8 Random Direction: a dr of 1 is the hexside with the grid coordinate, then clockwise."""

from typing import Final

from events.terms import WindForce
from sim.machine.dice import Dice

__all__ = ["RULES", "direction_in", "random_direction", "turned"]

RULES: Final = ("B.8",)


def random_direction(dice: Dice, purpose: str) -> int:
    """Roll a Random Direction: the hexside, 1 to 6."""
    (dr,) = dice.roll(purpose, 1)
    return dr


def turned(direction: int, hexsides: int) -> int:
    """A direction turned by some hexsides, clockwise if positive."""
    return (direction - 1 + hexsides) % 6 + 1


def direction_in(force: WindForce, direction: int | None) -> int | None:
    """The Wind Direction that goes with a Force: there is none in No Wind (B25.64)."""
    return None if force is WindForce.NO_WIND else direction
