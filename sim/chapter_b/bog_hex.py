"""D8.21 Who takes a Bog Check in a hex by its terrain, and where a VCA change takes one as well."""

from typing import Final

from sim.chapter_b.ground_terrain import ground_terrain
from sim.chapter_b.mover import Mover
from sim.map.mover_kind import MoverKind
from sim.map.terrain import Cost, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import State
from sim.state.setting import Setting

__all__ = ["is_bog_hex", "takes_bog_check"]

CORE: Final = ("D8.21",)


def takes_bog_check(setting: Setting, mover: MoverKind, kind: Terrain, cost: Cost) -> bool:
    """Whether a mover that enters terrain at this cost takes a Bog Check (191.6-motorcycle)."""
    vineyard = kind.name is TerrainKind.VINEYARD and mover is MoverKind.MOTORCYCLE
    spared = vineyard and setting.rules_that("191.6-motorcycle", "spared")
    return cost.bog and not spared


def is_bog_hex(state: State, mover: Mover, name: str) -> bool:
    """Whether a mover takes a Bog Check in a VCA change there as in entry (191.1, 191.6)."""
    return any(
        kind.bog_hex and takes_bog_check(state.setting, mover.kind, kind, kind.costs[mover.kind])
        for kind in ground_terrain(state, name)
        if kind.costs
    )
