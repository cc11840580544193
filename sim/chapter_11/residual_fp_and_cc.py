"""11.794 Dust has no effect on CC, on a Fire Lane, or on the Residual FP that it leaves.

Heavy or denser Dust negates FFMO all the same.
"""

from typing import Final

from events.terms import Density
from sim.chapter_11.heavy_dust import at_least
from sim.state import State

__all__ = ["RULES", "dust_negates_ffmo", "residual_fp_reduction"]

RULES: Final = ("11.794",)
CORE: Final = ("A8.26",)


def dust_negates_ffmo(state: State) -> bool:
    """Whether Dust negates FFMO: Heavy or denser, as a LOS Hindrance; Light and Moderate do not."""
    return at_least(state, Density.HEAVY)


def residual_fp_reduction(drm: int, *, fire_lane: bool) -> int:
    """The part of Dust's DRM that reduces the Residual FP which an attack leaves (A8.26).

    Args:
        drm: LOS Hindrance DRM of Dust on the attack.
        fire_lane: the Residual FP is placed by a Fire Lane.
    """
    return 0 if fire_lane else drm
