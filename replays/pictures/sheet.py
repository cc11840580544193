"""A whole playing area as one standalone SVG: banner, map, panel and key."""

import re
from itertools import chain
from typing import Final

from replays.pictures.banner import HIGH as BANNER
from replays.pictures.banner import LEAST, draw_banner, moment_words
from replays.pictures.caption import facts
from replays.pictures.geometry import Frame, frame
from replays.pictures.key import draw_key
from replays.pictures.layers import LAYERS, layer
from replays.pictures.legend import WIDTH, draw_legend
from replays.pictures.patterns import patterns
from replays.pictures.shapes import key_of, number, tag, words
from replays.pictures.sightline import draw_line, draw_los, los_facts
from replays.pictures.sky import draw_margin
from replays.pictures.style import ROOT, Look, style
from replays.pictures.window import within
from sim.questions.shot import ShotAnswer
from sim.state import State

__all__ = ["svg"]

_MARGIN: Final = 30.0
_GAP: Final = 16.0
_BROAD: Final = 1.45
"""From which share of width to height on the panel stands under the map."""

_PLAIN: Final = 1100.0
"""How wide a picture is whose words have their plain size; those of wider ones are larger."""

_LARGEST: Final = 2.2
_ID: Final = re.compile(r' id="([^"]+)"')
_TITLED: Final = ("ground", "areas", "counters", "los")


def svg(
    state: State,
    shot: ShotAnswer | None = None,
    *,
    window: Frame | None = None,
    look: Look = Look.TABLE,
    note: str = "",
) -> str:
    """Draw a state.

    Args:
        state: the state.
        shot: the answer of `ask shot`, whose LOS is drawn over it.
        window: the part of the playing area to draw; all of it if None.
        look: what it is made for: the table, a dark page, or paper.
        note: what is to be said of the whole picture, beside its title.

    Returns:
        A standalone SVG document, whose origin is the upper left corner of the board, or of the
        window; for the same state always the same.
    """
    edge = window or frame(state.setting.area)
    state = state if window is None else within(state, window)
    broad = edge.width > _BROAD * edge.height and edge.width >= 2 * WIDTH
    beside = 0.0 if broad else WIDTH + _MARGIN
    scale = min(max((edge.width + beside) / _PLAIN, 1.0), _LARGEST)
    whole = max(edge.width + beside * scale, LEAST * scale)
    top = BANNER * scale
    map_ = tag("g", _board(state, shot, edge), transform=_moved(-edge.left, -edge.top))
    panel, high = draw_legend(state, shot, whole / scale if broad else WIDTH)
    if broad:
        x, y = 0.0, edge.height + _MARGIN
    else:
        x, y = whole - WIDTH * scale, 0.0
    under = edge.height + _MARGIN + (high * scale + _GAP if broad else 0.0)
    key, low = draw_key(state, (whole if broad else edge.width) / scale, shot)
    foot = max(under + low * scale, y + high * scale)
    parts = (
        tag("g", draw_banner(state, whole / scale, note), transform=_scaled(scale, 0, -top)),
        map_,
        tag("g", panel, transform=_scaled(scale, x, y)),
        tag("g", key, transform=_scaled(scale, 0, under)),
    )
    return _document(state, shot, parts, Frame(whole, foot + top, 0.0, -top), look)


def _moved(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


def _scaled(scale: float, x: float, y: float) -> str:
    return f"{_moved(x, y)} scale({scale:.3f})"


def _document(
    state: State,
    shot: ShotAnswer | None,
    parts: tuple[str, ...],
    size: Frame,
    look: Look,
) -> str:
    wide, tall = size.width + 2 * _MARGIN, size.height + 2 * _MARGIN
    x, y = size.left - _MARGIN, size.top - _MARGIN
    box = f"{number(x)} {number(y)} {number(wide)} {number(tall)}"
    paper = tag("rect", x=x, y=y, width=wide, height=tall, class_="paper")
    name = f"{state.setting.scenario.name}, {state.moment}"
    said = [f"{about}: {what}" for about, what, _ in facts(state)]
    said += [] if shot is None else los_facts(shot)
    told = words("; ".join((moment_words(state), *said)))
    ids = key_of(name, told, *parts)
    sheet = style(look, drawn="".join((paper, *parts, *patterns(look))))
    body = "".join((sheet, *parts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(wide)}" '
        f'height="{number(tall)}" class="{ROOT[look]}" role="img" '
        f'aria-labelledby="{ids}-title {ids}-desc">\n'
        + "\n".join(
            chain(
                (
                    tag("title", words(name), id=f"{ids}-title"),
                    tag("desc", told, id=f"{ids}-desc"),
                    tag("style", sheet),
                    tag("defs", *(each for each in patterns(look) if _used(each, body))),
                    paper,
                ),
                parts,
            )
        )
        + "\n</svg>\n"
    )


def _used(pattern: str, body: str) -> bool:
    """Whether a picture refers to a pattern."""
    found = _ID.search(pattern)
    return found is not None and f"url(#{found[1]})" in body


def _board(state: State, shot: ShotAnswer | None, edge: Frame) -> str:
    """The board, cut to its rectangle, with what lies on it and what is seen over it."""
    cut = tag("rect", **edge.around)
    id_ = key_of(cut)
    drawn = {name: "\n".join(layer(state, name, edge)) for name in LAYERS}
    if shot is not None:
        area = state.setting.area
        drawn["line"] = "\n".join(filter(None, draw_line(area, shot)))
        drawn["counters"] = drawn.pop("counters")
        drawn["los"] = "\n".join(filter(None, draw_los(area, shot)))
    inner = "\n".join(
        f'<g class="layer-{name}"{_pointed(name)}>\n{parts}\n</g>'
        for name, parts in drawn.items()
        if parts
    )
    return "\n".join(
        (
            tag("defs", tag("clipPath", cut, id=id_)),
            f'<g clip-path="url(#{id_})">\n{inner}\n</g>',
            tag("rect", class_="frame", **edge.around),
            *draw_margin(state, edge),
        )
    )


def _pointed(name: str) -> str:
    """What lies over the hexes does not come between a pointer and their titles."""
    return "" if name in _TITLED else ' pointer-events="none"'
