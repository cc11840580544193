"""Counters in the hexes of a picture: up to four side by side, more as a pile with its number."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import attrs

from events.terms import Armour, Fire, Movement, Station
from replays.drawing.style import side_class
from replays.drawing.svg import (
    Frame,
    centre,
    cross,
    direction,
    dot,
    figure,
    haloed,
    in_pixels,
    label,
    moved,
    path,
    run,
    shape,
    shortened,
    tag,
    title,
)
from sim.chapter_11.vehicle_and_ffe_dust import VEHICLE_DUST_DRM
from sim.chapter_ad.mosque import house_in
from sim.map.hexes import Hex
from sim.state import Fort, Smoke, State, Unit, Vehicle


def draw_smoke(at: complex, size: float, smoke: Smoke) -> str:
    """A cloud of SMOKE."""
    class_ = "gray" if smoke.gray else "smoke"
    return path(shape("cloud", at, size), f"{class_} dispersed" if smoke.dispersed else class_)


def draw_dust(at: complex, size: float, *, motion: bool) -> str:
    """A cloud of Vehicle Dust; with streaks if its Motion side is up."""
    cloud = shape("cloud", at, size)
    drawn = path(cloud, "dustmotion" if motion else "dust")
    drawn += tag("path", d=cloud, style="fill:url(#khamsin-dots)")
    spots = (at + size * complex(-0.3, y) for y in (0.17, 0.25))
    streaks = "".join(run(spot, spot + 0.5 * size) for spot in spots) if motion else ""
    return drawn + path(streaks, "streak")


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

    That of the side that moves first has square corners, the other round ones and a second border.
    """
    first = side == sides[0]
    corner = at - complex(size, size) / 2
    card = {"width": size, "height": size, "rx": (0.04 if first else 0.2) * size}
    class_ = "nobody" if side is None else side_class(side, sides)
    yield tag("rect", x=corner.real + 1.5, y=corner.imag + 2, class_="shade", **card)
    yield tag("rect", x=corner.real, y=corner.imag, class_=f"piece {class_}", **card)
    if side is not None and not first:
        inner = {"width": 0.88 * size, "height": 0.88 * size, "rx": 0.15 * size}
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


Face = Callable[[float], Iterator[str]]
"""Draws a counter of a size around the origin."""

MOST: Final = 4
"""How many cards lie side by side; more are a pile."""

CARD: Final = 54.0
"""How large a card is that lies alone in its hex."""

_CLOUD: Final = 78.0
_ROWS: Final = {1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2)}
"""How many cards are in each row, by how many there are."""

_GAP: Final = 2.5
_HALF_LETTER: Final = 4.4
"""Half as wide as a letter beneath a card, in pixels."""
_LETTERS: Final = 7
"""No longer is the label of one card of several; else all of them have numbers."""


@attrs.frozen(eq=False)
class LyingCounter:
    """A counter in a hex: its id, what it is in words, and what of the state it stands for.

    ``name`` is what stands beneath it. A cloud, or a disc, lies under all cards and tells its DRM
    if it has one. Two with the same words for the same thing are drawn alike.
    """

    id: str
    told: str
    thing: object
    draw: Face
    name: str
    cloud: bool = False
    drm: str = ""


@attrs.frozen
class PlacedCounter:
    """A counter as it is drawn: its id, its elements around the origin, and where that lies.

    What has moved has the same id, and mostly the same elements, elsewhere.
    """

    id: str
    drawn: str
    at: complex


@attrs.frozen
class _Room:
    """The part of a hex that cards can cover, clear of its name."""

    middle: complex
    wide: float
    high: float
    side: int = 0
    """-1 in a half-hex at the left edge, 1 at the right."""


