"""A10.61 Rally Terrain: where a broken unit has a bonus to its Rally DR."""

from collections.abc import Iterable
from typing import Final

from sim.map.terrain import Terrain
from sim.modifiers import Kind, Modifier, Near, Verdict

__all__ = ["RALLY_DRM", "rally_bonus"]

CORE: Final = ("A10.61",)

RALLY_DRM: Final = -1


def rally_bonus(kinds: Iterable[Terrain]) -> Verdict:
    """The Rally bonus of a hex with these kinds of terrain, or why it has none.

    Woods and buildings give it (A10.61), and what says so of itself: Thick Grain (AD3.162), an
    Oasis Well (AD3.61), Oasis Palm Trees (AD3.63).
    """
    kinds = tuple(kinds)
    for kind in kinds:
        usual = kind.woods or kind.building
        if usual or kind.rally:
            rule = "A10.61" if usual else kind.rally_rule or kind.rule
            return Modifier("Rally Terrain", rule, Kind.DRM, RALLY_DRM, why=kind.name)
    named = " and ".join(kind.name for kind in kinds)
    return Near("Rally Terrain", "A10.61", Kind.DRM, f"{named} gives none")
