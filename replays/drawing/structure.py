"""What people built in hexes and what became of it: buildings, rubble, debris, Trail Breaks."""

from cmath import rect
from collections.abc import Iterator
from itertools import combinations
from math import pi
from typing import Final

from events.terms import DebrisOrigin, Material
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
    turned,
)
from replays.drawing.terrain import draw_symbol, stone
from sim.map.hexes import Hex
from sim.map.terrain_kind import TerrainKind
from sim.state import Building, Ground, State

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
        if name < one and name < two and area.hexside(one, two) is not None:
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
