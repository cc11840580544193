"""B.4-B.6, B.10 and 191.7 What hinders a LOS: at which height, where, and how much blocks it.

B.4 Terrain hinders only a LOS that passes at a height at which it has an effect. A Hindrance in a
Blind Hex hinders no LOS over it, unless it is high enough, as SMOKE is.

B.5 Ground that rises one level in every hex, a Continuous Slope, is seen as if level. A cliff is
not a slope: a LOS across one is not on a Continuous Slope.

B.6, 191.7 Inherent Terrain fills its hex, hexsides and vertices included; so do SMOKE, rubble, AFV,
wrecks, shellholes and debris. Along a hexside other terrain counts only where it shows on both
sides of the LOS (A6.1). Of two hexes at one range, those beside a hexside among them, the larger
counts (A6.7).
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final, Protocol, TypeVar

from sim.chapter_a import obstacles
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


# B.10 SMOKE, vision and terrain Hindrances of +6 or more block a LOS; DLV never counts (11.6).

BLOCKING_DRM: Final = 6
"""LOS Hindrance DRM from which on the LOS is blocked."""


def hindrances_block(los_hindrance: int, lv: int) -> bool:
    """Whether Hindrances block a LOS: terrain, SMOKE, FFE, Heavy or denser Dust, and LV.

    LV is such as rain and Mist, but no DLV.
    """
    return los_hindrance + lv >= BLOCKING_DRM


def feature_hinders(ground: Any, higher: Any, lower: Any, near: Any, *, bare: Any = False) -> Any:
    """Whether a Hindrance that stands on this ground counts (A6.7); numbers or arrays of them."""
    return obstacles.same_level(ground, higher, lower) | (
        bare & obstacles.bare_orchard_hinders(ground, higher, lower, near)
    )


def bridge_hinders(ground: Any, higher: Any, lower: Any, far: Any, near: Any) -> Any:
    """Whether a bridge hinders a LOS to below it: just where ground as high would block (B6.2)."""
    return (ground <= higher) & obstacles.crest_line_blocks(
        ground, higher, lower, far, near, cliff=False
    )


def smoke_hinders(levels: Any, ground: Any, higher: Any, lower: Any, far: Any, near: Any) -> Any:
    """Whether a Hindrance of some levels counts: just where an obstacle as high would block."""
    return obstacles.obstacle_blocks(levels, ground, higher, lower, far, near)


def is_continuous_slope(
    length: int, ends: tuple[int, int], steps: Iterable[tuple[int, int]]
) -> bool:
    """Whether the ground under a LOS changes by one level, the same way, in each successive hex.

    The ends are on the ground. A step is the range from the first, and the elevation, of a hex that
    the LOS crosses or runs along.
    """
    first, last = ends
    if length == 0 or abs(last - first) != length:
        return False
    step = 1 if last > first else -1
    return all(level == first + step * range_ for range_, level in steps)
