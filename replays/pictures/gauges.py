"""Gauges beside a map: the six boxes of Dust, the wind in its hex, north, scale, and the hour."""

from cmath import rect
from collections.abc import Iterator
from math import radians
from typing import Final

from events.terms import Density, North, TimeOfDay
from replays.pictures.geometry import CORNERS, HIGH, SIDE
from replays.pictures.haze import veil_over
from replays.pictures.shapes import dot, label, path, ring, run, tag, title
from replays.pictures.sky import chevrons, sun
from sim.chapter_b.wind_change import has_direction
from sim.map.hexes import HEXSIDES
from sim.state import State, Wind

__all__ = ["draw_dust_gauge", "draw_hour", "draw_north", "draw_scale", "draw_wind"]

_NORTH: Final = {North.UP: 0, North.RIGHT: 90, North.DOWN: 180, North.LEFT: 270}
_SHORT: Final = ("None", "Light", "Mod.", "Heavy", "V.Hvy", "E.Hvy")
_HOURS: Final = {
    TimeOfDay.EARLY_MORNING: 0.08,
    TimeOfDay.MID_MORNING: 0.3,
    TimeOfDay.MIDDAY: 0.5,
    TimeOfDay.MID_AFTERNOON: 0.7,
    TimeOfDay.LATE_AFTERNOON: 0.92,
}
"""How far along its arc the sun stands."""


def draw_dust_gauge(density: Density | None, at: complex, width: float) -> Iterator[str]:
    """Six boxes from None to Extremely Heavy, each with its veil; the present one is framed."""
    step = width / len(Density)
    for n, each in enumerate(Density):
        left = at + n * step
        wide = step - 3
        shape = ring((left, left + wide, left + complex(wide, 24), left + 24j))
        here = each is density
        yield tag(
            "g",
            title(f"{each} Dust{', now' if here else ''}"),
            path(shape, "d0"),
            veil_over(each, shape),
            path(shape, "current" if here else "gauge"),
            label(_SHORT[n], left + complex(wide / 2, 38), "strong" if here else "tiny", size=10.5),
        )


def draw_wind(wind: Wind, at: complex) -> Iterator[str]:
    """A hex with the numbers of its hexsides, and chevrons to where the wind blows."""
    size = 44 / SIDE
    yield path(ring(at + size * corner for corner in CORNERS), "rose")
    for side in HEXSIDES:
        out = rect(HIGH / 2 * size + 9, radians(60 * (side - 1) - 90))
        here = side == wind.direction
        yield label(str(side), at + out + 4j, "strong" if here else "tiny", size=12 if here else 11)
    if wind.direction is None:
        said = "?" if has_direction(wind.force) else "no wind"
        yield label(said, at + 4j, "key", size=12.5, anchor="middle")
    else:
        yield from chevrons(wind, at, 17)


def draw_north(north: North, at: complex) -> Iterator[str]:
    """An arrow to the north."""
    way = rect(1, radians(_NORTH[north] - 90))
    points = (26 * way, -18 * way + 11j * way, -10 * way, -18 * way - 11j * way)
    yield path(ring(at + point for point in points), "north")
    yield label("N", at + 36 * way + 4j, "strong", size=13)


def draw_scale(at: complex) -> Iterator[str]:
    """How long a hex is."""
    half = HIGH / 2
    yield path(run(at - half - 4j, at - half, at + half, at + half - 4j), "frame")
    yield label("1 hex, 40 m", at + 15j, "tiny")


def draw_hour(state: State, at: complex, width: float) -> Iterator[str]:
    """The sun on its way over the sky, or the moon."""
    hour = state.sky.time_of_day
    if hour is None or hour is TimeOfDay.NONE:
        return
    high = 0.3 * width
    arc = f"M{at.real:.1f},{at.imag:.1f}q{width / 2:.1f},{-2 * high:.1f} {width:.1f},0"
    yield path(arc, "rule")
    yield path(run(at - 6, at + width + 6), "rule")
    if hour is TimeOfDay.NIGHT:
        spot = at + complex(width / 2, -high * 0.6)
        yield tag("g", title("Night"), path(dot(spot, 8), "moon"))
        return
    share = _HOURS[hour]
    spot = at + complex(share * width, -4 * high * share * (1 - share))
    yield tag("g", title(hour), *sun(spot, 6.5))
