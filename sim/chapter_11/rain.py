"""11.77 Rain ends all forms of Dust, for the rest of the scenario."""

from typing import Final

from events.dust import DustVanished, FFEHindranceChanged
from events.terms import Density
from sim.chapter_11.vehicle_dust import remove_counter
from sim.chapter_191.ffe_los_hindrance import hindrance_of
from sim.machine.telling import Telling
from sim.state import State

__all__ = ["RULES", "end_all_dust"]

RULES: Final = ("11.77",)


def end_all_dust(before: State, state: State) -> Telling:
    """What the first rain of a scenario does to Dust of every form."""
    if not state.sky.rained or before.sky.rained:
        return state
    if state.density is not Density.NONE:
        state = yield DustVanished(state.density, "11.77")
    for vehicle in sorted(state.vehicle_dust):
        state = yield from remove_counter(state, vehicle, "11.77")
    for name, ffe in sorted(state.ffes.items()):
        new = hindrance_of(state, ffe.calibre, ffe.kind)
        if new != ffe.hindrance:
            state = yield FFEHindranceChanged(name, ffe.hindrance, new, "11.77")
    return state
