"""Counters in the hexes of a picture: up to four side by side, more as a pile with its number."""

from cmath import rect
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import radians
from typing import Final

import attrs

from events.terms import Fire
from replays.pictures.counter_shapes import burst, cloud, core, shell, tongue
from replays.pictures.emblems import draw_card, draw_emblem
from replays.pictures.geometry import Frame, centre
from replays.pictures.shapes import dot, haloed, label, path, run, tag, title
from replays.pictures.units import draw_unit, unit_status
from replays.pictures.vehicles import draw_vehicle
from sim.chapter_11.vehicle_dust import HINDRANCE_DRM
from sim.map.hexes import Hex
from sim.state import FFE, Fort, Smoke, State, Unit, Vehicle, VehicleDust

__all__ = [
    "MOST",
    "LyingCounter",
    "counter_stacks",
    "counter_words",
    "counters_by_hex",
    "draw_counters",
    "draw_stack",
    "vehicle_status",
]

Counter = Callable[[complex, float], Iterator[str]]
"""Draws a counter in a square: its centre and its size."""

MOST: Final = 4
"""How many counters lie side by side; more are a pile."""

_ROWS: Final = {1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2)}
"""How many counters are in each row, by how many there are."""

_LARGEST: Final = 46.0
_GAP: Final = 2.5
_SHORT: Final = 4
_WHOLE: Final = 60.0


@attrs.frozen(eq=False)
class LyingCounter:
    """A counter in a hex; two with the same words for the same thing are drawn alike.

    Attributes:
        told: what it is, in words.
        thing: what of the state it stands for.
        draw: draws it.
    """

    told: str
    thing: object
    draw: Counter


@attrs.frozen
class Room:
    """The part of a hex that counters can cover, clear of its name.

    Attributes:
        middle: its centre.
        wide: how wide it is.
        high: how high it is.
    """

    middle: complex
    wide: float
    high: float


def _room(edge: Frame, place: Hex) -> Room:
    """Where the counters of a hex lie: a half-hex at the edge has half of the room."""
    at = centre(place)
    left, right = at.real < edge.left + 1, at.real > edge.right - 1
    if at.imag < edge.top + 1:
        across = 26 if left else -26 if right else 12
        return Room(at + complex(across, 22), 32 if left or right else 38, 34)
    if at.imag > edge.low - 1:
        across = 16 if left else -16 if right else 0
        return Room(at + complex(across, -13.5), 30 if left or right else 60, 24)
    if left or right:
        return Room(at + complex(19 if left else -19, 5), 34, 56)
    return Room(at + 5j, 62, 60)


def _sizes(count: int, room: Room) -> tuple[tuple[int, ...], float]:
    """The rows of the counters of a hex, and how large each is."""
    rows = _ROWS[count]
    ways = (rows, (count,), count * (1,))
    found = [
        (min(_across(room, way) / max(way), room.high / len(way), _LARGEST), way) for way in ways
    ]
    size, best = max(found, key=lambda each: each[0])
    return best, size - _GAP


def _across(room: Room, way: tuple[int, ...]) -> float:
    """How wide rows can be: a whole hex is wider in its middle."""
    return room.wide + (8 if len(way) == 1 and room.wide > _WHOLE else 0)


def counters_by_hex(state: State) -> dict[str, list[str]]:
    """What every hex with counters has on it, in words."""
    found: dict[str, list[str]] = defaultdict(list)
    shown = set(state.setting.area.names.values())
    for name, words in counter_words(state):
        if name in shown:
            found[name].append(words)
    return dict(found)


def counter_words(state: State) -> Iterator[tuple[str, str]]:
    """Hex and words of every counter in play, in the order in which they are drawn."""
    for name, counter in _counters(state):
        yield name, counter.told


def draw_counters(state: State, edge: Frame) -> Iterator[str]:
    """Every counter in play: Fortifications, FFE, SMOKE, Dust, fires, vehicles and Infantry."""
    for name, stack in counter_stacks(state):
        yield from draw_stack(stack, state.setting.area.place(name), edge)


def counter_stacks(state: State) -> Iterator[tuple[str, list[LyingCounter]]]:
    """The hexes with counters in the order of the map, and what lies in each."""
    stacks: dict[str, list[LyingCounter]] = defaultdict(list)
    for name, found in _counters(state):
        stacks[name].append(found)
    area = state.setting.area
    shown = set(area.names.values())
    for name in sorted(stacks.keys() & shown, key=area.place):
        yield name, stacks[name]


