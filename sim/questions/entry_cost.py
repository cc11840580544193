"""What it costs to enter a hex, item by item (B.2, B.3, 11.73)."""

from fractions import Fraction

import attrs

from events.terms import TRACKED, Fortification
from sim.asking import by_mover
from sim.asking.answer import Answer
from sim.asking.question import BadQuestion, Hex, HexOrOffboard, field
from sim.chapter_11.dust import movement_extra
from sim.chapter_a.bypass import bypass_cost
from sim.chapter_b import cot, roads
from sim.chapter_b.bog_terrain import paid_for
from sim.chapter_b.entry import EntryCost, beneath
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.sheltered import missing
from sim.chapter_d.reverse import in_reverse, with_ovr
from sim.chapter_d.speed import MOST_OF_ALLOTMENT
from sim.chapter_f.hammada import immobilization_drm, immobilization_rule
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Near, WhyNot, applied, total_of
from sim.state import State


class EntryCostQuestion(
    by_mover.ByRoadQuestion,
    not_judged=("what else is done in the hex: Start, Stop, VCA changes, passengers, Guns"),
):
    """What a hex costs to enter, item by item."""

    origin: HexOrOffboard = field("the hex that is left, or offboard", word="from")
    hex: Hex = field("the hex that is entered", word="to")
    into: Fortification | None = field(
        "the Fortification of the hex into which Infantry goes on", default=None
    )
    within: Fortification | None = field(
        "the entrenchment or pillbox of the hex left in which Infantry is", default=None
    )
    outside: bool = field("Infantry does not pay to be in its shellholes", default=False)
    reverse: bool = field("it goes in Reverse (D2.2)", default=False)
    ovr: bool = field("it makes an OVR there (D7.1)", default=False)
    along: Hex | None = field(
        "the hex across the hexside along which it passes, in Bypass (A4.31, D2.3)", default=None
    )

    whose = ("origin",)


class EntryCostAnswer(Answer):
    allowed: bool
    cost: Fraction | None
    """In MF or MP; None if it may not."""
    bog_check: bool
    """Whether a Bog Check is due, in the hex entered or in the one left."""
    bog_drm: int
    """What terrain adds to it; to the last, if several are due."""


def answer(state: State, question: EntryCostQuestion) -> EntryCostAnswer:
    origin, name = by_mover.asked_origin(state, question), question.hex
    road, mover = by_mover.asked_road(state, question), by_mover.asked_mover(state, question)
    mover = attrs.evolve(mover, outside=question.outside and mover.kind is MoverKind.INFANTRY)
    if question.along is None:
        entry = cot.entry_cost(state, mover, origin, name, road=road)
    else:
        by_mover.check_adjacent(state, name, question.along, "along")
        side = state.setting.area.hexside(name, question.along) or 0
        entry = bypass_cost(state, mover, origin, name, side)
    if question.reverse:
        entry = in_reverse(mover, entry)
    if entry.bog_drm and entry.amount is not None:
        drm = paid_for(state, mover, entry.bog_drm, entry.amount)
        entry = attrs.evolve(entry, bog_drm=drm)
    if question.ovr:
        entry = with_ovr(mover, entry, reverse=question.reverse)
    if question.ovr and (question.vehicle or question.allotment):
        entry = _affordable(mover, entry)
    if question.into is not None and (why := missing(state, name, question.into)):
        raise BadQuestion("into", why)
    if question.within is not None and (why := missing(state, origin or "", question.within)):
        raise BadQuestion("within", why)
    entry = beneath(question.into, mover, entry, question.within)
    on_foot = mover.kind == MoverKind.INFANTRY
    extra, near = applied(movement_extra(state, vehicle_or_cavalry=not on_foot, bu_afv=mover.bu))
    counted = {item.name for item in entry.items}
    left = [each for each in extra if each.name not in counted and entry.amount is not None]
    why = "the hex takes the whole allotment"
    near += tuple(Near(each.name, each.rule, each.kind, why) for each in left)
    checks = [*entry.at_once, *([entry.bog_drm] if entry.bog else [])]
    more = int(total_of(checks[-1]).fixed) if checks else 0
    if entry.why_not:
        near += (Near("entry", entry.why_not.rule, mover.points, entry.why_not.why),)
        said = f"it may not enter: {entry.why_not}"
    else:
        points = mover.points.value
        bog = _bog(origin, entry, more)
        said = f"{entry.amount} {points}{bog}{_hammada(state, mover, origin, name, road)}"
        said += _minimum(mover, entry, ovr=question.ovr)
        said += _two_mph(entry) if on_foot else ""
    return EntryCostAnswer(
        verdict=said,
        items=() if entry.amount is None else entry.items,
        near=near,
        allowed=entry.amount is not None,
        cost=None if entry.amount is None else Fraction(entry.amount),
        bog_check=bool(checks),
        bog_drm=more,
    )


def _bog(origin: str | None, entry: EntryCost, more: int) -> str:
    drm = f" with +{more} more" if more else ""
    said = f", and a Bog Check is due in {origin}" if entry.at_once else ""
    if entry.bog:
        said += ", and a Bog Check is due"
    return f"{said}{drm} (D8.21)" if said else ""


def _affordable(mover: Mover, entry: EntryCost) -> EntryCost:
    """An entry with an OVR, NA for more MP than ESB gives: no Minimum Move makes one (D2.15)."""
    esb = int(mover.allotment * MOST_OF_ALLOTMENT) if mover.kind.value in TRACKED else 0
    if entry.amount is None or entry.amount <= mover.allotment + esb:
        return entry
    why = f"with its OVR it takes {entry.amount} MP, more than the allotment"
    return EntryCost(None, (), why_not=WhyNot("D7.1", why))


def _minimum(mover: Mover, entry: EntryCost, *, ovr: bool) -> str:
    if entry.amount is None or entry.amount <= mover.allotment:
        return ""
    if ovr:
        esb = ": by ESB alone (D2.5)" if mover.kind.value in TRACKED else ""
        return f", more than its allotment{esb}"
    if mover.kind not in FOOT:
        return ", more than its allotment: it takes a Minimum Move (D2.15)"
    if mover.kind is MoverKind.CAVALRY:
        return ", more than its allotment"
    return ", more than its allotment: a Minimum Move, then it is pinned and CX (A4.134)"


def _hammada(state: State, mover: Mover, origin: str | None, name: str, road: bool | None) -> str:
    follows = roads.follows_way(state, origin, name, road=road)
    drm = immobilization_drm(state, mover, name, follows_way=follows)
    if drm is None:
        return ""
    rule = immobilization_rule(mover)
    return f", and an Immobilization DR is due with DRM {int(total_of(drm).fixed):+} ({rule})"


def _two_mph(entry: EntryCost) -> str:
    """What a cactus hedge asks of Infantry beside the cost; nothing where a road passes it."""
    if all(each.rule != "191.3" for each in entry.items):
        return ""
    return (
        ", in the MPh only, and in each of two: TI in the first, across in the next if in Good "
        "Order (191.3)"
    )
