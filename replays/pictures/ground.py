"""The ground of a picture: colours, fields of terrain, contours, symbols, and the hex grid."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from replays.pictures.geometry import HIGH, SIDE, centre, corners, frame, hexside
from replays.pictures.palette import ground_colour
from replays.pictures.shapes import dot, label, path, ring, run, tag
from replays.pictures.terrain import FIELDS, SYMBOLS, Field
from sim.hexes import HEXSIDES, Hex
from sim.playing_area import PlayingArea

__all__ = ["draw_grid", "draw_ground", "draw_names", "draw_symbols", "field_paths", "name_spot"]

_JOINED: Final = (1, 2, 3)
"""Hexsides that are looked at from one of their two hexes only."""


def draw_ground(area: PlayingArea, told: Callable[[str], str]) -> Iterator[str]:
    """Bare ground, contours and fields. Every hex has a title, which browsers show."""
    for place, name in area.names.items():
        record = area.record[name]
        yield tag(
            "polygon",
            tag("title", told(name)),
            points=ring(corners(place, 1.008))[1:-1].replace("L", " "),
            style=f"fill:{ground_colour(record.base, record.level)}",
        )
    for kind, field in FIELDS.items():
        yield from field_paths(field, _stretches(area, kind))
    yield from _contours(area)


def _stretches(area: PlayingArea, kind: str) -> tuple[str, str]:
    """Hexes of a kind as dots, and their common hexsides as lines between centre dots."""
    dots, joints = "", ""
    for place, name in area.names.items():
        if kind not in area.record[name].kinds:
            continue
        here = centre(place)
        dots += run(here, here)
        for side in _JOINED:
            other = area.across(name, side)
            if other is not None and kind in area.record[other].kinds:
                joints += run(here, centre(area.place(other)))
    return dots, joints


def field_paths(field: Field, stretches: tuple[str, str]) -> Iterator[str]:
    """A field around hexes, run together where they are adjacent: its border, then itself."""
    dots, joints = stretches
    if not dots:
        return
    wide = 2 * field.share * HIGH / 2
    for colour, extra in ((field.edge, 3.0), (field.fill, 0.0)):
        for d, width in ((dots, wide + extra), (joints, 1.08 * SIDE + extra)):
            if d:
                yield tag("path", d=d, style=f"stroke:{colour};stroke-width:{width:.1f}")


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
    found: dict[str, list[Hex]] = defaultdict(list)
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
    for place in area.names:
        odd = place.column % 2
        ways = (Hex(0, 1),) if odd else (Hex(1, 0),)
        for way in ways:
            before = area.names.get(Hex(place.column - way.column, place.row - way.row))
            after = area.names.get(Hex(place.column + way.column, place.row + way.row))
            if before is None or after is None:
                continue
            if area.record[before].board != area.record[after].board:
                half = SIDE if odd else 0.5j * HIGH
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
        yield label(name, at, "name", anchor=anchor)
        level = area.record[name].level
        if level:
            low = at.imag + (HIGH / 2 - 16 if centre(place).imag < 1 else HIGH - 15)
            low = min(low, frame(area).height - 5)
            yield label(str(level), complex(at.real, low), "level", anchor=anchor)
