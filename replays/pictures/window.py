"""A part of a playing area: what hexes somebody wants to see, and a state cut down to them."""

import attrs

from events.errors import BadInput
from replays.pictures.geometry import HIGH, SIDE, Frame, centre, frame
from sim.map.playing_area import PlayingArea
from sim.state import State, but
from sim.state.maps import Map

__all__ = ["around", "crop", "within"]


def _named(area: PlayingArea, text: str, where: str) -> complex:
    """The centre dot of a hex that somebody named."""
    name = area.name(text)
    if name is None:
        raise BadInput(
            f"{text[:40]!r} is not a hex in play; expected a grid coordinate such as "
            f"{next(iter(area.names.values()))}",
            where,
        )
    return centre(area.place(name))


def _cut(area: PlayingArea, left: float, top: float, right: float, low: float) -> Frame:
    """A rectangle, as far as the playing area goes."""
    whole = frame(area)
    left, top = max(left, 0.0), max(top, 0.0)
    right, low = min(right, whole.width), min(low, whole.height)
    return Frame(right - left, low - top, left, top)


def crop(area: PlayingArea, text: str) -> Frame:
    """The rectangle of whole hexes between two corners, such as ``A1:K10``.

    Raises:
        BadInput: when it does not name two hexes in play.
    """
    one, colon, two = text.partition(":")
    if not colon:
        raise BadInput(
            f"{text[:40]!r} has no two corners; expected HEX:HEX such as A1:K10", "--crop"
        )
    ends = (_named(area, one.strip(), "--crop"), _named(area, two.strip(), "--crop"))
    return _cut(
        area,
        min(each.real for each in ends) - SIDE,
        min(each.imag for each in ends) - HIGH / 2,
        max(each.real for each in ends) + SIDE,
        max(each.imag for each in ends) + HIGH / 2,
    )


def around(area: PlayingArea, text: str, radius: int) -> Frame:
    """The rectangle of all hexes at a range from one.

    Raises:
        BadInput: when it is not a hex in play.
    """
    at = _named(area, text.strip(), "--around")
    wide, high = 1.5 * SIDE * radius + SIDE, HIGH * radius + HIGH / 2
    return _cut(area, at.real - wide, at.imag - high, at.real + wide, at.imag + high)


def within(state: State, window: Frame) -> State:
    """The same state over those hexes alone of which something is in a rectangle.

    It is to be drawn, and to nothing else: its playing area forgets the other hexes.
    """
    area = state.setting.area
    names = {
        place: name for place, name in area.names.items() if window.has(centre(place), 0.99 * SIDE)
    }
    # what lies one hex farther off still shows in what is drawn: contours, Blast Areas, joints
    kept = {
        name for place, name in area.names.items() if window.has(centre(place), 0.99 * SIDE + HIGH)
    }
    drawn = attrs.evolve(
        area,
        names=names,
        record={name: record for name, record in area.record.items() if name in kept},
        around={
            name: tuple(other if other in kept else None for other in others)
            for name, others in area.around.items()
            if name in kept
        },
        hexsides={at: kind for at, kind in area.hexsides.items() if at[0] in kept},
        buildings={name: spec for name, spec in area.buildings.items() if name in kept},
        debris={name: spec for name, spec in area.debris.items() if name in kept},
        roads={at: road for at, road in area.roads.items() if at[0] in kept},
        bridges={name: kind for name, kind in area.bridges.items() if name in kept},
        spills={at for at in area.spills if at[0] in kept},
        paths={at for at in area.paths if at[0] in kept},
    )
    shown = set(names.values())
    return but(
        attrs.evolve(state, setting=attrs.evolve(state.setting, area=drawn)),
        ground=Map({name: each for name, each in state.ground.items() if name in kept}),
        ffes=Map({key: ffe for key, ffe in state.ffes.items() if ffe.hex in kept}),
        smoke=Map({key: each for key, each in state.smoke.items() if each.hex in shown}),
        vehicle_dust=Map({k: each for k, each in state.vehicle_dust.items() if each.hex in shown}),
        fortifications=Map(
            {k: each for k, each in state.fortifications.items() if each.hex in shown}
        ),
        drift=Map(
            {
                key: tuple(name for name in hexes if name in shown)
                for key, hexes in state.drift.items()
            }
        ),
        vehicles=Map(
            {key: each for key, each in state.vehicles.items() if each.hex in {None, *shown}}
        ),
    )
