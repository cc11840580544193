"""A whole playing area as one standalone SVG."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from replays.pictures.caption import facts
from replays.pictures.geometry import Frame, frame
from replays.pictures.haze import grains
from replays.pictures.key import draw_key
from replays.pictures.layers import LAYERS, layer
from replays.pictures.legend import WIDTH, draw_legend
from replays.pictures.palette import STYLE
from replays.pictures.shapes import number, tag, words
from replays.pictures.sightline import draw_los, draw_touched, los_facts
from sim.questions.shot import ShotAnswer
from sim.state import State

__all__ = ["svg"]

_MARGIN: Final = 26.0
_KEY: Final = 14.0
"""Between the map and its key."""


def svg(state: State, shot: ShotAnswer | None = None) -> str:
    """Draw a state.

    Args:
        state: the state.
        shot: the answer of `ask shot`, whose LOS is drawn over it.

    Returns:
        A standalone SVG document; for the same state always the same.
    """
    edge = frame(state.setting.area)
    panel, high = draw_legend(state, shot)
    key, low = draw_key(state, edge.width)
    tall = max(edge.height + _KEY + low, high) + 2 * _MARGIN
    wide = edge.width + WIDTH + 3 * _MARGIN
    size = f"{number(-_MARGIN)} {number(-_MARGIN)} {number(wide)} {number(tall)}"
    paper = tag("rect", x=-_MARGIN, y=-_MARGIN, width=wide, height=tall, class_="paper")
    legend = tag(
        "g",
        tag("rect", x=0, y=0, width=WIDTH, height=high, rx=4, class_="panel"),
        panel,
        transform=f"translate({number(edge.width + _MARGIN)} 0)",
    )
    key = tag("g", key, transform=f"translate(0 {number(edge.height + _KEY)})")
    parts = (_head(state, shot, edge), (paper,), _map(state, shot, edge), _top(state, shot))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="{number(wide)}" '
        f'height="{number(tall)}" role="img" aria-labelledby="khamsin-title khamsin-desc">\n'
        + "\n".join(chain(*parts, (key, legend)))
        + "\n</svg>\n"
    )


def _head(state: State, shot: ShotAnswer | None, edge: Frame) -> Iterator[str]:
    scenario = state.setting.scenario
    yield tag("title", words(f"{scenario.name}, {state.moment}"), id="khamsin-title")
    said = [f"{about}: {what}" for about, what in facts(state)]
    if shot is not None:
        said += los_facts(shot)
    yield tag("desc", words("; ".join(said)), id="khamsin-desc")
    yield tag("style", STYLE)
    cut = tag("rect", x=0, y=0, width=edge.width, height=edge.height)
    yield tag("defs", tag("clipPath", cut, id="khamsin-board"), grains())


def _map(state: State, shot: ShotAnswer | None, edge: Frame) -> Iterator[str]:
    """The board, cut to its rectangle, with the dust over it."""
    yield '<g clip-path="url(#khamsin-board)">'
    yield from layer(state, "ground")
    yield '<g pointer-events="none">'
    for name in LAYERS:
        if name not in ("ground", "counters"):
            yield from layer(state, name)
    if shot is not None:
        yield draw_touched(state.setting.area, shot.los)
    yield "</g></g>"
    yield tag("rect", x=0, y=0, width=edge.width, height=edge.height, class_="frame")


def _top(state: State, shot: ShotAnswer | None) -> Iterator[str]:
    """What lies on the board."""
    yield from layer(state, "counters")
    if shot is not None:
        yield from filter(None, draw_los(state.setting.area, shot))
