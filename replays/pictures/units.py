"""Infantry and SW as counters of a picture: the symbol of a map, its kind, and where it is."""

from collections.abc import Iterator
from typing import Final

from events.terms import Station, UnitKind
from replays.pictures.shapes import dot, path, ring, run
from sim.chapter_ad.mosque import house_in
from sim.state import State, Unit

__all__ = ["draw_unit", "unit_status"]

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
