"""Questions about a mover that enters a hex, or turns in it: what they ask, and who it is."""

from typing import Final

import attrs

from events.terms import Fortification, HexsideKind
from sim.asking.question import (
    OFFBOARD,
    BadQuestion,
    Hex,
    HexOrOffboard,
    Question,
    VehicleLabel,
    field,
)
from sim.chapter_a.los import Location
from sim.chapter_ad.high_walls import high_wall_between
from sim.chapter_b.mover import FOOT, Mover, mover_of
from sim.chapter_b.roads import road_between, road_into
from sim.chapter_b.sheltered import missing
from sim.chapter_d.presence import is_afv
from sim.map.terrain_kind import MoverKind
from sim.state import State


class FromQuestion(Question):
    """What a unit does from a Location."""

    firer: Location = field("from where: D4, or D4@1 for a level", word="from")


class FromToQuestion(FromQuestion):
    """What a unit does from a Location to another."""

    target: Location = field("at which Location", word="to")


def check_adjacent(state: State, one: str, two: str, blamed: str) -> None:
    """Refuse two hexes that are not adjacent."""
    if state.setting.area.hexside(one, two) is None:
        raise BadQuestion(blamed, f"{one} and {two} are not adjacent")


def check_within(state: State, name: str, what: Fortification | None) -> None:
    """Refuse a Fortification in which no unit of a hex can be."""
    if what is not None and (why := missing(state, name, what)):
        raise BadQuestion("within", why)


def why_no_high_wall(state: State, one: str, two: str) -> str | None:
    """Why no un-breached High Wall divides two adjacent hexes (AD4.6); None if one does."""
    if high_wall_between(state, one, two) is not None:
        return None
    area = state.setting.area
    if area.hexsides.get((one, area.hexside(one, two) or 1)) is HexsideKind.HIGH_WALL:
        return f"the High Wall {one}/{two} is breached"
    return f"no High Wall divides {one} from {two}"


_CAN_BUTTON_UP: Final = (MoverKind.FULLY_TRACKED, MoverKind.HALFTRACK, MoverKind.ARMOURED_CAR)

_ALLOTMENT: Final = 4
"""Printed MF or MP of a mover that is not said to have others."""


class ByMoverQuestion(Question):
    """What happens to a mover that enters a hex, or turns in it."""

    origin: Hex | None = field(
        "the hex that is left; none for a VCA change", default=None, word="from"
    )
    hex: Hex = field("the hex that is entered, or in which it turns", word="to")
    mover: MoverKind | None = field("who; infantry if left out", default=None)
    vehicle: VehicleLabel | None = field("a vehicle of the game, instead of a kind", default=None)
    allotment: int | None = field("printed MF or MP; 4 if left out", default=None, least=1)
    bu: bool = field("it is a BU AFV", default=False)
    towing: bool = field("it tows a Gun", default=False)
    mtr: int | None = field(
        "the calibre in mm of the Gun that it tows, a MTR", default=None, least=1, most=500
    )
    riders: bool = field("it carries Riders", default=False)
    convoy: bool = field("it moves in a Convoy", default=False)


class ByRoadQuestion(ByMoverQuestion):
    """What happens to a mover that may use a road."""

    origin: HexOrOffboard | None = field(
        "the hex that is left, or offboard; none for a VCA change", default=None, word="from"
    )
    road: bool | None = field("whether it uses the road; it does where one is", default=None)


def asked_mover(state: State, question: ByMoverQuestion) -> Mover:
    """The mover that is asked about."""
    label = question.vehicle
    if label is None:
        return _of_a_kind(question)
    for each in ("mover", "allotment"):
        if getattr(question, each) is not None:
            raise BadQuestion(each, f"the vehicle {label} has its own")
    spec, vehicle = state.setting.vehicles[label], state.vehicles[label]
    if question.bu and not is_afv(spec):
        raise BadQuestion("bu", f"{label} is not an AFV, and cannot be Buttoned Up")
    return attrs.evolve(
        mover_of(state, label),
        bu=vehicle.bu or question.bu,
        towing=vehicle.towing or question.towing,
        mtr=spec.mtr if question.mtr is None else question.mtr,
        riders=question.riders,
        convoy=question.convoy,
    )


def _of_a_kind(question: ByMoverQuestion) -> Mover:
    kind = MoverKind.INFANTRY if question.mover is None else question.mover
    if question.bu and kind not in _CAN_BUTTON_UP:
        raise BadQuestion("bu", f"{kind} is not an AFV, and cannot be Buttoned Up")
    if question.towing and kind in FOOT:
        raise BadQuestion("towing", f"{kind} tows no Gun")
    if question.mtr is not None and not question.towing:
        raise BadQuestion("mtr", "it tows no Gun; expected {} as well", "towing")
    for each, what in (("riders", "carries no Riders"), ("convoy", "is of no Convoy")):
        if getattr(question, each) and kind in FOOT:
            raise BadQuestion(each, f"{kind} {what}")
    allotment = _ALLOTMENT if question.allotment is None else question.allotment
    return Mover(
        kind,
        allotment,
        question.bu,
        question.towing,
        riders=question.riders,
        mtr=question.mtr,
        convoy=question.convoy,
    )


def asked_origin(state: State, question: ByRoadQuestion) -> str | None:
    """The hex that is left; None is offboard."""
    if question.origin is None or question.origin == OFFBOARD:
        if not state.setting.area.on_edge(question.hex):
            why = f"{question.hex} is not on the edge of the playing area, and not adjacent to"
            raise BadQuestion("hex", f"{why} {OFFBOARD}")
        return None
    check_adjacent(state, question.origin, question.hex, "hex")
    return question.origin


def asked_road(state: State, question: ByRoadQuestion) -> bool | None:
    """Whether the road is used; None leaves it to the rules."""
    origin, name = question.origin, question.hex
    if not question.road:
        return False if origin == OFFBOARD else question.road
    if origin is None or origin == OFFBOARD:
        if not road_into(state, name):
            raise BadQuestion("road", f"no road is in {name}")
    elif road_between(state, origin, name) is None:
        raise BadQuestion("road", f"no road joins {origin} and {name}")
    return True
