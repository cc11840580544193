"""Counters in the hexes of a picture: up to four side by side, more as a pile with its number."""

from cmath import rect
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import pi, radians
from typing import Final

import attrs

from events.terms import Armour, Fire, Movement, Station, UnitKind
from replays.drawing.palette import side_class
from replays.drawing.svg import (
    Frame,
    centre,
    dot,
    haloed,
    label,
    number,
    path,
    ring,
    run,
    tag,
    title,
)
from sim.chapter_11.vehicle_dust import HINDRANCE_DRM
from sim.chapter_ad.mosque import house_in
from sim.map.hexes import Hex
from sim.state import FFE, Fort, Smoke, State, Unit, Vehicle, VehicleDust


def cloud(at: complex, size: float) -> str:
    """A cloud of SMOKE or Dust."""
    half, r = 0.5 * size, 0.28 * size
    start = at + complex(-0.92 * half, 0.62 * half)
    steps = ((-0.1, -0.5), (0.25, -0.42), (0.5, 0.02), (0.35, 0.4), (-0.08, 0.5))
    d = f"M{number(start.real)},{number(start.imag)}"
    arc = f"a{number(r)},{number(r)} 0 0 1 "
    d += "".join(f"{arc}{number(x * size)},{number(y * size * 0.85)}" for x, y in steps)
    return d + "Z"


def shell(at: complex, size: float) -> str:
    """The disc of an FFE."""
    return dot(at, 0.5 * size)


def burst(at: complex, size: float) -> str:
    """The star on it."""
    return ring(at + size * 0.46 * (0.5 + 0.866j) ** (n / 2) * (1, 0.72)[n % 2] for n in range(12))


def tongue(at: complex, size: float) -> str:
    """A flame in a square."""
    return _flame(at + 0.1j * size, 0.5 * size)


def core(at: complex, size: float, *, blaze: bool) -> str:
    """The bright middle of a flame, larger in a Blaze."""
    return _flame(at + 0.2j * size, (0.3 if blaze else 0.22) * size)


def _flame(at: complex, size: float) -> str:
    """A flame."""
    s = number
    low = at + 0.5j * size
    return (
        f"M{s(low.real)},{s(low.imag)}"
        f"c{s(-0.9 * size)},0 {s(-0.75 * size)},{s(-0.7 * size)} {s(-0.3 * size)},{s(-size)}"
        f"q{s(0.05 * size)},{s(0.3 * size)} {s(0.22 * size)},{s(0.3 * size)}"
        f"q{s(0.1 * size)},{s(-0.4 * size)} {s(-0.05 * size)},{s(-0.8 * size)}"
        f"c{s(0.5 * size)},{s(0.3 * size)} {s(1.1 * size)},{s(1.5 * size)} {s(0.13 * size)},"
        f"{s(1.5 * size)}Z"
    )


Draw = Callable[[complex, float], Iterator[str]]


def _bars(at: complex, size: float, *boxes: tuple[complex, float, float]) -> str:
    found = ""
    for middle, wide, high in boxes:
        half = size * complex(wide / 2, high / 2)
        spot = at + size * middle
        found += ring((spot - half, spot - half.conjugate(), spot + half, spot + half.conjugate()))
    return found


def _cross(at: complex, size: float) -> Iterator[str]:
    yield path(_bars(at, size, (0, 1.0, 0.46), (0, 0.46, 1.0)), "emblemlight")
    yield path(_bars(at, size, (0, 0.94, 0.3), (0, 0.3, 0.94)), "plain")


def _roundel(at: complex, size: float) -> Iterator[str]:
    yield path(dot(at, 0.5 * size), "plain")
    yield path(dot(at, 0.34 * size), "emblemlight")
    yield path(dot(at, 0.17 * size), "plain")


def _sheaf(at: complex, size: float) -> Iterator[str]:
    yield path(dot(at, 0.5 * size), "emblemlight ringed")
    yield path(_bars(at, size, *((complex(x, 0), 0.12, 0.6) for x in (-0.2, 0, 0.2))), "plain")


def _lorraine(at: complex, size: float) -> Iterator[str]:
    bars = ((0, 0.16, 1.0), (-0.24j, 0.5, 0.14), (0.06j, 0.8, 0.14))
    yield path(_bars(at, size, *bars), "plain")


def _star(at: complex, size: float) -> Iterator[str]:
    points = (at + rect((0.5, 0.2)[n % 2] * size, pi * n / 5 - pi / 2) for n in range(10))
    yield path(ring(points), "plain")


def _disc(at: complex, size: float) -> Iterator[str]:
    yield path(dot(at, 0.46 * size), "plain")


def _diamond(at: complex, size: float) -> Iterator[str]:
    yield path(ring(at + 0.5 * size * 1j**n for n in range(4)), "plain")


