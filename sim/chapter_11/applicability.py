"""11.1 Which rules of this chapter may apply to a scenario.

The table has seven rows. Every condition is a named question with the answer yes, no, or open
(None) while the value it asks about is still to be rolled; a row is in effect when all its
answers are yes. The same rows decide, in play, whether Dust can exist now.
"""

from collections.abc import Callable
from typing import Final

import attrs

from events.terms import EC, TimeOfDay
from sim.state import State

__all__ = [
    "DYO_CHARTS",
    "HEAT_HAZE",
    "HEAVY_DUST",
    "LIGHT_DUST",
    "MUD",
    "RULES",
    "SUMMARY",
    "SUN_BLINDNESS",
    "TIME_OF_DAY_TABLE",
    "Condition",
    "Row",
    "heavy_dust_can_exist",
    "light_dust_can_exist",
]

RULES: Final = ("11.1",)

Answer = bool | None


@attrs.frozen
class Condition:
    """One condition of the table, in words and as a question to a state."""

    text: str
    holds: Callable[[State], Answer]


@attrs.frozen
class Row:
    """A row of the table: rules, and what must hold for them to be in effect."""

    title: str
    rules: tuple[str, ...]
    conditions: tuple[Condition, ...]

    def failing(self, state: State) -> tuple[Condition, ...]:
        """The conditions that do not hold."""
        return tuple(c for c in self.conditions if c.holds(state) is False)

    def open(self, state: State) -> tuple[Condition, ...]:
        """The conditions that a roll to come decides."""
        return tuple(c for c in self.conditions if c.holds(state) is None)

    def in_effect(self, state: State) -> Answer:
        """Whether the rules are in effect; None while a roll to come decides it."""
        answers = [condition.holds(state) for condition in self.conditions]
        if False in answers:
            return False
        return None if None in answers else True


def _dry(state: State) -> Answer:
    ec = state.sky.ec
    return None if ec is None else ec in (EC.DRY, EC.VERY_DRY)


def _dry_enough(state: State) -> Answer:
    if not state.setting.scenario.steppe:
        return _dry(state)
    ec = state.sky.ec
    return None if ec is None else ec is EC.VERY_DRY


def _clear_of_overcast(state: State) -> Answer:
    weather = state.sky.weather
    return None if weather is None else not weather.overcast


def _daytime(state: State) -> Answer:
    time = state.sky.time_of_day
    return None if time is None else time is not TimeOfDay.NIGHT


def _mud(state: State) -> Answer:
    weather, ec = state.sky.weather, state.sky.ec
    if state.sky.mud or ec is EC.MUD:
        return True
    return None if weather is None or ec is None else False


_DYO: Final = Condition("it is a DYO scenario", lambda s: s.setting.scenario.dyo)
_ARID: Final = Condition("it is set in an Arid Land", lambda s: s.setting.region is not None)
_NORTH_AFRICA: Final = Condition("it is set in North Africa", lambda s: s.setting.north_africa)
_SOME_DESERT: Final = Condition("at least one Desert Board", lambda s: s.setting.some_desert)
_ONLY_DESERT: Final = Condition("only Desert Boards", lambda s: s.setting.only_desert)
_DAYTIME: Final = Condition("it is daytime", _daytime)
_NO_OVERCAST: Final = Condition("Weather is not Overcast", _clear_of_overcast)
_DRY: Final = Condition("EC are Dry or Very Dry", _dry)
_DRY_ENOUGH: Final = Condition("EC are Dry or Very Dry (Very Dry if Steppe)", _dry_enough)
_NO_STEPPE: Final = Condition(
    "Steppe Terrain is not in effect", lambda s: not s.setting.scenario.steppe
)
_NO_RAIN_YET: Final = Condition("it has not rained (11.77)", lambda s: not s.sky.rained)
_MUD: Final = Condition("Mud is in effect", _mud)

DYO_CHARTS: Final = Row(
    "Arid Weather, EC and Wind Force Charts", ("11.2", "11.4", "11.5"), (_DYO, _ARID)
)
TIME_OF_DAY_TABLE: Final = Row("Time of Day Table", ("11.3",), (_DYO, _SOME_DESERT))
SUN_BLINDNESS: Final = Row(
    "Sun Blindness",
    ("11.61", "11.611", "11.6111", "11.612"),
    (_DAYTIME, _SOME_DESERT, _NO_OVERCAST),
)
HEAT_HAZE: Final = Row(
    "(Intense) Heat Haze",
    ("11.62", "11.621", "11.622", "11.623", "11.624"),
    (_DAYTIME, _NORTH_AFRICA, _SOME_DESERT, _NO_OVERCAST),
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
MUD: Final = Row("Desert Mud", ("11.8",), (_ARID, _ONLY_DESERT, _MUD))

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


def light_dust_can_exist(state: State) -> bool:
    """Whether Light Dust, and so Vehicle and FFE Dust, can exist now (11.71)."""
    return LIGHT_DUST.in_effect(state) is True
