"""B.3 Who enters a hex: the columns of the Terrain Charts."""

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Final

from events.terms import Movement

__all__ = ["MoverKind"]


@unique
class MoverKind(StrEnum):
    """A column of the Terrain Charts, in their order: who moves on foot or mounted, then vehicles.

    A vehicle's column has the name of its movement type; `of` is the one way from one to the other.
    """

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    HORSE_DRAWN = Movement.HORSE_DRAWN.value
    MOTORCYCLE = Movement.MOTORCYCLE.value
    ARMOURED_CAR = Movement.ARMOURED_CAR.value
    FULLY_TRACKED = Movement.FULLY_TRACKED.value
    HALFTRACK = Movement.HALFTRACK.value
    TRUCK = Movement.TRUCK.value

    @staticmethod
    def of(movement: Movement) -> "MoverKind":
        """The column of a movement type; every type has one of its own."""
        return _COLUMN[movement]


_COLUMN: Final[Mapping[Movement, MoverKind]] = {
    movement: MoverKind(movement.value) for movement in Movement
}
