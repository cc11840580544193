"""Vehicles from the side, as maps mark them: which way they face (their VCA) is not kept."""

from collections.abc import Callable, Iterator
from typing import Final

from events.terms import Armour, Movement
from replays.pictures.shapes import dot, path, ring, run

__all__ = ["draw_vehicle"]

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
