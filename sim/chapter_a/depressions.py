"""A6.3 A LOS to a Location IN a Depression."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

__all__ = ["passed_hexes", "reaches_in"]

CORE: Final = ("A6.3",)


def passed_hexes(
    depressions: frozenset[str], path: Sequence[str], crossed: frozenset[frozenset[str]]
) -> tuple[str, ...]:
    """The hexes after the first that a LOS passes IN the Depression where it begins.

    It does as long as it goes from Depression hex to Depression hex across the inside of their
    common hexside; not at a vertex, nor along a hexside.

    Args:
        depressions: the hexes that are Depressions.
        path: the hexes that the LOS crosses, from the end that is IN a Depression to the other.
        crossed: the pairs of hexes whose common hexside it crosses between its vertices.
    """
    result: list[str] = []
    for one, two in pairwise(path):
        if two not in depressions or frozenset((one, two)) not in crossed:
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
