"""B.4 and B.10 Terrain hinders only a LOS that passes at a height at which it has an effect.

A Hindrance in a Blind Hex hinders no LOS over it, unless it is high enough, as SMOKE is.
"""

from typing import Any, Final

from sim.chapter_a import obstacles

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
