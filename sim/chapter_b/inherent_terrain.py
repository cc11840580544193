"""B.6 and 191.7 Inherent Terrain, and Hindrances that meet at a hexside or at one range.

Inherent Terrain fills its hex, hexsides and vertices included; so do SMOKE, rubble, AFV, wrecks,
shellholes and debris. Along a hexside other terrain counts only where it shows on both sides of
the LOS (A6.1). Of two hexes at one range, those beside a hexside among them, the larger counts
(A6.7).
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Protocol, TypeVar

from sim.los.line import ALONG, VERTEX


def counts(contact: int, *, inherent: bool, both_sides: bool) -> bool:
    """Whether what stands in a hex can affect a LOS that touches the hex in this way.

    Along a hexside it counts if the other hex has something that counts as well, unless inherent.
    """
    if inherent:
        return True
    return both_sides if contact == ALONG else contact != VERTEX


class _Ranged(Protocol):
    @property
    def range(self) -> int: ...
    @property
    def hex(self) -> str: ...
    @property
    def of(self) -> str: ...
    @property
    def drm(self) -> int: ...


R = TypeVar("R", bound=_Ranged)


def largest_at_each_range(found: Iterable[R]) -> tuple[list[R], list[R]]:
    """The Hindrances that count, and those that a larger one at the same range leaves out.

    They come in order of range; those of one hex count together, but for art that reaches into it.
    """
    kept: list[R] = []
    left: list[R] = []
    for _, group in groupby(found, key=lambda each: each.range):
        hexes: dict[tuple[str, str], list[R]] = {}
        for each in group:
            hexes.setdefault((each.hex, each.of), []).append(each)
        best = max(hexes, key=lambda name: sum(each.drm for each in hexes[name]))
        for name, each_list in hexes.items():
            (kept if name == best else left).extend(each_list)
    return kept, left
