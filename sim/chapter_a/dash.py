"""A4.63 Dash: Infantry crosses a road hex from one side to the other; what terrain says of it.

What else A4.63 asks of the unit and its MF is left to the players.
"""

from collections.abc import Iterator
from typing import Final

from sim.chapter_ad.arid_debris import arid_debris_in, has_rubble
from sim.chapter_ad.plaza_well_fountain import is_plaza
from sim.chapter_b.roads import road_between, road_into
from sim.chapter_b.trail_breaks import trail_breaks_of
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Near
from sim.state import BARE, State

__all__ = ["no_dash"]

CORE: Final = ("A4.63", "B3.43")


def no_dash(state: State, origin: str, across: str, to: str) -> Iterator[Near]:
    """Why Infantry cannot Dash from a hex across another, adjacent, to a third; none if it can."""
    if is_plaza(state.setting, across):
        yield _near("AD3.5", f"{across} is an Arid Plaza")
    elif not road_into(state, across):
        yield _near("A4.63", f"no road is in {across}")
        return
    for one, two in ((origin, across), (across, to)):
        if road_between(state, one, two) is not None and not is_plaza(state.setting, across):
            yield _near("A4.63", f"from {one} to {two} it goes along the road, not across it")
    ground, area = state.ground.get(across, BARE), state.setting.area
    debris = arid_debris_in(state, across)
    if not debris and not has_rubble(ground):
        return
    sides = {area.hexside(across, origin), area.hexside(across, to)}
    if not any(sides == set(pair) for pair in trail_breaks_of(ground)):
        covered, rule = (TerrainKind.ARID_DEBRIS, "AD3.42") if debris else ("rubble", "B3.43")
        why = f"{covered} covers the road in {across}, and no Trail Break leads through it so"
        yield _near(rule, why)


def _near(rule: str, why: str) -> Near:
    return Near("Dash", rule, Kind.NUMBER, why)
