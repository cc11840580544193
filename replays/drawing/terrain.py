"""Terrain as a board shows it: a coloured field for some kinds, and symbols for every kind."""

import re
from cmath import rect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from math import cos, pi, radians, sin
from typing import Final

import attrs

from events.scenario import Scenario
from replays.drawing.palette import ground_class
from replays.drawing.svg import (
    CORNERS,
    HIGH,
    PATTERNS,
    SIDE,
    Frame,
    centre,
    dot,
    haloed,
    hexside,
    key_of,
    label,
    middle,
    number,
    oval,
    path,
    pattern_of,
    ring,
    run,
    scatter,
    smooth,
    tag,
    title,
    turned,
    use,
    words,
)
from sim.chapter_ad.lft_boards import printed_bins
from sim.map.hexes import HEXSIDES, Hex
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind

_ROUGH: Final = (1.0, 0.78, 1.08, 0.86, 1.12, 0.82)
"""How far the corners of a stone lie from its middle."""


def stone(at: complex, radius: float, turn: float = 0, corners: int = 6) -> str:
    """A stone with rough corners."""
    return ring(
        at + rect(radius * _ROUGH[n % 6], turn + 2 * pi * n / corners) for n in range(corners)
    )


def blades(at: complex, size: float) -> str:
    """A tuft of three blades."""
    middle = run(at, at - 1.1j * size)
    left, right = (
        turned(
            at + size * 0.2 * out, at + size * (0.3 * out - 0.7j), at + size * (0.75 * out - 0.9j)
        )
        for out in (-1, 1)
    )
    return left + middle + right


def fronds(at: complex, length: float, count: int = 7) -> str:
    """A palm from above."""
    result = ""
    for n in range(count):
        tip = rect(length, 2 * pi * n / count - pi / 2)
        result += turned(at, at + tip * (0.6 + 0.35j), at + tip)
    return result


def cactus(at: complex, size: float) -> str:
    """A cactus with two arms."""
    return (
        run(at, at - size * 1.6j)
        + turned(at - size * 0.5j, at + size * (-0.8 - 0.5j), at + size * (-0.8 - 1.2j))
        + turned(at - size * 0.7j, at + size * (0.8 - 0.7j), at + size * (0.8 - 1.4j))
    )


def spines(at: complex, size: float) -> str:
    """The spines of a cactus."""
    return run(at - size * 0.2j, at - size * 1.4j)


def crescent(at: complex, size: float) -> str:
    """A dune, its horns downward."""
    s = number(size)
    left = at - size
    return (
        f"M{number(left.real)},{number(left.imag)}"
        f"q{s},{number(-1.5 * size)} {number(2 * size)},0"
        f"q{number(-size)},{number(-0.55 * size)} {number(-2 * size)},0Z"
    )


def hachures(at: complex, radius: float, length: float, count: int = 18) -> str:
    """Short strokes around a circle; inward if the length is negative."""
    result = ""
    for n in range(count):
        out = rect(1, 2 * pi * n / count)
        result += run(at + radius * out, at + (radius + length) * out)
    return result


def zigzag(at: complex, size: float) -> str:
    """A crack in the ground."""
    return run(at - size, at - size * (0.3 + 0.5j), at + size * (0.2 + 0.3j), at + size)


def tomb(at: complex, size: float) -> str:
    """A tombstone."""
    wide, high = size * 0.55, size
    return (
        f"M{number(at.real - wide)},{number(at.imag + high)}v{number(-high)}"
        f"a{number(wide)},{number(wide)} 0 0 1 {number(2 * wide)},0v{number(high)}Z"
    )


def well(at: complex, radius: float) -> tuple[str, str]:
    """A ring of stone, and the water in it."""
    return dot(at, radius), oval(at, radius * 0.6, radius * 0.6)


Strokes = Iterator[tuple[str, str]]
"""Classes of the style sheet, and paths drawn with them."""


@attrs.frozen
class FieldStyle:
    """The ground of some kinds of terrain, which runs on into adjacent hexes of these kinds.

    Attributes:
        name: its class in the style sheet.
        kinds: the kinds that lie in it.
        fill: its colour.
        edge: the colour of its border.
        share: how much of its hexes it covers; 1 reaches their hexsides.
        lip: its border is an edge of the ground, with hachures.
    """

    name: str
    kinds: tuple[TerrainKind, ...]
    fill: str
    edge: str
    share: float = 0.8
    lip: bool = False


