"""The part of a map's key that changes as a game goes on: Dust, drift, counters, their areas."""

from collections.abc import Iterator
from typing import Final

import attrs

from events.terms import Density, Fire
from replays.pictures.counter_shapes import burst, cloud, core, shell, tongue
from replays.pictures.counters import MOST, counters_by_hex
from replays.pictures.geometry import CORNERS
from replays.pictures.haze import veil_over
from replays.pictures.shapes import dot, label, path, ring, run
from replays.pictures.sky import chevrons, wind_marks
from replays.pictures.works import minaret, standing
from sim.questions.shot import ShotAnswer
from sim.state import State

__all__ = ["counters_in_key", "marks_in_key"]

_SIZE: Final = 28.0
_HEX: Final = ring(0.36 * corner for corner in CORNERS)
_SQUARE: Final = ring((-10 - 10j, 10 - 10j, 10 + 10j, -10 + 10j))
_CROSS: Final = run(-8 - 8j, 8 + 8j) + run(8 - 8j, -8 + 8j)


def counters_in_key(state: State) -> Iterator[tuple[str, str]]:
    """Words and drawing of everything of that kind that is in the picture."""
    yield from _of_hexes(state)
    yield from _dust(state)
    yield from _smoke(state)
    if state.ffes:
        drawn = path(shell(0, _SIZE), "ffe") + path(burst(0, _SIZE), "star")
        yield "FFE", drawn
        yield "blast area", path(_HEX, "blast")
    yield from _fires(state)
    if state.fortifications:
        yield "Fortification", path(_SQUARE, "piece nobody")
    if any(vehicle.destroyed for vehicle in state.vehicles.values()):
        yield "wreck", path(_CROSS, "wreck")


def _of_hexes(state: State) -> Iterator[tuple[str, str]]:
    """What came into hexes beside counters."""
    grounds = state.ground.values()
    if any(building.steepled for _, building in standing(state)):
        yield "Mosque or Temple", minaret(0, 11)
    breaks = (each.debris_breaks or (each.rubble and each.rubble.trail_breaks) for each in grounds)
    if any(breaks):
        yield "Trail Break", path(run(-14, 14), "break") + path(run(-14, 14), "breakline")


def _dust(state: State) -> Iterator[tuple[str, str]]:
    if state.density is not Density.NONE:
        yield f"{state.density} Dust", path(_HEX, "d0") + veil_over(state.density, _HEX)
    motions = {each.motion for each in state.vehicle_dust.values()}
    if False in motions:
        yield "Vehicle Dust", path(cloud(0, _SIZE), "dust")
    if True in motions:
        streaks = "".join(run(complex(-7, y), complex(7, y)) for y in (4, 7))
        drawn = path(cloud(0, _SIZE), "dustmotion") + path(streaks, "streak")
        yield "Vehicle Dust, Motion", drawn
    sources = {source in state.vehicle_dust for source, hexes in state.drift.items() if hexes}
    if True in sources:
        yield "drift of Vehicle Dust", path(_HEX, "dustdrift")
    if False in sources:
        yield "drift", path(_HEX, "drift")


def _smoke(state: State) -> Iterator[tuple[str, str]]:
    for gray, dispersed in sorted({(s.gray, s.dispersed) for s in state.smoke.values()}):
        words = "Dispersed " * dispersed + ("gray" if gray else "white")
        class_ = ("gray" if gray else "smoke") + " dispersed" * dispersed
        yield f"{words} SMOKE", path(cloud(0, _SIZE), class_)


def _fires(state: State) -> Iterator[tuple[str, str]]:
    here = {each.fire for each in state.ground.values()}
    for fire, class_ in ((Fire.FLAME, "flame"), (Fire.BLAZE, "blaze")):
        if fire in here:
            inner = path(core(0, _SIZE, blaze=fire is Fire.BLAZE), "core")
            yield str(fire), path(tongue(0, _SIZE), class_) + inner


def marks_in_key(state: State, shot: ShotAnswer | None) -> Iterator[tuple[str, str]]:
    """Words and drawing of the marks that a LOS, the wind and piles bring onto a map."""
    if shot is not None:
        yield "Line of Sight", path(run(-14, 14), "los") + path(dot(0, 6), "end")
        if shot.los.touched:
            yield "hex that it touches", path(_HEX, "touched")
        if shot.los.hindrances:
            drawn = path(dot(0, 10), "drm") + label("+1", 4.6j, "drmtext", size=12)
            yield "Hindrance in a hex", drawn
        if shot.blocked is not None:
            yield "LOS blocked", path(run(-14, 14), "unseen")
        if shot.los.block is not None:
            yield "what blocks it", path(_CROSS, "cross")
    if state.wind.direction is not None and any(wind_marks(state.wind)):
        drawn = "".join(chevrons(attrs.evolve(state.wind, direction=1), 0j, 9))
        yield "wind", f'<g transform="rotate(90)">{drawn}</g>'
    if any(len(each) > MOST for each in counters_by_hex(state).values()):
        drawn = path(dot(0, 9.5), "count") + label("5", 4.6j, "badge")
        yield "counters in a pile", drawn
