"""Terrain as a board shows it: a coloured field for some kinds, and symbols for every kind."""

import re
from cmath import rect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import cos, pi, radians, sin
from typing import Final

import attrs

from replays.drawing.style import ground_class
from replays.drawing.svg import (
    CORNERS,
    HIGH,
    PATTERNS,
    SIDE,
    Frame,
    centre,
    dot,
    figure,
    haloed,
    hexside,
    key_of,
    label,
    middle,
    moved,
    number,
    oval,
    path,
    pattern_of,
    ring,
    run,
    scatter,
    shape,
    smooth,
    tag,
    title,
)
from replays.game.bundled import bundled_rows
from sim.chapter_ad.lft_boards import printed_bins
from sim.map.hexes import HEXSIDES, Hex
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

_ROUGH: Final = (1.0, 0.78, 1.08, 0.86, 1.12, 0.82)
"""How far the corners of a stone lie from its middle."""


def stone(at: complex, radius: float, turn: float = 0, corners: int = 6) -> str:
    """A stone with rough corners."""
    return ring(
        at + rect(radius * _ROUGH[n % 6], turn + 2 * pi * n / corners) for n in range(corners)
    )


@attrs.frozen
class FieldStyle:
    """The ground of some kinds of terrain, which runs on into adjacent hexes of these kinds.

    It covers a share of its hexes, all with 1. A lip is an edge of the ground, with hachures.
    """

    name: str
    kinds: frozenset[TerrainKind]
    share: float
    lip: bool


FIELDS: Final = tuple(
    FieldStyle(name, frozenset(map(TerrainKind, kinds.split(", "))), float(share), bool(edge))
    for name, kinds, share, edge in bundled_rows("pictures", "fields")
)
"""The kinds that colour their ground, from the lowest to the uppermost."""

FIELD_OF: Final = {kind: field for field in FIELDS for kind in field.kinds}
"""The field in which a kind lies."""


@attrs.frozen
class _Stroke:
    """A figure that is strewn over hexes, stands in rows in them, or lies in their middle.

    ``where`` has numbers: how many and how far out, or how far apart and how far out. ``size`` has
    by how much it grows over how many places in turn.
    """

    class_: str
    where: list[str]
    figure: str
    size: tuple[float, float, int]
    down: float

    def spots(self, place: Hex) -> list[complex]:
        how, *numbers = self.where
        if how == "strewn":
            return scatter(place, int(numbers[0]), float(numbers[1]))
        across, down, reach = map(float, numbers)
        middle = centre(place) + 0.06j * HIGH
        return [
            middle + complex(column * across, row * down)
            for row in range(-2, 3)
            for column in range(-3, 4)
            if abs(column * across) * 0.6 + abs(row * down) <= reach * HIGH / 2 and (row or column)
        ]

    def at(self, spot: complex, n: int) -> str:
        least, more, steps = self.size
        at, size = spot + 1j * self.down, least + n % steps * more
        if self.figure == "dot":
            return dot(at, size)
        if self.figure in ("stone", "pebble"):
            return stone(at, size, n, 6 if self.figure == "stone" else 5)
        return shape(self.figure, at, size)


def _symbols() -> dict[TerrainKind, list[_Stroke]]:
    found: dict[TerrainKind, list[_Stroke]] = defaultdict(list)
    for kind, class_, where, name, size, more, steps, down in bundled_rows("pictures", "symbols"):
        strokes = found[TerrainKind(kind)]
        if name:
            sizes = float(size or 0), float(more or 0), int(steps or 1)
            strokes.append(_Stroke(class_, where.split(), name, sizes, float(down or 0)))
    return dict(found)


SYMBOLS: Final = _symbols()
"""What is drawn in a hex of each kind of terrain, from the lowest to the uppermost."""


def draw_symbol(kind: TerrainKind, place: Hex) -> Iterator[str]:
    """The symbols of a kind in a hex."""
    for each in SYMBOLS[kind]:
        if each.where == ["middle"]:
            yield from figure(each.figure, centre(place), SIDE)
        else:
            drawn = (each.at(spot, n) for n, spot in enumerate(each.spots(place)))
            yield path("".join(drawn), each.class_)


_SAMPLES: Final = {pattern_of(Hex(0, row)): Hex(0, row) for row in range(9 * PATTERNS)}
"""A hex of each pattern."""

_ROOTS: Final = "khamsin khamsin-dark khamsin-print art"
"""The classes of whole pictures. What a `use` shows is a tree of its own to a style sheet: rules
that hold under a class hold in it only if it has that class itself."""


@lru_cache(maxsize=512)
def _symbol_of(kind: TerrainKind, pattern: int) -> tuple[str, str]:
    """The symbols of a kind in a hex of a pattern, around its centre dot: their id, and a group.

    A kind that has none has an empty group.
    """
    place = _SAMPLES[pattern]
    drawn = list(draw_symbol(kind, place))
    if not drawn:
        return "", ""
    way = moved(-centre(place))
    id_ = key_of(way, *drawn)
    return id_, tag("g", *drawn, id=id_, class_=_ROOTS, transform=way)


