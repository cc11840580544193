"""D2.2 Reverse and D7.1 OVR: what an entry backwards, or with OVR, costs, and when none is made.

VCA is not kept: that it is one of the two hexes behind, and that a Stop and a Start come between it
and a way forward (D2.22, D2.23), the players see to.
"""

from fractions import Fraction
from math import ceil
from typing import Final

import attrs

from sim.chapter_b.entry import EntryCost
from sim.chapter_b.mover import FOOT, Mover
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Modifier, WhyNot

TIMES: Final = {
    MoverKind.FULLY_TRACKED: 4,
    MoverKind.HALFTRACK: 4,
    MoverKind.TRUCK: 3,
    MoverKind.ARMOURED_CAR: 2,
}
"""How many times the cost of an entry is that of it in Reverse (D2.21)."""


WEATHER: Final = frozenset({"E3.54", "E3.64"})
"""What comes after the whole cost, as rain and Mud add it (E3.9), and so is not multiplied."""


def ovr_mp(allotment: int) -> int:
    """What an OVR takes beside the entry: a quarter of the printed MP, FRU (D7.1)."""
    return ceil(Fraction(allotment, 4))


def with_ovr(mover: Mover, entry: EntryCost, *, reverse: bool) -> EntryCost:
    """What an entry costs with an OVR: a quarter of the allotment more, both parts FRU (D7.1)."""
    if reverse or mover.kind in FOOT:
        why = "there is no OVR in Reverse" if reverse else f"{mover.kind} makes no OVR"
        return EntryCost(None, (), why_not=WhyNot("D7.13" if reverse else "D7.1", why))
    if entry.whole:
        why = "the hex takes the whole allotment, and leaves no MP for an OVR"
        return EntryCost(None, (), why_not=WhyNot("D7.1", why))
    if entry.amount is None:
        return entry
    more = ovr_mp(mover.allotment)
    items = [Modifier("OVR", "D7.1", mover.points, more, why="a quarter of the allotment, FRU")]
    if short := ceil(entry.amount) - entry.amount:
        items.insert(0, Modifier("FRU", "D7.1", mover.points, short, why="the entry by itself"))
    return attrs.evolve(entry, amount=entry.amount + short + more, items=(*entry.items, *items))


def in_reverse(mover: Mover, entry: EntryCost) -> EntryCost:
    """What an entry costs in Reverse: all of it so many times, but for a Start and a Stop."""
    if mover.kind not in TIMES:
        return EntryCost(None, (), why_not=WhyNot("D2.2", f"{mover.kind} never goes in Reverse"))
    if mover.towing:
        return EntryCost(None, (), why_not=WhyNot("D2.2", "it tows a Gun, so never in Reverse"))
    if entry.amount is None or entry.whole:
        return entry
    times = TIMES[mover.kind]
    weather = sum(each.fixed for each in entry.items if each.rule in WEATHER)
    but = " but what the weather adds" if weather else ""
    more, why = (entry.amount - weather) * (times - 1), f"all of it {times} times{but}"
    item = Modifier("Reverse", "D2.21", mover.points, more, why=why)
    return attrs.evolve(entry, amount=entry.amount + more, items=(*entry.items, item))
