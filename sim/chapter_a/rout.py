"""A10.5 Rout: which hexes a broken unit heads for, and how far its MF take it.

What enemies forbid on the way (A10.51) is left to the players.
"""

from fractions import Fraction
from heapq import heappop, heappush
from typing import Final

from events.terms import Fortification, HexsideKind
from sim.chapter_ad.routing import counts_as_woods_for_rout
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.fortifications import forts_in
from sim.chapter_b.ground_terrain import ground_terrain
from sim.chapter_b.mover import Mover
from sim.map.mover_kind import MoverKind
from sim.state import State

__all__ = ["ROUT_MF", "nearest_rout_terrain", "rout_terrain", "trench_in", "within_reach"]

CORE: Final = ("A10.5", "A10.51")

ROUT_MF: Final = 6
"""MF of a routing unit (A10.5)."""


def trench_in(state: State, name: str) -> bool:
    """Whether there is a Trench in a hex."""
    return any(fort.kind is Fortification.TRENCH for fort in forts_in(state, name).values())


def rout_terrain(state: State, name: str, *, trench: bool = False) -> str | None:
    """What makes a hex one that a routing unit heads for; None if nothing does (A10.51, AD4.1)."""
    kinds = ground_terrain(state, name)
    for kind in kinds:
        if kind.building:
            return kind.name
    trench = trench or trench_in(state, name)
    if not counts_as_woods_for_rout(state.setting, name, kinds, trench=trench):
        return None
    for kind in kinds:
        if counts_as_woods_for_rout(state.setting, name, (kind,)):
            return kind.name
    return "a Trench"


def within_reach(state: State, origin: str, mf: int = ROUT_MF) -> dict[str, Fraction]:
    """The hexes that routing Infantry can reach, each with the fewest MF.

    It crosses no cactus hedge, which takes two MPh (191.3).
    """
    area, mover = state.setting.area, Mover(MoverKind.INFANTRY, mf)
    reached = {origin: Fraction(0)}
    waiting = [(Fraction(0), origin)]
    while waiting:
        spent, here = heappop(waiting)
        if spent > reached[here]:
            continue
        for side, name in area.neighbours(here).items():
            if area.hexsides.get((here, side)) is HexsideKind.CACTUS_HEDGE:
                continue
            cost = entry_cost(state, mover, here, name).amount
            if cost is None or spent + cost > mf:
                continue
            if spent + cost < reached.get(name, Fraction(mf + 1)):
                reached[name] = spent + cost
                heappush(waiting, (spent + cost, name))
    return reached


def nearest_rout_terrain(
    state: State, origin: str, mf: int = ROUT_MF
) -> tuple[Fraction | None, tuple[str, ...]]:
    """The fewest MF to another hex of Rout terrain, and all such hexes at that distance."""
    found = {
        name: spent
        for name, spent in within_reach(state, origin, mf).items()
        if name != origin and rout_terrain(state, name) is not None
    }
    if not found:
        return None, ()
    least = min(found.values())
    return least, tuple(sorted(name for name, spent in found.items() if spent == least))
