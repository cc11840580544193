"""B13.4211 What woods and Dense Palm Trees cost along a Trail Break."""

from fractions import Fraction
from typing import Final

import attrs

from sim.map.mover_kind import MoverKind
from sim.map.terrain import Cost, Terrain
from sim.map.terrain_kind import TerrainKind

__all__ = ["cost_by_break"]

CORE: Final = ("B13.4211",)

TREE_BREAK_MF: Final = {MoverKind.INFANTRY: Fraction(3, 2), MoverKind.CAVALRY: Fraction(3)}
"""What woods cost along a Trail Break on foot and on horseback (B13.4211)."""


def cost_by_break(kind: Terrain, cost: Cost, mover: MoverKind, woods: Cost) -> Cost:
    """What terrain costs along a Trail Break among trees (B13.4211).

    It spares the fully-tracked their Bog Check, and Infantry and Cavalry a quarter. All others
    enter as they enter woods; and Dense Palm Trees, which they could not else, for as much, but
    without a Bog Check (AD3.121).
    """
    if not kind.trail_break:
        return cost
    if mover in TREE_BREAK_MF:
        return Cost(points=TREE_BREAK_MF[mover])
    if mover is MoverKind.FULLY_TRACKED:
        return attrs.evolve(cost, bog=False)
    dense = kind.name is TerrainKind.DENSE_PALM_TREES
    return attrs.evolve(woods, bog=False) if dense else woods
