"""What runs from hex to hex: Depressions and roads; and what stands on hexsides."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, TypeVar

from events.terms import HexsideKind, Road
from replays.drawing.svg import SIDE, centre, hexside, middle, path, ring, run, tag, toward, turned
from sim.map.hexes import HEXSIDES, Hex
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind

Layers = tuple[tuple[str, float], ...]
"""Classes and widths of the lines that make up something, from the lowest to the uppermost."""

CHANNELS: Final[dict[TerrainKind, Layers]] = {
    TerrainKind.WADI: (("bank", 27), ("floor", 22)),
    TerrainKind.GULLY: (("bank", 17), ("clay", 12)),
    TerrainKind.STREAM: (("bank", 18), ("clay", 14), ("brook", 7)),
    TerrainKind.OASIS: (("bank", 27), ("floor", 22)),
}
"""How the channel of a Depression is drawn."""

_RUNS_INTO: Final = {
    TerrainKind.WADI: {*CHANNELS},
    TerrainKind.GULLY: {*CHANNELS},
    TerrainKind.STREAM: {*CHANNELS, TerrainKind.WATER},
    TerrainKind.OASIS: {TerrainKind.WADI, TerrainKind.GULLY, TerrainKind.STREAM},
}
"""Terrain into which a channel runs on."""

ROADS: Final[dict[Road, Layers]] = {
    Road.UNPAVED: (("verge", 10.5), ("unpaved", 8)),
    Road.PAVED: (("verge", 11.5), ("paved", 8.5)),
}
"""How a road is drawn."""


def _through(place: Hex, sides: list[int]) -> str:
    """A way through a hex to the middles of some hexsides."""
    at = centre(place)
    if len(sides) == 2:
        return turned(middle(place, sides[0]), at, middle(place, sides[1]))
    if not sides:
        return run(at, at)
    return "".join(run(at, middle(place, side)) for side in sides)


K = TypeVar("K", TerrainKind, Road)


def _lay(ways: dict[K, str], drawn: dict[K, Layers]) -> Iterator[str]:
    """Ways drawn layer by layer, so that one kind runs into another."""
    for depth in range(max(len(layers) for layers in drawn.values())):
        for kind, layers in drawn.items():
            if ways.get(kind) and depth < len(layers):
                class_, width = layers[depth]
                yield tag("path", d=ways[kind], class_=class_, stroke_width=width)


def draw_channels(area: PlayingArea) -> Iterator[str]:
    """Depressions, joined across the hexsides that they share."""
    ways: dict[TerrainKind, str] = defaultdict(str)
    for place, name in area.names.items():
        kind = next((each for each in area.record[name].kinds if each in CHANNELS), None)
        if kind is not None:
            joined = [
                side
                for side, other in area.neighbours(name).items()
                if not _RUNS_INTO[kind].isdisjoint(area.record[other].kinds)
                and frozenset((name, other)) not in area.banks
            ]
            if joined or kind is not TerrainKind.OASIS:
                ways[kind] += _through(place, joined)
    yield from _lay(ways, CHANNELS)


def draw_roads(area: PlayingArea) -> Iterator[str]:
    """Roads, from centre dot to hexside."""
    crossed: dict[tuple[str, Road], list[int]] = defaultdict(list)
    for (name, side), road in area.roads.items():
        crossed[name, road].append(side)
    ways: dict[Road, str] = defaultdict(str)
    for (name, kind), sides in crossed.items():
        mixed = any((name, other) in crossed for other in ROADS if other != kind)
        if mixed:
            ways[kind] += "".join(_half(area, name, side) for side in sides)
        else:
            ways[kind] += _through(area.place(name), sorted(sides))
    yield from _lay(ways, ROADS)


def _half(area: PlayingArea, name: str, side: int) -> str:
    place = area.place(name)
    return run(centre(place), middle(place, side))


def draw_paths(area: PlayingArea) -> Iterator[str]:
    """Paths, from centre dot to hexside."""
    yield path("".join(_half(area, name, side) for name, side in sorted(area.paths)), "footpath")


_Strokes = Iterator[tuple[str, str]]


def _plain(area: PlayingArea, name: str, side: int, kind: HexsideKind) -> _Strokes:
    one, two = hexside(area.place(name), side)
    inset = 0.03 * (two - one)
    for class_ in HEXSIDES_DRAWN[kind]:
        yield class_, run(one + inset, two - inset)


def _prickly(area: PlayingArea, name: str, side: int, _: HexsideKind) -> _Strokes:
    one, two = hexside(area.place(name), side)
    out = toward(side) / abs(toward(side)) * 4.5
    yield "prickly", run(one, two)
    spots = [one + (two - one) * step / 7 for step in range(1, 7)]
    yield "spines", "".join(run(at - out, at + out) for at in spots)


def _cliff(area: PlayingArea, name: str, side: int, _: HexsideKind) -> _Strokes:
    one, two = hexside(area.place(name), side)
    other = area.across(name, side)
    down = toward(side) / abs(toward(side))
    if other is not None and area.record[other].level > area.record[name].level:
        down = -down
    yield "cliff", run(one, two)
    step = (two - one) / 7
    teeth = [one + step * n for n in range(7)]
    yield "teeth", "".join(ring((at, at + step / 2 + down * SIDE / 6, at + step)) for at in teeth)


def _breached(area: PlayingArea, name: str, side: int, _: HexsideKind) -> _Strokes:
    """What a breach leaves of a High Wall: a stump at either vertex."""
    one, two = hexside(area.place(name), side)
    for class_ in ("high", "ridge"):
        yield class_, run(one, one + 0.2 * (two - one)) + run(two, two - 0.2 * (two - one))


HEXSIDES_DRAWN: Final[dict[HexsideKind, tuple[str, ...]]] = {
    HexsideKind.CLIFF: ("cliff",),
    HexsideKind.HEDGE: ("hedge", "hedgetop"),
    HexsideKind.CACTUS_HEDGE: ("prickly",),
    HexsideKind.WALL: ("wall", "coping"),
    HexsideKind.HIGH_WALL: ("high", "ridge"),
    HexsideKind.ROADBLOCK: ("wall", "spines"),
}
"""The classes of the lines of a hexside, from the lowest to the uppermost."""

_OTHERWISE: Final = {HexsideKind.CLIFF: _cliff, HexsideKind.CACTUS_HEDGE: _prickly}
"""What is more than lines."""

BRIDGE: Final[Layers] = (("railing", 18), ("deck", 14.5))
"""How a bridge is drawn under the road that it carries."""


def _carried(place: Hex, sides: list[int]) -> str:
    """The part of a way through a hex that a bridge carries, a little short of the hexsides."""
    at, ends = centre(place), [middle(place, side) for side in sides]
    if len(ends) != 2:
        return "".join(run(at, at + 0.8 * (end - at)) for end in ends)
    one, two = ends
    away, near = 0.9, 0.1
    first = away**2 * one + 2 * near * away * at + near**2 * two
    last = near**2 * one + 2 * near * away * at + away**2 * two
    return turned(first, near * away * (one + two) + (away**2 + near**2) * at, last)


def draw_bridges(area: PlayingArea) -> Iterator[str]:
    """Bridges, under the roads that they carry."""
    decks = ""
    for name in sorted(area.bridges):
        sides = [side for side in HEXSIDES if (name, side) in area.roads]
        decks += _carried(area.place(name), sides)
    if decks:
        for class_, width in BRIDGE:
            style = f"stroke-width:{width};stroke-linecap:butt"
            yield tag("path", d=decks, class_=class_, style=style)


def draw_hexsides(
    area: PlayingArea, breaches: frozenset[tuple[str, int]] = frozenset()
) -> Iterator[str]:
    """Walls, hedges and cliffs, each hexside once; those breached with a gap."""
    for kind in HEXSIDES_DRAWN:
        layers: dict[str, str] = defaultdict(str)
        for (name, side), found in area.hexsides.items():
            if found is kind and (side <= 3 or area.across(name, side) is None):
                gap = (name, side) in breaches
                draw = _breached if gap else _OTHERWISE.get(kind, _plain)
                for class_, d in draw(area, name, side, kind):
                    layers[class_] += d
        yield from (path(d, class_) for class_, d in layers.items())
