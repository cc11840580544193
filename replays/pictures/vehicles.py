"""Vehicles from above, as counters show them."""

from collections.abc import Callable, Iterator
from typing import Final

from events.terms import Armour, Movement
from replays.pictures.shapes import dot, path, ring, run

__all__ = ["draw_vehicle"]

Layer = tuple[str, str]


def _box(at: complex, wide: float, high: float) -> str:
    half = complex(wide / 2, high / 2)
    return ring((at - half, at - half.conjugate(), at + half, at + half.conjugate()))


def _tank(at: complex, unit: float, turret: bool) -> Iterator[Layer]:
    for side in (-1, 1):
        yield "tyre", _box(at + side * 0.4 * unit, 0.22 * unit, 1.3 * unit)
    yield "hull", _box(at, 0.66 * unit, 1.15 * unit)
    if turret:
        yield "gun", run(at + 0.1j * unit, at - 0.85j * unit)
        yield "turret", dot(at + 0.1j * unit, 0.29 * unit)
    else:
        yield "turret", _box(at + 0.15j * unit, 0.4 * unit, 0.5 * unit)


def _wheels(at: complex, unit: float, axles: tuple[float, ...]) -> str:
    spots = (complex(side * 0.36, axle) for axle in axles for side in (-1, 1))
    return "".join(_box(at + unit * spot, 0.15 * unit, 0.28 * unit) for spot in spots)


def _armoured_car(at: complex, unit: float, turret: bool) -> Iterator[Layer]:
    yield "tyre", _wheels(at, unit, (-0.45, 0.45))
    yield "hull", _box(at, 0.6 * unit, 1.2 * unit)
    if turret:
        yield "gun", run(at, at - 0.7j * unit)
    yield "turret", dot(at + 0.05j * unit, 0.24 * unit)


def _halftrack(at: complex, unit: float, _: bool) -> Iterator[Layer]:
    yield "tyre", _wheels(at, unit, (-0.5,))
    for side in (-1, 1):
        yield "tyre", _box(at + unit * complex(side * 0.36, 0.25), 0.2 * unit, 0.75 * unit)
    yield "hull", _box(at, 0.6 * unit, 1.2 * unit)
    yield "turret", _box(at + 0.25j * unit, 0.42 * unit, 0.6 * unit)


def _truck(at: complex, unit: float, _: bool) -> Iterator[Layer]:
    yield "tyre", _wheels(at, unit, (-0.5, 0.3, 0.55))
    yield "turret", _box(at - 0.45j * unit, 0.54 * unit, 0.38 * unit)
    yield "hull", _box(at + 0.2j * unit, 0.64 * unit, 0.86 * unit)


def _motorcycle(at: complex, unit: float, _: bool) -> Iterator[Layer]:
    yield "gun", run(at - unit * complex(0.22, 0.3), at + unit * complex(0.22, -0.3))
    yield "tyre", _box(at - 0.42j * unit, 0.13 * unit, 0.4 * unit)
    yield "tyre", _box(at + 0.42j * unit, 0.13 * unit, 0.4 * unit)
    yield "hull", _box(at, 0.2 * unit, 0.6 * unit)


def _wagon(at: complex, unit: float, _: bool) -> Iterator[Layer]:
    yield "gun", run(at, at - 0.75j * unit)
    yield "tyre", dot(at - unit * complex(0.17, 0.55), 0.13 * unit)
    yield "tyre", dot(at - unit * complex(-0.17, 0.55), 0.13 * unit)
    yield "tyre", _wheels(at + 0.2j * unit, unit, (-0.2, 0.25))
    yield "hull", _box(at + 0.25j * unit, 0.56 * unit, 0.8 * unit)


_DRAW: Final[dict[Movement, Callable[[complex, float, bool], Iterator[Layer]]]] = {
    Movement.FULLY_TRACKED: _tank,
    Movement.HALFTRACK: _halftrack,
    Movement.ARMOURED_CAR: _armoured_car,
    Movement.TRUCK: _truck,
    Movement.MOTORCYCLE: _motorcycle,
    Movement.HORSE_DRAWN: _wagon,
}


def draw_vehicle(at: complex, size: float, movement: Movement, armour: Armour) -> Iterator[str]:
    """A vehicle from above in a square of a size."""
    turret = armour is Armour.CLOSED_TOPPED
    layers = _DRAW[movement](at, size / 2, turret)
    yield from (path(d, class_) for class_, d in layers)
