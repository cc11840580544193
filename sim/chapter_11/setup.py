"""The rolls before the first RPh, in their order: 11.2, 11.3, 11.4, 11.5, B25.64, 11.701."""

from collections.abc import Callable
from typing import Final, assert_never

import attrs

from events.commands import (
    RollDust,
    RollEC,
    RollTimeOfDay,
    RollWeather,
    RollWindDirection,
    RollWindForce,
    SetupCommand,
)
from events.dust import DustSet
from events.sky import ECSet
from events.terms import EC, Density
from sim.chapter_11.applicability import light_dust_can_exist
from sim.chapter_11.arid_wind_force import roll_wind_force
from sim.chapter_11.dyo_dust import roll_dust
from sim.chapter_11.early_morning_ec import settle_early_morning_ec
from sim.chapter_11.ec import ec_without_dr, roll_ec
from sim.chapter_11.time_of_day import roll_time_of_day
from sim.chapter_11.weather import roll_weather
from sim.chapter_b.wind_change import has_direction, roll_wind_direction
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision, Telling
from sim.state import State

__all__ = ["SETUP_STEPS", "finish_setup", "next_roll", "roll_in_setup"]

CORE: Final = ("B25.64", "E3.6")


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


SETUP_STEPS: Final[dict[type[SetupCommand], _Step]] = {
    RollWeather: _Step("11.2", lambda s: s.sky.weather is None),
    RollTimeOfDay: _Step("11.3", lambda s: s.sky.time_of_day is None),
    RollEC: _Step("11.4", _ec_open),
    RollWindForce: _Step("11.5", lambda s: s.wind.force is None),
    RollWindDirection: _Step("B25.64", _direction_open),
    RollDust: _Step("11.701", _dust_open),
}
"""The rolls of setup, in order; each is due only once those before it are made."""


def next_roll(state: State) -> type[SetupCommand] | None:
    """The roll that setup waits for; None when it is complete."""
    return next((command for command, step in SETUP_STEPS.items() if step.due(state)), None)


def roll_in_setup(state: State, command: SetupCommand, dice: Dice) -> Decision:
    """Make the roll that is due."""
    step = SETUP_STEPS[type(command)]
    due = next_roll(state)
    if due is not type(command):
        now = "no roll of setup is due any more" if due is None else f"`{due.word}` is due first"
        return Refusal(Reason.NOT_ROLLED, step.rule, now, first=None if due is None else due())
    return (yield from _made(state, command, dice))


def _made(state: State, command: SetupCommand, dice: Dice) -> Decision:
    match command:
        case RollWeather():
            return roll_weather(state, command, dice)
        case RollTimeOfDay():
            return _set_time_of_day(state, command, dice)
        case RollEC():
            return roll_ec(state, command, dice)
        case RollWindForce():
            return roll_wind_force(state, command, dice)
        case RollWindDirection():
            return roll_wind_direction(state, command, dice)
        case RollDust():
            return roll_dust(state, command, dice)
        case _:
            assert_never(command)


def _set_time_of_day(state: State, command: RollTimeOfDay, dice: Dice) -> Decision:
    """Make the Time of Day dr; the EC of an Early Morning follow at once (11.6111)."""
    state = yield from roll_time_of_day(state, command, dice)
    yield from settle_early_morning_ec(state)
    return None


def finish_setup(state: State) -> Telling:
    """Settle what setup leaves to rules instead of rolls, as the first RPh begins.

    Under a Muddy sky EC are Mud (E3.6). Dust that no roll was due for is none, and what an SSR gave
    lasts only where it can exist (11.71).
    """
    if state.sky.mud and state.sky.ec is not EC.MUD:
        state = yield ECSet(EC.MUD, "E3.6")
    state = yield from settle_early_morning_ec(state)
    possible = state.density if light_dust_can_exist(state) else Density.NONE
    if possible is not state.dust:
        state = yield DustSet(possible, "11.71")
    return state
