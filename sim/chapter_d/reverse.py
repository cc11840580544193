"""D2.2 Reverse: what an entry backwards costs, and who makes none.

VCA is not kept: that it is one of the two hexes behind, and that a Stop and a Start come between it
and a way forward (D2.22, D2.23), the players see to.
"""

from typing import Final

import attrs

from sim.chapter_b.entry import EntryCost
from sim.chapter_b.mover import Mover
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Modifier, WhyNot

TIMES: Final = {
    MoverKind.FULLY_TRACKED: 4,
    MoverKind.HALFTRACK: 4,
    MoverKind.TRUCK: 3,
    MoverKind.ARMOURED_CAR: 2,
}
"""How many times the cost of an entry is that of it in Reverse (D2.21)."""


def in_reverse(mover: Mover, entry: EntryCost) -> EntryCost:
    """What an entry costs in Reverse: all of it so many times, but for a Start and a Stop."""
    if mover.kind not in TIMES:
        return EntryCost(None, (), why_not=WhyNot("D2.2", f"{mover.kind} never goes in Reverse"))
    if mover.towing:
        return EntryCost(None, (), why_not=WhyNot("D2.2", "it tows a Gun, so never in Reverse"))
    if entry.amount is None or entry.whole:
        return entry
    times = TIMES[mover.kind]
    more, why = entry.amount * (times - 1), f"all of it {times} times"
    item = Modifier("Reverse", "D2.21", mover.points, more, why=why)
    return attrs.evolve(entry, amount=entry.amount + more, items=(*entry.items, item))
