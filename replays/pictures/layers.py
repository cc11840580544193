"""The layers of a picture, each by itself and pure: the lowest first.

A layer is SVG elements in the coordinates of the playing area. They stand in an element of the
class `style.ROOT` of their look, under the style sheet of that look and beside its `patterns`. What
they define themselves has ids made of its content, so layers of many pictures can lie in one page.
"""

from collections.abc import Callable, Iterator
from itertools import chain
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
from replays.pictures.geometry import Frame, frame
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
from replays.pictures.sky import draw_sky
from replays.pictures.spills import draw_spills
from replays.pictures.works import draw_buildings, draw_debris, draw_rubble, draw_shellholes
from sim.state import State

__all__ = ["LAYERS", "PRINTED", "layer"]

Painter = Callable[[State, Frame], Iterator[str]]


def _ground(state: State, _: Frame) -> Iterator[str]:
    return draw_ground(state.setting.area, lambda name: hex_words(state, name))


def _terrain(state: State, _: Frame) -> Iterator[str]:
    area = state.setting.area
    return chain(
        draw_watermarks(area),
        draw_channels(area),
        draw_bridges(area),
        draw_roads(area),
        draw_symbols(area),
        draw_spills(area),
        draw_paths(area),
    )


def _works(state: State, _: Frame) -> Iterator[str]:
    return chain(
        draw_shellholes(state), draw_debris(state), draw_buildings(state), draw_rubble(state)
    )


def _hexsides(state: State, _: Frame) -> Iterator[str]:
    return draw_hexsides(state.setting.area, state.breaches)


def _areas(state: State, _: Frame) -> Iterator[str]:
    return draw_areas(state)


def _veil(state: State, edge: Frame) -> Iterator[str]:
    return draw_veil(state.density, edge)


def _contours(state: State, _: Frame) -> Iterator[str]:
    return draw_contours(state.setting.area)


def _grid(state: State, _: Frame) -> Iterator[str]:
    return draw_grid(state.setting.area)


def _names(state: State, edge: Frame) -> Iterator[str]:
    area = state.setting.area
    return chain(draw_names(area, edge), draw_bins(state.setting.scenario, area))


LAYERS: Final[dict[str, Painter]] = {
    "ground": _ground,
    "terrain": _terrain,
    "works": _works,
    "hexsides": _hexsides,
    "sky": draw_sky,
    "veil": _veil,
    "contours": _contours,
    "grid": _grid,
    "names": _names,
    "areas": _areas,
    "counters": draw_counters,
}
"""What draws each layer, the lowest first."""

PRINTED: Final = frozenset({"ground", "terrain", "contours", "grid", "names"})
"""Those that stay as they are as long as a game goes on."""


def layer(state: State, name: str, edge: Frame | None = None) -> Iterator[str]:
    """The elements of a layer.

    Args:
        state: the state.
        name: one of `LAYERS`.
        edge: the rectangle that is drawn; the whole playing area if None.
    """
    return filter(None, LAYERS[name](state, edge or frame(state.setting.area)))
