"""11.1 Which rules of this chapter may apply to a scenario.

The table has seven rows. Every condition is a named question with the answer yes, no, or open
(None) while the value it asks about is still to be rolled; a row is in effect when all its
answers are yes. The same rows decide, in play, whether Dust can exist now. Sun Blindness and Heat
Haze must be called for as well: by the Time of Day (11.6), and in Steppe Terrain by the EC (191.2).
"""

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

import attrs

from events.terms import EC, TimeOfDay
from sim.chapter_11.weather_and_time_of_day import (
    HEAT_HAZE_AT,
    SUN_BLINDNESS_AT,
    may_be,
    may_bring_mud,
)
from sim.chapter_191.steppe_terrain import steppe_allows_sun_blindness
from sim.machine.cached import cached
from sim.state import State

Answer = bool | None


class Condition(NamedTuple):
    """One condition, in words and as a question to a state."""

    text: str
    otherwise: str
    holds: Callable[[State], Answer]


@attrs.frozen
class Row:
    """A row of the table."""

    title: str
    rules: tuple[str, ...]
    conditions: tuple[Condition, ...]
    calls: tuple[Condition, ...] = ()
    """What must call for them beside that, by rules of their own."""
    bars: tuple[Condition, ...] = ()
    """What must not bar them, by rules of their own."""

    @property
    def all(self) -> tuple[Condition, ...]:
        """All that must hold for the rules to do something now."""
        return (*self.conditions, *self.bars, *self.calls)

    def failing(self, state: State) -> tuple[Condition, ...]:
        """The conditions that do not hold."""
        return tuple(c for c in self.conditions if c.holds(state) is False)

    def in_effect(self, state: State) -> Answer:
        """Whether the rules are in effect; None while a roll to come decides it."""
        return _all_hold(self.conditions, state)

    def in_play(self, state: State) -> Answer:
        """Whether the rules are in effect and called for, so that they do something now."""
        return _all_hold(self.all, state)

    def stands(self, state: State) -> Answer:
        """Whether the rules are in effect, and no other rule bars them."""
        return _all_hold((*self.conditions, *self.bars), state)

    def against(self, state: State) -> tuple[Condition, ...]:
        """What does not hold that the rules need to do something now."""
        return tuple(c for c in self.all if c.holds(state) is False)

    def undecided(self, state: State) -> tuple[Condition, ...]:
        """What a roll to come decides of that."""
        return tuple(c for c in self.all if c.holds(state) is None)


def _all_hold(conditions: tuple[Condition, ...], state: State) -> Answer:
    answer: Answer = True
    for condition in conditions:
        holds = condition.holds(state)
        if holds is False:
            return False
        if holds is None:
            answer = None
    return answer


_DRY_EC: Final = (EC.DRY, EC.VERY_DRY)


def _ec_in(state: State, dry: Collection[EC]) -> Answer:
    ec = state.sky.ec
    if not (may_be(state.setting.scenario.month, dry) if ec is None else ec in dry):
        return False
    return None if ec is None or _may_be_wetter(state) else True


def _may_be_wetter(state: State) -> bool:
    """Whether Weather or Time of Day, still to be rolled, may bring wetter EC (11.6111, E3.6)."""
    sky = state.sky
    if sky.weather is None and may_bring_mud(state.setting.scenario.month):
        return True
    sun = sky.time_of_day in (None, TimeOfDay.EARLY_MORNING)
    return sun and SUN_BLINDNESS.in_effect(state) is None


def _dry(state: State) -> Answer:
    return _ec_in(state, _DRY_EC)


def _dry_enough(state: State) -> Answer:
    return _ec_in(state, (EC.VERY_DRY,) if state.setting.scenario.steppe else _DRY_EC)


def _mud(state: State) -> Answer:
    sky, by_weather = state.sky, state.setting.rules_that("11.8-ec", "weather")
    if sky.mud if by_weather else sky.mud_exists:
        return True
    month = state.setting.scenario.month
    by_ec = not by_weather and sky.ec is None and may_be(month, (EC.MUD,))
    return None if by_ec or (sky.weather is None and may_bring_mud(month)) else False


def _time_in(times: Collection[TimeOfDay]) -> Callable[[State], Answer]:
    def holds(state: State) -> Answer:
        time = state.sky.time_of_day
        return None if time is None else time in times

    return holds


