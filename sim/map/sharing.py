"""Terrain that shares a hex (B.1): kinds of a combination, but for what a rule keeps apart.

A hex has one Depression, one height, and one of the kinds that are forms of one another; Water and
the hexes of AD boards with a name of their own hold nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from sim.map.terrain_kind import TerrainKind as Kind

ALONE: Final[Mapping[Kind, str]] = {
    Kind.OPEN_GROUND: "B1",
    Kind.WATER: "B21",
    Kind.ARID_PLAZA: "AD3.5",
    Kind.OASIS_WELL: "AD3.61",
    Kind.FOUNTAIN: "AD3.7",
}
"""What fills a hex, or is there for want of all else, with the rule."""

ONE_OF: Final[Mapping[str, frozenset[Kind]]] = {
    "B20": frozenset({Kind.GULLY, Kind.STREAM, Kind.WADI, Kind.OASIS, Kind.MARSH}),
    "F4": frozenset({Kind.DEIR, Kind.HILLOCK, Kind.HIGH_DUNE}),
    "F7.5": frozenset({Kind.SAND, Kind.HIGH_DUNE}),
    "B14": frozenset(
        {
            *(Kind.ORCHARD, Kind.OLIVE_GROVE, Kind.CACTUS_PATCH),
            *(Kind.PALM_TREES, Kind.DENSE_PALM_TREES),
        }
    ),
    "B35": frozenset({Kind.WOODS, Kind.LIGHT_WOODS, Kind.DENSE_PALM_TREES}),
    "191.6": frozenset({Kind.BRUSH, Kind.VINEYARD}),
    "AD4.5": frozenset({Kind.CRAG, Kind.BOULDER_CRAG}),
}
"""Kinds of which a hex has one, with the rule that tells them from one another."""

_BREAKS: Final = frozenset({Kind.DEIR, Kind.HILLOCK, Kind.BRUSH, Kind.VINEYARD})
"""With what Broken Ground is in a hex: the Open Ground and brush that it was (191.1, AD4.51)."""


def together(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """Of some kinds, the first first, those that share a hex with the ones before."""
    kept: tuple[Kind, ...] = ()
    for kind in kinds:
        kept += () if why_apart((*kept, kind)) else (kind,)
    return kept


def why_apart(kinds: Sequence[Kind]) -> str:
    """Why kinds of terrain do not share a hex, with the rule; empty if they may (B.1)."""
    for one, two in combinations(kinds, 2):
        for kind in (one, two):
            if kind in ALONE:
                return f"{kind} shares its hex with nothing ({ALONE[kind]})"
        rule = next((rule for rule, forms in ONE_OF.items() if {one, two} <= forms), "")
        if rule:
            return f"a hex is not both {one} and {two} ({rule})"
        if Kind.BROKEN_GROUND in (one, two) and _BREAKS.isdisjoint((one, two)):
            return (
                f"what is {two if one is Kind.BROKEN_GROUND else one} is no Broken Ground (F13.1)"
            )
    return ""
