"""A whole playing area as one standalone SVG: banner, map, panel and key."""

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

import attrs

from events.errors import BadInput
from replays.drawing.chart import chart_svg
from replays.drawing.counter import draw_counters
from replays.drawing.hexside import (
    draw_bridges,
    draw_channels,
    draw_hexsides,
    draw_paths,
    draw_roads,
)
from replays.drawing.legend import draw_key
from replays.drawing.margin import BANNER_HEIGHT as BANNER
from replays.drawing.margin import (
    LEAST,
    WIDTH,
    draw_banner,
    draw_legend,
    facts,
    hex_words,
    moment_words,
)
from replays.drawing.sightline import draw_line, draw_los, los_facts
from replays.drawing.structure import draw_buildings, draw_debris, draw_rubble, draw_shellholes
from replays.drawing.style import ROOT, Look, patterns, style
from replays.drawing.svg import HIGH, SIDE, Frame, centre, frame, key_of, number, tag, words
from replays.drawing.terrain import (
    draw_bins,
    draw_contours,
    draw_grid,
    draw_ground,
    draw_names,
    draw_spills,
    draw_symbols,
    draw_watermarks,
)
from replays.drawing.weather import draw_areas, draw_margin, draw_sky, draw_veil
from replays.game.game import Game
from sim.asking.answer import Answer
from sim.chapter_b.symbology import terrain_map
from sim.machine.opening import initial_state
from sim.map.board import MARKS
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer
from sim.state import State, but
from sim.state.maps import Map

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

PRINTED: Final = ("ground", "terrain", "contours", "grid", "names")
"""Those that stay as they are as long as a game goes on."""


def layer(state: State, name: str, edge: Frame | None = None) -> Iterator[str]:
    """The elements of a layer.

    Args:
        state: the state.
        name: one of `LAYERS`.
        edge: the rectangle that is drawn; the whole playing area if None.
    """
    return filter(None, LAYERS[name](state, edge or frame(state.setting.area)))


def _named(area: PlayingArea, text: str, where: str) -> complex:
    """The centre dot of a hex that somebody named."""
    name = area.name(text)
    if name is None:
        raise BadInput(
            f"{text[:40]!r} is not a hex in play; expected a grid coordinate such as "
            f"{next(iter(area.names.values()))}",
            where,
        )
    return centre(area.place(name))


def _cut(area: PlayingArea, left: float, top: float, right: float, low: float) -> Frame:
    """A rectangle, as far as the playing area goes."""
    whole = frame(area)
    left, top = max(left, 0.0), max(top, 0.0)
    right, low = min(right, whole.width), min(low, whole.height)
    return Frame(right - left, low - top, left, top)


def crop(area: PlayingArea, text: str) -> Frame:
    """The rectangle of whole hexes between two corners, such as ``A1:K10``.

    Raises:
        BadInput: when it does not name two hexes in play.
    """
    one, colon, two = text.partition(":")
    if not colon:
        raise BadInput(
            f"{text[:40]!r} has no two corners; expected HEX:HEX such as A1:K10", "--crop"
        )
    ends = (_named(area, one.strip(), "--crop"), _named(area, two.strip(), "--crop"))
    return _cut(
        area,
        min(each.real for each in ends) - SIDE,
        min(each.imag for each in ends) - HIGH / 2,
        max(each.real for each in ends) + SIDE,
        max(each.imag for each in ends) + HIGH / 2,
    )


def around(area: PlayingArea, text: str, radius: int) -> Frame:
    """The rectangle of all hexes at a range from one.

    Raises:
        BadInput: when it is not a hex in play.
    """
    at = _named(area, text.strip(), "--around")
    wide, high = 1.5 * SIDE * radius + SIDE, HIGH * radius + HIGH / 2
    return _cut(area, at.real - wide, at.imag - high, at.real + wide, at.imag + high)


