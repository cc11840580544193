"""11.701 The DYO Dust Table, before the first RPh of a DYO scenario."""

from typing import Final

from events.commands import RollDust
from events.dust import DustSet
from events.terms import Density, WindForce
from sim.chapter_11.applicability import heavy_dust_can_exist
from sim.machine.dice import Dice
from sim.machine.telling import Decision
from sim.state import State

__all__ = [
    "ENOUGH_BOMBARDMENTS",
    "PER_BOMBARDMENT",
    "RULES",
    "WIND_DRM",
    "dyo_density",
    "roll_dust",
    "table",
]

RULES: Final = ("11.701",)

WIND_DRM: Final[dict[WindForce, int]] = {
    WindForce.NO_WIND: 0,
    WindForce.MILD_BREEZE: 1,
    WindForce.HEAVY_WINDS: 2,
}
PER_BOMBARDMENT: Final = 3


def table(final_dr: int) -> Density:
    """The Dust density of a Final dr, before any exception."""
    if final_dr <= 5:
        return Density.NONE
    if final_dr <= 7:
        return Density.LIGHT
    if final_dr <= 9:
        return Density.MODERATE
    return Density.HEAVY


ENOUGH_BOMBARDMENTS: Final = next(
    count for count in range(1, 10) if table(1 + PER_BOMBARDMENT * count) is table(99)
)
"""More change nothing: from here on every dr, even a 1 without wind, is as dense as can be."""


def dyo_density(state: State, dr: int) -> Density:
    """The Dust density that an Original dr gives in a scenario."""
    setting = state.setting
    force = state.wind.force or WindForce.NO_WIND
    final = dr + WIND_DRM[force] + PER_BOMBARDMENT * setting.scenario.bombardments
    density = table(final)
    if density is not Density.HEAVY or heavy_dust_can_exist(state):
        return density
    if setting.scenario.steppe or setting.rules_that("11.701-heavy", "moderate"):
        return Density.MODERATE
    return Density.HEAVY if setting.rules_that("11.701-heavy", "heavy") else Density.NONE


def roll_dust(state: State, _: RollDust, dice: Dice) -> Decision:
    """Make the Dust dr."""
    (dr,) = dice.roll("dust", 1)
    yield DustSet(dyo_density(state, dr), "11.701")
    return None
