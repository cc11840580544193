"""11.5 The Arid Wind Force Table of a scenario set in an Arid Land."""

from typing import Final

from events.commands import RollWindForce
from events.terms import WindForce
from events.wind import WindForceSet
from sim.chapter_b.random_direction import direction_in
from sim.machine.dice import Dice
from sim.machine.telling import Decision
from sim.state import State

__all__ = ["RULES", "TABLE", "roll_wind_force"]

RULES: Final = ("11.5",)

TABLE: Final[dict[int, WindForce]] = {
    1: WindForce.NO_WIND,
    2: WindForce.MILD_BREEZE,
    3: WindForce.MILD_BREEZE,
    4: WindForce.MILD_BREEZE,
    5: WindForce.MILD_BREEZE,
    6: WindForce.HEAVY_WINDS,
}
"""The result of each dr."""


def roll_wind_force(state: State, _: RollWindForce, dice: Dice) -> Decision:
    """Make the Wind Force dr."""
    (dr,) = dice.roll("wind force", 1)
    force = TABLE[dr]
    yield WindForceSet(force, direction_in(force, state.wind.direction), "11.5")
    return None
