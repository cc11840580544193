"""The layers of a picture, each by itself and pure: the lowest first.

A layer is a string of SVG elements in the coordinates of the playing area. It stands in an element
of the class `style.ROOT` of its look, under the style sheet of that look; what it defines has ids
made of its content, so layers of many pictures can lie in one page.
"""

from collections.abc import Callable, Iterable
from typing import Final

from replays.pictures.caption import hex_words
from replays.pictures.channels import (
    draw_bridges,
    draw_channels,
    draw_hexsides,
    draw_paths,
    draw_roads,
)
from replays.pictures.counters import draw_counters
from replays.pictures.geometry import Frame
from replays.pictures.ground import (
    draw_bins,
    draw_contours,
    draw_grid,
    draw_ground,
    draw_names,
    draw_symbols,
    draw_watermarks,
)
from replays.pictures.haze import draw_areas, draw_veil
from replays.pictures.shapes import tag
from replays.pictures.sightline import draw_line, draw_los, draw_touched
from replays.pictures.sky import draw_margin, draw_sky
from replays.pictures.spills import draw_spills
from replays.pictures.works import draw_buildings, draw_debris, draw_rubble, draw_shellholes
from sim.questions.shot import ShotAnswer
from sim.state import State

__all__ = [
    "LAYERS",
    "areas",
    "ground",
    "los_line",
    "los_marks",
    "margin",
    "names",
    "pieces",
    "sky",
    "veil",
    "works",
]


def _joined(*parts: Iterable[str]) -> str:
    return "\n".join(each for part in parts for each in part if each)


def _still(drawn: str) -> str:
    """A layer that does not come between a pointer and the hexes under it."""
    return tag("g", drawn, pointer_events="none") if drawn else ""


def ground(state: State, edge: Frame) -> str:
    """Ground, fields, channels, roads and symbols: what a board prints. Hexes have titles."""
    del edge
    area = state.setting.area
    under = _joined(draw_ground(area, lambda name: hex_words(state, name)))
    over = _joined(
        draw_watermarks(area),
        draw_channels(area),
        draw_bridges(area),
        draw_roads(area),
        draw_symbols(area),
        draw_spills(area),
        draw_paths(area),
    )
    return f"{under}\n{_still(over)}"


def works(state: State, edge: Frame) -> str:
    """What is built, and what is left of it: buildings, rubble, debris, shellholes, hexsides."""
    del edge
    return _still(
        _joined(
            draw_shellholes(state),
            draw_debris(state),
            draw_buildings(state),
            draw_rubble(state),
            draw_hexsides(state.setting.area, state.breaches),
        )
    )


def veil(state: State, edge: Frame) -> str:
    """The Dust over the whole area, by its density."""
    return _still(_joined(draw_veil(state.density, edge)))


def sky(state: State, edge: Frame) -> str:
    """Night, rain, Mist and haze over the whole area."""
    return _still(_joined(draw_sky(state, edge)))


def names(state: State, edge: Frame) -> str:
    """What is read through any Dust: contours, hexsides, grid coordinates, levels and BIN."""
    area = state.setting.area
    return _still(
        _joined(
            draw_contours(area),
            draw_grid(area),
            draw_names(area, edge),
            draw_bins(state.setting.scenario, area),
        )
    )


def areas(state: State, edge: Frame) -> str:
    """Hexes that drift fills, and hexes in the Blast Area of an FFE."""
    del edge
    return _joined(draw_areas(state))


def pieces(state: State, edge: Frame) -> str:
    """Every counter in play."""
    return _joined(draw_counters(state, edge))


def margin(state: State, edge: Frame) -> str:
    """Beyond the edge of the board: where the wind comes from, and where the sun blinds."""
    return _joined(draw_margin(state, edge))


def los_line(state: State, shot: ShotAnswer) -> str:
    """The line of a LOS and the hexes that it touches, which lie under the counters."""
    area = state.setting.area
    return _still(_joined((draw_touched(area, shot.los),), draw_line(area, shot)))


def los_marks(state: State, shot: ShotAnswer) -> str:
    """The ends of a LOS, its Hindrances, what blocks it and the verdict, over the counters."""
    return _joined(draw_los(state.setting.area, shot))


Layer = Callable[[State, Frame], str]

LAYERS: Final[dict[str, Layer]] = {
    "ground": ground,
    "works": works,
    "sky": sky,
    "veil": veil,
    "names": names,
    "areas": areas,
    "pieces": pieces,
}
"""What lies on a board, from the lowest layer to the uppermost."""
