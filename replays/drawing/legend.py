"""The legend under a map: terrain, structures and counters on it, each with a small picture."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Final

import attrs

from events.terms import Base, Density, Fire, Road
from replays.drawing.counter import MOST, burst, cloud, core, counters_by_hex, shell, tongue
from replays.drawing.hexside import BRIDGE, CHANNELS, HEXSIDE_LOOKS, ROADS
from replays.drawing.palette import ground_class
from replays.drawing.structure import minaret, standing
from replays.drawing.svg import CORNERS, HIGH, dot, label, path, ring, run, tag
from replays.drawing.terrain import FIELD_OF, SYMBOLS
from replays.drawing.weather import chevrons, veil_over, wind_marks
from sim.map.board import HexRecord
from sim.map.hexes import Hex
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer
from sim.state import Ground, State

_SIZE: Final = 28.0
_HEX: Final = ring(0.36 * corner for corner in CORNERS)
_KEY_SQUARE: Final = ring((-10 - 10j, 10 - 10j, 10 + 10j, -10 + 10j))
_CROSS: Final = run(-8 - 8j, 8 + 8j) + run(8 - 8j, -8 + 8j)


def counters_in_key(state: State) -> Iterator[tuple[str, str]]:
    """Words and drawing of everything of that kind that is in the picture."""
    yield from _of_hexes(state)
    yield from _dust(state)
    yield from _smoke(state)
    if state.ffes:
        drawn = path(shell(0, _SIZE), "ffe") + path(burst(0, _SIZE), "star")
        yield "FFE", drawn
        yield "blast area", path(_HEX, "blast")
    yield from _fires(state)
    if state.fortifications:
        yield "Fortification", path(_KEY_SQUARE, "piece nobody")
    if any(vehicle.destroyed for vehicle in state.vehicles.values()):
        yield "wreck", path(_CROSS, "wreck")


def _of_hexes(state: State) -> Iterator[tuple[str, str]]:
    """What came into hexes beside counters."""
    grounds = state.ground.values()
    if any(building.steepled for _, building in standing(state)):
        yield "Mosque or Temple", minaret(0, 11)
    breaks = (each.debris_breaks or (each.rubble and each.rubble.trail_breaks) for each in grounds)
    if any(breaks):
        yield "Trail Break", path(run(-14, 14), "break") + path(run(-14, 14), "breakline")


def _dust(state: State) -> Iterator[tuple[str, str]]:
    if state.density is not Density.NONE:
        yield f"{state.density} Dust", path(_HEX, "d0") + veil_over(state.density, _HEX)
    motions = {each.motion for each in state.vehicle_dust.values()}
    if False in motions:
        yield "Vehicle Dust", path(cloud(0, _SIZE), "dust")
    if True in motions:
        streaks = "".join(run(complex(-7, y), complex(7, y)) for y in (4, 7))
        drawn = path(cloud(0, _SIZE), "dustmotion") + path(streaks, "streak")
        yield "Vehicle Dust, Motion", drawn
    sources = {source in state.vehicle_dust for source, hexes in state.drift.items() if hexes}
    if True in sources:
        yield "drift of Vehicle Dust", path(_HEX, "dustdrift")
    if False in sources:
        yield "drift", path(_HEX, "drift")


def _smoke(state: State) -> Iterator[tuple[str, str]]:
    for gray, dispersed in sorted({(s.gray, s.dispersed) for s in state.smoke.values()}):
        words = "Dispersed " * dispersed + ("gray" if gray else "white")
        class_ = ("gray" if gray else "smoke") + " dispersed" * dispersed
        yield f"{words} SMOKE", path(cloud(0, _SIZE), class_)


def _fires(state: State) -> Iterator[tuple[str, str]]:
    here = {each.fire for each in state.ground.values()}
    for fire, class_ in ((Fire.FLAME, "flame"), (Fire.BLAZE, "blaze")):
        if fire in here:
            inner = path(core(0, _SIZE, blaze=fire is Fire.BLAZE), "core")
            yield str(fire), path(tongue(0, _SIZE), class_) + inner


def marks_in_key(state: State, shot: ShotAnswer | None) -> Iterator[tuple[str, str]]:
    """Words and drawing of the marks that a LOS, the wind and piles bring onto a map."""
    if shot is not None:
        yield "Line of Sight", path(run(-14, 14), "los") + path(dot(0, 6), "end")
        if shot.los.touched:
            yield "hex that it touches", path(_HEX, "touched")
        if shot.los.hindrances:
            drawn = path(dot(0, 10), "drm") + label("+1", 4.6j, "drmtext", size=12)
            yield "Hindrance in a hex", drawn
        if shot.blocked is not None:
            yield "LOS blocked", path(run(-14, 14), "unseen")
        if shot.los.block is not None:
            yield "what blocks it", path(_CROSS, "cross")
    if state.wind.direction is not None and any(wind_marks(state.wind)):
        drawn = "".join(chevrons(attrs.evolve(state.wind, direction=1), 0j, 9))
        yield "wind", f'<g transform="rotate(90)">{drawn}</g>'
    if any(len(each) > MOST for each in counters_by_hex(state).values()):
        drawn = path(dot(0, 9.5), "count") + label("5", 4.6j, "badge")
        yield "counters in a pile", drawn


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
