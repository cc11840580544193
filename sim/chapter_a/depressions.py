"""A6.3, B19.2 A LOS to a Location IN a Depression, and which Depressions are connected.

On a board with a depiction its art says how far a LOS passes IN one: as long as what it touches is
drawn no higher than the Location, or is a road or bridge over a Depression.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

from sim.los.canvas import Shown
from sim.los.drawn import BRIDGE_ART, ROAD_ART
from sim.map.playing_area import PlayingArea

__all__ = [
    "OVERHEAD",
    "are_connected",
    "leaves_depression_in",
    "passed_hexes",
    "reaches_in",
    "spans_depression",
]

CORE: Final = ("A6.3", "B6.1", "B19.2")

OVERHEAD: Final = frozenset({BRIDGE_ART, ROAD_ART})
"""The art under which a LOS can pass IN a Depression (B6.1)."""


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


def spans_depression(depressions: frozenset[str], shown: Shown) -> bool:
    """Whether some art is of a road or bridge over a Depression, which is no ground (B6.1)."""
    return shown.key in OVERHEAD and shown.hex in depressions


def leaves_depression_in(
    depressions: frozenset[str], floor: int, way: Iterable[Shown]
) -> str | None:
    """The hex in which a LOS leaves the Depression where it begins, by the art that it touches.

    It leaves at the Crest Line: where something is drawn higher than the end. A road or bridge over
    a Depression hides nothing below, unless the LOS leaves from it. The hex is the last in which it
    was as low as the end.

    Args:
        depressions: the hexes that are Depressions.
        floor: elevation of the end IN the Depression.
        way: what the LOS touches, from there on.

    Returns:
        The hex; None if the LOS stays in it all the way.
    """
    last: str | None = None
    for shown in way:
        if last is None or shown.level <= floor:
            last = shown.hex
        elif not spans_depression(depressions, shown):
            return last
    return None
