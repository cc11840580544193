"""The rolls before the first RPh, in their order: 11.2, 11.3, 11.4, 11.5, B25.64, 11.701."""

from collections.abc import Callable
from typing import Final

import attrs

from events import commands, dust, sky
from events.terms import Density
from sim.chapter_11 import applicability, ec, weather_and_time_of_day, wind_and_rain
from sim.chapter_11.dust import dyo_density
from sim.chapter_b.random_direction import direction_in, random_direction, reference_board
from sim.chapter_b.wind_change import has_direction
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, refuse
from sim.state import State


@attrs.frozen
class _Step:
    """A roll of setup: its rule, and whether it is still due."""

    rule: str
    due: Callable[[State], bool]


SETUP_STEPS: Final[dict[type[commands.SetupCommand], _Step]] = {
    commands.RollWeather: _Step("11.2", lambda s: s.sky.weather is None),
    commands.RollTimeOfDay: _Step("11.3", lambda s: s.sky.time_of_day is None),
    commands.RollEC: _Step("11.4", lambda s: s.sky.ec is None and ec.ec_without_dr(s) is None),
    commands.RollWindForce: _Step("11.5", lambda s: s.wind.force is None),
    commands.RollWindDirection: _Step(
        "B25.64", lambda s: s.wind.direction is None and has_direction(s.wind.force)
    ),
    commands.RollDust: _Step(
        "11.701", lambda s: s.dust is None and applicability.light_dust_can_exist(s)
    ),
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
            weather = weather_and_time_of_day.weather_of(month, dr)
            state = yield sky.WeatherSet(weather, "11.2")
            if state.sky.ec is not None:  # else no EC dr is due, and the first RPh sets them
                state = yield from ec.settle_mud_ec(state)
        case commands.RollTimeOfDay():
            state = yield from weather_and_time_of_day.roll_time_of_day(state, dice)
            state = yield from ec.settle_early_morning_ec(state)
        case commands.RollEC():
            (dr,) = dice.roll("ec", 1)
            state = yield sky.ECSet(weather_and_time_of_day.ec_of(month, dr), "11.4")
        case commands.RollWindForce():
            (dr,) = dice.roll("wind force", 1)
            force = wind_and_rain.ARID_WIND_FORCE[dr]
            yield sky.WindForceSet(force, direction_in(force, state.wind.direction), "11.5")
        case commands.RollWindDirection():
            direction = random_direction(state, dice, "wind direction")
            yield sky.WindDirectionSet(direction, "B25.64", board=reference_board(state))
        case commands.RollDust():
            (dr,) = dice.roll("dust", 1)
            yield dust.DustSet(dyo_density(state, dr), "11.701")
    if state.density.level and applicability.LIGHT_DUST.in_effect(ec.with_sure_ec(state)) is False:
        yield dust.DustSet(Density.NONE, "11.71")  # an SSR gave it, and now none can exist


def finish_setup(state: State) -> Telling:
    """Settle what setup leaves to rules instead of rolls, as the first RPh begins.

    Under a Muddy sky EC are Mud (E3.6), in Mist Moist (E3.3). Dust that no roll was due for is
    none, and what an SSR gave lasts only where it can exist (11.71).
    """
    state = yield from ec.settle_mud_ec(state)
    state = yield from ec.settle_early_morning_ec(state)
    state = yield from ec.settle_mist_ec(state)
    possible = state.density if applicability.light_dust_can_exist(state) else Density.NONE
    if possible is not state.dust:
        state = yield dust.DustSet(possible, "11.71")
    return state
