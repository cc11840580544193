"""What is in effect now, everywhere on the map: sky, wind, Dust, LV, DLV, Mud, and special rules.

Each line says what the rules themselves answer; nothing is decided here.
"""

from collections.abc import Iterator
from typing import Final

import attrs

from events.terms import Rain, TimeOfDay
from sim.chapter_11 import dust, ec, heat_haze
from sim.chapter_11.applicability import (
    LIGHT_DUST,
    desert_mud,
    heavy_dust_can_exist,
    why_not_desert_mud,
)
from sim.chapter_11.density import dust_to_be_rolled
from sim.chapter_11.sun_blindness import sun_direction
from sim.chapter_11.weather_and_time_of_day import SUN_BLINDNESS_AT
from sim.chapter_191.steppe_terrain import both_in_effect
from sim.chapter_ad.precedence import notation
from sim.chapter_e import low_visibility, nvr
from sim.state import State


@attrs.frozen
class InEffect:
    """Something that is in effect everywhere now."""

    name: str
    value: str
    rule: str

    def __str__(self) -> str:
        return f"{self.name}: {self.value} ({self.rule})"


def in_effect(state: State) -> tuple[InEffect, ...]:
    """All that is in effect everywhere now: weather first, special rules last."""
    return (*_sky(state), *_wind(state), *_dust(state), *_low_visibility(state), *_ground(state))


TO_BE_ROLLED: Final = "to be rolled"


def _sky(state: State) -> Iterator[InEffect]:
    sky = state.sky
    yield InEffect("Weather", sky.weather or TO_BE_ROLLED, "11.2")
    if sky.time_of_day is not TimeOfDay.NONE:
        yield InEffect("Time of Day", sky.time_of_day or TO_BE_ROLLED, "11.3")
    if (seen := nvr.nvr_in_words(state)) is not None:
        yield InEffect("NVR", seen, "E1.1")
    yield InEffect("EC", ec.known_ec(state) or TO_BE_ROLLED, "11.4")
    if sky.rain is not Rain.NONE:
        yield InEffect("Rain", sky.rain, "E3.51")
    if sky.mist:
        yield InEffect("Mist", "in effect", "E3.32")


def _wind(state: State) -> Iterator[InEffect]:
    wind = state.wind
    direction = f" to hexside {wind.direction}" if wind.direction else ""
    yield InEffect(
        "Wind", f"{wind.force or TO_BE_ROLLED}{direction}", "B25.63" if wind.force else "11.5"
    )
    if wind.gusts:
        yield InEffect("Gusts", "for this Player Turn", "B25.651")


_CAN_EXIST: Final = {
    True: "Light and Moderate can exist",
    False: "none can exist",
    None: "what can exist is to be rolled",
}


def _dust(state: State) -> Iterator[InEffect]:
    density = state.density
    if state.sky.rained:
        yield InEffect("Dust", "None (none can exist any more: it has rained)", "11.77")
    elif dust_to_be_rolled(state):
        yield InEffect("Dust", TO_BE_ROLLED, "11.701")
    elif (dlv := dust.dust_die(density)) is None:
        possible = _CAN_EXIST[LIGHT_DUST.in_effect(state)]
        heavy = heavy_dust_can_exist(state)
        yield InEffect("Dust", f"None ({'any can exist' if heavy else possible})", "11.71")
    else:
        _, rule, _ = dlv
        yield InEffect("Dust", density, dust.HEAVY_RULES.get(density, rule))
    if not dust.double_time_allowed(state):
        what = "Double Time, Gallop and attacks by and vs Aerial units"
        yield InEffect("Forbidden", what, "11.731")


_RANGES: Final = range(25)
"""The ranges for which LV is told."""


def _low_visibility(state: State) -> Iterator[InEffect]:
    steps, before = [], 0
    for range_ in _RANGES:
        drm = low_visibility.lv_drm(state, range_)
        if drm != before:
            steps.append(f"+{drm} from range {range_} on")
        before = drm
    if steps:
        rule = "E3.32" if state.sky.rain is Rain.NONE else "E3.51"
        yield InEffect("LV", ", ".join(steps), rule)
    hazy = heat_haze.haze(state)
    if hazy is not None:
        yield InEffect(heat_haze.HAZES[hazy], "in effect", hazy)
    time = state.sky.time_of_day
    if sun_direction(state) is not None and time in SUN_BLINDNESS_AT:
        sun = "east" if time is TimeOfDay.EARLY_MORNING else "west"
        yield InEffect("Sun Blindness", f"toward the {sun}", SUN_BLINDNESS_AT[time])


def _ground(state: State) -> Iterator[InEffect]:
    if desert_mud(state):
        yield InEffect("Mud", "Desert Mud", "11.8")
    elif state.sky.mud_exists:
        yield InEffect("Mud", f"as it normally is: {why_not_desert_mud(state)}", "E3.6")
    scenario = state.setting.scenario
    if scenario.broken:
        yield InEffect("Broken Terrain", "in effect", "191.1")
    if scenario.steppe:
        yield InEffect("Steppe Terrain", "in effect", "191.2")
    if (both := both_in_effect(state.setting)) is not None:
        yield InEffect("Steppe and Broken Terrain", both, "191.2")
    for _ in notation(scenario):
        yield InEffect("AD Terrain", "in effect", "AD1.1")
