"""B10.4 What a change of elevation costs, and an Abrupt Elevation Change (B10.5-B10.51)."""

from collections.abc import Sequence
from typing import Final

from sim.chapter_b.mover import FOOT
from sim.map.mover_kind import MoverKind
from sim.modifiers import Kind, Modifier, sum_of

__all__ = ["DOUBLING", "elevation_cost"]

CORE: Final = ("B10.4", "B10.5", "B10.51")

DOUBLING: Final = FOOT | {MoverKind.HORSE_DRAWN}
"""Movers whose COT doubles into a higher elevation; others pay MP for it (B10.4)."""

RISE_MP: Final = 4
RISE_MP_BY_ROAD: Final = 2
UP: Final = {True: 2, False: 4}
DOWN: Final = {True: 1, False: 2}
"""What an intermediate level of an Abrupt Elevation Change costs, on foot and not (B10.51)."""


def elevation_cost(
    kind: MoverKind,
    points: Kind,
    rise: int,
    *,
    by_road: bool,
    normal: Sequence[Modifier],
    cot: Sequence[Modifier],
) -> list[Modifier]:
    """What a change of elevation costs a mover.

    Args:
        kind: who enters.
        points: MF or MP.
        rise: levels that it gains.
        by_road: it enters by road.
        normal: the normal cost of the hex, which alone doubles in an Abrupt Elevation Change.
        cot: its COT: that, and what Artificial Terrain in it costs.
    """
    on_foot = kind in DOUBLING
    items: list[Modifier] = []
    if abs(rise) > 1:
        each = (UP if rise > 0 else DOWN)[on_foot]
        items.append(
            Modifier(
                "levels between",
                "B10.51",
                points,
                each * (abs(rise) - 1),
                why=f"{each} each; B.2-abrupt",
            )
        )
    if rise > 0 and on_foot:
        again = sum_of(cot if rise == 1 else normal)
        items.append(Modifier("higher elevation", "B10.4", points, again, why="COT is doubled"))
    elif rise > 0:
        up = RISE_MP_BY_ROAD if by_road else RISE_MP
        items.append(Modifier("higher elevation", "B10.4", points, up))
    return items