def _hoop(at: complex, size: float) -> Iterator[str]:
    yield path(dot(at, 0.4 * size), "emblemline")


_EMBLEMS: Final[dict[str, Draw]] = {
    "german": _cross,
    "italian": _sheaf,
    "british": _roundel,
    "australian": _roundel,
    "french": _lorraine,
    "american": _star,
    "russian": _star,
    "japanese": _disc,
}
_OTHERS: Final = (_diamond, _hoop)


def draw_emblem(side: str, sides: tuple[str, str], at: complex, size: float) -> Iterator[str]:
    """The emblem of a side: that of its nationality, unless the other side has the same."""
    found = [_EMBLEMS.get(side_class(each, sides)) for each in sides]
    second = side == sides[1]
    draw = found[second]
    if draw is None or found[0] is found[1]:
        draw = _OTHERS[second]
    yield from draw(at, size)


def draw_card(side: str | None, sides: tuple[str, str], at: complex, size: float) -> Iterator[str]:
    """The card of a counter: the side that moves first has square corners and a dark band on top.

    Args:
        side: whose; None is nobody's.
        sides: both sides, the one that moves first before the other.
        at: its centre.
        size: how wide and high it is.
    """
    first = side == sides[0]
    half = size / 2
    shape = {"width": size, "height": size, "rx": 0.4 if first else 0.16 * size}
    class_ = "nobody" if side is None else side_class(side, sides)
    yield tag("rect", x=at.real - half + 1.3, y=at.imag - half + 1.3, class_="shade", **shape)
    yield tag("rect", x=at.real - half, y=at.imag - half, class_=f"piece {class_}", **shape)
    if first:
        top = at - complex(half, half)
        yield path(
            ring((top, top + size, top + complex(size, 0.27 * size), top + 0.27j * size)), "band"
        )
    elif side is not None:
        inner = {"width": 0.88 * size, "height": 0.88 * size, "rx": 0.12 * size}
        yield tag("rect", x=at.real - 0.44 * size, y=at.imag - 0.44 * size, class_="inner", **inner)


_DOTS: Final = {UnitKind.SQUAD: 3, UnitKind.HS: 2, UnitKind.CREW: 2, UnitKind.SMC: 1}
"""How many dots are over the box: more for who are more."""

_WHERE: Final = {
    Station.ROOFTOP: "roof",
    Station.ENTRENCHED: "entrenched",
    Station.PILLBOX: "Pillbox",
    Station.SHAFT: "Shaft",
}


def draw_unit(at: complex, size: float, kind: UnitKind) -> Iterator[str]:
    """A crossed box with dots over it for Infantry, an arrow for a SW.

    Args:
        at: its centre.
        size: its width.
        kind: what it is.
    """
    half = complex(0.5 * size, 0.3 * size)
    corners = (at - half, at - half.conjugate(), at + half, at + half.conjugate())
    if kind is UnitKind.SW:
        head = at - 0.34j * size
        wings = (head + complex(side * 0.16, 0.2) * size for side in (-1, 1))
        yield path(
            run(at + 0.34j * size, head) + "".join(run(head, each) for each in wings), "infantry"
        )
        return
    yield path(
        ring(corners) + run(corners[0], corners[2]) + run(corners[1], corners[3]), "infantry"
    )
    count = _DOTS[kind]
    spots = (at + complex((n - (count - 1) / 2) * 0.2, -0.44) * size for n in range(count))
    yield path("".join(dot(spot, 0.06 * size) for spot in spots), "headcount")


def unit_status(state: State, unit: Unit) -> Iterator[str]:
    """What is to be known of a unit: where in its hex it is, and what it cannot do."""
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


Layer = tuple[str, str]


def _box(at: complex, wide: float, high: float) -> str:
    half = complex(wide / 2, high / 2)
    return ring((at - half, at - half.conjugate(), at + half, at + half.conjugate()))


def _shape(at: complex, unit: float, *points: complex) -> str:
    return ring(at + unit * point for point in points)


def _wheels(at: complex, unit: float, spots: tuple[float, ...], radius: float) -> Iterator[Layer]:
    middles = [at + unit * complex(x, 0.42 - (radius - 0.2)) for x in spots]
    yield "wheel", "".join(dot(middle, radius * unit) for middle in middles)
    yield "hub", "".join(dot(middle, 0.4 * radius * unit) for middle in middles)


def _track(at: complex, unit: float, left: float, right: float) -> Iterator[Layer]:
    low, high = 0.6, 0.16
    yield (
        "tread",
        _shape(
            at,
            unit,
            complex(left, high),
            complex(right, high),
            complex(right + 0.16, 0.36),
            complex(right - 0.06, low),
            complex(left + 0.06, low),
            complex(left - 0.16, 0.36),
        ),
    )
    count = max(round((right - left) / 0.28), 2)
    step = (right - left - 0.1) / (count - 1)
    spots = (at + unit * complex(left + 0.05 + n * step, 0.39) for n in range(count))
    yield "hub", "".join(dot(spot, 0.1 * unit) for spot in spots)


