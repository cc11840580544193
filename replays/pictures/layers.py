"""The layers of a picture of the board, from the ground up; whoever draws one uses these."""

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
from replays.pictures.ground import draw_bins, draw_grid, draw_ground, draw_names, draw_symbols
from replays.pictures.haze import draw_areas, draw_veil
from replays.pictures.spills import draw_spills
from replays.pictures.works import draw_buildings, draw_debris, draw_rubble, draw_shellholes
from sim.state import State

__all__ = ["LAYERS", "PRINTED", "layer"]

Painter = Callable[[State], Iterator[str]]


def _ground(state: State) -> Iterator[str]:
    return draw_ground(state.setting.area, lambda name: hex_words(state, name))


def _terrain(state: State) -> Iterator[str]:
    area = state.setting.area
    return chain(
        draw_channels(area),
        draw_bridges(area),
        draw_roads(area),
        draw_symbols(area),
        draw_spills(area),
        draw_paths(area),
    )


def _works(state: State) -> Iterator[str]:
    return chain(
        draw_shellholes(state), draw_debris(state), draw_buildings(state), draw_rubble(state)
    )


def _hexsides(state: State) -> Iterator[str]:
    return draw_hexsides(state.setting.area, state.breaches)


def _grid(state: State) -> Iterator[str]:
    return draw_grid(state.setting.area)


def _names(state: State) -> Iterator[str]:
    area = state.setting.area
    return chain(draw_names(area), draw_bins(state.setting.scenario, area))


LAYERS: Final[dict[str, Painter]] = {
    "ground": _ground,
    "terrain": _terrain,
    "works": _works,
    "hexsides": _hexsides,
    "areas": draw_areas,
    "veil": draw_veil,
    "grid": _grid,
    "names": _names,
    "counters": draw_counters,
}
"""What draws each layer, the lowest first; all but the counters are cut to the board."""

PRINTED: Final = frozenset({"ground", "terrain", "grid", "names"})
"""Those that stay as they are as long as a game goes on."""


def layer(state: State, name: str) -> Iterator[str]:
    """The elements of a layer."""
    return filter(None, LAYERS[name](state))
