"""Counters in the hexes of a picture, side by side so that every one can be read."""

from cmath import rect
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import ceil, radians, sqrt
from typing import Final

from events.terms import Fire
from replays.pictures.counter_shapes import burst, cloud, core, shell, tongue
from replays.pictures.geometry import HIGH, SIDE, centre, frame
from replays.pictures.palette import side_colour
from replays.pictures.shapes import label, path, run, tag, title
from replays.pictures.units import draw_unit, unit_status
from replays.pictures.vehicles import draw_vehicle
from sim.map.hexes import Hex
from sim.map.playing_area import PlayingArea
from sim.state import FFE, Fort, Smoke, State, Unit, Vehicle, VehicleDust

__all__ = ["counter_words", "draw_counters"]

Counter = Callable[[complex, float], Iterator[str]]
"""Draws a counter in a square: its centre and its size."""

_SIZES: Final = {1: 42.0, 2: 36.0, 3: 31.0, 4: 31.0}
"""Size of a counter by how many lie in its hex."""


def draw_counters(state: State) -> Iterator[str]:
    """Every counter in play: Fortifications, FFE, SMOKE, Dust, fires, vehicles and Infantry."""
    stacks: dict[str, list[tuple[str, Counter]]] = defaultdict(list)
    for name, found in _counters(state):
        stacks[name].append(found)
    area = state.setting.area
    for name in sorted(stacks, key=area.place):
        stack = stacks[name]
        for (told, counter), (at, size) in zip(
            stack, _cells(area, area.place(name), len(stack)), strict=True
        ):
            yield tag("g", title(told), *counter(at, size))


def _cells(area: PlayingArea, place: Hex, count: int) -> Iterator[tuple[complex, float]]:
    """Where the counters of a hex lie: in rows, and never off the playing area."""
    across = ceil(sqrt(count))
    down = ceil(count / across)
    size = _SIZES.get(count, 1.42 * SIDE / across - 2)
    gap = size + 3
    at = centre(place) + 0.05j * HIGH
    half = complex(across * gap / 2, down * gap / 2)
    edge = frame(area)
    at = complex(
        min(max(at.real, half.real), edge.width - half.real),
        min(max(at.imag, half.imag), edge.height - half.imag),
    )
    for index in range(count):
        row, column = divmod(index, across)
        in_row = min(across, count - row * across)
        yield at + gap * complex(column - (in_row - 1) / 2, row - (down - 1) / 2), size


def _counters(state: State) -> Iterator[tuple[str, tuple[str, Counter]]]:
    """Hex, words and drawing of every counter."""
    for _, fort in sorted(state.fortifications.items()):
        whose = "" if fort.side is None else f" of the {fort.side}"
        yield fort.hex, (f"{fort.kind}{whose}", _fort(state, fort))
    for key, ffe in sorted(state.ffes.items()):
        yield ffe.hex, (f"FFE {key}, {ffe.calibre}mm, LOS +{ffe.hindrance}", _ffe(key, ffe))
    for key, smoke in sorted(state.smoke.items()):
        words = "Dispersed " * smoke.dispersed + ("gray" if smoke.gray else "white")
        yield smoke.hex, (f"SMOKE {key} of the {smoke.side}, {words}", _smoke(key, smoke))
    for key, dust in sorted(state.vehicle_dust.items()):
        motion = ", Motion side" if dust.motion else ""
        yield dust.hex, (f"Vehicle Dust of {key}{motion}", _dust(key, dust))
    for name, ground in sorted(state.ground.items()):
        if ground.fire is not None:
            yield name, (f"{ground.fire} in {name}", _fire(ground.fire))
    for key, vehicle in sorted(state.vehicles.items()):
        if vehicle.hex is not None and not vehicle.exited:
            side = state.setting.vehicles[key].side
            said = ", ".join(_status(vehicle)) or "ready"
            yield vehicle.hex, (f"{key}, {side}: {said}", _vehicle(state, key, vehicle))
    for key, unit in sorted(state.units.items()):
        said = ", ".join((unit.kind, *unit_status(state, unit)))
        yield unit.hex, (f"{key}, {unit.side}: {said}", _unit(state, key, unit))


def _unit(state: State, key: str, unit: Unit) -> Counter:
    colour = side_colour(unit.side, state.setting.sides)

    def draw(at: complex, size: float) -> Iterator[str]:
        yield from _square(at, size, colour)
        yield from draw_unit(at + 0.08j * size, 0.5 * size, unit.kind)
        yield from _words(at, size, key, " ".join((unit.kind, *unit_status(state, unit))))

    return draw


