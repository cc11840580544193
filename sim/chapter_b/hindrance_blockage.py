"""B.10 SMOKE, vision and terrain Hindrances of +6 or more block a LOS; DLV never counts (11.6)."""

from typing import Final

__all__ = ["BLOCKING_DRM", "RULES", "hindrances_block"]

RULES: Final = ("B.10",)

BLOCKING_DRM: Final = 6
"""LOS Hindrance DRM from which on the LOS is blocked."""


def hindrances_block(los_hindrance: int, lv: int) -> bool:
    """Whether Hindrances block a LOS.

    Args:
        los_hindrance: DRM of terrain, SMOKE, FFE, and Heavy or denser Dust.
        lv: DRM of LV, such as rain and Mist; but no DLV.
    """
    return los_hindrance + lv >= BLOCKING_DRM