_JOINED: Final = (1, 2, 3)
"""Hexsides that are looked at from one of their two hexes only."""

_CELL: Final = ring(1.008 * corner for corner in CORNERS)
_NAME: Final = 15.0
_COORDINATE: Final = re.compile(r"[A-Z]+[0-9]+")
_WATERMARK: Final = 230.0


def draw_ground(area: PlayingArea, told: Callable[[str], str]) -> Iterator[str]:
    """Bare ground and fields. Every hex has a title, which browsers show."""
    id_ = key_of(_CELL)
    yield tag("defs", tag("path", id=id_, d=_CELL, class_="cell"))
    for place, name in area.names.items():
        record, at = area.record[name], centre(place)
        class_ = ground_class(record.base, record.level)
        said = title(told(name))
        yield tag("use", said, href=f"#{id_}", x=at.real, y=at.imag, class_=class_)
    for field in FIELDS:
        yield from _field(area, field)


def _field(area: PlayingArea, field: FieldStyle) -> Iterator[str]:
    """All hexes of a field, run together where they are adjacent: first their border."""
    d, lip = "", ""
    within = {name for name, record in area.record.items() if field.kinds & {*record.kinds}}
    for place, name in area.names.items():
        if name in within:
            joined = [side for side, other in area.neighbours(name).items() if other in within]
            d += smooth(list(_outline(place, joined, field.share)))
            lip += "".join(_lip(place, joined, field.share)) if field.lip else ""
    if d:
        id_ = key_of(d)
        yield tag("defs", tag("path", id=id_, d=d, class_="cell"))
        yield tag("use", href=f"#{id_}", class_=f"field rim {field.name}")
        yield tag("use", href=f"#{id_}", class_=f"field {field.name}")
        yield path(lip, "hachure")


def _lip(place: Hex, joined: list[int], share: float) -> Iterator[str]:
    """Hachures inside the border of a field."""
    at = centre(place)
    for n, point in enumerate(_outline(place, joined, share)):
        off = point - at
        if (n + 3) // 6 % 6 + 1 not in joined and abs(off) < HIGH / 2 and n % 6 != 3:
            yield run(point, point - 5 * off / abs(off))


def _outline(place: Hex, joined: list[int], share: float) -> Iterator[complex]:
    """Points around a field in a hex, somewhat rough, out to the hexsides that it crosses."""
    at, phase = centre(place), place.column * 2.4 + place.row * 1.7
    for step in range(0, 360, 10):
        angle = radians(step - 90)
        rough = sin(3 * angle + phase) + sin(5 * angle + 2 * phase) + sin(8 * angle + 3 * phase)
        reach = share * HIGH / 2 * (1 + 0.028 * rough)
        side, off = (step + 30) // 60 % 6 + 1, abs((step + 30) % 60 - 30)
        here, back = side in joined, (side + 4) % 6 + 1 in joined
        if (here and off <= 20) or (off == 30 and here and back):
            reach = HIGH / 2 / cos(radians(off)) + 2
        yield at + rect(reach, angle)


def draw_contours(area: PlayingArea) -> Iterator[str]:
    """Lines along hexsides where the level of the ground changes, and a shade at their foot."""
    steps: dict[str, str] = {"foot": "", "contour": "", "contour2": ""}
    for place, name in area.names.items():
        for side in _JOINED:
            level, other = area.record[name].level, area.across(name, side)
            change = 0 if other is None else abs(level - area.record[other].level)
            if change:
                line = run(*hexside(place, side))
                steps["foot"] += line
                steps["contour" if change == 1 else "contour2"] += line
    for class_, d in steps.items():
        yield path(d, class_)


def draw_symbols(area: PlayingArea) -> Iterator[str]:
    """The symbols of every kind of terrain; a kind without symbol is named."""
    found: dict[TerrainKind, list[Hex]] = defaultdict(list)
    for place, name in area.names.items():
        for kind in area.record[name].kinds:
            found[kind].append(place)
    defined: dict[str, str] = {}
    drawn = []
    for kind in SYMBOLS:
        for place in found.pop(kind, ()):
            (id_, group), at = _symbol_of(kind, pattern_of(place)), centre(place)
            if id_:
                defined[id_] = group
                drawn.append(tag("use", href=f"#{id_}", x=at.real, y=at.imag))
    if defined:
        yield tag("defs", *defined.values())
    yield from drawn
    for kind, places in found.items():
        for place in places:
            yield haloed(kind, centre(place) + 0.3j * HIGH, "other")


def draw_grid(area: PlayingArea) -> Iterator[str]:
    """Hexsides, centre dots, and the seams where boards are butted."""
    sides, dots = "", ""
    for place, name in area.names.items():
        owned = [s for s in HEXSIDES if s in _JOINED or area.across(name, s) is None]
        sides += "".join(run(*hexside(place, side)) for side in owned)
        dots += dot(centre(place), 1.7)
    yield path(sides, "grid")
    yield path("".join(_seams(area)), "seam")
    yield path(dots, "dots")


