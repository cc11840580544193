"""11.76 Wind and Gusts raise and lower Dust density, at each Wind Change DR.

Where Heavy Dust can occur, and only there:

- Heavy Winds with Gusts: one level denser, in each such Player Turn;
- when that pair ceases: one level less, once (ruling 11.76-cease).
"""

from typing import Final

from events.dust import DustFell, DustRose
from events.terms import Density
from sim.chapter_11.applicability import heavy_dust_can_exist
from sim.chapter_11.dust import LADDER
from sim.machine.telling import Telling
from sim.state import State

__all__ = ["RULES", "density_after", "settle_density"]

RULES: Final = ("11.76",)


def density_after(before: State, now: State) -> Density:
    """The density that a Wind Change DR leaves.

    Args:
        before: the state before the DR.
        now: the state after wind, Gusts and rain have followed from it.
    """
    rises = now.wind.heavy_gusts
    falls = before.wind.heavy_gusts or now.setting.rules_that("11.76-cease", "each-turn")
    density = now.density
    if not (rises or falls) or not heavy_dust_can_exist(now):
        return density
    if rises:
        return LADDER[min(density.level + 1, len(LADDER) - 1)]
    return LADDER[max(density.level - 1, 0)]


def settle_density(before: State, state: State) -> Telling:
    """Raise or lower the density after a Wind Change DR."""
    old = state.density
    new = density_after(before, state)
    if new.level > old.level:
        state = yield DustRose(old, new, "11.76")
    elif new.level < old.level:
        state = yield DustFell(old, new, "11.76")
    return state
