"""Terrain as a board shows it: a coloured field for some kinds, and symbols for every kind."""

from collections.abc import Callable, Iterator
from typing import Final

import attrs

from replays.pictures import figures
from replays.pictures.geometry import HIGH, PATTERNS, SIDE, centre, pattern_of, scatter
from replays.pictures.shapes import dot, key_of, number, oval, path, run, tag
from sim.map.hexes import Hex
from sim.map.terrain_kind import TerrainKind

__all__ = ["FIELDS", "FIELD_OF", "SYMBOLS", "FieldStyle", "Strokes", "symbol_of"]

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
        yield "palm", "".join(figures.fronds(at, 8.5) for at in trees)
        yield "trunk", "".join(dot(at, 1.6) for at in trees)

    return draw


def _cactus_patch(place: Hex) -> Strokes:
    plants = scatter(place, 7, 0.7)
    yield "cactus", "".join(figures.cactus(at + 5j, 6.5) for at in plants)
    yield "spines", "".join(figures.spines(at + 5j, 6.5) for at in plants)


def _crags(place: Hex) -> Strokes:
    spots = scatter(place, 8, 0.76)
    yield "crag", "".join(figures.stone(at, 5.5 + n % 3 * 1.8, n) for n, at in enumerate(spots))
    yield "facet", "".join(run(at - 3 - 2j, at + 1j, at + 3 - 2j) for at in spots)


def _boulders(place: Hex) -> Strokes:
    spots = scatter(place, 6, 0.7)
    yield "boulder", "".join(figures.stone(at, 8 + n % 3 * 2.5, n) for n, at in enumerate(spots))
    yield "facet", "".join(run(at - 4 - 3j, at + 1j, at + 5 - 3j) for at in spots)


def _hillock(place: Hex) -> Strokes:
    at = centre(place)
    yield "mound", oval(at, 0.56 * SIDE, 0.48 * SIDE)
    yield "hachure", figures.hachures(at, 0.53 * SIDE, -0.14 * SIDE, 22)


def _high_dune(place: Hex) -> Strokes:
    middle = centre(place)
    spots = ((-0.36 - 0.28j, 10), (0.38 - 0.2j, 9), (-0.02 + 0.3j, 15), (0.45 + 0.42j, 8))
    yield "dune", "".join(figures.crescent(middle + SIDE * at, size) for at, size in spots)


def _grain(place: Hex) -> Strokes:
    stalks = _rows(place, 11, 13, 0.72)
    yield "wheat", "".join(figures.blades(at + 3j, 5) for at in stalks)


def _thick_grain(place: Hex) -> Strokes:
    stalks = _rows(place, 8, 9.5, 0.78)
    yield "thick", "".join(figures.blades(at + 4j, 7) for at in stalks)


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
    yield "reeds", "".join(run(at - 7, at + 7) + figures.blades(at, 5) for at in spots)


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
            yield trees, figures.fronds(tree, 8.5) if trees == "palm" else dot(tree, 1.6)


def _oasis_well(place: Hex) -> Strokes:
    yield from _palms(5, 0.76)(place)
    stones, water = figures.well(centre(place), 0.2 * SIDE)
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
    TerrainKind.HAMMADA: _many(
        "stones", 20, lambda at, n: figures.stone(at, 1.9 + n % 3 * 0.9, n, 5)
    ),
    TerrainKind.DEIR: _bare,
    TerrainKind.BROKEN_GROUND: _many(
        "broken", 9, lambda at, n: figures.zigzag(at, 6 + n % 3), 0.76
    ),
    TerrainKind.MARSH: _marsh,
    TerrainKind.WATER: _water,
    TerrainKind.GRAIN: _grain,
    TerrainKind.THICK_GRAIN: _thick_grain,
    TerrainKind.PLOWED_FIELD: _plowed,
    TerrainKind.VINEYARD: _vineyard,
    TerrainKind.SCRUB: _many("scrub", 9, lambda at, _: figures.blades(at + 3j, 7)),
    TerrainKind.BRUSH: _many("brush", 14, lambda at, _: figures.blades(at + 3j, 7.5)),
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
    TerrainKind.GRAVEYARD: _many("grave", 8, lambda at, _: figures.tomb(at, 6.5), 0.68),
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