FIELDS: Final = (
    FieldStyle("sands", (TerrainKind.SAND, TerrainKind.HIGH_DUNE), "#f2dfa0", "#e0c77f", 0.88),
    FieldStyle("gravel", (TerrainKind.HAMMADA,), "#d8cdb4", "#c5b79a", 0.84),
    FieldStyle("deir", (TerrainKind.DEIR,), "#dccb9f", "#a9854b", 0.86, lip=True),
    FieldStyle("brokenland", (TerrainKind.BROKEN_GROUND,), "#dcc59a", "#c6a976", 0.84),
    FieldStyle("marsh", (TerrainKind.MARSH,), "#a3c4ac", "#6d9a86", 0.86),
    FieldStyle("water", (TerrainKind.WATER,), "#8fbcd8", "#4c83a8", 0.9),
    FieldStyle("grain", (TerrainKind.GRAIN,), "#e6d28a", "#c2a552", 0.84),
    FieldStyle("thickgrain", (TerrainKind.THICK_GRAIN,), "#d3b95c", "#98781f", 0.88),
    FieldStyle("plowed", (TerrainKind.PLOWED_FIELD,), "#cfae7c", "#a27d4b", 0.86),
    FieldStyle("vineyard", (TerrainKind.VINEYARD,), "#cfcf95", "#98965c", 0.82),
    FieldStyle("brushland", (TerrainKind.BRUSH,), "#b7cf94", "#8aab68", 0.8),
    FieldStyle("woods", (TerrainKind.WOODS,), "#7da364", "#4c7439", 0.82),
    FieldStyle("lightwoods", (TerrainKind.LIGHT_WOODS,), "#a7c58a", "#6f9554", 0.82),
    FieldStyle("palmgrove", (TerrainKind.DENSE_PALM_TREES,), "#98bb77", "#5f8746", 0.8),
    FieldStyle("graveyard", (TerrainKind.GRAVEYARD,), "#d5d5c2", "#8f8f7d", 0.76),
    FieldStyle("plaza", (TerrainKind.ARID_PLAZA, TerrainKind.FOUNTAIN), "#e7dfcb", "#b7aa8c", 0.88),
    FieldStyle("oasis", (TerrainKind.OASIS,), "#b4cf8c", "#7d6a35", 0.84, lip=True),
    FieldStyle("wellside", (TerrainKind.OASIS_WELL,), "#b4cf8c", "#7fa457", 0.8),
    FieldStyle("boulders", (TerrainKind.BOULDER_CRAG,), "#c9bfae", "#9c907b", 0.78),
)
"""The kinds that colour their ground, from the lowest to the uppermost."""

FIELD_OF: Final = {kind: field for field in FIELDS for kind in field.kinds}
"""The field in which a kind lies."""


def _many(
    class_: str, count: int, figure: Callable[[complex, int], str], reach: float = 0.84
) -> Callable[[Hex], Strokes]:
    """A kind drawn with one figure, many times."""

    def draw(place: Hex) -> Strokes:
        spots = scatter(place, count, reach)
        yield class_, "".join(figure(at, n) for n, at in enumerate(spots))

    return draw


def _rows(place: Hex, across: float, down: float, reach: float = 0.7) -> list[complex]:
    """Points in rows, as orchards and fields have them."""
    middle = centre(place) + 0.06j * HIGH
    result = []
    for row in range(-2, 3):
        for column in range(-3, 4):
            offset = complex(column * across, row * down)
            if abs(offset.real) * 0.6 + abs(offset.imag) <= reach * HIGH / 2 and offset != 0:
                result.append(middle + offset)
    return result


def _orchard(class_: str) -> Callable[[Hex], Strokes]:
    def draw(place: Hex) -> Strokes:
        trees = _rows(place, 19, 16)
        yield class_, "".join(dot(at, 5.6) for at in trees)
        if class_ == "olive":
            yield "trunk", "".join(dot(at, 1.5) for at in trees)

    return draw


def _palms(count: int, reach: float) -> Callable[[Hex], Strokes]:
    def draw(place: Hex) -> Strokes:
        trees = scatter(place, count, reach)
        yield "palm", "".join(fronds(at, 8.5) for at in trees)
        yield "trunk", "".join(dot(at, 1.6) for at in trees)

    return draw


