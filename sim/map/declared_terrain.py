"""Terrain that an SSR may declare to be another kind, and the rule that lets it.

A scenario declares it in its table ``[terrain]``; where the terrain of a record is declared, it is
replaced before anything else changes it.
"""

from typing import Final

import attrs

from events.errors import BadInput
from events.scenario import Scenario
from events.terms import HexsideKind
from sim.map.board import MARKS
from sim.map.playing_area import PlayingArea
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind

__all__ = [
    "DECLARATIONS",
    "HEDGES",
    "check_declarations",
    "declared",
    "with_cactus_hedges",
]

DECLARATIONS: Final[dict[tuple[TerrainKind, TerrainKind], str]] = {
    (TerrainKind.ORCHARD, TerrainKind.CACTUS_PATCH): "191.4",
    (TerrainKind.ORCHARD, TerrainKind.OLIVE_GROVE): "191.5",
    (TerrainKind.ORCHARD, TerrainKind.PALM_TREES): "AD3.12",
    (TerrainKind.ORCHARD, TerrainKind.DENSE_PALM_TREES): "AD3.121",
    **{
        (kind, TerrainKind.VINEYARD): "191.6"
        for kind in MARKS.values()
        if kind is not TerrainKind.VINEYARD
    },
    (TerrainKind.SAND, TerrainKind.GRAIN): "191.2",
}
"""What may be declared, by what the map has and what it becomes; with the rule.

An SSR may call any terrain a vineyard (191.6).
"""

HEDGES: Final = {
    TerrainKind.WALL: HexsideKind.WALL,
    TerrainKind.HEDGE: HexsideKind.HEDGE,
}
"""Hexsides that may be declared Cactus Hedges (191.3)."""

_SAND_AS_GRAIN: Final = (TerrainKind.SAND, TerrainKind.GRAIN)


def check_declarations(scenario: Scenario) -> None:
    """Raise the first declaration that no rule allows.

    Raises:
        BadInput: when there is one.
    """
    for kind, other in scenario.terrain.items():
        if kind in HEDGES and other == TerrainKind.CACTUS_HEDGE:
            continue
        if (kind, other) not in DECLARATIONS:
            known = ", ".join(
                f"{a} to {b}" for a, b in DECLARATIONS if b is not TerrainKind.VINEYARD
            )
            raise BadInput(
                f"no SSR declares {kind[:30]} to be {other[:30]}; expected {known}, "
                f"any terrain of a map to {TerrainKind.VINEYARD}, "
                f"{' or '.join(HEDGES)} to {TerrainKind.CACTUS_HEDGE}",
                f"terrain.{kind[:30]}",
            )
        if (kind, other) == _SAND_AS_GRAIN and not scenario.steppe:
            raise BadInput(
                "sand is grain in Steppe Terrain only (191.2)", f"terrain.{TerrainKind.SAND}"
            )


def declared(kinds: tuple[Terrain, ...], scenario: Scenario, rows: Rows) -> tuple[Terrain, ...]:
    """The terrain of a hex as the scenario declares it."""
    if not scenario.terrain:
        return kinds
    changes = {
        kind: (rows[other], rule)
        for (kind, other), rule in DECLARATIONS.items()
        if scenario.terrain.get(kind) == other
    }
    return tuple(
        _as_declared(*changes[kind.name]) if kind.name in changes else kind for kind in kinds
    )


def _as_declared(row: Terrain, rule: str) -> Terrain:
    return attrs.evolve(row, rule=rule, inherent=row.inherent or rule == "191.2")


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