def _seams(area: PlayingArea) -> Iterator[str]:
    """Lines through the half-hexes that boards share: these have two names."""
    met = Counter(area.hexes.values())
    shared = [place for place in area.names if met[place] > 1]
    for place in sorted(shared):
        half = 1.5 * SIDE if place.column % 2 else 0.5j * HIGH
        yield run(centre(place) - half, centre(place) + half)


def _name_spot(edge: Frame, place: Hex) -> tuple[complex, str]:
    """Where the grid coordinate of a hex stands, and how it is anchored there."""
    at = centre(place)
    down = 0 if at.imag < edge.top + 1 else 1.5 - HIGH / 2
    if at.imag < edge.top + 1 and edge.left + 1 <= at.real <= edge.right - 1:
        return at + complex(-0.66 * SIDE, down), "start"
    if abs(at.real - edge.left) < 1:
        return at + complex(4, down), "start"
    if abs(at.real - edge.right) < 1:
        return at + complex(-4, down), "end"
    return at + complex(0, down), ""


def short_name(area: PlayingArea, name: str) -> str:
    """The grid coordinate of a hex, without the name of its board."""
    return _short(_prefixes(area), name)


def _prefixes(area: PlayingArea) -> list[str]:
    """What names of hexes begin with where there are several boards, the longest first."""
    boards = sorted({record.board for record in area.record.values()}, key=len, reverse=True)
    begun = all(name.startswith(tuple(boards)) for name in area.names.values())
    return boards if begun else []


def _short(prefixes: list[str], name: str) -> str:
    board = next((each for each in prefixes if name.startswith(each)), "")
    short = name.removeprefix(board)
    return short if _COORDINATE.fullmatch(short) else name


def draw_names(area: PlayingArea, edge: Frame) -> Iterator[str]:
    """The grid coordinate at hexside 1 of every hex, and the level of hexes not at level 0."""
    names, levels, prefixes = [], [], _prefixes(area)
    for place, name in area.names.items():
        at, anchor = _name_spot(edge, place)
        said = _short(prefixes, name)
        half = 0.3 * _NAME * len(said)
        inside = edge.left + half <= at.real <= edge.right - half
        if not anchor and not (inside and edge.top - 6 <= at.imag <= edge.low - _NAME):
            continue  # the edge of a part of the map would cut it
        names.append(label(said, at, "", anchor=anchor, down=0.95))
        level = area.record[name].level
        if level:
            foot = centre(place) + 1j * (HIGH / 2 - 6)
            low = min(foot.imag, edge.low - 5)
            spot = complex(min(max(foot.real, edge.left + 12), edge.right - 12), low)
            levels.append(label(str(level), spot, ""))
    yield from _twice(names, "name")
    yield from _twice(levels, "level")


def _twice(texts: list[str], class_: str) -> Iterator[str]:
    """Words over a picture, first as their halo, then in ink; written once."""
    if texts:
        id_ = key_of(*texts)
        yield tag("use", href=f"#{id_}", class_=f"{class_} under", aria_hidden="true")
        yield tag("g", tag("g", *texts, id=id_), class_=class_)


def draw_watermarks(area: PlayingArea) -> Iterator[str]:
    """The name of each board across it, where there are several."""
    laid: dict[str, list[complex]] = defaultdict(list)
    for place, name in area.names.items():
        laid[area.record[name].board].append(centre(place))
    if len(laid) < 2:
        return
    for board, spots in laid.items():
        left, right = min(at.real for at in spots), max(at.real for at in spots)
        top, low = min(at.imag for at in spots), max(at.imag for at in spots)
        size = min(_WATERMARK, (right - left) / (0.7 * len(board)), 0.7 * (low - top))
        at = complex((left + right) / 2, (top + low) / 2 + 0.35 * size)
        yield label(board, at, "watermark", size=size)


def draw_bins(setting: Setting) -> Iterator[str]:
    """The BIN of each AD board, in the hex that prints it (AD2.1)."""
    area = setting.area
    for name, board in printed_bins(setting).items():
        if name in area.around:
            yield haloed(board, centre(area.place(name)) + 0.3j * HIGH, "name")


_REACH: Final = 0.24 * SIDE
"""How far the art reaches, on both sides of the hexside."""

_SMALL: Final = 0.3
"""How much smaller the symbols of the terrain are on the hexside."""


def draw_overhanging_art(area: PlayingArea) -> Iterator[str]:
    """The field and the symbols of a hex once more, small, on each hexside that its art crosses."""
    for name, side in sorted(area.spills):
        place = area.place(name)
        for kind in area.record[name].kinds:
            yield from _drawn(place, middle(place, side), kind)


def _drawn(place: Hex, at: complex, kind: TerrainKind) -> Iterator[str]:
    field = FIELD_OF.get(kind)
    if field is not None:
        yield path(oval(at, _REACH, _REACH), f"field rim {field.name}")
        yield path(oval(at, _REACH - 1, _REACH - 1), f"field {field.name}")
    if kind in SYMBOLS and (drawn := list(draw_symbol(kind, place))):
        way = f"{moved(at - _SMALL * centre(place))} scale({number(_SMALL)})"
        yield tag("g", *drawn, transform=way)