def _tank(at: complex, unit: float, turret: bool) -> Iterator[Layer]:
    yield "gun", run(at + unit * (-0.2 - 0.34j), at + unit * (-1.0 - 0.34j))
    body = (-0.86 + 0.16j, -0.66 - 0.1j, 0.72 - 0.1j, 0.88 + 0.16j)
    yield "hull", _shape(at, unit, *body)
    if turret:
        yield "hull", _shape(at, unit, -0.36 - 0.1j, -0.26 - 0.52j, 0.3 - 0.52j, 0.46 - 0.1j)
    else:
        yield "hull", _shape(at, unit, -0.1 - 0.1j, -0.02 - 0.42j, 0.5 - 0.36j, 0.56 - 0.1j)
    yield from _track(at, unit, -0.74, 0.74)


def _armoured_car(at: complex, unit: float, turret: bool) -> Iterator[Layer]:
    if turret:
        yield "gun", run(at - 0.4j * unit, at + unit * (-0.72 - 0.4j))
    body = (-0.84 + 0.3j, -0.78 - 0.02j, -0.3 - 0.2j, 0.56 - 0.2j, 0.84 + 0.04j, 0.82 + 0.3j)
    yield "hull", _shape(at, unit, *body)
    yield "hull", _shape(at, unit, -0.26 - 0.2j, -0.18 - 0.54j, 0.26 - 0.54j, 0.36 - 0.2j)
    yield from _wheels(at, unit, (-0.5, 0.5), 0.25)


def _halftrack(at: complex, unit: float, _: bool) -> Iterator[Layer]:
    yield "gun", run(at + unit * (-0.1 - 0.44j), at + unit * (-0.5 - 0.5j))
    body = (-0.9 + 0.26j, -0.86 - 0.04j, -0.34 - 0.1j, -0.16 - 0.34j, 0.86 - 0.34j, 0.9 + 0.26j)
    yield "hull", _shape(at, unit, *body)
    yield from _wheels(at, unit, (-0.58,), 0.22)
    yield from _track(at, unit, 0.0, 0.72)


def _truck(at: complex, unit: float, _: bool) -> Iterator[Layer]:
    cab = (-0.9 + 0.3j, -0.9 + 0.0j, -0.56 - 0.04j, -0.44 - 0.42j, -0.16 - 0.42j, -0.16 + 0.3j)
    yield "hull", _shape(at, unit, *cab)
    load = (-0.1 + 0.28j, -0.1 - 0.34j, 0.08 - 0.56j, 0.72 - 0.56j, 0.9 - 0.34j, 0.9 + 0.28j)
    yield "canvas", _shape(at, unit, *load)
    yield from _wheels(at, unit, (-0.56, 0.3, 0.66), 0.2)


def _motorcycle(at: complex, unit: float, _: bool) -> Iterator[Layer]:
    frame = (-0.5 + 0.36j, -0.34 - 0.14j, -0.5 - 0.3j)
    yield "gun", run(*(at + unit * each for each in frame))
    yield "hull", _shape(at, unit, -0.34 - 0.1j, 0.36 - 0.08j, 0.2 + 0.28j, -0.16 + 0.28j)
    yield from _wheels(at, unit, (-0.52, 0.52), 0.28)


def _wagon(at: complex, unit: float, _: bool) -> Iterator[Layer]:
    yield "gun", run(at + unit * (-0.2 + 0.1j), at + unit * (-0.9 - 0.06j))
    yield "canvas", _shape(at, unit, -0.3 + 0.1j, -0.38 - 0.3j, 0.84 - 0.3j, 0.76 + 0.1j)
    yield from _wheels(at, unit, (-0.06, 0.56), 0.3)


_DRAW: Final[dict[Movement, Callable[[complex, float, bool], Iterator[Layer]]]] = {
    Movement.FULLY_TRACKED: _tank,
    Movement.HALFTRACK: _halftrack,
    Movement.ARMOURED_CAR: _armoured_car,
    Movement.TRUCK: _truck,
    Movement.MOTORCYCLE: _motorcycle,
    Movement.HORSE_DRAWN: _wagon,
}


def draw_vehicle(at: complex, size: float, movement: Movement, armour: Armour) -> Iterator[str]:
    """A vehicle from the side in a rectangle of a width."""
    turret = armour is Armour.CLOSED_TOPPED
    layers = _DRAW[movement](at, size / 2, turret)
    yield from (path(d, class_) for class_, d in layers)


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
