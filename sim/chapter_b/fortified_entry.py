"""B27.4 What Fortifications in a hex cost who enters it, and who goes beneath or inside one.

They are no Artificial Terrain (B.9): what they cost is added to COT, and never multiplied with it.
"""

from fractions import Fraction
from typing import Final

import attrs

from events.terms import Fortification
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.fortifications import ENTRENCHMENTS, forts_in
from sim.chapter_b.mover import Mover
from sim.map.mover_kind import MoverKind
from sim.map.terrain import read_costs
from sim.modifiers import Modifier
from sim.state import State

__all__ = ["beneath", "past_fortifications"]

CORE: Final = ("B26.4", "B27.4", "B30")

_COSTS: Final = {
    Fortification.WIRE: ("B26.4", read_costs("+COT NA NA NA 4+COTB 2+COTB 4+COTB 4+COTB")),
    Fortification.FOXHOLE: (
        "B27.4",
        read_costs("+COT 1+COT 1+COT 2+COT 2+COT +COT +COT 4+COT"),
    ),
    Fortification.TRENCH: ("B27.4", read_costs("+COT 1+COT NA NA NA +COTB NA NA")),
}
"""What a Fortification costs beyond COT, as the Terrain Chart has it, and its rule."""

BENEATH_MF: Final = 1
"""MF to go beneath an entrenchment, or into a pillbox (B27.4, B30)."""


def past_fortifications(state: State, mover: Mover, name: str, entry: EntryCost) -> EntryCost:
    """What an entry costs with the Fortifications that are in the hex."""
    if entry.amount is None or entry.whole:
        return entry
    for fort in forts_in(state, name).values():
        rule, costs = _COSTS.get(fort.kind, ("", None))
        if costs is None or entry.amount is None:
            continue
        cost = costs[mover.kind]
        if not cost.allowed:
            return EntryCost(None, (), why_not=f"{mover.kind} may not enter a {fort.kind} ({rule})")
        bog = entry.bog or cost.bog
        if cost.points:
            item = Modifier(fort.kind, rule, mover.points, cost.points, why="beyond COT")
            entry = attrs.evolve(
                entry, amount=entry.amount + cost.points, items=(*entry.items, item)
            )
        entry = attrs.evolve(entry, bog=bog)
    return entry


def beneath(what: Fortification, mover: Mover, entry: EntryCost) -> EntryCost:
    """What an entry costs who goes on beneath an entrenchment, or into a pillbox, of the hex."""
    if mover.kind is not MoverKind.INFANTRY or entry.amount is None:
        return entry
    rule = "B27.4" if what in ENTRENCHMENTS else "B30"
    item = Modifier(f"into the {what}", rule, mover.points, Fraction(BENEATH_MF), why="beyond COT")
    return attrs.evolve(entry, amount=entry.amount + BENEATH_MF, items=(*entry.items, item))
