"""The legend under a map: terrain, structures and counters on it, each with a small picture."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Final

import attrs

from events.terms import Base, Density, Fire
from replays.drawing.counter import (
    MOST,
    counters_by_hex,
    draw_dust,
    draw_ffe,
    draw_fire,
    draw_light,
    draw_smoke,
)
from replays.drawing.structure import (
    BRIDGE,
    CHANNELS,
    HEXSIDES_DRAWN,
    ROADS,
    Layers,
    minaret,
    rubbled,
    standing_buildings,
)
from replays.drawing.style import ground_class
from replays.drawing.svg import CORNERS, HIGH, box, cross, dot, label, path, ring, run, tag
from replays.drawing.terrain import FIELD_OF, SYMBOLS, draw_symbol
from replays.drawing.weather import RAIN, chevrons, dust_over, wind_marks
from sim.map.board import HexRecord
from sim.map.hexes import Hex
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer
from sim.state import State

Entry = tuple[str, str]
"""Words, and a drawing around the origin."""

_WIDE: Final = 158.0
_HIGH: Final = 38.0
_SIZE: Final = 28.0
_LINE: Final = run(-14, 14)
_HEX: Final = ring(0.36 * corner for corner in CORNERS)
_SQUARE: Final = ring((-8 - 8j, 8 - 8j, 8 + 8j, -8 + 8j))


def draw_legend(state: State, width: float, shot: ShotAnswer | None = None) -> tuple[str, float]:
    """The legend, its upper left corner at the origin; and how high it is."""
    entries = legend(state, shot)
    columns = max(int(width / _WIDE), 1)
    parts = []
    for index, (words, drawn) in enumerate(entries):
        row, column = divmod(index, columns)
        at = complex(column * width / columns + 18, row * _HIGH + 18)
        parts.append(tag("g", drawn, transform=f"translate({at.real:.1f} {at.imag:.1f})"))
        room = width / columns - 48
        parts.append(label(words, at + 25 + 4.5j, "fact", size=12.5, width=room))
    return "".join(parts), ceil(len(entries) / columns) * _HIGH


def legend(state: State, shot: ShotAnswer | None = None) -> list[Entry]:
    """Everything that is in the picture."""
    area = state.setting.area
    records = [area.record[name] for name in area.names.values()]
    bases = {kind: record.base for record in records for kind in record.kinds}
    kinds = [kind for kind in (*SYMBOLS, *sorted(bases.keys() - SYMBOLS.keys())) if kind in bases]
    return [
        *((kind.value, _swatch(kind, bases[kind])) for kind in kinds),
        *_levels(records),
        *_structures(state),
        *_of_counters(state),
        *_of_a_los(shot),
        *_of_wind_and_piles(state),
    ]


def _lines(layers: Layers) -> str:
    return "".join(tag("path", d=_LINE, class_=c, stroke_width=width) for c, width in layers)


@lru_cache(maxsize=256)
def _swatch(kind: TerrainKind, base: Base) -> str:
    middle = HIGH / 2 * 1j
    field = FIELD_OF.get(kind)
    class_ = f"field {field.name}" if field else ground_class(base, 0)
    inner = [path(ring(corner + middle for corner in CORNERS), f"swatch {class_}")]
    if kind is not TerrainKind.OASIS:
        way = run(middle - 34, middle + 34)
        for class_, width in CHANNELS.get(kind, ()):
            inner.append(tag("path", d=way, class_=class_, stroke_width=width))
    if kind in SYMBOLS:
        inner += draw_symbol(kind, Hex(0, 0))
    return tag("g", *inner, transform=f"scale(.36) translate(0 {-middle.imag:.1f})")


def _levels(records: list[HexRecord]) -> Iterator[Entry]:
    found = {(record.base, record.level) for record in records}
    if len({level for _, level in found}) < 2:
        return
    several = len({base for base, level in found if level}) > 1
    for base, level in sorted(found, key=lambda each: (each[1], each[0])):
        if level:
            said = f"level {level}, {base}" if several else f"level {level}"
            yield said, path(_HEX, f"swatch {ground_class(base, level)}")
    yield "change of level", path(_LINE, "foot") + path(_LINE, "contour")


def _structures(state: State) -> Iterator[Entry]:
    """What people made, and what is left of it: roads, hexsides, bridges, buildings, debris."""
    area = state.setting.area
    shown = set(area.names.values())
    for road in sorted({road for (name, _), road in area.roads.items() if name in shown}):
        yield f"{road} road", _lines(ROADS[road])
    sides = {kind for (name, _), kind in area.hexsides.items() if name in shown}
    for kind, classes in HEXSIDES_DRAWN.items():
        if kind in sides:
            yield str(kind), "".join(path(_LINE, class_) for class_ in classes)
    grounds = [ground for name, ground in state.ground.items() if name in shown]
    buildings = [building for name, building in standing_buildings(state) if name in shown]
    yield from _those(
        (shown.intersection(area.bridges), "bridge", _lines(BRIDGE)),
        (any(name in shown for name, _ in area.paths), "path", path(_LINE, "footpath")),
    )
    for material in sorted({each.material for each in buildings}):
        yield f"{material.lower()} building", path(_SQUARE, f"{material.lower()}-fill")
    breaks = (each.debris_breaks or (each.rubble and each.rubble.trail_breaks) for each in grounds)
    trail = path(_LINE, "break") + path(_LINE, "breakline")
    debris = any(each.debris is not None for each in grounds)
    yield from _those(
        (debris, TerrainKind.ARID_DEBRIS.value, path(_SQUARE, "debris")),
        (any(map(rubbled, grounds)), "rubble", path(_SQUARE, "stone-rubble")),
        (any(each.steepled for each in buildings), "Mosque or Temple", minaret(0, 11)),
        (any(breaks), "Trail Break", trail),
    )


def _those(*entries: tuple[object, str, str]) -> list[Entry]:
    return [(words, drawn) for there, words, drawn in entries if there]


def _of_counters(state: State) -> Iterator[Entry]:
    motions = {each.motion for each in state.vehicle_dust.values()}
    sources = {source in state.vehicle_dust for source, hexes in state.drift.items() if hexes}
    clouds = {(each.gray, each.dispersed): each for each in state.smoke.values()}
    fires = {each.fire for each in state.ground.values()}
    dense, dust = state.density, path(_HEX, "d0") + dust_over(state.density, _HEX)
    wreck = any(vehicle.destroyed for vehicle in state.vehicles.values())
    yield from _those(
        *((state.sky.rain is each, str(each), _rained(pattern)) for each, pattern in RAIN.items()),
        (dense is not Density.NONE, f"{dense} Dust", dust),
        (False in motions, "Vehicle Dust", draw_dust(0, _SIZE, motion=False)),
        (True in motions, "Vehicle Dust, Motion", draw_dust(0, _SIZE, motion=True)),
        (True in sources, "drift of Vehicle Dust", path(_HEX, "dustdrift")),
        (False in sources, "drift", path(_HEX, "drift")),
    )
    for (gray, dispersed), smoke in sorted(clouds.items(), key=lambda each: each[0]):
        words = "Dispersed " * dispersed + ("gray" if gray else "white")
        yield f"{words} SMOKE", draw_smoke(0, _SIZE, smoke)
    yield from _those(
        (state.ffes, "FFE", draw_ffe(0, _SIZE)),
        (state.ffes, "blast area", path(_HEX, "blast")),
        (state.lights, "starshell or IR", draw_light(0, _SIZE)),
        *((fire in fires, str(fire), draw_fire(0, _SIZE, fire)) for fire in Fire),
        (state.fortifications, "Fortification", path(box(-10 - 10j, 20, 20), "piece nobody")),
        (wreck, "wreck", path(cross(0, 8 + 8j), "wreck")),
    )


def _rained(pattern: str) -> str:
    return path(_HEX, "d0") + tag("path", d=_HEX, style=f"fill:url(#{pattern})")


def _of_a_los(shot: ShotAnswer | None) -> list[Entry]:
    if shot is None:
        return []
    drm = path(dot(0, 10), "drm") + label("+1", 4.6j, "drmtext", size=12)
    return _those(
        (True, "Line of Sight", path(_LINE, "los") + path(dot(0, 6), "end")),
        (shot.los.touched, "hex that it touches", path(_HEX, "touched")),
        (shot.los.hindrances, "Hindrance in a hex", drm),
        (shot.blocked is not None, "LOS blocked", path(_LINE, "unseen")),
        (shot.los.block is not None, "what blocks it", path(cross(0, 8 + 8j), "cross")),
    )


def _of_wind_and_piles(state: State) -> Iterator[Entry]:
    if state.wind.direction is not None and any(wind_marks(state.wind)):
        drawn = "".join(chevrons(attrs.evolve(state.wind, direction=1), 0j, 9))
        yield "wind", f'<g transform="rotate(90)">{drawn}</g>'
    if any(len(each) > MOST for each in counters_by_hex(state).values()):
        yield "counters in a pile", path(dot(0, 9.5), "count") + label("5", 4.6j, "badge")
