"""AD3.3-AD3.311 Mosques and Temples, their Steeples and Shafts.

A Mosque has Minarets, a Temple Towers: Steeple Locations two levels above the base level of the
building, with a Shaft Location between. What they hold is in `sim.chapter_ad.steeple_stacking`.
"""

from enum import StrEnum
from typing import Final

from sim.state import BARE, State

STEEPLE_LEVEL: Final = 2
"""Levels of a Minaret or Tower above the base level of its building (AD3.31)."""

SHAFT_LEVEL: Final = 1
"""The level of the Shaft below it."""


class House(StrEnum):
    """The two kinds of building."""

    MOSQUE = "Mosque"
    TEMPLE = "Temple"

    @property
    def steeple(self) -> str:
        """What its Steeple is called."""
        return "Minaret" if self is House.MOSQUE else "Tower"


def house_in(state: State, name: str) -> House | None:
    """Whether a hex has, or had before it was rubbled, a Mosque or a Temple."""
    building = state.ground.get(name, BARE).building
    if building is None or not building.steepled:
        return None
    return House.TEMPLE if building.temple else House.MOSQUE


def has_steeple(state: State, name: str) -> bool:
    """Whether a hex has a Steeple and a Shaft now: its house stands whole, and has one there."""
    building = state.ground.get(name, BARE).building
    if building is None or not building.steepled or building.no_steeple:
        return False
    return building.rubbled_from is None


def shaft_sees(level: int) -> bool:
    """Whether a Shaft Location sees a level of its own hex; it sees nothing else (AD3.311)."""
    return level in (0, STEEPLE_LEVEL)


def is_shaft(state: State, name: str, level: int) -> bool:
    """Whether a level of a hex is a Shaft Location."""
    return level == SHAFT_LEVEL and has_steeple(state, name)
