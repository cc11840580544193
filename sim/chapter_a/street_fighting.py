"""A11.8 Street Fighting: CC of Infantry in a building vs a vehicle in the road hex beside it.

What terrain says of it; what else A11.8 asks of unit and vehicle is left to the players.
"""

from collections.abc import Iterable, Iterator

from sim.chapter_ad.high_walls import high_wall_between
from sim.chapter_ad.plaza_well_fountain import is_plaza
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.roads import road_into
from sim.map.terrain import Terrain
from sim.map.terrain_kind import RUBBLE
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import State

# A11.4 Ambush: where CC may begin with one.


def ambush_terrain(kinds: Iterable[Terrain]) -> Verdict:
    """Whether a hex with these kinds of terrain is Ambush Terrain, or why not.

    Woods, buildings and rubble are (A11.4), and what says so of itself: an Oasis Well (AD3.61).
    """
    kinds = tuple(kinds)
    for kind in kinds:
        usual = kind.woods or kind.building or kind.name in RUBBLE
        if usual or kind.ambush:
            rule = "A11.4" if usual else kind.rule
            return Modifier("Ambush Terrain", rule, Kind.NUMBER, None, why=kind.name)
    named = " and ".join(kind.name for kind in kinds)
    return Near("Ambush Terrain", "A11.4", Kind.NUMBER, f"{named} is not Ambush Terrain")


def no_street_fighting(state: State, origin: str, to: str) -> Iterator[Near]:
    """Why Infantry on the ground of a hex cannot make it vs a vehicle in an adjacent one."""
    kinds = ground_terrain(state, origin)
    if not any(kind.building or kind.name in RUBBLE for kind in kinds):
        yield _near("A11.8", f"{origin} has neither building nor rubble")
    if is_plaza(state.setting, to):
        yield _near("AD3.5", f"{to} is an Arid Plaza")
    elif not road_into(state, to):
        yield _near("A11.8", f"no road is in {to}")
    if high_wall_between(state, origin, to) is not None:
        yield _near("AD4.6", f"a High Wall without a breach is between {origin} and {to}")


def _near(rule: str, why: str) -> Near:
    return Near("Street Fighting", rule, Kind.NUMBER, why)
