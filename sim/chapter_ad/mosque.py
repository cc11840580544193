"""AD3.3-AD3.312 Mosques and Temples, their Steeples and Shafts.

A Mosque has Minarets, a Temple Towers: Steeple Locations two levels above the base level of the
building, with a Shaft Location between.
"""

from collections.abc import Sequence
from enum import StrEnum, unique
from typing import Final

import attrs

from sim.dice import Dice

__all__ = [
    "RULES",
    "STEEPLE_LEVEL",
    "House",
    "SteepleLimit",
    "Unit",
    "excess",
    "fortified_allowed",
    "remove_excess",
    "shaft_sees",
    "steeple_limit",
    "within_limit",
]

RULES: Final = ("AD3.3", "AD3.31", "AD3.311", "AD3.312")

STEEPLE_LEVEL: Final = 2
"""Levels of a Minaret or Tower above the base level of its building (AD3.31)."""

SHAFT_LEVEL: Final = 1


@unique
class House(StrEnum):
    """The two kinds of building."""

    MOSQUE = "Mosque"
    TEMPLE = "Temple"


@attrs.frozen
class SteepleLimit:
    """What one side may have in a Steeple or Shaft Location.

    Attributes:
        half_squads: HS or crews; a squad is two.
        sw: support weapons.
        pp: their portage points in all.
        smc: SMC.
    """

    half_squads: int
    sw: int
    pp: int
    smc: int = 4


_LIMITS: Final = {
    House.MOSQUE: SteepleLimit(half_squads=1, sw=1, pp=3),
    House.TEMPLE: SteepleLimit(half_squads=2, sw=2, pp=5),
}


@attrs.frozen
class Unit:
    """A unit or SW in a Steeple or Shaft.

    Attributes:
        id: how it is called.
        half_squads: 2 for a squad, 1 for a HS or crew, 0 for a SMC or SW.
        smc: it is a SMC.
        pp: portage points of a SW; None for a unit.
        good_order: it is in Good Order; SW always are.
    """

    id: str
    half_squads: int = 0
    smc: bool = False
    pp: int | None = None
    good_order: bool = True


def fortified_allowed() -> bool:
    """Whether a Mosque or Temple may be Fortified: never (AD3.3)."""
    return False


def steeple_limit(house: House) -> SteepleLimit:
    """The limit of one side in a Minaret, Tower or Shaft Location (AD3.312)."""
    return _LIMITS[house]


def within_limit(house: House, units: Sequence[Unit]) -> bool:
    """Whether units of one side are within the limit."""
    limit = _LIMITS[house]
    sw = [unit.pp for unit in units if unit.pp is not None]
    return (
        sum(unit.half_squads for unit in units) <= limit.half_squads
        and sum(unit.smc for unit in units) <= limit.smc
        and len(sw) <= limit.sw
        and sum(sw) <= limit.pp
    )


def excess(house: House, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Those among whom one is removed next at the end of a Player Turn: none within the limit.

    Of the kind that is too many, those not in Good Order come first.
    """
    if within_limit(house, units):
        return ()
    limit = _LIMITS[house]
    sw = [unit for unit in units if unit.pp is not None]
    smc = [unit for unit in units if unit.smc]
    mmc = [unit for unit in units if unit.half_squads]
    too_many = mmc
    if sum(unit.half_squads for unit in units) <= limit.half_squads:
        too_many = smc if len(smc) > limit.smc else sw
    broken = tuple(unit for unit in too_many if not unit.good_order)
    return broken or tuple(too_many)


def remove_excess(
    house: House, units: Sequence[Unit], dice: Dice
) -> tuple[tuple[Unit, ...], tuple[str, ...]]:
    """Remove overstacked units by Random Selection (A.9), until the rest is within the limit.

    The highest dr goes, and all that tie with it.

    Returns:
        who stays, and the ids of those removed, in order.
    """
    left, removed = list(units), list[str]()
    while candidates := excess(house, left):
        rolls = [0]
        if len(candidates) > 1:
            purpose = f"random selection {' '.join(unit.id for unit in candidates)}"
            rolls = list(dice.roll(purpose, len(candidates)))
        for unit, dr in zip(candidates, rolls, strict=True):
            if dr == max(rolls):
                left.remove(unit)
                removed.append(unit.id)
    return tuple(left), tuple(removed)


def shaft_sees(level: int) -> bool:
    """Whether a Shaft Location sees a level of its own hex; it sees nothing else (AD3.311)."""
    return level in (0, STEEPLE_LEVEL)