def _cactus_patch(place: Hex) -> Strokes:
    plants = scatter(place, 7, 0.7)
    yield "cactus", "".join(cactus(at + 5j, 6.5) for at in plants)
    yield "spines", "".join(spines(at + 5j, 6.5) for at in plants)


def _crags(place: Hex) -> Strokes:
    spots = scatter(place, 8, 0.76)
    yield "crag", "".join(stone(at, 5.5 + n % 3 * 1.8, n) for n, at in enumerate(spots))
    yield "facet", "".join(run(at - 3 - 2j, at + 1j, at + 3 - 2j) for at in spots)


def _boulders(place: Hex) -> Strokes:
    spots = scatter(place, 6, 0.7)
    yield "boulder", "".join(stone(at, 8 + n % 3 * 2.5, n) for n, at in enumerate(spots))
    yield "facet", "".join(run(at - 4 - 3j, at + 1j, at + 5 - 3j) for at in spots)


def _hillock(place: Hex) -> Strokes:
    at = centre(place)
    yield "mound", oval(at, 0.56 * SIDE, 0.48 * SIDE)
    yield "hachure", hachures(at, 0.53 * SIDE, -0.14 * SIDE, 22)


def _high_dune(place: Hex) -> Strokes:
    middle = centre(place)
    spots = ((-0.36 - 0.28j, 10), (0.38 - 0.2j, 9), (-0.02 + 0.3j, 15), (0.45 + 0.42j, 8))
    yield "dune", "".join(crescent(middle + SIDE * at, size) for at, size in spots)


def _grain(place: Hex) -> Strokes:
    stalks = _rows(place, 11, 13, 0.72)
    yield "wheat", "".join(blades(at + 3j, 5) for at in stalks)


def _thick_grain(place: Hex) -> Strokes:
    stalks = _rows(place, 8, 9.5, 0.78)
    yield "thick", "".join(blades(at + 4j, 7) for at in stalks)


def _plowed(place: Hex) -> Strokes:
    middle = centre(place)
    lengths = [(step / 8, 0.62 - abs(step) * 0.04) for step in range(-6, 7)]
    rows = [(middle + 1j * SIDE * down, SIDE * half) for down, half in lengths]
    yield (
        "furrow",
        "".join(
            f"{run(at - half)}q{2 * half / 4:.1f},-5 {half:.1f},0t{half:.1f},0" for at, half in rows
        ),
    )


def _vineyard(place: Hex) -> Strokes:
    middle = centre(place)
    lengths = ((-0.4, 0.42), (-0.13, 0.6), (0.14, 0.6), (0.41, 0.42))
    rows = [(middle + 1j * SIDE * down, SIDE * half) for down, half in lengths]
    yield "vine", "".join(run(at - half, at + half) for at, half in rows)
    yield (
        "leaf",
        "".join(dot(at + half * step / 2, 3.4) for at, half in rows for step in range(-2, 3)),
    )


def _marsh(place: Hex) -> Strokes:
    spots = scatter(place, 8, 0.78)
    yield "reeds", "".join(run(at - 7, at + 7) + blades(at, 5) for at in spots)


def _water(place: Hex) -> Strokes:
    spots = scatter(place, 7, 0.74)
    yield "ripple", "".join(f"{run(at - 7)}q3.5,-3.5 7,0q3.5,3.5 7,0" for at in spots)


def _paving(place: Hex) -> Strokes:
    middle = centre(place)
    for step in (-0.5, -0.25, 0.0, 0.25, 0.5):
        half = SIDE * (0.72 - abs(step) * 0.5)
        yield "paving", run(middle + SIDE * step * 1j - half, middle + SIDE * step * 1j + half)
        yield "paving", run(middle + SIDE * step - half * 1j, middle + SIDE * step + half * 1j)


def _fountain(place: Hex) -> Strokes:
    yield from _paving(place)
    yield "kerb", dot(centre(place), 0.3 * SIDE)
    yield "pool", dot(centre(place), 0.22 * SIDE)
    yield "kerb", dot(centre(place), 0.07 * SIDE)


def _oasis(place: Hex) -> Strokes:
    at = centre(place) + SIDE * (0.06 + 0.12j)
    yield "pool", oval(at, 0.34 * SIDE, 0.2 * SIDE)
    for trees in ("palm", "trunk"):
        for spot in (-0.5 + 0.1j, 0.55 - 0.12j, -0.2 - 0.36j, 0.3 + 0.52j):
            tree = centre(place) + SIDE * spot
            yield trees, fronds(tree, 8.5) if trees == "palm" else dot(tree, 1.6)


