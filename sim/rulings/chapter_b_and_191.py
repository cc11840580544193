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
    Ruling(
        "B.1-depiction",
        "Who says where the art of terrain reaches, and which part of a hex a building covers?",
        {
            "map": "who writes the map, by `spills` and `covers`; without these a hex is whole, "
            "as a program has no eye for art"
        },
        since=4,
    ),
    Ruling(
        "B.1-hindrances",
        "Do the LOS Hindrances of both kinds of a combination count?",
        {
            "add": "yes: the effects of both types are cumulative",
            "larger": "no: one hex has one Hindrance DRM, the larger (A6.7)",
        },
        since=4,
    ),
    Ruling(
        "B.2-abrupt",
        "What does an Abrupt Elevation Change cost, as B.2 leaves it to B10.5?",
        {
            "levels": "the terrain as it costs for one level, each level between as B10.51 has it, "
            "and SMOKE once: the exception must have a cost"
        },
        since=4,
    ),
    Ruling(
        "B.5-level",
        "Is a LOS to an upper level of a building on a Continuous Slope?",
        {
            "ground": "no: only one between ground levels is, as it is the elevation of hexes "
            "that changes by one"
        },
        since=4,
    ),
    Ruling(
        "B.8-reference",
        "Which board is the reference of a Random Direction?",
        {
            "first": "the first that the scenario lists, as it lies: a replay must be the same "
            "each time; if it is rotated, a dr of 1 points the other way"
        },
        since=4,
    ),
    Ruling(
        "B.9-rubble",
        "Are rubble and debris counters Artificial Terrain?",
        {
            "terrain": "no: they are the terrain of their hex, whose whole cost is theirs; COT "
            "comes out the same"
        },
        since=4,
    ),
    Ruling(
        "B.10-out",
        "Does the +1 of fire out of SMOKE count toward the +6 that blocks?",
        {"counts": "yes: it is a DRM of SMOKE, so that a LOS may be blocked one way only"},
        since=4,
    ),
)
"""In the order of their ids."""