def within(state: State, window: Frame) -> State:
    """The same state over those hexes alone of which something is in a rectangle.

    It is to be drawn, and to nothing else: its playing area forgets the other hexes.
    """
    area = state.setting.area
    names = {
        place: name for place, name in area.names.items() if window.has(centre(place), 0.99 * SIDE)
    }
    # what lies one hex farther off still shows in what is drawn: contours, Blast Areas, joints
    kept = {
        name for place, name in area.names.items() if window.has(centre(place), 0.99 * SIDE + HIGH)
    }
    drawn = attrs.evolve(
        area,
        names=names,
        record={name: record for name, record in area.record.items() if name in kept},
        around={
            name: tuple(other if other in kept else None for other in others)
            for name, others in area.around.items()
            if name in kept
        },
        hexsides={at: kind for at, kind in area.hexsides.items() if at[0] in kept},
        buildings={name: spec for name, spec in area.buildings.items() if name in kept},
        debris={name: spec for name, spec in area.debris.items() if name in kept},
        roads={at: road for at, road in area.roads.items() if at[0] in kept},
        bridges={name: kind for name, kind in area.bridges.items() if name in kept},
        spills={at for at in area.spills if at[0] in kept},
        paths={at for at in area.paths if at[0] in kept},
    )
    shown = set(names.values())
    return but(
        attrs.evolve(state, setting=attrs.evolve(state.setting, area=drawn)),
        ground=Map({name: each for name, each in state.ground.items() if name in kept}),
        ffes=Map({key: ffe for key, ffe in state.ffes.items() if ffe.hex in kept}),
        smoke=Map({key: each for key, each in state.smoke.items() if each.hex in shown}),
        vehicle_dust=Map({k: each for k, each in state.vehicle_dust.items() if each.hex in shown}),
        fortifications=Map(
            {k: each for k, each in state.fortifications.items() if each.hex in shown}
        ),
        drift=Map(
            {
                key: tuple(name for name in hexes if name in shown)
                for key, hexes in state.drift.items()
            }
        ),
        vehicles=Map(
            {key: each for key, each in state.vehicles.items() if each.hex in {None, *shown}}
        ),
    )


def bare(state: State) -> State:
    """The boards of a game, in the same arrangement, without counters and as they were printed.

    The clock, the sky and the wind are those of the state; what fell, burned or was dug is gone.
    """
    printed = initial_state(state.setting.scenario)
    return but(
        state,
        ground=printed.ground,
        breaches=printed.breaches,
        vehicles=type(state.vehicles)(),
        vehicle_dust=type(state.vehicle_dust)(),
        smoke=type(state.smoke)(),
        drift=type(state.drift)(),
        ffes=type(state.ffes)(),
        units=type(state.units)(),
        fortifications=type(state.fortifications)(),
    )


SHOWN_AS: Final = {
    TerrainKind.CRAG_BRUSH: (TerrainKind.CRAG, TerrainKind.BRUSH),
    TerrainKind.CRAG_HAMMADA: (TerrainKind.CRAG, TerrainKind.HAMMADA),
}
"""How kinds that combine two are drawn."""

ONLY_GOVERNED: Final = (TerrainKind.THICK_GRAIN, TerrainKind.PLOWED_FIELD)
"""Kinds that no board prints, but that a season makes; each has symbols of its own."""


def governed(state: State) -> State:
    """The same state over the terrain that governs its hexes (B.1), instead of what is printed."""
    setting = state.setting
    known = {*MARKS.values(), *ONLY_GOVERNED}
    record = {}
    for name, kinds in terrain_map(setting).items():
        shown = [
            each
            for kind in kinds
            for each in ((kind.name,) if kind.name in known else SHOWN_AS.get(kind.name, ()))
        ]
        record[name] = attrs.evolve(
            setting.area.record[name],
            kinds=tuple(dict.fromkeys(shown)) or (TerrainKind.OPEN_GROUND,),
        )
    area = attrs.evolve(setting.area, record=record)
    return attrs.evolve(state, setting=attrs.evolve(setting, area=area))


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


class Picture(str):
    """An SVG document, which is a text; notebooks show what it draws."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture, {len(self)} characters of SVG>"


def draw(what: object, *, los: Answer | None = None) -> Picture:
    """Draw a game or a state, odds, a comparison or a sensitivity.

    Args:
        what: what to draw.
        los: of a game or state: the answer of ``ask(game, "shot", ...)`` whose LOS goes with it.

    Raises:
        BadInput: when it is nothing that can be drawn, or no LOS goes with it.
    """
    if los is not None and not isinstance(what, Game | State):
        raise BadInput("a LOS goes with a game or a state", "los")
    if los is not None and not isinstance(los, ShotAnswer):
        raise BadInput('the answer of ask(game, "shot", ...) is expected', "los")
    if isinstance(what, State):
        return Picture(svg(what, los))
    if isinstance(what, Game):
        return Picture(svg(what.state, los))
    return Picture(chart_svg(what))
