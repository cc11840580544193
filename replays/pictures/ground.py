"""The ground of a picture: colours, fields of terrain, contours, symbols, and the hex grid."""

from cmath import rect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from math import cos, radians, sin
from typing import Final

from events.scenario import Scenario
from replays.pictures.geometry import HIGH, SIDE, centre, corners, frame, hexside
from replays.pictures.palette import ground_colour
from replays.pictures.shapes import dot, label, path, ring, run, smooth, tag, title
from replays.pictures.terrain import FIELDS, SYMBOLS, FieldStyle
from sim.chapter_ad.lft_boards import printed_bins
from sim.map.hexes import HEXSIDES, Hex
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind

__all__ = ["draw_bins", "draw_grid", "draw_ground", "draw_names", "draw_symbols", "name_spot"]

_JOINED: Final = (1, 2, 3)
"""Hexsides that are looked at from one of their two hexes only."""


def draw_ground(area: PlayingArea, told: Callable[[str], str]) -> Iterator[str]:
    """Bare ground, contours and fields. Every hex has a title, which browsers show."""
    for place, name in area.names.items():
        record = area.record[name]
        yield tag(
            "polygon",
            title(told(name)),
            points=ring(corners(place, 1.008))[1:-1].replace("L", " "),
            style=f"fill:{ground_colour(record.base, record.level)}",
        )
    for field in FIELDS:
        yield from _field(area, field)
    yield from _contours(area)


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
        yield tag("path", d=d, style=f"fill:{field.edge};stroke:{field.edge};stroke-width:2.4")
        yield tag("path", d=d, style=f"fill:{field.fill}")
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


def _contours(area: PlayingArea) -> Iterator[str]:
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
    for kind in SYMBOLS:
        layers: dict[str, str] = defaultdict(str)
        for place in found.pop(kind, ()):
            for class_, d in SYMBOLS[kind](place):
                layers[class_] += d
        yield from (path(d, class_) for class_, d in layers.items())
    for kind, places in found.items():
        for place in places:
            yield label(kind, centre(place) + 0.3j * HIGH, "other", size=8, width=1.1 * SIDE)


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
    shared = [place for place, count in Counter(area.hexes.values()).items() if count > 1]
    for place in sorted(shared):
        half = 1.5 * SIDE if place.column % 2 else 0.5j * HIGH
        yield run(centre(place) - half, centre(place) + half)


def name_spot(area: PlayingArea, place: Hex) -> tuple[complex, str]:
    """Where the grid coordinate of a hex stands, and how it is anchored there."""
    at = centre(place)
    edge = frame(area)
    down = 11 if at.imag < 1 else 10.5 - HIGH / 2
    if at.real < 1:
        return at + complex(3, down), "start"
    if at.real > edge.width - 1:
        return at + complex(-3, down), "end"
    return at + complex(0, down), ""


def draw_names(area: PlayingArea) -> Iterator[str]:
    """The grid coordinate at hexside 1 of every hex, and the level of hexes not at level 0."""
    for place, name in area.names.items():
        at, anchor = name_spot(area, place)
        room = (0.75 if anchor else 1.1) * SIDE
        yield label(name, at, "name", anchor=anchor, size=min(9.5, room / (0.56 * len(name))))
        level = area.record[name].level
        if level:
            low = at.imag + (HIGH / 2 - 16 if centre(place).imag < 1 else HIGH - 15)
            low = min(low, frame(area).height - 5)
            yield label(str(level), complex(at.real, low), "level", anchor=anchor)


def draw_bins(scenario: Scenario, area: PlayingArea) -> Iterator[str]:
    """The BIN of each AD board, in the hex that prints it (AD2.1)."""
    for name, board in printed_bins(scenario, area).items():
        yield label(board, centre(area.place(name)) + 0.3j * HIGH, "name", size=12)
