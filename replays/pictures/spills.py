"""Where the art of a hex's terrain reaches over a hexside (B.1)."""

from collections.abc import Iterator
from typing import Final

from replays.pictures.geometry import SIDE, centre, middle
from replays.pictures.shapes import number, oval, path, tag
from replays.pictures.terrain import FIELD_OF, SYMBOLS
from sim.map.hexes import Hex
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind

__all__ = ["draw_spills"]

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
