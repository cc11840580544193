"""B.8 Random Direction: a dr of 1 is the hexside with the grid coordinate, then clockwise.

The board that the scenario lists first is the reference, as it lies: where it is rotated its grid
coordinates stand at the other side. What is found holds on the whole map.
"""

from events.terms import WindForce
from sim.machine.dice import Dice
from sim.map.hexes import turned
from sim.state import State


def reference_board(state: State) -> str:
    """The name of the board by which Random Directions are read."""
    return state.setting.scenario.boards[0].name


def by_reference(state: State, dr: int) -> int:
    """The hexside of the map, 1 to 6, to which a Random Direction dr points."""
    return turned(dr, 3) if state.setting.scenario.boards[0].rotated else dr


def random_direction(state: State, dice: Dice, purpose: str) -> int:
    """Roll a Random Direction: the hexside of the map, 1 to 6."""
    (dr,) = dice.roll(purpose, 1)
    return by_reference(state, dr)


def direction_in(force: WindForce, direction: int | None) -> int | None:
    """The Wind Direction that goes with a Force: there is none in No Wind (B25.64)."""
    return None if force is WindForce.NO_WIND else direction
