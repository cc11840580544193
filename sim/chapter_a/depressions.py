"""A6.3, B19.2 A LOS to a Location IN a Depression, and which Depressions are connected."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from sim.map.playing_area import PlayingArea

__all__ = ["are_connected", "passed_hexes", "reaches_in"]

CORE: Final = ("A6.3", "B19.2")


def are_connected(area: PlayingArea, depressions: frozenset[str], one: str, two: str) -> bool:
    """Whether two adjacent hexes are Depressions with no bank between them (B19.2).

    Args:
        area: the playing area.
        depressions: the hexes that are Depressions.
        one: a hex.
        two: an adjacent hex.
    """
    return one in depressions and two in depressions and frozenset((one, two)) not in area.banks


def passed_hexes(
    area: PlayingArea,
    depressions: frozenset[str],
    path: Sequence[str],
    crossed: frozenset[frozenset[str]],
) -> tuple[str, ...]:
    """The hexes after the first that a LOS passes IN the Depression where it begins.

    It does as long as it goes from Depression hex to connected Depression hex across the inside of
    their common hexside; not at a vertex, nor along a hexside.

    Args:
        area: the playing area.
        depressions: the hexes that are Depressions.
        path: the hexes that the LOS crosses, from the end that is IN a Depression to the other.
        crossed: the pairs of hexes whose common hexside it crosses between its vertices.
    """
    result: list[str] = []
    for one, two in pairwise(path):
        linked = are_connected(area, depressions, one, two)
        if not linked or frozenset((one, two)) not in crossed:
            break
        result.append(two)
    return tuple(result)


def reaches_in(length: Any, rise: Any, passed: Any, *, joined: Any) -> Any:
    """Whether a LOS reaches a Location IN a Depression; numbers, or arrays of them.

    Args:
        length: the range.
        rise: levels that the other end is higher.
        passed: range to the last hex that the LOS passes IN the Depression, from there on.
        joined: it passes IN the Depression all the way to the other end, which is IN it too.
    """
    return joined | (rise >= length - passed)
