"""B25.66 Fire Collapse: on an Original Wind Change DR of 12 a Blaze brings its building down.

Random Selection (A.9) picks among the building Locations ablaze; each that is picked collapses
with all levels above it into burning rubble (B24.6), which may fall as other does (B24.12). No dr
is made.
"""

from fractions import Fraction
from typing import Final

from events.commands import Collapse
from sim.chapter_a.random_selection import random_selection
from sim.chapter_b.fire_front import FireLocation
from sim.chapter_b.rubble import intact_levels, rubbled
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, refuse
from sim.modifiers import DR
from sim.state import BARE, State

COLLAPSES_AT: Final = 12
"""The Original Wind Change DR on which burning buildings collapse."""


def blazing_buildings(state: State) -> list[FireLocation]:
    """The building Locations that are ablaze, in order; rubble is none (B24.1)."""
    return [
        FireLocation(name, level)
        for name, ground in sorted(state.ground.items())
        if ground.building is not None
        for level in ground.blazing
        if level < intact_levels(ground.building)
    ]


def fire_collapse(state: State, dr: int, dice: Dice) -> Telling:
    """What a Wind Change DR does to buildings ablaze."""
    able = {str(each): each for each in blazing_buildings(state)}
    if dr != COLLAPSES_AT or not able:
        return state
    for chosen in sorted(random_selection(tuple(able), dice, "Fire Collapse")):
        each = able[chosen]
        building = state.ground.get(each.hex, BARE).building
        if building is not None and each.level < intact_levels(building):
            state = yield from rubbled(
                state, each.hex, each.level, "B25.66", dice, may_take_all=False
            )
    return state


def collapse_chance(state: State, name: str) -> Fraction:
    """The exact chance that a Wind Change DR brings down a Location of a hex that is ablaze."""
    every = blazing_buildings(state)
    here = sum(each.hex == name for each in every)
    others = len(every) - here
    chosen = sum(
        (Fraction(v**here - (v - 1) ** here, 6**here) * Fraction(v, 6) ** others for v in DR),
        Fraction(0),
    )
    return Fraction(1, 36) * chosen


@decider
def collapse(state: State, command: Collapse, _: Dice) -> Decision:
    """No building is rolled for by an order any more."""
    del state, command
    why = "buildings ablaze collapse on a Wind Change DR of 12 only, and `wc` sees to it"
    yield from ()
    refuse(Reason.WRONG_PHASE, "B25.66", why)
