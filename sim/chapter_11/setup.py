"""The rolls before the first RPh, in their order: 11.2, 11.3, 11.4, 11.5, B25.64, 11.701."""

from collections.abc import Callable
from typing import Final

import attrs

from events import commands
from events.dust import DustSet
from events.sky import ECSet, WeatherSet
from events.terms import EC, Density, Month, Weather, WindForce
from events.wind import WindDirectionSet, WindForceSet
from sim.chapter_11.applicability import heavy_dust_can_exist, light_dust_can_exist
from sim.chapter_11.ec import ec_of, ec_without_dr, settle_early_morning_ec, settle_mist_ec
from sim.chapter_11.time_of_day import roll_time_of_day
from sim.chapter_b.random_direction import direction_in, random_direction, reference_board
from sim.chapter_b.wind_change import has_direction
from sim.machine.dice import Dice
from sim.machine.telling import Decision, Reason, Telling, decider, refuse
from sim.state import State

RULES: Final = ("11.5", "11.2", "11.701")


# 11.5 The Arid Wind Force Table of a scenario set in an Arid Land.

TABLE: Final = {
    1: WindForce.NO_WIND,
    **dict.fromkeys(range(2, 6), WindForce.MILD_BREEZE),
    6: WindForce.HEAVY_WINDS,
}
"""The result of each dr."""


# 11.2 The Arid Weather Chart of a DYO scenario set in an Arid Land.

CLEAR, GUSTY, OVERCAST, MUD, BOTH = Weather

CHART: Final[dict[int, tuple[Weather, Weather, Weather, Weather]]] = {
    # DR  April     May-Sept  Oct-Nov   Dec-March
    2: (MUD, CLEAR, MUD, GUSTY),
    3: (GUSTY, GUSTY, GUSTY, GUSTY),
    4: (GUSTY, CLEAR, CLEAR, CLEAR),
    5: (CLEAR, GUSTY, CLEAR, CLEAR),
    6: (CLEAR, CLEAR, CLEAR, GUSTY),
    7: (GUSTY, CLEAR, CLEAR, OVERCAST),
    8: (CLEAR, CLEAR, GUSTY, OVERCAST),
    9: (CLEAR, GUSTY, OVERCAST, MUD),
    10: (OVERCAST, CLEAR, OVERCAST, BOTH),
    11: (OVERCAST, CLEAR, CLEAR, BOTH),
    12: (BOTH, OVERCAST, BOTH, BOTH),
}
"""The chart: a row for each DR, a column for each season."""

SEASON: Final[dict[Month, int]] = {
    Month.APRIL: 0,
    **dict.fromkeys((Month.MAY, Month.JUNE, Month.JULY, Month.AUGUST, Month.SEPTEMBER), 1),
    **dict.fromkeys((Month.OCTOBER, Month.NOVEMBER), 2),
    **dict.fromkeys((Month.DECEMBER, Month.JANUARY, Month.FEBRUARY, Month.MARCH), 3),
}
"""The column of each month."""


# 11.701 The DYO Dust Table, before the first RPh of a DYO scenario.

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


def _dust_open(state: State) -> bool:
    return state.dust is None and light_dust_can_exist(state)


def _direction_open(state: State) -> bool:
    return state.wind.direction is None and has_direction(state.wind.force)


def _ec_open(state: State) -> bool:
    return state.sky.ec is None and ec_without_dr(state) is None


@attrs.frozen
class _Step:
    """A roll of setup: its rule, and whether it is still due."""

    rule: str
    due: Callable[[State], bool]


SETUP_STEPS: Final[dict[type[commands.SetupCommand], _Step]] = {
    commands.RollWeather: _Step("11.2", lambda s: s.sky.weather is None),
    commands.RollTimeOfDay: _Step("11.3", lambda s: s.sky.time_of_day is None),
    commands.RollEC: _Step("11.4", _ec_open),
    commands.RollWindForce: _Step("11.5", lambda s: s.wind.force is None),
    commands.RollWindDirection: _Step("B25.64", _direction_open),
    commands.RollDust: _Step("11.701", _dust_open),
}
"""The rolls of setup, in order; each is due only once those before it are made."""


def next_roll(state: State) -> type[commands.SetupCommand] | None:
    """The roll that setup waits for; None when it is complete."""
    return next((command for command, step in SETUP_STEPS.items() if step.due(state)), None)


@decider
def roll_in_setup(state: State, command: commands.SetupCommand, dice: Dice) -> Decision:
    """Make the roll that is due."""
    step = SETUP_STEPS[type(command)]
    due = next_roll(state)
    if due is not type(command):
        now = "no roll of setup is due any more" if due is None else f"`{due.word}` is due first"
        refuse(Reason.NOT_ROLLED, step.rule, now, None if due is None else due())
    month = state.setting.scenario.month
    match command:
        case commands.RollWeather():
            dr = sum(dice.roll("weather", 2))
            yield WeatherSet(CHART[dr][SEASON[month]], "11.2")
        case commands.RollTimeOfDay():
            state = yield from roll_time_of_day(state, dice)
            yield from settle_early_morning_ec(state)
        case commands.RollEC():
            (dr,) = dice.roll("ec", 1)
            yield ECSet(ec_of(month, dr), "11.4")
        case commands.RollWindForce():
            (dr,) = dice.roll("wind force", 1)
            force = TABLE[dr]
            yield WindForceSet(force, direction_in(force, state.wind.direction), "11.5")
        case commands.RollWindDirection():
            direction = random_direction(state, dice, "wind direction")
            yield WindDirectionSet(direction, "B25.64", board=reference_board(state))
        case commands.RollDust():
            (dr,) = dice.roll("dust", 1)
            yield DustSet(dyo_density(state, dr), "11.701")


def finish_setup(state: State) -> Telling:
    """Settle what setup leaves to rules instead of rolls, as the first RPh begins.

    Under a Muddy sky EC are Mud (E3.6), in Mist Moist (E3.3). Dust that no roll was due for is
    none, and what an SSR gave lasts only where it can exist (11.71).
    """
    if state.sky.mud and state.sky.ec is not EC.MUD:
        state = yield ECSet(EC.MUD, "E3.6")
    state = yield from settle_early_morning_ec(state)
    state = yield from settle_mist_ec(state)
    possible = state.density if light_dust_can_exist(state) else Density.NONE
    if possible is not state.dust:
        state = yield DustSet(possible, "11.71")
    return state
