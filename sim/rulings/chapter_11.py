"""Rulings on chapter 11, Arid Climate."""

from typing import Final

from sim.rulings.ruling import Ruling

__all__ = ["CHAPTER_11"]

CHAPTER_11: Final = (
    Ruling(
        "11.2-regions",
        "Which lands are Mediterranean isles or East Africa, which the rule names as a whole?",
        {
            "by-geography": "every island or country that lies there; the names of the regions "
            "themselves stand for those that are not listed",
        },
    ),
    Ruling(
        "11.3-stated",
        "Does a Time of Day that a scenario states bring all that its row of the table says?",
        {
            "as-table": "yes: an Early Morning from November to April brings Mist too, unless the "
            "scenario says otherwise",
            "sun-only": "no: it brings Sun Blindness or Heat Haze; Mist takes an SSR of its own",
        },
        since=4,
    ),
    Ruling(
        "11.4-mud",
        "Is the EC dr made where the Weather is Mud, or Mud & Overcast?",
        {"no-dr": "no: Mud exists by its Weather, and so EC are Mud (11.6111 treats it so)"},
    ),
    Ruling(
        "11.5-dyo",
        "Which scenarios roll on the Arid Wind Force Table?",
        {"dyo": "DYO scenarios only, as the summary lists it (11.1); others state their wind"},
    ),
    Ruling(
        "11.601-enemies",
        "Where Sun Blindness is the only DLV, in whose zone must the hex be?",
        {
            "each-his-own": "to stay hidden, in that of the enemy who looks; for concealment gain, "
            "in those of all unbroken enemy ground units",
            "all": "in those of all unbroken enemy ground units, for both",
        },
        since=4,
    ),
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
        "11.611-own-hex",
        "Does Sun Blindness affect a target in the firer's own hex?",
        {"no": "no: a LOS within one hex has no direction"},
    ),
    Ruling(
        "11.6111-stated",
        "What of a scenario that states both a blinding Early Morning and EC that are drier?",
        {"rejected": "it contradicts itself and is rejected; no SSR is changed in silence"},
    ),
    Ruling(
        "11.6111-steppe",
        "Does an Early Morning make EC Moist in Steppe Terrain, where DLV takes Very Dry EC?",
        {"moist": "yes: the sun is low and the ground damp, and so nobody is blinded (191.2)"},
    ),
    Ruling(
        "11.62-cavalry",
        "Does Heat Haze count for a shot at Cavalry?",
        {"as-infantry": "yes, as at Infantry, with whom 11.623 puts it"},
    ),
    Ruling(
        "11.624-instead",
        "Does the +2 of an Offboard Observer come on top of the Heat Haze of his range?",
        {
            "instead": "no: it takes its place, as the special case that 11.791 refers to",
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
