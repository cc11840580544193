"""The gauges over a map: wind, Dust, rain, EC and Time of Day, as the questions tell them."""

from collections.abc import Iterator
from typing import Any, Final

from events.terms import Density, Rain, WindForce
from replays.page.fragments import Fragments
from replays.pictures.gauges import draw_hour, draw_wind
from sim.chapter_11.in_effect import InEffect, in_effect
from sim.state import State

__all__ = ["SCALES", "in_effect_rows", "levels", "ribbon"]

SCALES: Final[dict[str, tuple[str, ...]]] = {
    "Dust": tuple(Density),
    "Rain": tuple(Rain),
    "Wind": tuple(WindForce),
}
"""The steps of what can rise and fall, the least first."""

_ALWAYS: Final = ("Wind", "Dust", "Weather", "EC", "Time of Day", "Rain", "Mist")
"""What has a gauge, where it is in effect; the first two always have."""


def ribbon(state: State, fragments: Fragments) -> list[dict[str, Any]]:
    """A gauge for each thing of the weather, as plain values.

    Each has name, words and rule; on a scale its ``steps`` and the one that is ``on``; the wind and
    the Time of Day have a ``picture`` as well.
    """
    now = {each.name: each for each in in_effect(state)}
    return [_gauge(state, now[name], fragments) for name in _ALWAYS if name in now]


def _gauge(state: State, each: InEffect, fragments: Fragments) -> dict[str, Any]:
    gauge: dict[str, Any] = {"name": each.name, "words": str(each.value), "rule": each.rule}
    if each.name in SCALES:
        gauge |= {"steps": list(SCALES[each.name]), "on": levels(state)[each.name]}
    if drawn := "".join(_picture(state, each.name)):
        gauge["picture"] = fragments.add(drawn)
    return gauge


def _picture(state: State, name: str) -> Iterator[str]:
    """What draws a gauge, around the origin."""
    if name == "Wind":
        yield from draw_wind(state.wind, 0)
    elif name == "Time of Day":
        yield from draw_hour(state, -46 + 22j, 92)


def levels(state: State) -> dict[str, int | None]:
    """Where on its scale each thing is; None where it is not rolled yet."""
    values = {"Dust": state.dust, "Rain": state.sky.rain, "Wind": state.wind.force}
    return {
        name: None if value is None else SCALES[name].index(value) for name, value in values.items()
    }


def in_effect_rows(state: State) -> Iterator[list[str]]:
    """Name, value and rule of all that is in effect everywhere."""
    for each in in_effect(state):
        yield [each.name, str(each.value), each.rule]
