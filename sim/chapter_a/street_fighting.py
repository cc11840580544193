"""A11.8 Street Fighting: CC of Infantry in a building vs a vehicle in the road hex beside it.

What terrain says of it; what else A11.8 asks of unit and vehicle is left to the players.
"""

from collections.abc import Iterator
from typing import Final

from sim.chapter_ad.high_walls import high_wall_between
from sim.chapter_ad.plaza_well_fountain import is_plaza
from sim.chapter_b.ground_terrain import ground_terrain
from sim.chapter_b.roads import road_into
from sim.map.terrain_kind import RUBBLE
from sim.modifiers import Kind, Near
from sim.state import State

__all__ = ["no_street_fighting"]

CORE: Final = ("A11.8",)


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
