"""Rulings on chapter 11, Arid Climate."""

from typing import Final

from sim.rulings.ruling import Ruling

__all__ = ["CHAPTER_11"]

CHAPTER_11: Final = (
    Ruling(
        "11.611-conditions",
        "When does Sun Blindness apply, beyond the zone?",
        {
            "in-or-on": "a ground target, the LOS not within one building and never leaving "
            "the firer's 60-degree zone, hexes whose centre dot is in or on it",
            "in": "as in-or-on, but a centre dot on the zone's border is outside",
        },
    ),
    Ruling(
        "11.701-heavy",
        "What is a Heavy result on the DYO Dust Table where Heavy Dust cannot exist?",
        {
            "moderate": "Moderate, as the table says for Steppe Terrain",
            "none": "no Dust at all, unless Steppe Terrain is the reason",
        },
    ),
    Ruling(
        "11.74-removal",
        "When does a Vehicle Dust counter go?",
        {
            "printed-example": "at once when its vehicle enters a further new hex, Heavy Winds "
            "or Gusts begin, or rain begins; on the vehicle's first MP of its next MPh if it "
            "ended the last in Motion; else at the start of its owner's next PFPh",
            "next-pfph": "as printed-example, but a counter left in Motion goes at the start "
            "of its owner's next PFPh as well",
        },
    ),
    Ruling(
        "11.74-exit",
        "What of the counter of a vehicle that exits the playing area?",
        {
            "next-pfph": "it stays until the start of its owner's next PFPh",
            "at-once": "it goes with the vehicle",
        },
    ),
    Ruling(
        "11.74-drift",
        "Is Vehicle Dust a source of drift?",
        {
            "drifts": "yes: two gray counters downwind in a Mild Breeze, like Dispersed SMOKE",
            "still": "no: it stays where it was raised",
        },
    ),
    Ruling(
        "11.741-cost",
        "Which MP count for the two-MP limit of Vehicle Dust in an Impulse?",
        {
            "own": "those that the vehicle's own entry cost",
            "impulse": "those that its whole platoon is treated as having expended",
        },
    ),
    Ruling(
        "11.75-changes",
        "How does dust change an FFE's Hindrance?",
        {
            "plus-2": "+2 instead of +1, once per FFE, two levels, of any calibre",
            "none": "not at all",
        },
    ),
    Ruling(
        "11.76-cease",
        "How often does density fall when Heavy Winds with Gusts cease?",
        {
            "once": "once, in the Player Turn in which the pair is no longer in effect",
            "each-turn": "in every Player Turn without the pair, down to no Dust",
        },
    ),
    Ruling(
        "11.761-attacks",
        "Which attacks directly into Heavy Wind take the extra DLV?",
        {
            "takes-dlv": "those that can take the DRM of Light Dust",
            "any-fire": "FT and DC as well",
        },
        since=2,
    ),
    Ruling(
        "11.78-night",
        "How much does density reduce illumination?",
        {
            "one-per-level": "the radius is one hex smaller per density level, never below "
            "the light's own hex",
            "none": "not at all",
        },
    ),
    Ruling(
        "11.8-road",
        "Does a hex that a vehicle enters via a paved road count for the Secret dr of Mud Bog?",
        {
            "counts": "yes, but no vehicle bogs in it",
            "uncounted": "no",
        },
        since=2,
    ),
)
"""In the order of their ids."""
