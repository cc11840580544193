"""AD2.2 Overlays: which base terrain the hexes of an overlay have.

An overlay takes the base terrain of its surroundings where they are all alike; elsewhere each of
its hexes has the colour that is printed on the overlay.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from events.terms import Base
from sim.map.hexes import HEXSIDES, Hex, neighbour

__all__ = ["RULES", "overlay_bases", "surroundings"]

RULES: Final = ("AD2.2",)


def surroundings(overlay: Iterable[Hex], board: Iterable[Hex]) -> frozenset[Hex]:
    """The hexes in play around an overlay: next to one of its hexes, and not under it."""
    covered = frozenset(overlay)
    around = {neighbour(here, side) for here in covered for side in HEXSIDES}
    return frozenset(around - covered) & frozenset(board)


def overlay_bases(overlay: Mapping[Hex, Base], board: Mapping[Hex, Base]) -> dict[Hex, Base]:
    """The base terrain of every hex of an overlay as it lies.

    Args:
        overlay: its hexes where they lie, and the colour of each as the overlay prints it.
        board: the base terrain of every hex in play without the overlay.
    """
    around = {board[here] for here in surroundings(overlay, board)}
    if len(around) == 1:
        return dict.fromkeys(overlay, around.pop())
    return dict(overlay)