def _room(edge: Frame, place: Hex, *, clouded: bool) -> _Room:
    """Where the cards of a hex lie: a half-hex at the edge has less room, a cloud needs some."""
    at = centre(place)
    left, right = abs(at.real - edge.left) < 1, abs(at.real - edge.right) < 1
    across = 26 if left else -26 if right else 0
    side = right - left
    if abs(at.imag - edge.top) < 1:
        return _Room(at + complex(across or 10, 24), 42, 38, side)
    if abs(at.imag - edge.low) < 1:
        return _Room(at + complex(across, -19), 42 if across else 62, 34, side)
    if across:
        return _Room(at + across + 3j, 48, 56, side)
    return _Room(at + 8 + 8j, 52, 48) if clouded else _Room(at + 4j, 70, 60)


def _sizes(count: int, room: _Room) -> tuple[tuple[int, ...], float]:
    """The rows of the cards of a hex, and how large each is."""
    found = [
        (min(room.wide / max(rows), room.high / len(rows), CARD + _GAP), rows)
        for rows in (_ROWS[count], (count,), count * (1,))
    ]
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


def piles(state: State) -> Iterator[tuple[str, list[str]]]:
    """The hexes with a pile or with numbered cards, and what lies there, in words."""
    for name, stack in counter_stacks(state):
        cards = [each for each in stack if not each.cloud]
        if _numbered(cards):
            clouds = [each.told for each in stack if each.cloud]
            yield name, [*(f"({n}) {each.told}" for n, each in enumerate(cards, 1)), *clouds]
        elif len(cards) > MOST:
            yield name, [each.told for each in stack]


def _numbered(cards: list[LyingCounter]) -> bool:
    return 1 < len(cards) <= MOST and any(len(each.name) > _LETTERS for each in cards)


def draw_counters(state: State, edge: Frame) -> Iterator[str]:
    """Every counter in play: Fortifications, FFE, SMOKE, Dust, fires, vehicles and Infantry."""
    area = state.setting.area
    placed = (
        each
        for name, stack in counter_stacks(state)
        for each in place_stack(stack, area.place(name), edge)
    )
    for each in sorted(placed, key=lying_low):
        yield tag("g", each.drawn, transform=moved(each.at))


def lying_low(each: PlacedCounter) -> bool:
    """Clouds come before cards, which lie upon them."""
    return not each.drawn.startswith('<g class="lies cloud')


def counter_stacks(state: State) -> Iterator[tuple[str, list[LyingCounter]]]:
    """The hexes with counters and what lies in each, the lowest on the map first.

    So no card of another hex covers the name beneath one.
    """
    stacks: dict[str, list[LyingCounter]] = defaultdict(list)
    for name, found in _counters(state):
        stacks[name].append(found)
    area = state.setting.area
    shown = set(area.names.values())
    at = {name: centre(area.place(name)) for name in stacks.keys() & shown}
    for name in sorted(at, key=lambda each: (-at[each].imag, at[each].real)):
        yield name, stacks[name]


def place_stack(stack: list[LyingCounter], place: Hex, edge: Frame) -> Iterator[PlacedCounter]:
    """The counters of a hex, unless it lies beyond the edge; it depends on nothing else."""
    clouds = [each for each in stack if each.cloud]
    cards = [each for each in stack if not each.cloud]
    room = _room(edge, place, clouded=bool(clouds))
    if not edge.has(room.middle):
        return
    for n, each in enumerate(clouds):
        said = in_pixels(haloed(each.drm, 0, "id", size=12), complex(-26, 18 * n - 8))
        if not cards and len(clouds) == 1:
            said += in_pixels(haloed(each.name, 4j, "id fine", size=11), 0.36j * _CLOUD)
        yield _placed(each, "cloud", _CLOUD - 8 * n, said, centre(place) + 3j)
    if len(cards) > MOST:
        yield from _pile(cards, room)
    elif cards:
        yield from _side_by_side(cards, room)


def _placed(
    counter: LyingCounter, class_: str, size: float, said: str, at: complex
) -> PlacedCounter:
    parts = (title(counter.told), *counter.draw(size), said)
    return PlacedCounter(counter.id, tag("g", *parts, class_=f"lies {class_}"), at)


