"""The sky over a board: night, rain, Mist, haze, the low sun, and the wind at its margins."""

from cmath import rect
from collections import defaultdict
from collections.abc import Iterator
from math import radians
from typing import Final

from events.terms import Density, Rain, TimeOfDay, WindForce
from replays.drawing.svg import (
    Frame,
    box,
    centre,
    corners,
    direction,
    dot,
    haloed,
    in_pixels,
    path,
    ring,
    run,
    tag,
    title,
)
from sim.chapter_11.heat_haze import haze
from sim.chapter_11.sun_blindness import sun_direction
from sim.chapter_191.ffe_los_hindrance import blast_area
from sim.state import DISPERSED_DRM, State, Wind

_VEIL: Final = {
    Density.LIGHT: 0.22,
    Density.MODERATE: 0.36,
    Density.HEAVY: 0.48,
    Density.VERY_HEAVY: 0.58,
    Density.EXTREMELY_HEAVY: 0.68,
}
"""How much the dust of a density covers, under its dashes: few, more, many; crossed; bold."""

_TILE: Final = 48.0
"""How large a tile of dashes is: a page may move the veil by one and begin anew."""


def dust_over(density: Density, shape: str) -> str:
    """A veil of a density over a shape: how much is seen through it, and its grains."""
    if density is Density.NONE:
        return ""
    over = tag("path", d=shape, class_="veil", style=f"fill-opacity:{_VEIL[density]:.2f}")
    fill = f"fill:url(#khamsin-grains-{density.level})"
    return over + tag("path", d=shape, class_="blown", style=fill)


def draw_dust_layer(density: Density, edge: Frame) -> Iterator[str]:
    """The dust over the playing area: the denser, the less is seen through it."""
    corner = complex(edge.left, edge.top) - complex(_TILE, _TILE)
    yield dust_over(density, box(corner, edge.width + 2 * _TILE, edge.height + 2 * _TILE))


def draw_areas(state: State, edge: Frame) -> Iterator[str]:
    """Hexes that drift fills, and hexes in the blast area of an FFE."""
    area = state.setting.area
    shown = set(area.names.values())
    sources: dict[str, list[str]] = defaultdict(list)
    for source, hexes in sorted(state.drift.items()):
        class_ = "dustdrift" if source in state.vehicle_dust else "drift"
        for name in hexes:
            if name in shown:
                told = title(f"drift from {source} in {name}")
                d = ring(corners(area.place(name), 0.88))
                yield tag("path", told, d=d, class_=class_)
                sources[name].append(source)
    for name, found in sorted(sources.items()):
        said = " ".join(len(found) * [f"+{DISPERSED_DRM}"])
        low = edge.inner(centre(area.place(name)) + 30j, 15 * len(found))
        yield haloed(said, low, "drifts")
    for key, ffe in sorted(state.ffes.items()):
        if ffe.hex not in area.around:
            continue
        for near in sorted(blast_area(area, ffe.hex, ffe.kind)):
            if near in shown:
                told = title(f"Blast Area of FFE {key}")
                yield tag("path", told, d=ring(corners(area.place(near), 0.94)), class_="blast")


_FORCE: Final = {WindForce.NO_WIND: 0, WindForce.MILD_BREEZE: 1, WindForce.HEAVY_WINDS: 2}
"""How many chevrons a Wind Force has; Gusts add one, which is white."""

RAIN: Final = {Rain.RAIN: "khamsin-rain", Rain.HEAVY: "khamsin-heavy-rain"}
"""The pattern of each rain."""

_MIST: Final = "khamsin-mist"
_HAZE: Final = "khamsin-haze"


def draw_sky(state: State, edge: Frame) -> Iterator[str]:
    """Night, rain, Mist and haze over the board, under its names and counters."""
    sky = state.sky
    if sky.time_of_day is TimeOfDay.NIGHT:
        nvr = "" if state.nvr is None else f", NVR {state.nvr}"
        yield tag("rect", title(f"Night{nvr}"), class_="night", **edge.around)
    if sky.mist or sky.rain is not Rain.NONE:
        yield tag("rect", title("Mist"), class_="mist", **edge.around)
    if sky.mist:
        yield tag("rect", style=f"fill:url(#{_MIST})", **edge.around)
    if sky.rain is not Rain.NONE:
        yield tag("rect", title(sky.rain), style=f"fill:url(#{RAIN[sky.rain]})", **edge.around)
    if haze(state) is not None:
        yield tag("rect", title("Heat Haze"), style=f"fill:url(#{_HAZE})", **edge.around)


def wind_marks(wind: Wind) -> tuple[int, bool]:
    """How many chevrons a wind has, and whether Gusts add another."""
    return (_FORCE[wind.force] if wind.force is not None else 0, wind.gusts)


def chevrons(wind: Wind, at: complex, size: float) -> Iterator[str]:
    """Chevrons toward where the wind blows: one for a Mild Breeze, two for Heavy Winds.

    Gusts add one, which is white.
    """
    if wind.direction is None:
        return
    way = size * direction(wind.direction)
    count, gusts = wind_marks(wind)
    shape = (0.5, -0.1 + 0.62j, -0.5 + 0.62j, 0.1, -0.5 - 0.62j, -0.1 - 0.62j)
    total = count + gusts
    for n in range(total):
        spot = at + way * 0.85 * (n - (total - 1) / 2)
        yield path(ring(spot + way * each for each in shape), "chevron" if n < count else "gust")


def draw_margin(state: State, edge: Frame) -> Iterator[str]:
    """At the edge of the board: chevrons where the wind comes from, and the low sun."""
    wind = state.wind
    if wind.direction is not None and any(wind_marks(wind)):
        way = direction(wind.direction)
        said = f"{wind.force} to hexside {wind.direction}{', Gusts' if wind.gusts else ''}"
        drawn = "".join(chevrons(wind, 0, 9.0))
        spots = (in_pixels(drawn, edge.inner(spot, 20)) for spot in _upwind(edge, way))
        yield tag("g", title(said), *spots, class_=f"wind wind-{wind.direction:g}")
    toward = sun_direction(state)
    if toward is not None:
        out = complex(*toward)
        at = edge.middle + complex(out.real * edge.width / 2, out.imag * edge.height / 2)
        yield tag("g", title("Sun Blindness"), in_pixels("".join(sun(0, 7)), edge.inner(at, 20)))


def _upwind(edge: Frame, way: complex) -> Iterator[complex]:
    """Places on the edges over which the wind comes."""
    for out in (-1 + 0j, 1 + 0j, -1j, 1j):
        if (out * way.conjugate()).real < -0.3:
            along = complex(0, edge.height) if out.real else complex(edge.width, 0)
            half = complex(out.real * edge.width / 2, out.imag * edge.height / 2)
            yield from (edge.middle + half + share * along for share in (-0.25, 0.25))


def sun(at: complex, size: float) -> Iterator[str]:
    """The sun with its rays."""
    rays = "".join(
        run(at + rect(1.4 * size, radians(45 * n)), at + rect(1.9 * size, radians(45 * n)))
        for n in range(8)
    )
    yield path(rays, "ray")
    yield path(dot(at, size), "sun")
