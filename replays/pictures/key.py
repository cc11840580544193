"""The key under a map: terrain, works and counters on it, each with a small picture."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Final

from events.terms import Base, Road
from replays.pictures.channels import BRIDGE, CHANNELS, HEXSIDE_LOOKS, ROADS
from replays.pictures.counter_key import counters_in_key, marks_in_key
from replays.pictures.geometry import CORNERS, HIGH
from replays.pictures.palette import ground_class
from replays.pictures.shapes import label, path, ring, run, tag
from replays.pictures.terrain import FIELD_OF, SYMBOLS
from replays.pictures.works import standing
from sim.map.board import HexRecord
from sim.map.hexes import Hex
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer
from sim.state import Ground, State

__all__ = ["draw_key", "key_entries"]

_WIDE: Final = 158.0
_HIGH: Final = 38.0


def draw_key(state: State, width: float, shot: ShotAnswer | None = None) -> tuple[str, float]:
    """The key, its upper left corner at the origin; and how high it is."""
    entries = key_entries(state, shot)
    columns = max(int(width / _WIDE), 1)
    parts = []
    for index, (words, drawn) in enumerate(entries):
        row, column = divmod(index, columns)
        at = complex(column * width / columns + 18, row * _HIGH + 18)
        parts.append(tag("g", drawn, transform=f"translate({at.real:.1f} {at.imag:.1f})"))
        room = width / columns - 48
        parts.append(label(words, at + 25 + 4.5j, "fact", size=12.5, width=room))
    return "".join(parts), ceil(len(entries) / columns) * _HIGH


def key_entries(state: State, shot: ShotAnswer | None = None) -> list[tuple[str, str]]:
    """Words and drawing, around the origin, of everything that is in the picture."""
    area = state.setting.area
    records = [area.record[name] for name in area.names.values()]
    bases = {kind: record.base for record in records for kind in record.kinds}
    kinds = [kind for kind in (*SYMBOLS, *sorted(bases.keys() - SYMBOLS.keys())) if kind in bases]
    shown = set(area.names.values())
    roads = sorted({road for (name, _), road in area.roads.items() if name in shown})
    entries = [(kind.value, _swatch(kind, bases[kind])) for kind in kinds]
    entries += _levels(records)
    entries += [(f"{road} road", "".join(_road(road))) for road in roads]
    entries += [(words, "".join(drawn)) for words, drawn in _works(state)]
    return [*entries, *counters_in_key(state), *marks_in_key(state, shot)]


def _levels(records: list[HexRecord]) -> Iterator[tuple[str, str]]:
    """The ground of each level, and the lines between levels."""
    found = {(record.base, record.level) for record in records}
    if len({level for _, level in found}) < 2:
        return
    several = len({base for base, level in found if level}) > 1
    for base, level in sorted(found, key=lambda each: (each[1], each[0])):
        if level:
            said = f"level {level}, {base}" if several else f"level {level}"
            yield said, path(_SMALL, f"swatch {ground_class(base, level)}")
    yield "change of level", path(run(-14, 14), "foot") + path(run(-14, 14), "contour")


@lru_cache(maxsize=256)
def _swatch(kind: TerrainKind, base: Base) -> str:
    """A small hex of a kind of terrain."""
    middle = HIGH / 2 * 1j
    field = FIELD_OF.get(kind)
    class_ = f"field {field.name}" if field else ground_class(base, 0)
    shape = ring(corner + middle for corner in CORNERS)
    inner = [tag("path", d=shape, class_=f"swatch {class_}")]
    if kind is not TerrainKind.OASIS:
        way = run(middle - 34, middle + 34)
        for class_, width in CHANNELS.get(kind, ()):
            inner.append(tag("path", d=way, class_=class_, stroke_width=width))
    if kind in SYMBOLS:
        inner += [path(d, class_) for class_, d in SYMBOLS[kind](Hex(0, 0))]
    return tag("g", *inner, transform=f"scale(.36) translate(0 {-middle.imag:.1f})")


def _works(state: State) -> Iterator[tuple[str, Iterator[str]]]:
    """What people made, and what is left of it: hexsides, bridges, paths, buildings, debris."""
    area = state.setting.area
    shown = set(area.names.values())
    sides = {kind for (name, _), kind in area.hexsides.items() if name in shown}
    for kind, classes in HEXSIDE_LOOKS.items():
        if kind in sides:
            yield str(kind), (path(run(-14, 14), class_) for class_ in classes)
    if shown.intersection(area.bridges):
        yield "bridge", (tag("path", d=run(-14, 14), class_=c, stroke_width=w) for c, w in BRIDGE)
    if any(name in shown for name, _ in area.paths):
        yield "path", iter([path(run(-14, 14), "footpath")])
    grounds = [ground for name, ground in state.ground.items() if name in shown]
    materials = {building.material for name, building in standing(state) if name in shown}
    for material in sorted(materials):
        yield f"{material.lower()} building", iter([path(_SQUARE, f"{material.lower()}-fill")])
    if any(each.debris is not None for each in grounds):
        yield str(TerrainKind.ARID_DEBRIS), iter([path(_SQUARE, "debris")])
    if any(_rubbled(each) for each in grounds):
        yield "rubble", iter([path(_SQUARE, "stone-rubble")])


def _rubbled(ground: Ground) -> bool:
    """Whether there is rubble of its own building or of another's."""
    building = ground.building
    return ground.rubble is not None or (building is not None and building.rubbled_from is not None)


_SMALL: Final = ring(0.36 * corner for corner in CORNERS)
_SQUARE: Final = ring((-8 - 8j, 8 - 8j, 8 + 8j, -8 + 8j))


def _road(kind: Road) -> Iterator[str]:
    for class_, width in ROADS[kind]:
        yield tag("path", d=run(-14, 14), class_=class_, stroke_width=width)