def _side_by_side(cards: list[LyingCounter], room: _Room) -> Iterator[PlacedCounter]:
    rows, size = _sizes(len(cards), room)
    step = size + _GAP
    counters, own = enumerate(cards, 1), ""
    class_ = "card numbered" if _numbered(cards) else "card"
    for row, count in enumerate(rows):
        for column in range(count):
            n, counter = next(counters)
            off = step * complex(column - (count - 1) / 2, row - (len(rows) - 1) / 2)
            said = _beneath(counter.name, size, "id", room.side) if len(cards) == 1 else ""
            yield _placed(counter, class_, size, said, room.middle + off)
            lower = 11j if row + 1 == len(rows) else -2j  # else the next row would cover it
            name = haloed(shortened(counter.name, _LETTERS), lower, "id fine", size=12)
            name += haloed(str(n), 0, "id nth", size=12) if _numbered(cards) else ""
            own += in_pixels(name, off + size / 2 * 1j)
    if len(cards) > 1:
        below = _sum(cards, room.middle, len(rows) * step, "sum", class_)
        yield attrs.evolve(below, drawn=below.drawn.removesuffix("</g>") + own + "</g>")


def _beneath(said: str, size: float, class_: str, side: int = 0) -> str:
    """Words beneath a card, of one size on the screen; at an edge of the map they end with it."""
    at = complex(-side * _HALF_LETTER * len(said), 11)
    return in_pixels(haloed(said, at, class_, size=12), size / 2 * complex(side, 1))


def _sum(
    cards: list[LyingCounter], at: complex, high: float, class_: str, whole: str = "card"
) -> PlacedCounter:
    """What stands beneath several cards where there is no room for the label of each."""
    top = cards[-1]
    said = _beneath(f"{top.name} +{len(cards) - 1}", high, f"id {class_}".strip())
    return PlacedCounter(f"+ {top.id}", tag("g", said, class_=f"lies {whole}"), at)


def _pile(cards: list[LyingCounter], room: _Room) -> Iterator[PlacedCounter]:
    """Cards one upon another, the last on top, with their number and what they are."""
    size = min(room.wide, room.high, CARD) - 9
    shift = (4 - 4j) / 3
    deep = len(cards) - 1
    for n, counter in enumerate(cards):
        over = n - deep + MOST
        at = room.middle + shift * (max(over, 0) - MOST / 2)
        hidden = attrs.evolve(counter, draw=lambda _: iter(()))
        yield _placed(hidden if over < 0 else counter, "card", size, "", at)
    below = _sum(cards, room.middle, size + 4, "")
    told = title(f"{len(cards)} counters: {'; '.join(each.told for each in cards)}")
    badge = (path(dot(0, 9.5), "count"), label(str(len(cards)), 4.6j, "badge"))
    mark = tag("g", told, in_pixels("".join(badge), complex(size, -size) / 2))
    yield attrs.evolve(below, drawn=below.drawn.removesuffix("</g>") + mark + "</g>")


def _cloud(
    id_: str, told: str, thing: object, draws: Callable[[complex, float], str], **said: str
) -> LyingCounter:
    return LyingCounter(id_, told, thing, lambda size: iter((draws(0, size),)), cloud=True, **said)


