"""A whole playing area as one standalone SVG: banner, map, panel and key."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any, Final

import attrs
from immutables import Map

from events.errors import BadInput
from replays.drawing.chart import chart_svg
from replays.drawing.counter import draw_counters
from replays.drawing.legend import draw_legend
from replays.drawing.margin import (
    BANNER_HEIGHT,
    LEAST,
    WIDTH,
    draw_banner,
    draw_panel,
    facts,
    hex_words,
    moment_words,
)
from replays.drawing.sightline import draw_line, draw_los, los_facts
from replays.drawing.structure import (
    draw_bridges,
    draw_buildings,
    draw_channels,
    draw_debris,
    draw_hexsides,
    draw_paths,
    draw_roads,
    draw_rubble,
    draw_shellholes,
)
from replays.drawing.style import UNIT, Theme, document, patterns
from replays.drawing.svg import HIGH, SIDE, Frame, centre, frame, key_of, moved, tag
from replays.drawing.terrain import (
    SYMBOLS,
    draw_bins,
    draw_contours,
    draw_grid,
    draw_ground,
    draw_names,
    draw_overhanging_art,
    draw_symbols,
    draw_watermarks,
)
from replays.drawing.weather import draw_areas, draw_dust_layer, draw_margin, draw_sky
from replays.game.game import Game
from sim.asking.answer import Answer
from sim.chapter_b.symbology import terrain_map
from sim.machine.opening import initial_state
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer
from sim.state import State, replace

LAYERS: Final = (
    "ground",
    "terrain",
    "works",
    "contours",
    "hexsides",
    "sky",
    "veil",
    "grid",
    "names",
    "areas",
    "counters",
)
"""The layers of a board, the lowest first."""

PRINTED: Final = ("ground", "terrain", "contours", "grid", "names")
"""Those that stay as they are as long as a game goes on."""


def layer(state: State, name: str, edge: Frame | None = None) -> Iterator[str]:
    """The elements of a layer, in a rectangle or in the whole playing area."""
    area = state.setting.area
    edge = edge or frame(area)
    drawn = {
        "ground": draw_ground(area, partial(hex_words, state)),
        "terrain": chain(
            draw_watermarks(area),
            draw_channels(area),
            draw_bridges(area),
            draw_roads(area),
            draw_symbols(area),
            draw_overhanging_art(area),
            draw_paths(area),
        ),
        "works": chain(
            draw_shellholes(state), draw_debris(state), draw_buildings(state), draw_rubble(state)
        ),
        "hexsides": draw_hexsides(area, state.breaches),
        "sky": draw_sky(state, edge),
        "veil": draw_dust_layer(state.density, edge),
        "contours": draw_contours(area),
        "grid": draw_grid(area),
        "names": chain(draw_names(area, edge), draw_bins(state.setting)),
        "areas": draw_areas(state, edge),
        "counters": draw_counters(state, edge),
    }
    return filter(None, drawn[name])


def _named(area: PlayingArea, text: str, where: str) -> complex:
    name = area.name(text)
    if name is None:
        such = f"expected a grid coordinate such as {next(iter(area.names.values()))}"
        raise BadInput(f"{text[:40]!r} is not a hex in play; {such}", where)
    return centre(area.place(name))


def crop(area: PlayingArea, text: str) -> Frame:
    """The rectangle of whole hexes between two corners, such as ``A1:K10``."""
    one, colon, two = text.partition(":")
    if not colon:
        what = f"{text[:40]!r} has no two corners; expected HEX:HEX such as A1:K10"
        raise BadInput(what, "--crop")
    return _near(area, [_named(area, each.strip(), "--crop") for each in (one, two)], 0)


def around(area: PlayingArea, names: Iterable[str], radius: int) -> Frame:
    """The rectangle of all hexes at a range from some."""
    return _near(area, [_named(area, name, "--around") for name in names], radius)


def widened(area: PlayingArea, window: Frame, names: Iterable[str]) -> Frame:
    """The rectangle that has these hexes too, such as the ends of a LOS."""
    more = around(area, names, 0)
    left, top = min(window.left, more.left), min(window.top, more.top)
    right, low = max(window.right, more.right), max(window.low, more.low)
    return Frame(right - left, low - top, left, top)


def _near(area: PlayingArea, at: list[complex], radius: int) -> Frame:
    """The rectangle of all hexes around some centre dots, as far as the playing area goes."""
    wide, high, whole = 1.5 * SIDE * radius + SIDE, HIGH * radius + HIGH / 2, frame(area)
    left, right = min(each.real for each in at), max(each.real for each in at)
    top, low = min(each.imag for each in at), max(each.imag for each in at)
    left, top = max(left - wide, 0.0), max(top - high, 0.0)
    right, low = min(right + wide, whole.width), min(low + high, whole.height)
    return Frame(right - left, low - top, left, top)


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
    tables = ("record", "hexsides", "buildings", "debris", "roads", "bridges", "around")
    cut: dict[str, Any] = {each: _kept(getattr(area, each), kept) for each in tables}
    for hex_, others in cut["around"].items():
        cut["around"][hex_] = tuple(other if other in kept else None for other in others)
    for each in ("spills", "paths"):
        cut[each] = {at for at in getattr(area, each) if at[0] in kept}
    drawn = attrs.evolve(area, names=names, **cut)
    shown = set(names.values())
    counters: dict[str, Any] = {
        each: Map({key: one for key, one in getattr(state, each).items() if one.hex in hexes})
        for each, hexes in (
            ("ffes", kept),
            ("smoke", shown),
            ("lights", shown),
            ("vehicle_dust", shown),
            ("fortifications", shown),
            ("vehicles", {None, *shown}),
        )
    }
    return replace(
        attrs.evolve(state, setting=attrs.evolve(state.setting, area=drawn)),
        ground=Map(_kept(state.ground, kept)),
        drift=Map({k: tuple(e for e in hexes if e in shown) for k, hexes in state.drift.items()}),
        **counters,
    )


def _kept(table: Mapping[Any, Any], kept: set[str]) -> dict[Any, Any]:
    return {
        at: each for at, each in table.items() if (at if isinstance(at, str) else at[0]) in kept
    }


def without_counters(state: State) -> State:
    """The boards of a game, in the same arrangement, without counters and as they were printed.

    The clock, the sky and the wind are those of the state; what fell, burned or was dug is gone.
    """
    printed = initial_state(state.setting.scenario)
    none: dict[str, Any] = dict.fromkeys(
        ("vehicles", "vehicle_dust", "smoke", "drift", "ffes", "lights", "units", "fortifications"),
        Map(),
    )
    return replace(state, ground=printed.ground, breaches=printed.breaches, **none)


SHOWN_AS: Final = {
    TerrainKind.CRAG_BRUSH: (TerrainKind.CRAG, TerrainKind.BRUSH),
    TerrainKind.CRAG_HAMMADA: (TerrainKind.CRAG, TerrainKind.HAMMADA),
}
"""How kinds that combine two are drawn."""


def effective_terrain(state: State) -> State:
    """The same state over the terrain that governs its hexes (B.1), instead of what is printed."""
    setting = state.setting
    record = {}
    for name, kinds in terrain_map(setting).items():
        shown = [
            each
            for kind in kinds
            for each in ((kind.name,) if kind.name in SYMBOLS else SHOWN_AS.get(kind.name, ()))
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
_NOT_POINTED: Final = ' pointer-events="none"'
_UNCUT: Final = ("counters", "los")
_TITLED: Final = ("ground", "areas", "counters", "los")


def svg(
    state: State,
    shot: ShotAnswer | None = None,
    *,
    window: Frame | None = None,
    theme: Theme = Theme.TABLE,
    note: str = "",
) -> str:
    """Draw a state as a standalone SVG document; for the same state always the same.

    The LOS of a shot is drawn over it. Of a window, a part of the playing area, the upper left
    corner is the origin. A note is said of the whole picture, beside its title.
    """
    edge = window or frame(state.setting.area)
    state = state if window is None else within(state, window)
    broad = edge.width > _BROAD * edge.height and edge.width >= 2 * WIDTH
    beside = 0.0 if broad else WIDTH + _MARGIN
    scale = min(max((edge.width + beside) / _PLAIN, 1.0), _LARGEST)
    whole = max(edge.width + beside * scale, LEAST * scale)
    top = BANNER_HEIGHT * scale
    panel, high = draw_panel(state, shot, whole / scale if broad else WIDTH)
    x, y = (0.0, edge.height + _MARGIN) if broad else (whole - WIDTH * scale, 0.0)
    under = edge.height + _MARGIN + (high * scale + _GAP if broad else 0.0)
    legend, low = draw_legend(state, (whole if broad else edge.width) / scale, shot)
    foot = max(under + low * scale, y + high * scale)
    parts = (
        tag("g", draw_banner(state, whole / scale, note), transform=_scaled(scale, 0, -top)),
        tag("g", _board(state, shot, edge), transform=moved(complex(-edge.left, -edge.top))),
        tag("g", panel, transform=_scaled(scale, x, y)),
        tag("g", legend, transform=_scaled(scale, 0, under)),
    )
    around = _MARGIN * scale
    size = Frame(whole + 2 * around, foot + top + 2 * around, -around, -top - around)
    said = [f"{about}: {what}" for about, what, _ in facts(state)]
    said += [] if shot is None else los_facts(shot)
    told = "; ".join((moment_words(state), *said))
    name = f"{state.setting.scenario.name}, {state.moment}"
    unit = max(scale, UNIT)
    return document(name, told, parts, size, theme, defs=patterns(theme), unit=unit)


def board_svg(state: State, shot: ShotAnswer | None, window: Frame, over: str = "") -> str:
    """A part of the board alone as a standalone SVG document, with the LOS of a shot.

    ``over`` is drawn over it.
    """
    size = Frame(window.width, window.height, 0.0, 0.0)
    board = _board(within(state, window), shot, window)
    parts = (tag("g", board + over, transform=moved(complex(-window.left, -window.top))),)
    said = str(state.moment)
    return document("the board", said, parts, size, Theme.TABLE, defs=patterns(Theme.TABLE))


def _scaled(scale: float, x: float, y: float) -> str:
    return f"{moved(complex(x, y))} scale({scale:.3f})"


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
    drawn = {
        # what lies over the hexes does not come between a pointer and their titles
        name: f'<g class="layer-{name}"{"" if name in _TITLED else _NOT_POINTED}>\n{parts}\n</g>'
        for name, parts in drawn.items()
        if parts
    }
    upper = [drawn.pop(name) for name in _UNCUT if name in drawn]
    inner = "\n".join(drawn.values())
    return "\n".join(
        (
            tag("defs", tag("clipPath", cut, id=id_)),
            f'<g clip-path="url(#{id_})">\n{inner}\n</g>',
            tag("rect", class_="frame", **edge.around),
            *draw_margin(state, edge),
            *upper,
        )
    )


class Picture(str):
    """An SVG document, which is a text; notebooks show what it draws."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture, {len(self)} characters of SVG>"


def draw(what: object, *, los: Answer | None = None) -> Picture:
    """Draw a game or a state, odds or a comparison.

    With a game or a state can go a LOS: the answer of ``ask(game, "shot", ...)``.
    """
    if los is not None and not isinstance(what, Game | State):
        raise BadInput("a LOS goes with a game or a state", "los")
    if los is not None and not isinstance(los, ShotAnswer):
        raise BadInput('the answer of ask(game, "shot", ...) is expected', "los")
    if isinstance(what, Game | State):
        return Picture(svg(what.state if isinstance(what, Game) else what, los))
    return Picture(chart_svg(what))
