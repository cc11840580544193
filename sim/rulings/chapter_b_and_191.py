"""Rulings on the Terrain rules of B, and on 191, Alternate Terrain."""

from typing import Final

from sim.rulings.ruling import Ruling

__all__ = ["CHAPTER_B_AND_191"]

CHAPTER_B_AND_191: Final = (
    Ruling(
        "191.3-idle",
        "What of the crossing of a cactus hedge that a unit could finish in its MPh, and does not?",
        {
            "off": "it is off as that MPh ends, and the unit is TI no more",
            "waits": "the unit stays TI, and may finish it in a later MPh",
        },
        since=3,
    ),
)
"""In the order of their ids."""
