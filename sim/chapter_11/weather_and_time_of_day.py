"""11.2 and 11.3 The Arid Weather Chart of a DYO scenario, and the Time of Day Table."""

from collections.abc import Collection
from typing import Final

from events.sky import TimeOfDaySet
from events.terms import EC, Month, TimeOfDay, Weather
from sim.machine.telling import Dice, Telling
from sim.state import State

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


def weather_of(month: Month, dr: int) -> Weather:
    """The Weather that a DR gives in a month."""
    return CHART[dr][SEASON[month]]


def may_bring_mud(month: Month) -> bool:
    """Whether a Weather DR of a month can bring Mud."""
    return any(row[SEASON[month]].mud for row in CHART.values())


# 11.4 The Arid EC Chart of a DYO scenario.

MONTH_DRM: Final = dict(zip(Month, (-1, -1, -1, 3, 3, 3, 3, 3, 3, 0, 0, -1), strict=True))
"""The drm of each month, January first."""

_BY_FINAL_DR: Final = dict(enumerate(EC, start=1))


def ec_of(month: Month, dr: int) -> EC:
    """The EC that an Original dr gives in a month."""
    return _BY_FINAL_DR[min(max(dr + MONTH_DRM[month], 1), 6)]


def may_be(month: Month, several: Collection[EC]) -> bool:
    """Whether an EC dr of a month can give one of these EC."""
    return any(ec_of(month, dr) in several for dr in range(1, 7))


# 11.3 The Time of Day Table of a DYO scenario with a Desert Board.

TABLE: Final[dict[int, TimeOfDay]] = {
    1: TimeOfDay.EARLY_MORNING,
    2: TimeOfDay.MID_MORNING,
    3: TimeOfDay.MIDDAY,
    4: TimeOfDay.MID_AFTERNOON,
    5: TimeOfDay.LATE_AFTERNOON,
    6: TimeOfDay.NIGHT,
}
"""The result of each dr."""

NONE_IF_OVERCAST: Final = frozenset(TABLE.values()) - {TimeOfDay.NIGHT}
"""Results with an asterisk: None when the Weather is Overcast."""

SUN_BLINDNESS_AT: Final[dict[TimeOfDay, str]] = {
    TimeOfDay.EARLY_MORNING: "11.611",
    TimeOfDay.LATE_AFTERNOON: "11.612",
}
"""The Times of Day that call for Sun Blindness, each with its rule."""

HEAT_HAZE_AT: Final = (TimeOfDay.MID_MORNING, TimeOfDay.MIDDAY, TimeOfDay.MID_AFTERNOON)
"""The Times of Day that call for Heat Haze."""

NONE_OUTSIDE_NORTH_AFRICA: Final = frozenset(HEAT_HAZE_AT)
"""Results with a dagger: None unless the scenario is set in North Africa."""

MIST_MONTHS: Final = frozenset(
    {Month.NOVEMBER, Month.DECEMBER, Month.JANUARY, Month.FEBRUARY, Month.MARCH, Month.APRIL}
)
"""The months in which an Early Morning brings Mist."""


def time_of_day(
    dr: int, weather: Weather, *, north_africa: bool, night_by_consent: bool = False
) -> TimeOfDay:
    """The Time of Day that a dr gives, footnotes included.

    By consent of both players a Night counts as None.
    """
    result = TABLE[dr]
    if weather.overcast and result in NONE_IF_OVERCAST:
        return TimeOfDay.NONE
    if not north_africa and result in NONE_OUTSIDE_NORTH_AFRICA:
        return TimeOfDay.NONE
    if night_by_consent and result is TimeOfDay.NIGHT:
        return TimeOfDay.NONE
    return result


def brings_mist(time: TimeOfDay, month: Month) -> bool:
    """Whether a Time of Day brings Mist in a month."""
    return time is TimeOfDay.EARLY_MORNING and month in MIST_MONTHS


def roll_time_of_day(state: State, dice: Dice) -> Telling:
    """Make the Time of Day dr; an SSR may bring or bar Mist whatever it says."""
    scenario = state.setting.scenario
    (dr,) = dice.roll("time of day", 1)
    time = time_of_day(
        dr,
        state.sky.weather or Weather.CLEAR,
        north_africa=state.setting.north_africa,
        night_by_consent=scenario.night_by_consent,
    )
    mist = brings_mist(time, scenario.month) if scenario.mist is None else scenario.mist
    return (yield TimeOfDaySet(time, mist, "11.3"))
