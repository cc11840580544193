"""Terrain that an SSR may declare to be another kind, and the rule that lets it.

A scenario declares it in its table ``[terrain]``; where the terrain of a record is declared, it is
replaced before anything else changes it.
"""

from collections.abc import Mapping
from typing import Final

import attrs

from events.errors import BadInput
from events.scenario import Scenario
from events.terms import HexsideKind
from sim.map.playing_area import PlayingArea
from sim.map.terrain import Terrain

__all__ = [
    "DECLARATIONS",
    "HEDGES",
    "check_declarations",
    "declared",
    "with_cactus_hedges",
]

DECLARATIONS: Final = {
    ("Orchard", "Cactus Patch"): "191.4",
    ("Orchard", "Olive Grove"): "191.5",
    ("Orchard", "Palm Trees"): "AD3.12",
    ("Orchard", "Dense Palm Trees"): "AD3.121",
    ("Brush", "Vineyard"): "191.6",
    ("Grain", "Vineyard"): "191.6",
    ("Sand", "Grain"): "191.2",
}
"""What may be declared, by what the map has and what it becomes; with the rule."""

HEDGES: Final = {"Wall": HexsideKind.WALL, "Hedge": HexsideKind.HEDGE}
"""Hexsides that may be declared Cactus Hedges (191.3)."""

CACTUS_HEDGE: Final = "Cactus Hedge"


def check_declarations(scenario: Scenario) -> None:
    """Raise the first declaration that no rule allows.

    Raises:
        BadInput: when there is one.
    """
    for kind, other in scenario.terrain.items():
        if kind in HEDGES and other == CACTUS_HEDGE:
            continue
        if (kind, other) not in DECLARATIONS:
            known = ", ".join(f"{a} to {b}" for a, b in DECLARATIONS)
            raise BadInput(
                f"no SSR declares {kind[:30]} to be {other[:30]}; expected {known}, Wall or Hedge "
                f"to {CACTUS_HEDGE}",
                f"terrain.{kind[:30]}",
            )
        if (kind, other) == ("Sand", "Grain") and not scenario.steppe:
            raise BadInput("sand is grain in Steppe Terrain only (191.2)", "terrain.Sand")


def declared(
    kinds: tuple[Terrain, ...], scenario: Scenario, rows: Mapping[str, Terrain]
) -> tuple[Terrain, ...]:
    """The terrain of a hex as the scenario declares it."""
    if not scenario.terrain:
        return kinds
    result = []
    for kind in kinds:
        other = scenario.terrain.get(kind.name)
        rule = DECLARATIONS.get((kind.name, other or ""))
        if other is None or rule is None:
            result.append(kind)
            continue
        inherent = rows[other].inherent or rule == "191.2"
        result.append(attrs.evolve(rows[other], rule=rule, inherent=inherent))
    return tuple(result)


def with_cactus_hedges(area: PlayingArea, scenario: Scenario) -> PlayingArea:
    """A playing area whose walls or hedges are Cactus Hedges, if so declared (191.3)."""
    changed = {HEDGES[name] for name in HEDGES if name in scenario.terrain}
    if not changed:
        return area
    hexsides = {
        where: HexsideKind.CACTUS_HEDGE if kind in changed else kind
        for where, kind in area.hexsides.items()
    }
    return attrs.evolve(area, hexsides=hexsides)