def _oasis_well(place: Hex) -> Strokes:
    yield from _palms(5, 0.76)(place)
    stones, water = well(centre(place), 0.2 * SIDE)
    yield "kerb", stones
    yield "pool", water


def _shellholes(place: Hex) -> Strokes:
    spots = list(enumerate(scatter(place, 4, 0.66)))
    yield "hole", "".join(oval(at, 8.5 + n % 3, 6 + n % 3 * 0.8) for n, at in spots)
    yield "pit", "".join(oval(at - 0.8j, 5 + n % 3, 3.2 + n % 3 * 0.6) for n, at in spots)


def _bare(_: Hex) -> Strokes:
    """Nothing: bare ground, or what is drawn with all channels or fields."""
    yield from ()


SYMBOLS: Final[dict[TerrainKind, Callable[[Hex], Strokes]]] = {
    TerrainKind.OPEN_GROUND: _bare,
    TerrainKind.WADI: _bare,
    TerrainKind.GULLY: _bare,
    TerrainKind.STREAM: _bare,
    TerrainKind.SAND: _many("stipple", 30, lambda at, _: dot(at, 1)),
    TerrainKind.HAMMADA: _many("stones", 20, lambda at, n: stone(at, 1.9 + n % 3 * 0.9, n, 5)),
    TerrainKind.DEIR: _bare,
    TerrainKind.BROKEN_GROUND: _many("broken", 9, lambda at, n: zigzag(at, 6 + n % 3), 0.76),
    TerrainKind.MARSH: _marsh,
    TerrainKind.WATER: _water,
    TerrainKind.GRAIN: _grain,
    TerrainKind.THICK_GRAIN: _thick_grain,
    TerrainKind.PLOWED_FIELD: _plowed,
    TerrainKind.VINEYARD: _vineyard,
    TerrainKind.SCRUB: _many("scrub", 9, lambda at, _: blades(at + 3j, 7)),
    TerrainKind.BRUSH: _many("brush", 14, lambda at, _: blades(at + 3j, 7.5)),
    TerrainKind.CACTUS_PATCH: _cactus_patch,
    TerrainKind.HIGH_DUNE: _high_dune,
    TerrainKind.HILLOCK: _hillock,
    TerrainKind.ORCHARD: _orchard("leaf"),
    TerrainKind.OLIVE_GROVE: _orchard("olive"),
    TerrainKind.PALM_TREES: _palms(4, 0.72),
    TerrainKind.DENSE_PALM_TREES: _palms(10, 0.78),
    TerrainKind.LIGHT_WOODS: _many("thin", 9, lambda at, n: dot(at, 6.5 + n % 2), 0.74),
    TerrainKind.WOODS: _many("crown", 13, lambda at, n: dot(at, 8 + n % 3), 0.76),
    TerrainKind.CRAG: _crags,
    TerrainKind.BOULDER_CRAG: _boulders,
    TerrainKind.GRAVEYARD: _many("grave", 8, lambda at, _: tomb(at, 6.5), 0.68),
    TerrainKind.SHELLHOLES: _shellholes,
    TerrainKind.ARID_PLAZA: _paving,
    TerrainKind.FOUNTAIN: _fountain,
    TerrainKind.OASIS: _oasis,
    TerrainKind.OASIS_WELL: _oasis_well,
}
"""What draws each kind of terrain, from the lowest to the uppermost."""


_SAMPLES: Final = {pattern_of(Hex(0, row)): Hex(0, row) for row in range(9 * PATTERNS)}
"""A hex of each pattern."""


_ROOTS: Final = "khamsin khamsin-dark khamsin-print art"
"""The classes of whole pictures. What a `use` shows is a tree of its own to a style sheet: rules
that hold under a class hold in it only if it has that class itself."""


def symbol_of(kind: TerrainKind, pattern: int) -> tuple[str, str]:
    """The symbols of a kind in a hex of a pattern, around its centre dot: their id, and a group.

    A kind that has none has an empty group.
    """
    place = _SAMPLES[pattern]
    drawn = [path(d, class_) for class_, d in SYMBOLS[kind](place) if d]
    if not drawn:
        return "", ""
    moved = -centre(place)
    way = f"translate({number(moved.real)} {number(moved.imag)})"
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
        record = area.record[name]
        at = centre(place)
        yield tag(
            "use",
            title(told(name)),
            href=f"#{id_}",
            x=at.real,
            y=at.imag,
            class_=ground_class(record.base, record.level),
        )
    for field in FIELDS:
        yield from _field(area, field)


