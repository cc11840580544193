"""Rulings on the Arid Desert Terrain chapter, AD."""

from typing import Final

from sim.rulings.ruling import Ruling

__all__ = ["CHAPTER_AD"]

CHAPTER_AD: Final = (
    Ruling(
        "AD3.2-counters",
        "Which 5/8 inch counters does Combined Terrain bar?",
        {
            "all": "all but MTR of 82mm or less, RCL and Wire: Fortifications as well as Guns",
            "guns": "Guns alone; Fortifications may be there as in a crag",
        },
        since=4,
    ),
    Ruling(
        "AD4.6-cost",
        "What does it cost an AFV to breach a High Wall?",
        {
            "alone": "half its allotment (FRU), the hex behind included",
            "plus-cot": "half its allotment (FRU) and the COT of the hex behind",
        },
        since=3,
    ),
    Ruling(
        "AD3.41-ec",
        "Do EC modify the fire rolls of Arid Debris, which burns as a wooden building?",
        {
            "as-building": "no, as inside a building",
            "as-terrain": "yes, as in other terrain",
        },
    ),
)
"""In the order of their ids."""
