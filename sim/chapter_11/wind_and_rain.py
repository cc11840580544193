"""11.5, 11.76 and 11.77 Arid Wind Force; wind and Gusts raise and lower Dust, and rain ends it.

At each Wind Change DR, where Heavy Dust can occur, and only there:

- Heavy Winds with Gusts: one level denser, in each such Player Turn;
- when that pair ceases: one level less, once (ruling 11.76-cease).
"""

from typing import Final

from events.dust import DustFell, DustRose, DustVanished, FFEHindranceChanged
from events.terms import Density, WindForce
from sim.chapter_11.applicability import heavy_dust_can_exist
from sim.chapter_11.dust import LADDER
from sim.chapter_11.vehicle_and_ffe_dust import ffe_hindrance, remove_counter
from sim.machine.telling import Telling
from sim.state import State

# 11.5 The Arid Wind Force Table of a scenario set in an Arid Land.

ARID_WIND_FORCE: Final = {
    1: WindForce.NO_WIND,
    **dict.fromkeys(range(2, 6), WindForce.MILD_BREEZE),
    6: WindForce.HEAVY_WINDS,
}
"""The result of each dr."""


# 11.77 Rain ends all forms of Dust, for the rest of the scenario.


def end_all_dust(before: State, state: State) -> Telling:
    """What the first rain of a scenario does to Dust of every form."""
    if not state.sky.rained or before.sky.rained:
        return state
    if state.density is not Density.NONE:
        state = yield DustVanished(state.density, "11.77")
    for vehicle in sorted(state.vehicle_dust):
        state = yield from remove_counter(state, vehicle, "11.77")
    for name, ffe in sorted(state.ffes.items()):
        new = ffe_hindrance(state, ffe.calibre, ffe.kind)
        if new != ffe.hindrance:
            state = yield FFEHindranceChanged(name, ffe.hindrance, new, "11.77")
    return state


def density_after(before: State, now: State) -> Density:
    """The density that a Wind Change DR leaves, once wind, Gusts and rain have followed from it."""
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
