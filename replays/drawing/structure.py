"""What stands in hexes and on hexsides: buildings, rubble, debris, Trail Breaks, walls, cliffs."""

from cmath import rect
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from math import pi
from typing import Final, TypeVar

from events.terms import DebrisOrigin, HexsideKind, Material, Road
from replays.drawing.svg import (
    SIDE,
    centre,
    dot,
    haloed,
    hexside,
    middle,
    path,
    ring,
    run,
    scatter,
    tag,
    toward,
    turned,
)
from replays.drawing.terrain import draw_symbol, stone
from sim.map.hexes import HEXSIDES, Hex
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind
from sim.state import Building, Ground, State

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


_WING: Final = 0.62 * SIDE
"""Width of the part of a building that crosses a hexside."""

_SHORT: Final = 0.9
"""How far toward its hexside a building reaches that covers a part of its hex."""

_RIDGE: Final = 0.6
"""How far its ridge reaches."""

_EDGE: Final = 3.0


def draw_buildings(state: State) -> Iterator[str]:
    """Buildings that stand, those of one name joined across their common hexsides."""
    area, whole = state.setting.area, dict(standing_buildings(state))
    joined = {name: _joined(state, name, whole) for name in whole}
    walls: dict[Material, str] = dict.fromkeys(Material, "")
    wings: dict[Material, str] = dict.fromkeys(Material, "")
    for name, building in whole.items():
        walls[building.material] += _outline(state, name, joined[name])
        for other in joined[name]:
            if name < other:
                wings[building.material] += run(*(centre(area.place(e)) for e in (name, other)))
        wings[building.material] += "".join(_courts(state, name, joined[name]))
    for material in Material:
        for part, extra in (("edge", _EDGE), ("fill", 0.0)):
            class_ = f"{material}-{part}"
            if walls[material]:
                yield tag("path", d=walls[material], class_=class_, stroke_width=extra)
            if wings[material]:
                style = f"stroke-linecap:butt;stroke-width:{_WING + extra:.1f}"
                yield tag("path", d=wings[material], class_=f"{class_} wing", style=style)
    for name, building in whole.items():
        yield from _top(state, name, building, joined[name])


def _covers(state: State, name: str) -> tuple[int, ...]:
    """The hexsides toward which a building lies; none if it lies in the middle of its hex (B.1)."""
    spec = state.setting.area.buildings.get(name)
    return () if spec is None else tuple(sorted(spec.covers))


def _outline(state: State, name: str, joined: tuple[str, ...]) -> str:
    """The walls of a building: a piece for each part of its hex that it covers, or one."""
    place, covers = state.setting.area.place(name), _covers(state, name)
    if not covers:
        return ring(_walls(place, joined))
    at = centre(place)
    ends = [[at + _SHORT * (end - at) for end in hexside(place, side)] for side in covers]
    return "".join(ring((at, *each)) for each in ends)


def _top(state: State, name: str, building: Building, joined: tuple[str, ...]) -> Iterator[str]:
    place = state.setting.area.place(name)
    at, turn = centre(place), rect(0.47 * SIDE, _turn(place, joined))
    if covers := _covers(state, name):
        ridges = (run(at, at + _RIDGE * (middle(place, side) - at)) for side in covers)
        yield path("".join(ridges), "roof")
    elif building.steepled:
        yield minaret(at, 0.3 * SIDE)
    else:
        yield path(run(at - turn, at + turn), "roof")
    if building.upper_levels:
        spot = at + complex(0.27 * SIDE, 0.29 * SIDE)
        yield haloed(str(building.upper_levels), spot, "storeys")


def standing_buildings(state: State) -> Iterator[tuple[str, Building]]:
    """The buildings that are not rubble down to the ground, by their hexes."""
    for name, ground in sorted(state.ground.items()):
        if ground.building is not None and ground.building.rubbled_from != 0:
            yield name, ground.building


def _joined(state: State, name: str, whole: dict[str, Building]) -> tuple[str, ...]:
    area = state.setting.area
    spec = area.buildings.get(name)
    if spec is None or spec.building is None:
        return ()
    near = (other for other in area.neighbours(name).values() if other in whole)
    return tuple(other for other in near if area.buildings[other].building == spec.building)


def _courts(state: State, name: str, joined: tuple[str, ...]) -> Iterator[str]:
    """The middle between three hexes of a building that are adjacent to each other."""
    area = state.setting.area
    for one, two in combinations(joined, 2):
        if name == min(name, one, two) and area.hexside(one, two) is not None:
            yield ring(centre(area.place(each)) for each in (name, one, two))


def _turn(place: Hex, joined: tuple[str, ...]) -> float:
    return 0.0 if joined else (0, pi / 6, -pi / 6, pi / 3)[(place.column * 3 + place.row) % 4]


def _walls(place: Hex, joined: tuple[str, ...]) -> list[complex]:
    turn = rect(1, _turn(place, joined))
    half = complex(0.47 * SIDE, 0.37 * SIDE)
    return [
        centre(place) + turn * complex(half.real * x, half.imag * y)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def minaret(at: complex, radius: float) -> str:
    """The dome of a Minaret or Tower."""
    low, top = at + 0.57 * radius, at - 0.57 * radius
    return path(dot(at, radius), "dome") + path(turned(top, at - 1j * radius, low), "roof")


def _stones(place: Hex, count: int, size: float) -> str:
    spots = scatter(place, count, 0.78)
    return "".join(stone(at, size + n % 3, n, 4 + n % 2) for n, at in enumerate(spots))


def rubbled(ground: Ground) -> bool:
    """Whether there is rubble of its own building or of another's."""
    building = ground.building
    return ground.rubble is not None or (building is not None and building.rubbled_from is not None)


def draw_rubble(state: State) -> Iterator[str]:
    """Rubble where a building was or where it fell; with its Trail Breaks."""
    for name, ground in sorted(state.ground.items()):
        place = state.setting.area.place(name)
        building = ground.building
        if building is not None and building.rubbled_from is not None:
            material = building.rubble or building.material
            few = building.rubbled_from > 0
            yield path(_stones(place, 7 if few else 16, 4.5), f"{material}-rubble")
            if few:
                spot = centre(place) + complex(0, 0.72 * SIDE)
                yield haloed(f"rubble from {building.rubbled_from}", spot, "name fine")
        if ground.rubble is not None:
            yield path(_stones(place, 13, 4.2), f"{ground.rubble.material}-rubble")
            yield from _breaks(place, ground.rubble.trail_breaks)
        yield from _breaks(place, ground.debris_breaks)


def _breaks(place: Hex, breaks: tuple[tuple[int, int], ...]) -> Iterator[str]:
    ways = "".join(
        turned(middle(place, one), centre(place), middle(place, two)) for one, two in breaks
    )
    yield path(ways, "break")
    yield path(ways, "breakline")
    if breaks:
        yield haloed("TB", centre(place) + complex(0, 0.2 * SIDE), "name")


def draw_debris(state: State) -> Iterator[str]:
    """Arid Debris."""
    for name, ground in sorted(state.ground.items()):
        if ground.debris is not None:
            class_ = "debris" if ground.debris is DebrisOrigin.PRINTED else "placed"
            yield path(_stones(state.setting.area.place(name), 18, 2.4), class_)


def draw_shellholes(state: State) -> Iterator[str]:
    """Shellholes that came in play."""
    for name, ground in sorted(state.ground.items()):
        if ground.shellholes:
            yield from draw_symbol(TerrainKind.SHELLHOLES, state.setting.area.place(name))