def _counters(state: State) -> Iterator[tuple[str, LyingCounter]]:
    sides = state.setting.sides
    for key, fort in sorted(state.fortifications.items()):
        whose = "" if fort.side is None else f" of the {fort.side}"
        draw: Face = partial(_draw_fort, fort, sides)
        told = f"{fort.kind}{whose}"
        yield fort.hex, LyingCounter(f"fort {key}", told, fort, draw, name=str(fort.kind))
    for key, ffe in sorted(state.ffes.items()):
        told = f"FFE {key}, {ffe.calibre}mm, LOS +{ffe.hindrance}"
        names = {"name": f"FFE {key} {ffe.calibre}", "drm": f"+{ffe.hindrance}"}
        yield ffe.hex, _cloud(f"ffe {key}", told, ffe, draw_ffe, **names)
    for key, smoke in sorted(state.smoke.items()):
        words = "Dispersed " * smoke.dispersed + ("gray" if smoke.gray else "white")
        told = f"{'WP' if smoke.wp else 'SMOKE'} {key} of the {smoke.side}, {words}"
        names = {"name": f"SMOKE {key}", "drm": f"+{smoke.hindrance}"}
        draws = partial(draw_smoke, smoke=smoke)
        yield smoke.hex, _cloud(f"smoke {key}", told, smoke, draws, **names)
    for key, light in sorted(state.lights.items()):
        yield light.hex, _cloud(f"light {key}", key, light, draw_light, name=str(light.kind))
    for key, dust in sorted(state.vehicle_dust.items()):
        told = f"Vehicle Dust of {key}{', Motion side' if dust.motion else ''}"
        names = {"name": key, "drm": f"+{VEHICLE_DUST_DRM}"}
        draws = partial(draw_dust, motion=dust.motion)
        yield dust.hex, _cloud(f"dust {key}", told, dust, draws, **names)
    for name, ground in sorted(state.ground.items()):
        if (fire := ground.fire) is not None:
            draws = partial(draw_fire, fire=fire)
            yield name, _cloud(f"fire {name}", f"{fire} in {name}", fire, draws, name=str(fire))
    for each in movers(state):
        if each.hex is not None:
            said = (each.kind, *each.status) if each.unit else each.status
            told = f"{each.key}, {each.side}: {', '.join(said) or 'ready'}"
            draw = partial(_draw_mover, each, sides)
            yield each.hex, LyingCounter(each.key, told, each.thing, draw, name=each.key)


MARKS: Final = {
    "Motion": "»",
    "immobile": "imm",
    "Bogged": "bog",
    "Mired": "mired",
    "Stunned": "stun",
    "Shocked": "shock",
    "burning": "fire",
    "tows": "tow",
    "BU": "BU",
    "TI": "TI",
    "not in Good Order": "brk",
}
"""What a card shows of the status of what it stands for, the most telling first."""

_MOST_MARKS: Final = 3


def draw_marks(status: tuple[str, ...]) -> Iterator[str]:
    """Marks of a status, one below the other, in pixels around the first."""
    for n, said in enumerate([MARKS[each] for each in MARKS if each in status][:_MOST_MARKS]):
        wide = 6.6 * len(said) + 7
        at = 14j * n
        shape = {"x": -wide / 2, "y": at.imag - 6.5, "width": wide, "height": 13, "rx": 3}
        yield tag("rect", class_="status", **shape)
        yield label(said, at + 4j, "statustext")


def _draw_mover(each: DrawnMover, sides: tuple[str, str], size: float) -> Iterator[str]:
    yield from draw_card(each.side, sides, 0, size)
    yield from figure(each.figure, 0.06j * size, (0.52 if each.unit else 0.84) * size)
    if "wreck" in each.status:
        yield path(cross(0, 0.32 * size * (1 + 1j)), "wreck")
    yield from draw_side_marker(each.side, sides, size * (-0.33 - 0.33j), 0.24 * size)
    if marks := "".join(draw_marks(each.status)):
        yield in_pixels(marks, size * complex(0.5, -0.42))


def _draw_fort(fort: Fort, sides: tuple[str, str], size: float) -> Iterator[str]:
    yield from draw_card(fort.side, sides, 0, size)
    said = f"{fort.squads}S" if fort.squads else ""
    if fort.ca is not None:
        said = f"{fort.squads}+{fort.ca_tem}+{fort.nca_tem}"
        way = direction(fort.ca + 0.5)  # a bar on the side toward the vertex that it faces
        middle = 0.52 * size * way
        yield path(run(middle - 0.2j * size * way, middle + 0.2j * size * way), "wreck")
    if fort.hexside is not None:
        said = f"side {fort.hexside}"
    if said:
        yield in_pixels(label(said, 4j, "id", size=11), 0.06j * size)
    if fort.side is not None:
        yield from draw_side_marker(fort.side, sides, size * (-0.33 - 0.33j), 0.24 * size)
