"""The part of a map's key that changes as a game goes on: Dust, drift, counters, their areas."""

from collections.abc import Iterator
from typing import Final

from events.terms import Density, Fire
from replays.pictures.counter_shapes import burst, cloud, core, shell, tongue
from replays.pictures.geometry import CORNERS
from replays.pictures.palette import VEIL
from replays.pictures.shapes import path, ring, run, tag
from replays.pictures.works import minaret, standing
from sim.state import State

__all__ = ["counters_in_key"]

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
        yield "Fortification", tag("path", d=_SQUARE, class_="piece", style="fill:#cdbb95")
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
        style = f"fill-opacity:{VEIL[state.density]:.2f}"
        yield f"{state.density} Dust", tag("path", d=_HEX, class_="veil", style=style)
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