def _fort(state: State, fort: Fort) -> Counter:
    sides = state.setting.sides
    colour = "#cdbb95" if fort.side is None else side_colour(fort.side, sides)

    def draw(at: complex, size: float) -> Iterator[str]:
        yield from _square(at, size, colour)
        yield label(fort.kind, at, "id", size=0.22 * size, width=0.92 * size)
        said = f"{fort.squads}S" if fort.squads else ""
        if fort.ca is not None:
            said = f"{fort.squads}+{fort.ca_tem}+{fort.nca_tem}"
            yield path(_embrasure(at, size, fort.ca), "wreck")
        if fort.hexside is not None:
            said = f"hexside {fort.hexside}"
        yield label(said, at + 0.3j * size, "id", size=0.18 * size, width=0.9 * size)

    return draw


def _embrasure(at: complex, size: float, ca: int) -> str:
    """A bar on the side toward the vertex that a Pillbox faces, between its two hexsides."""
    way = rect(1, radians(60 * (ca - 1) - 60))
    middle = at + 0.52 * size * way
    return run(middle - 0.2j * size * way, middle + 0.2j * size * way)


def _status(vehicle: Vehicle) -> Iterator[str]:
    for on, word in (
        (vehicle.destroyed, "wreck"),
        (vehicle.in_motion, "Motion"),
        (vehicle.immobile, "immobile"),
        (vehicle.stunned, "Stunned"),
        (vehicle.shocked, "Shocked"),
        (vehicle.bu, "BU"),
        (vehicle.towing, "tows"),
    ):
        if on:
            yield word


def _vehicle(state: State, key: str, vehicle: Vehicle) -> Counter:
    spec = state.setting.vehicles[key]
    colour = side_colour(spec.side, state.setting.sides)

    def draw(at: complex, size: float) -> Iterator[str]:
        yield from _square(at, size, "#c9c4ba" if vehicle.destroyed else colour)
        yield from draw_vehicle(at + 0.03j * size, 0.6 * size, spec.movement, spec.armour)
        if vehicle.destroyed:
            arm = 0.3 * size * (1 + 1j)
            yield path(run(at - arm, at + arm) + run(at - arm * 1j, at + arm * 1j), "wreck")
        yield from _words(at, size, key, " ".join(_status(vehicle)))

    return draw


def _words(at: complex, size: float, key: str, said: str) -> Iterator[str]:
    """Who it is above the symbol of a counter, and what is to be known of it below."""
    yield label(key, at - 0.29j * size, "id", size=0.22 * size, width=0.92 * size)
    yield label(said, at + 0.45j * size, "id", size=0.17 * size, width=0.95 * size)


def _square(at: complex, size: float, colour: str) -> Iterator[str]:
    half = size / 2
    shape = {"width": size, "height": size, "rx": 2.5}
    yield tag("rect", x=at.real - half + 1.5, y=at.imag - half + 1.5, class_="shade", **shape)
    yield tag(
        "rect",
        x=at.real - half,
        y=at.imag - half,
        class_="piece",
        style=f"fill:{colour}",
        **shape,
    )


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
        word = "MOTION" if dust.motion else "DUST"
        yield label(word, at - 0.06j * size, "id", size=0.2 * size)
        yield label(key, at + 0.14j * size, "id", size=0.17 * size, width=0.78 * size)
        if dust.motion:
            spots = (at + size * complex(-0.3, y) for y in (0.21, 0.28))
            yield path("".join(run(spot, spot + 0.5 * size) for spot in spots), "streak")

    return draw


def _ffe(key: str, ffe: FFE) -> Counter:
    def draw(at: complex, size: float) -> Iterator[str]:
        yield path(shell(at, size), "ffe")
        yield path(burst(at, size), "star")
        yield label(f"FFE {key}", at - 0.02j * size, "id", size=0.22 * size, width=0.75 * size)
        calibre = f"{ffe.calibre} +{ffe.hindrance}"
        yield label(calibre, at + 0.2j * size, "id", size=0.19 * size, width=0.7 * size)

    return draw


def _fire(fire: Fire) -> Counter:
    def draw(at: complex, size: float) -> Iterator[str]:
        blaze = fire is Fire.BLAZE
        yield path(tongue(at, size), "blaze" if blaze else "flame")
        yield path(core(at, size, blaze=blaze), "core")
        yield label(str(fire), at + 0.5j * size, "name", size=0.22 * size)

    return draw


def counter_words(state: State) -> Iterator[tuple[str, str]]:
    """Hex and words of every counter in play, in the order in which they are drawn."""
    for name, (told, _) in _counters(state):
        yield name, told
