"""Terrain that an SSR may declare to be another kind, and the rule that lets it.

A scenario declares it in its table ``[terrain]``, all of a kind or a single hex; where the terrain
of a record is declared, it is replaced before anything else changes it.
"""

from collections.abc import Iterator, Sequence
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
    "declared_hexes",
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

_KINDS: Final = frozenset(TerrainKind)

_SAND_AS_GRAIN: Final = (TerrainKind.SAND, TerrainKind.GRAIN)


def check_declarations(scenario: Scenario, area: PlayingArea) -> Iterator[BadInput]:
    """Every declaration that no rule allows: of a kind of terrain, or of a hex."""
    for key, other in scenario.terrain.items():
        name = None if key in _KINDS else area.name(key)
        kinds = (key,) if name is None else area.record[name].kinds
        wrong = _wrong(scenario, kinds, other) or ("" if name is None else _covered(area, name))
        if wrong:
            what = key if name is None else f"{key}, {area.record[name].terrain},"
            yield BadInput(
                f"no SSR declares {what[:60]} to be {other[:30]}{wrong}", f"terrain.{key[:30]}"
            )


def _wrong(scenario: Scenario, kinds: Sequence[str], other: str) -> str:
    """Why none of some kinds is declared to be another; empty if one is."""
    if other == TerrainKind.CACTUS_HEDGE and any(kind in HEDGES for kind in kinds):
        return ""
    known = [(kind, other) for kind in kinds if (kind, other) in DECLARATIONS]
    if not known:
        pairs = ", ".join(f"{a} to {b}" for a, b in DECLARATIONS if b is not TerrainKind.VINEYARD)
        pairs += f", any terrain of a map to {TerrainKind.VINEYARD}"
        hedges = f"{' or '.join(HEDGES)} to {TerrainKind.CACTUS_HEDGE}"
        return f"; expected {pairs}, {hedges}"
    if _SAND_AS_GRAIN in known and not scenario.steppe:
        return ": sand is grain in Steppe Terrain only (191.2)"
    rule = next(rule for pair, rule in DECLARATIONS.items() if pair == known[0])
    if rule.startswith("AD") and not scenario.ad:
        return f" without AD Terrain in effect ({rule}); set ad = true"
    return ""


def _covered(area: PlayingArea, name: str) -> str:
    """Why what a hex prints is out of sight: a building stands in it."""
    return ": it has a building" if name in area.buildings else ""


def declared_hexes(scenario: Scenario, area: PlayingArea) -> dict[str, str]:
    """What single hexes are declared to be, by the name of the hex."""
    named = {area.name(key): other for key, other in scenario.terrain.items() if key not in _KINDS}
    return {name: other for name, other in named.items() if name is not None}


def declared(
    kinds: tuple[Terrain, ...], scenario: Scenario, rows: Rows, alone: str | None = None
) -> tuple[Terrain, ...]:
    """The terrain of a hex as the scenario declares it.

    Args:
        kinds: what its record names.
        scenario: the scenario.
        rows: the rows of the catalogue.
        alone: what this hex is declared to be by itself, before all of its kind.
    """
    if not scenario.terrain:
        return kinds
    changes = {
        kind: (rows[other], rule)
        for (kind, other), rule in DECLARATIONS.items()
        if other == (alone or scenario.terrain.get(kind))
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