_DYO: Final = Condition(
    "it is a DYO scenario", "it is not a DYO scenario", lambda s: s.setting.scenario.dyo
)
_ARID: Final = Condition(
    "it is set in an Arid Land", "it is set in no Arid Land", lambda s: s.setting.region is not None
)
_NORTH_AFRICA: Final = Condition(
    "it is set in North Africa", "it is not set in North Africa", lambda s: s.setting.north_africa
)
_SOME_DESERT: Final = Condition(
    "at least one Desert Board", "there is no Desert Board", lambda s: s.setting.some_desert
)
_ONLY_DESERT: Final = Condition(
    "only Desert Boards", "not all boards are Desert Boards", lambda s: s.setting.only_desert
)
_DAYTIME: Final = Condition(
    "it is daytime", "it is Night", _time_in(set(TimeOfDay) - {TimeOfDay.NIGHT})
)
_NO_OVERCAST: Final = Condition(
    "Weather is not Overcast",
    "Weather is Overcast",
    lambda s: None if s.sky.weather is None else not s.sky.overcast,
)
_DRY: Final = Condition("EC are Dry or Very Dry", "EC are neither Dry nor Very Dry", _dry)
_DRY_ENOUGH: Final = Condition(
    "EC are Dry or Very Dry (Very Dry if Steppe)",
    "EC are neither Very Dry nor (without Steppe) Dry",
    _dry_enough,
)
_NO_STEPPE: Final = Condition(
    "Steppe Terrain is not in effect",
    "Steppe Terrain is in effect",
    lambda s: not s.setting.scenario.steppe,
)
_NO_RAIN_YET: Final = Condition(
    "it has not rained (11.77)", "it has rained (11.77)", lambda s: not s.sky.rained
)
_MUD: Final = Condition("Mud is in effect", "Mud is not in effect", _mud)
_LOW_SUN: Final = Condition(
    "it is Early Morning or Late Afternoon",
    "it is neither Early Morning nor Late Afternoon",
    _time_in(SUN_BLINDNESS_AT),
)
_HIGH_SUN: Final = Condition(
    "it is Mid Morning, Midday or Mid Afternoon",
    "it is neither Mid Morning nor Midday nor Mid Afternoon",
    _time_in(HEAT_HAZE_AT),
)
_VERY_DRY_STEPPE: Final = Condition(
    "EC are Very Dry if Steppe (191.2)",
    "in Steppe Terrain EC must be Very Dry (191.2)",
    steppe_allows_sun_blindness,
)

_NO_BROKEN_GROUND: Final = Condition(
    "Broken Terrain is not in effect (191.1)",
    "Broken Terrain is in effect (191.1)",
    lambda s: not s.setting.scenario.broken,
)
_NO_STEPPE_GROUND: Final = Condition(
    "Steppe Terrain is not in effect (191.2)",
    "Steppe Terrain is in effect (191.2)",
    lambda s: not s.setting.scenario.steppe,
)

DYO_CHARTS: Final = Row(
    "Arid Weather, EC and Wind Force Charts", ("11.2", "11.4", "11.5"), (_DYO, _ARID)
)
TIME_OF_DAY_TABLE: Final = Row("Time of Day Table", ("11.3",), (_DYO, _SOME_DESERT))
SUN_BLINDNESS: Final = Row(
    "Sun Blindness",
    ("11.61", "11.611", "11.6111", "11.612"),
    (_DAYTIME, _SOME_DESERT, _NO_OVERCAST),
    (_LOW_SUN,),
    (_VERY_DRY_STEPPE,),
)
HEAT_HAZE: Final = Row(
    "(Intense) Heat Haze",
    ("11.62", "11.621", "11.622", "11.623", "11.624"),
    (_DAYTIME, _NORTH_AFRICA, _SOME_DESERT, _NO_OVERCAST),
    (_HIGH_SUN,),
)
HEAVY_DUST: Final = Row(
    "Heavy, Very Heavy and Extremely Heavy Dust; Wind and Gust effects on Dust",
    ("11.73", "11.731", "11.732", "11.76", "11.761"),
    (_ONLY_DESERT, _DRY, _NO_STEPPE, _NO_RAIN_YET),
)
LIGHT_DUST: Final = Row(
    "DYO Dust Table; Light and Moderate Dust; Vehicle Dust; FFE Dust",
    ("11.701", "11.71", "11.711", "11.72", "11.74", "11.741", "11.75"),
    (_SOME_DESERT, _DRY_ENOUGH, _NO_RAIN_YET),
)
MUD: Final = Row(
    "Desert Mud",
    ("11.8",),
    (_ARID, _ONLY_DESERT, _MUD),
    bars=(_NO_BROKEN_GROUND, _NO_STEPPE_GROUND),
)

SUMMARY: Final = (
    DYO_CHARTS,
    TIME_OF_DAY_TABLE,
    SUN_BLINDNESS,
    HEAT_HAZE,
    HEAVY_DUST,
    LIGHT_DUST,
    MUD,
)
"""The seven rows, in the order of the table."""


def heavy_dust_can_exist(state: State) -> bool:
    """Whether Heavy Dust can exist now (11.73)."""
    return HEAVY_DUST.in_effect(state) is True


@cached(lambda state: (state.setting, state.sky), maxsize=64)
def light_dust_can_exist(state: State) -> bool:
    """Whether Light Dust, and so Vehicle and FFE Dust, can exist now (11.71)."""
    return LIGHT_DUST.in_effect(state) is True


def why_not_desert_mud(state: State) -> str | None:
    """Why D8.23 applies in the normal manner, or not at all; None if Desert Mud (11.8) does."""
    for condition in MUD.against(state):
        return condition.otherwise
    return None if MUD.in_effect(state) else "a roll to come decides whether there is Mud"


def desert_mud(state: State) -> bool:
    """Whether Desert Mud is in effect now."""
    return state.sky.mud_exists and why_not_desert_mud(state) is None