def _field(area: PlayingArea, field: FieldStyle) -> Iterator[str]:
    """All hexes of a field, run together where they are adjacent: first their border."""
    d, lip, kinds = "", "", set(field.kinds)
    within = {name for name, record in area.record.items() if kinds.intersection(record.kinds)}
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
            other = area.across(name, side)
            if other is None:
                continue
            change = abs(area.record[name].level - area.record[other].level)
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
            id_, group = symbol_of(kind, pattern_of(place))
            if id_:
                defined[id_] = group
                drawn.append(use(id_, centre(place)))
    if defined:
        yield tag("defs", *defined.values())
    yield from drawn
    for kind, places in found.items():
        for place in places:
            yield haloed(kind, centre(place) + 0.3j * HIGH, "other", size=11, width=1.1 * SIDE)


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
    down = 15 if at.imag < edge.top + 1 else 15 - HIGH / 2
    if at.imag < edge.top + 1 and edge.left + 1 <= at.real <= edge.right - 1:
        return at + complex(-0.66 * SIDE, down), "start"
    if abs(at.real - edge.left) < 1:
        return at + complex(4, down), "start"
    if abs(at.real - edge.right) < 1:
        return at + complex(-4, down), "end"
    return at + complex(0, down), ""


def _readable(edge: Frame, at: complex, said: str) -> bool:
    """Whether a name beside the edge of a part of the map is not cut by it."""
    half = 0.3 * _NAME * len(said)
    return edge.left + half <= at.real <= edge.right - half and edge.top + 8 <= at.imag <= edge.low


def short_name(area: PlayingArea, name: str) -> str:
    """The grid coordinate of a hex, without the name of its board."""
    return _short(_prefixes(area), name)


def _prefixes(area: PlayingArea) -> list[str]:
    """What names of hexes begin with where there are several boards, the longest first."""
    boards = sorted({record.board for record in area.record.values()}, key=len, reverse=True)
    begun = all(any(name.startswith(each) for each in boards) for name in area.names.values())
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
        if not anchor and not _readable(edge, at, said):
            continue
        room = (0.7 if anchor else 1.15) * SIDE
        size = min(_NAME, room / (0.58 * len(said)))
        names.append(_plain(said, at, anchor, 0 if size == _NAME else size))
        level = area.record[name].level
        if level:
            foot = centre(place) + 1j * (HIGH / 2 - 6)
            low = min(foot.imag, edge.low - 5)
            spot = complex(min(max(foot.real, edge.left + 12), edge.right - 12), low)
            levels.append(_plain(str(level), spot, "", 0))
    yield from _twice(names, "name")
    yield from _twice(levels, "level")


def _plain(text: str, at: complex, anchor: str, size: float) -> str:
    """Words that take their class from the group that they stand in."""
    style = [f"font-size:{size:.3g}px"] if size else []
    style += [f"text-anchor:{anchor}"] if anchor else []
    extra = {"style": ";".join(style)} if style else {}
    return tag("text", words(text), x=at.real, y=at.imag, **extra)


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


def draw_bins(scenario: Scenario, area: PlayingArea) -> Iterator[str]:
    """The BIN of each AD board, in the hex that prints it (AD2.1)."""
    for name, board in printed_bins(scenario, area).items():
        if name in area.around:
            yield haloed(board, centre(area.place(name)) + 0.3j * HIGH, "name", size=14)


_REACH: Final = 0.24 * SIDE
"""How far the art reaches, on both sides of the hexside."""

_SMALL: Final = 0.3
"""How much smaller the symbols of the terrain are on the hexside."""


def draw_spills(area: PlayingArea) -> Iterator[str]:
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
    if kind in SYMBOLS:
        moved = at - _SMALL * centre(place)
        way = f"translate({number(moved.real)} {number(moved.imag)}) scale({number(_SMALL)})"
        drawn = [path(d, class_) for class_, d in SYMBOLS[kind](place)]
        if drawn:
            yield tag("g", *drawn, transform=way)
