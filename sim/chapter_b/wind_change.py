"""B25.63-B25.651 Wind Force, Wind Direction, the Wind Change DR and Gusts."""

from typing import Final

from events import sky
from events.commands import WindChange
from events.terms import WindForce
from sim.chapter_11 import vehicle_and_ffe_dust, wind_and_rain
from sim.chapter_a.smoke import settle_smoke
from sim.chapter_b.fire_collapse import fire_collapse
from sim.chapter_b.random_direction import direction_in, random_direction, reference_board
from sim.chapter_e import nvr, rain
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, refuse
from sim.map.hexes import turned
from sim.state import State

PURPOSE: Final = "wind change"

CHANGE_AT: Final = 2
"""The Wind Change DR that calls for a dr on the table below."""

GUSTS_AT_LEAST: Final = 12
GUSTY_AT_LEAST: Final = 10
"""The Wind Change DR from which Gusts come, and from which they come in Gusty Weather (E3.4)."""

CHANGE_TABLE: Final[dict[int, tuple[str, int]]] = {
    1: ("direction", +1),
    2: ("direction", +2),
    3: ("direction", -1),
    4: ("direction", -2),
    5: ("force", +1),
    6: ("force", -1),
}
"""What each dr changes, and by how much: hexsides clockwise, or levels of Force."""

FORCE_CHANGE: Final[dict[tuple[WindForce, int], WindForce]] = {
    (WindForce.NO_WIND, +1): WindForce.MILD_BREEZE,
    (WindForce.NO_WIND, -1): WindForce.MILD_BREEZE,
    (WindForce.MILD_BREEZE, +1): WindForce.HEAVY_WINDS,
    (WindForce.MILD_BREEZE, -1): WindForce.NO_WIND,
    (WindForce.HEAVY_WINDS, +1): WindForce.MILD_BREEZE,
    (WindForce.HEAVY_WINDS, -1): WindForce.MILD_BREEZE,
}
"""Force after a change of one level; beyond either end it is a Mild Breeze."""


def has_direction(force: WindForce | None) -> bool:
    """Whether a wind blows in a direction: none in No Wind; one to be rolled will (B25.64)."""
    return force is not WindForce.NO_WIND


@decider
def wind_change(state: State, _: WindChange, dice: Dice) -> Decision:
    """Make the Wind Change DR, and all that follows from it at once."""
    if state.clock.wind_rolled:
        refuse(Reason.WIND_CHANGE_MADE, "B25.65", f"it has been made in {state.moment.player_turn}")
    before = state
    coloured, white = dice.roll(PURPOSE, 2)
    dr = coloured + white
    state = yield sky.WindChangeRolled(coloured, white, "B25.65")
    if dr == CHANGE_AT:
        state = yield from _change(state, dice)
    state = yield from _gusts(state, dr)
    state = yield from rain.settle_rain(state, dr)
    state = yield from wind_and_rain.end_all_dust(before, state)
    state = yield from wind_and_rain.settle_density(before, state)
    state = yield from vehicle_and_ffe_dust.blow_vehicle_dust_away(state)
    state = yield from settle_smoke(before, state)
    state = yield from nvr.settle_nvr(state, coloured, white, dice)
    yield from fire_collapse(state, dr, dice)


def _change(state: State, dice: Dice) -> Telling:
    """The dr that a Wind Change DR of 2 calls for (B25.65)."""
    (dr,) = dice.roll(PURPOSE, 1)
    what, step = CHANGE_TABLE[dr]
    old = state.wind
    if what == "direction":
        if old.direction is not None:
            new = turned(old.direction, step)
            state = yield sky.WindDirectionChanged(old.direction, new, "B25.65")
        return state
    force = old.force or WindForce.NO_WIND
    new_force = FORCE_CHANGE[force, step]
    blows_to = direction_in(new_force, old.direction)
    state = yield sky.WindForceChanged(force, new_force, blows_to, "B25.65")
    if state.wind.direction is None and has_direction(state.wind.force):
        direction = random_direction(state, dice, PURPOSE)
        board = reference_board(state)
        state = yield sky.WindDirectionChanged(None, direction, "B25.64", board=board)
    return state


def _gusts(state: State, dr: int) -> Telling:
    """Gusts last one Player Turn (B25.651); Gusty Weather has more of them (E3.4)."""
    if dr >= GUSTS_AT_LEAST:
        return (yield sky.GustsBegan("B25.651"))
    if state.sky.gusty and dr >= GUSTY_AT_LEAST:
        return (yield sky.GustsBegan("E3.4"))
    if state.wind.gusts:
        state = yield sky.GustsEnded("B25.651")
    return state