def draw_stack(stack: list[LyingCounter], place: Hex, edge: Frame) -> Iterator[str]:
    """The counters of a hex, unless it lies beyond the edge; it depends on nothing else."""
    room = _room(edge, place)
    if edge.has(room.middle):
        yield from (_pile if len(stack) > MOST else _side_by_side)(stack, room)


def _side_by_side(stack: list[LyingCounter], room: Room) -> Iterator[str]:
    rows, size = _sizes(len(stack), room)
    step = size + _GAP
    counters = iter(stack)
    for row, count in enumerate(rows):
        for column in range(count):
            counter = next(counters)
            off = complex(column - (count - 1) / 2, row - (len(rows) - 1) / 2)
            yield tag("g", title(counter.told), *counter.draw(room.middle + step * off, size))


def _pile(stack: list[LyingCounter], room: Room) -> Iterator[str]:
    """Counters one upon another, the last on top, with their number and what they are."""
    size = min(room.wide, room.high, _LARGEST + 4) - 9
    shift = (4 - 4j) / 3
    deep = len(stack) - 1
    for n, counter in enumerate(stack):
        over = n - deep + MOST
        if over < 0:
            yield tag("g", title(counter.told))
            continue
        at = room.middle + shift * (over - MOST / 2)
        yield tag("g", title(counter.told), *counter.draw(at, size))
    badge = room.middle + complex(size / 2, -size / 2) + 2
    yield tag(
        "g",
        title(f"{len(stack)} counters: {'; '.join(each.told for each in stack)}"),
        path(dot(badge, 9.5), "count"),
        label(str(len(stack)), badge + 4.6j, "badge"),
    )


def _counters(state: State) -> Iterator[tuple[str, LyingCounter]]:
    """The hex of every counter, and the counter."""
    for _, fort in sorted(state.fortifications.items()):
        whose = "" if fort.side is None else f" of the {fort.side}"
        yield fort.hex, LyingCounter(f"{fort.kind}{whose}", fort, _fort(state, fort))
    for key, ffe in sorted(state.ffes.items()):
        told = f"FFE {key}, {ffe.calibre}mm, LOS +{ffe.hindrance}"
        yield ffe.hex, LyingCounter(told, ffe, _ffe(key, ffe))
    for key, smoke in sorted(state.smoke.items()):
        words = "Dispersed " * smoke.dispersed + ("gray" if smoke.gray else "white")
        told = f"SMOKE {key} of the {smoke.side}, {words}"
        yield smoke.hex, LyingCounter(told, smoke, _smoke(key, smoke))
    for key, dust in sorted(state.vehicle_dust.items()):
        motion = ", Motion side" if dust.motion else ""
        yield dust.hex, LyingCounter(f"Vehicle Dust of {key}{motion}", dust, _dust(key, dust))
    for name, ground in sorted(state.ground.items()):
        if ground.fire is not None:
            told = f"{ground.fire} in {name}"
            yield name, LyingCounter(told, ground.fire, _fire(ground.fire))
    for key, vehicle in sorted(state.vehicles.items()):
        if vehicle.hex is not None and not vehicle.exited:
            side = state.setting.vehicles[key].side
            said = ", ".join(vehicle_status(vehicle)) or "ready"
            told = f"{key}, {side}: {said}"
            yield vehicle.hex, LyingCounter(told, vehicle, _vehicle(state, key, vehicle))
    for key, unit in sorted(state.units.items()):
        said = ", ".join((unit.kind, *unit_status(state, unit)))
        told = f"{key}, {unit.side}: {said}"
        yield unit.hex, LyingCounter(told, unit, _unit(state, key, unit))


def _unit(state: State, key: str, unit: Unit) -> Counter:
    sides = state.setting.sides

    def draw(at: complex, size: float) -> Iterator[str]:
        yield from draw_card(unit.side, sides, at, size)
        yield from draw_unit(at + 0.1j * size, 0.5 * size, unit.kind)
        yield from draw_emblem(unit.side, sides, at + size * (-0.36 + 0.36j), 0.18 * size)
        said = " ".join((unit.kind, *unit_status(state, unit)))
        yield from _words(at, size, key, said, banded=unit.side == sides[0])

    return draw


def _fort(state: State, fort: Fort) -> Counter:
    sides = state.setting.sides

    def draw(at: complex, size: float) -> Iterator[str]:
        yield from draw_card(fort.side, sides, at, size)
        yield label(fort.kind, at + 0.06j * size, "id", size=0.22 * size, width=0.86 * size)
        said = f"{fort.squads}S" if fort.squads else ""
        if fort.ca is not None:
            said = f"{fort.squads}+{fort.ca_tem}+{fort.nca_tem}"
            yield path(_embrasure(at, size, fort.ca), "wreck")
        if fort.hexside is not None:
            said = f"hexside {fort.hexside}"
        if said:
            yield label(said, at + 0.32j * size, "id", size=0.18 * size, width=0.86 * size)
        if fort.side is not None:
            yield from draw_emblem(fort.side, sides, at - 0.34j * size, 0.2 * size)

    return draw


