"""11.2 The Arid Weather Chart of a DYO scenario set in an Arid Land."""

from typing import Final

from events.commands import RollWeather
from events.sky import WeatherSet
from events.terms import Month, Weather
from sim.machine.dice import Dice
from sim.machine.telling import Decision
from sim.state import State

__all__ = ["CHART", "RULES", "SEASON", "roll_weather", "weather_of"]

RULES: Final = ("11.2",)

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
    **dict.fromkeys(
        (Month.MAY, Month.JUNE, Month.JULY, Month.AUGUST, Month.SEPTEMBER),
        1,
    ),
    **dict.fromkeys((Month.OCTOBER, Month.NOVEMBER), 2),
    **dict.fromkeys((Month.DECEMBER, Month.JANUARY, Month.FEBRUARY, Month.MARCH), 3),
}
"""The column of each month."""


def weather_of(month: Month, dr: int) -> Weather:
    """The Weather that a DR gives in a month."""
    return CHART[dr][SEASON[month]]


def roll_weather(state: State, _: RollWeather, dice: Dice) -> Decision:
    """Make the Weather DR."""
    dr = sum(dice.roll("weather", 2))
    yield WeatherSet(weather_of(state.setting.scenario.month, dr), "11.2")
    return None
