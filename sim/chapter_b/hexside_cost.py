"""B9.4 What it costs to cross what stands on a hexside: walls, hedges, High Walls, roadblocks."""

from typing import Final

from events.terms import HexsideKind
from sim.chapter_191.hedge_crossers import why_not_across
from sim.chapter_b.bog_terrain import terrain_bog_drm
from sim.chapter_b.mover import Mover
from sim.chapter_b.normal_cost import NormalCost, points_of
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.modifiers import Modifier
from sim.state import State

__all__ = ["hexside_cost"]

CORE: Final = ("B9.4",)


def hexside_cost(state: State, mover: Mover, name: str, standing: HexsideKind | None) -> NormalCost:
    """What it costs to cross what stands on the hexside; nothing where None does."""
    if standing not in HEXSIDE_ROWS:
        return NormalCost()
    row = CATALOGUE[state.setting.area.record[name].base][HEXSIDE_ROWS[standing]]
    cost = row.costs.get(mover.kind)
    if cost is None or not cost.allowed:
        return NormalCost(why_not=why_not_across(standing, mover.kind))
    items = (Modifier(row.name, row.rule, mover.points, points_of(cost, mover)),)
    return NormalCost(items, cost.bog, whole=cost.share == 1, bog_drm=terrain_bog_drm(row, cost))
