"""Counters in the hexes of a picture: up to four side by side, more as a pile with its number."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import attrs

from events.terms import Armour, Fire, LightKind, Movement, Station
from replays.drawing.style import side_class
from replays.drawing.svg import (
    Frame,
    box,
    centre,
    cross,
    direction,
    dot,
    figure,
    haloed,
    label,
    path,
    run,
    shape,
    tag,
    title,
)
from sim.chapter_11.vehicle_and_ffe_dust import VEHICLE_DUST_DRM
from sim.chapter_ad.mosque import house_in
from sim.map.hexes import Hex
from sim.state import FFE, Fort, Smoke, State, Unit, Vehicle, VehicleDust


def draw_smoke(at: complex, size: float, smoke: Smoke) -> str:
    """A cloud of SMOKE."""
    class_ = "gray" if smoke.gray else "smoke"
    return path(shape("cloud", at, size), f"{class_} dispersed" if smoke.dispersed else class_)


def draw_dust(at: complex, size: float, *, motion: bool) -> str:
    """A cloud of Vehicle Dust."""
    return path(shape("cloud", at, size), "dustmotion" if motion else "dust")


def draw_ffe(at: complex, size: float) -> str:
    """The disc of an FFE with its star."""
    return path(dot(at, 0.5 * size), "ffe") + path(shape("burst", at, size), "star")


def draw_light(at: complex, size: float) -> str:
    """The bright disc of a starshell or IR."""
    return path(dot(at, 0.46 * size), "core")


def draw_fire(at: complex, size: float, fire: Fire) -> str:
    """A flame with its bright middle, larger in a Blaze."""
    blaze = fire is Fire.BLAZE
    flame = shape("flame", at + 0.1j * size, 0.5 * size)
    core = shape("flame", at + 0.2j * size, (0.3 if blaze else 0.22) * size)
    return path(flame, "blaze" if blaze else "flame") + path(core, "core")


def draw_side_marker(side: str, sides: tuple[str, str], at: complex, size: float) -> Iterator[str]:
    """The emblem of a side: that of its nationality, unless the other side has the same."""
    drawn = [[*figure(f"emblem of {side_class(each, sides)}", at, size)] for each in sides]
    second = side == sides[1]
    if drawn[second] and drawn[0] != drawn[1]:
        yield from drawn[second]
    else:
        yield from figure(f"emblem of side-{'two' if second else 'one'}", at, size)


def draw_card(side: str | None, sides: tuple[str, str], at: complex, size: float) -> Iterator[str]:
    """The card of a counter; that of no side if there is none.

    That of the side that moves first has square corners and a dark band on top.
    """
    first = side == sides[0]
    corner = at - complex(size, size) / 2
    card = {"width": size, "height": size, "rx": 0.4 if first else 0.16 * size}
    class_ = "nobody" if side is None else side_class(side, sides)
    yield tag("rect", x=corner.real + 1.3, y=corner.imag + 1.3, class_="shade", **card)
    yield tag("rect", x=corner.real, y=corner.imag, class_=f"piece {class_}", **card)
    if first:
        yield path(box(corner, size, 0.27 * size), "band")
    elif side is not None:
        inner = {"width": 0.88 * size, "height": 0.88 * size, "rx": 0.12 * size}
        yield tag("rect", x=at.real - 0.44 * size, y=at.imag - 0.44 * size, class_="inner", **inner)


_WHERE: Final = {
    Station.ROOFTOP: "roof",
    Station.ENTRENCHED: "entrenched",
    Station.PILLBOX: "Pillbox",
    Station.SHAFT: "Shaft",
}


_TURRETED: Final = (Movement.FULLY_TRACKED, Movement.ARMOURED_CAR)
"""What is drawn with a turret if it is closed-topped."""


@attrs.frozen
class DrawnMover:
    """A vehicle or a unit: label, side, how it moves or what it is, where, and its status.

    ``hex`` is None offboard and after an exit; ``figure`` is a name in `figures.tsv`.
    """

    key: str
    side: str
    kind: str
    hex: str | None
    status: tuple[str, ...]
    figure: str
    thing: Vehicle | Unit

    @property
    def unit(self) -> bool:
        """Whether it is a unit."""
        return isinstance(self.thing, Unit)


def movers(state: State) -> Iterator[DrawnMover]:
    """All vehicles and units by their labels, vehicles first."""
    for key, vehicle in sorted(state.vehicles.items()):
        spec = state.setting.vehicles[key]
        turret = spec.armour is Armour.CLOSED_TOPPED and spec.movement in _TURRETED
        drawn = f"{spec.movement}, closed-topped" if turret else str(spec.movement)
        where = None if vehicle.exited else vehicle.hex
        status = tuple(_vehicle_status(vehicle))
        yield DrawnMover(key, spec.side, spec.movement.value, where, status, drawn, vehicle)
    for key, unit in sorted(state.units.items()):
        kind, status = unit.kind.value, tuple(_unit_status(state, unit))
        yield DrawnMover(key, unit.side, kind, unit.hex, status, kind, unit)


def _unit_status(state: State, unit: Unit) -> Iterator[str]:
    if unit.station is Station.STEEPLE:
        house = house_in(state, unit.hex)
        yield "Steeple" if house is None else house.steeple
    elif unit.station in _WHERE:
        yield _WHERE[unit.station]
    if unit.riding is not None:
        yield f"on {unit.riding}"
    if not unit.good_order:
        yield "not in Good Order"
    elif unit.ti:
        yield "TI"


def _vehicle_status(vehicle: Vehicle) -> Iterator[str]:
    for on, word in (
        (vehicle.destroyed, "wreck"),
        (vehicle.burning is not None, "burning"),
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
    """A counter in a hex: what it is in words, and what of the state it stands for.

    Two with the same words for the same thing are drawn alike.
    """

    told: str
    thing: object
    draw: Counter


@attrs.frozen
class _Room:
    """The part of a hex that counters can cover, clear of its name."""

    middle: complex
    wide: float
    high: float


def _room(edge: Frame, place: Hex) -> _Room:
    """Where the counters of a hex lie: a half-hex at the edge has half of the room."""
    at = centre(place)
    left, right = at.real < edge.left + 1, at.real > edge.right - 1
    if at.imag < edge.top + 1:
        across = 26 if left else -26 if right else 12
        return _Room(at + complex(across, 22), 32 if left or right else 38, 34)
    if at.imag > edge.low - 1:
        across = 16 if left else -16 if right else 0
        return _Room(at + complex(across, -13.5), 30 if left or right else 60, 24)
    if left or right:
        return _Room(at + complex(19 if left else -19, 5), 34, 56)
    return _Room(at + 5j, 62, 60)


def _sizes(count: int, room: _Room) -> tuple[tuple[int, ...], float]:
    """The rows of the counters of a hex, and how large each is."""
    found = []
    for rows in (_ROWS[count], (count,), count * (1,)):
        wide = room.wide + (8 if len(rows) == 1 and room.wide > _WHOLE else 0)
        found.append((min(wide / max(rows), room.high / len(rows), _LARGEST), rows))
    size, best = max(found, key=lambda each: each[0])
    return best, size - _GAP


def counters_by_hex(state: State) -> dict[str, list[str]]:
    """What every hex with counters has on it, in words."""
    found: dict[str, list[str]] = defaultdict(list)
    shown = set(state.setting.area.names.values())
    for name, counter in _counters(state):
        if name in shown:
            found[name].append(counter.told)
    return dict(found)


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


def _side_by_side(stack: list[LyingCounter], room: _Room) -> Iterator[str]:
    rows, size = _sizes(len(stack), room)
    step = size + _GAP
    counters = iter(stack)
    for row, count in enumerate(rows):
        for column in range(count):
            counter = next(counters)
            off = complex(column - (count - 1) / 2, row - (len(rows) - 1) / 2)
            yield tag("g", title(counter.told), *counter.draw(room.middle + step * off, size))


def _pile(stack: list[LyingCounter], room: _Room) -> Iterator[str]:
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
    sides = state.setting.sides
    for _, fort in sorted(state.fortifications.items()):
        whose = "" if fort.side is None else f" of the {fort.side}"
        draw: Counter = partial(_draw_fort, fort, sides)
        yield fort.hex, LyingCounter(f"{fort.kind}{whose}", fort, draw)
    for key, ffe in sorted(state.ffes.items()):
        told = f"FFE {key}, {ffe.calibre}mm, LOS +{ffe.hindrance}"
        yield ffe.hex, LyingCounter(told, ffe, partial(_draw_ffe, key, ffe))
    for key, smoke in sorted(state.smoke.items()):
        words = "Dispersed " * smoke.dispersed + ("gray" if smoke.gray else "white")
        told = f"{'WP' if smoke.wp else 'SMOKE'} {key} of the {smoke.side}, {words}"
        yield smoke.hex, LyingCounter(told, smoke, partial(_draw_smoke, key, smoke))
    for key, light in sorted(state.lights.items()):
        yield light.hex, LyingCounter(key, light, partial(_draw_light, light.kind))
    for key, dust in sorted(state.vehicle_dust.items()):
        told = f"Vehicle Dust of {key}{', Motion side' if dust.motion else ''}"
        yield dust.hex, LyingCounter(told, dust, partial(_draw_dust, key, dust))
    for name, ground in sorted(state.ground.items()):
        if ground.fire is not None:
            told = f"{ground.fire} in {name}"
            yield name, LyingCounter(told, ground.fire, partial(_draw_fire, ground.fire))
    for each in movers(state):
        if each.hex is not None:
            said = (each.kind, *each.status) if each.unit else each.status
            told = f"{each.key}, {each.side}: {', '.join(said) or 'ready'}"
            yield each.hex, LyingCounter(told, each.thing, partial(_draw_mover, each, sides))


def _draw_mover(
    each: DrawnMover, sides: tuple[str, str], at: complex, size: float
) -> Iterator[str]:
    off, share = (0.1j, 0.5) if each.unit else (0.05j, 0.76)
    yield from draw_card(each.side, sides, at, size)
    yield from figure(each.figure, at + off * size, share * size)
    if "wreck" in each.status:
        yield path(cross(at, 0.3 * size * (1 + 1j)), "wreck")
    yield from draw_side_marker(each.side, sides, at + size * (-0.36 + 0.36j), 0.18 * size)
    class_ = "bandtext" if each.side == sides[0] else "id"
    yield label(each.key, at - 0.29j * size, class_, size=0.23 * size, width=0.88 * size)
    said = (each.kind, *each.status) if each.unit else each.status
    if said:
        below = at + size * complex(0.1, 0.43)
        yield label(" ".join(said), below, "id", size=0.17 * size, width=0.66 * size)


def _draw_fort(fort: Fort, sides: tuple[str, str], at: complex, size: float) -> Iterator[str]:
    yield from draw_card(fort.side, sides, at, size)
    yield label(fort.kind, at + 0.06j * size, "id", size=0.22 * size, width=0.86 * size)
    said = f"{fort.squads}S" if fort.squads else ""
    if fort.ca is not None:
        said = f"{fort.squads}+{fort.ca_tem}+{fort.nca_tem}"
        way = direction(fort.ca + 0.5)  # a bar on the side toward the vertex that it faces
        middle = at + 0.52 * size * way
        yield path(run(middle - 0.2j * size * way, middle + 0.2j * size * way), "wreck")
    if fort.hexside is not None:
        said = f"hexside {fort.hexside}"
    if said:
        yield label(said, at + 0.32j * size, "id", size=0.18 * size, width=0.86 * size)
    if fort.side is not None:
        yield from draw_side_marker(fort.side, sides, at - 0.34j * size, 0.2 * size)


def _draw_smoke(key: str, smoke: Smoke, at: complex, size: float) -> Iterator[str]:
    yield draw_smoke(at, 0.94 * size, smoke)
    yield label(f"+{smoke.hindrance}", at + 0.02j * size, "id", size=0.3 * size)
    yield label(f"SMOKE {key}", at + 0.24j * size, "id", size=0.17 * size, width=0.78 * size)


def _draw_light(kind: LightKind, at: complex, size: float) -> Iterator[str]:
    yield draw_light(at, size)
    yield label(kind, at + 0.05j * size, "id", size=0.18 * size, width=0.86 * size)


def _draw_dust(key: str, dust: VehicleDust, at: complex, size: float) -> Iterator[str]:
    yield draw_dust(at, 0.94 * size, motion=dust.motion)
    yield label(f"+{VEHICLE_DUST_DRM}", at - 0.04j * size, "id", size=0.28 * size)
    yield label(key, at + 0.14j * size, "id", size=0.17 * size, width=0.78 * size)
    if dust.motion:
        spots = (at + size * complex(-0.3, y) for y in (0.21, 0.28))
        yield path("".join(run(spot, spot + 0.5 * size) for spot in spots), "streak")


def _draw_ffe(key: str, ffe: FFE, at: complex, size: float) -> Iterator[str]:
    yield draw_ffe(at, size)
    said = f"FFE {key}" if len(key) <= _SHORT else key
    yield label(said, at - 0.02j * size, "id", size=0.22 * size, width=0.75 * size)
    calibre = f"{ffe.calibre} +{ffe.hindrance}"
    yield label(calibre, at + 0.2j * size, "id", size=0.19 * size, width=0.7 * size)


def _draw_fire(fire: Fire, at: complex, size: float) -> Iterator[str]:
    yield draw_fire(at, size, fire)
    yield haloed(str(fire), at + 0.5j * size, "id", size=0.24 * size)
