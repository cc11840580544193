"""191.8 A HE Concentration of 70mm or more is a LOS Hindrance; 11.75 says what dust adds."""

from typing import Final

from sim.chapter_11.applicability import light_dust_can_exist
from sim.state import State

__all__ = ["PARTLY", "SMALLEST_CALIBRE", "dusty", "hindrance_of"]

PARTLY: Final = {
    "191.8": "FFE are placed with their Hindrance; a LOS through the Blast Area is still to come",
    "11.75": "FFE Dust sets and loses its Hindrance; a LOS through the Blast Area is still to come",
}

SMALLEST_CALIBRE: Final = 70
"""Smaller FFE hinder no LOS, in mm."""

PLAIN_DRM: Final = 1
DUST_DRM: Final = 2


def dusty(state: State) -> bool:
    """Whether an FFE raises dust now (11.75)."""
    return light_dust_can_exist(state) and state.setting.rules_that("11.75-changes", "plus-2")


def hindrance_of(state: State, calibre: int) -> int:
    """LOS Hindrance DRM of an FFE, counted once however many of its hexes a LOS crosses.

    Args:
        state: now; Wind Force and Gusts make no difference (11.75).
        calibre: in mm.
    """
    if dusty(state):
        return DUST_DRM
    return PLAIN_DRM if calibre >= SMALLEST_CALIBRE else 0
