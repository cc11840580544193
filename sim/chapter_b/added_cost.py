"""B.2 What is added to an entry, and is not COT: for rain (E3.54), Dust (11.73), towing (C10.1).

It comes after everything else, and is never multiplied.
"""

from collections.abc import Hashable
from typing import Final

import attrs

from events.terms import Rain
from sim.chapter_11.heavy_dust import movement_extra
from sim.chapter_b.mover import Mover
from sim.machine.remembered import remembered
from sim.map.mover_kind import MoverKind
from sim.modifiers import Modifier, applied
from sim.state import State

__all__ = ["added_cost"]

CORE: Final = ("C10.1", "E3.54")


def _reads(state: State, mover: Mover, levels: int) -> Hashable:
    sky = state.sky
    return state.dust, sky.rained, sky.rain, mover.kind, mover.bu, mover.towing, levels


@remembered(_reads, most=512)
def added_cost(state: State, mover: Mover, levels: int) -> tuple[Modifier, ...]:
    """What is added to the cost of an entry after everything else.

    Args:
        state: now.
        mover: who enters.
        levels: levels that it climbs or descends, off a paved road.
    """
    items: list[Modifier] = []
    if state.sky.rained and levels:
        now = "it rains" if state.sky.rain is not Rain.NONE else "it has rained"
        items.append(Modifier("wet slope", "E3.54", mover.points, levels, why=f"{now}; each level"))
    slowed = mover.kind is not MoverKind.INFANTRY
    extra, _ = applied(movement_extra(state, vehicle_or_cavalry=slowed, bu_afv=mover.bu))
    items += [attrs.evolve(each, kind=mover.points) for each in extra]
    if mover.towing:
        items.append(Modifier("towing", "C10.1", mover.points, 1))
    return tuple(items)
