"""A11.4 Ambush: where CC may begin with one."""

from collections.abc import Iterable
from typing import Final

from sim.map.terrain import Terrain
from sim.map.terrain_kind import RUBBLE
from sim.modifiers import Kind, Modifier, Near, Verdict

__all__ = ["ambush_terrain"]

CORE: Final = ("A11.4",)


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