def _embrasure(at: complex, size: float, ca: int) -> str:
    """A bar on the side toward the vertex that a Pillbox faces, between its two hexsides."""
    way = rect(1, radians(60 * (ca - 1) - 60))
    middle = at + 0.52 * size * way
    return run(middle - 0.2j * size * way, middle + 0.2j * size * way)


def vehicle_status(vehicle: Vehicle) -> Iterator[str]:
    """What is to be known of a vehicle."""
    for on, word in (
        (vehicle.destroyed, "wreck"),
        (vehicle.in_motion, "Motion"),
        (vehicle.immobile, "immobile"),
        (vehicle.bogged and not vehicle.mired, "Bogged"),
        (vehicle.mired, "Mired"),
        (vehicle.stunned, "Stunned"),
        (vehicle.shocked, "Shocked"),
        (vehicle.bu, "BU"),
        (vehicle.towing, "tows"),
    ):
        if on:
            yield word


def _vehicle(state: State, key: str, vehicle: Vehicle) -> Counter:
    spec, sides = state.setting.vehicles[key], state.setting.sides

    def draw(at: complex, size: float) -> Iterator[str]:
        yield from draw_card(spec.side, sides, at, size)
        yield from draw_vehicle(at + 0.05j * size, 0.76 * size, spec.movement, spec.armour)
        if vehicle.destroyed:
            arm = 0.3 * size * (1 + 1j)
            yield path(run(at - arm, at + arm) + run(at - arm * 1j, at + arm * 1j), "wreck")
        yield from draw_emblem(spec.side, sides, at + size * (-0.36 + 0.36j), 0.18 * size)
        said = " ".join(vehicle_status(vehicle))
        yield from _words(at, size, key, said, banded=spec.side == sides[0])

    return draw


def _words(at: complex, size: float, key: str, said: str, *, banded: bool) -> Iterator[str]:
    """Who it is above the symbol of a counter, and what is to be known of it below."""
    class_ = "bandtext" if banded else "id"
    yield label(key, at - 0.29j * size, class_, size=0.23 * size, width=0.88 * size)
    if said:
        below = at + size * complex(0.1, 0.43)
        yield label(said, below, "id", size=0.17 * size, width=0.66 * size)


def _smoke(key: str, smoke: Smoke) -> Counter:
    def draw(at: complex, size: float) -> Iterator[str]:
        class_ = "gray" if smoke.gray else "smoke"
        yield path(cloud(at, 0.94 * size), f"{class_} dispersed" if smoke.dispersed else class_)
        yield label(f"+{smoke.hindrance}", at + 0.02j * size, "id", size=0.3 * size)
        yield label(f"SMOKE {key}", at + 0.24j * size, "id", size=0.17 * size, width=0.78 * size)

    return draw


def _dust(key: str, dust: VehicleDust) -> Counter:
    def draw(at: complex, size: float) -> Iterator[str]:
        yield path(cloud(at, 0.94 * size), "dustmotion" if dust.motion else "dust")
        yield label(f"+{HINDRANCE_DRM}", at - 0.04j * size, "id", size=0.28 * size)
        yield label(key, at + 0.14j * size, "id", size=0.17 * size, width=0.78 * size)
        if dust.motion:
            spots = (at + size * complex(-0.3, y) for y in (0.21, 0.28))
            yield path("".join(run(spot, spot + 0.5 * size) for spot in spots), "streak")

    return draw


def _ffe(key: str, ffe: FFE) -> Counter:
    def draw(at: complex, size: float) -> Iterator[str]:
        yield path(shell(at, size), "ffe")
        yield path(burst(at, size), "star")
        said = f"FFE {key}" if len(key) <= _SHORT else key
        yield label(said, at - 0.02j * size, "id", size=0.22 * size, width=0.75 * size)
        calibre = f"{ffe.calibre} +{ffe.hindrance}"
        yield label(calibre, at + 0.2j * size, "id", size=0.19 * size, width=0.7 * size)

    return draw


def _fire(fire: Fire) -> Counter:
    def draw(at: complex, size: float) -> Iterator[str]:
        blaze = fire is Fire.BLAZE
        yield path(tongue(at, size), "blaze" if blaze else "flame")
        yield path(core(at, size, blaze=blaze), "core")
        yield haloed(str(fire), at + 0.5j * size, "id", size=0.24 * size)

    return draw
