"""Rulings on chapter 11, Arid Climate."""

from typing import Final

from sim.rulings.ruling import Ruling

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
            "heavy": "Heavy all the same, unless Steppe Terrain is the reason",
        },
    ),
    Ruling(
        "11.71-non-ordnance",
        "Which DR that are not of ordnance does Light Dust modify?",
        {
            "ift": "IFT DR of attacks, as with Sun Blindness and Heat Haze: the sentence is else "
            "that of 11.611, and all that it excepts are attacks",
        },
        since=4,
    ),
    Ruling(
        "11.711-pin",
        "What does an Interdiction do whose Final DR equals the Morale Level?",
        {
            "pins": "it pins the unit, as the highest DR that passes a NMC does (A7.8)",
            "passes": "nothing",
        },
        since=4,
    ),
    Ruling(
        "11.73-range-0",
        "Does Heavy Dust negate FFMO in its firer's own hex, where its DRM is 0?",
        {
            "negates": "yes: it does so at every range",
            "with-drm": "no: only where it adds a DRM",
        },
        since=4,
    ),
    Ruling(
        "11.731-aerial",
        "Which attacks by and vs Aerial units does Very Heavy Dust forbid?",
        {
            "all": "all, Heavy AA fire and Aerial Combat too",
            "but-e7": "all but Heavy AA fire and Aerial Combat, which take no Dust (11.793)",
        },
        since=4,
    ),
    Ruling(
        "11.732-ffmo",
        "Does FFMO apply to an attack by Residual FP in Heavy and denser Dust?",
        {
            "applies": "yes, as the printed example has it: no LOS is hindered",
            "negated": "no, as to a Fire Lane (11.794)",
        },
        since=4,
    ),
    Ruling(
        "11.74-paved",
        "Who exits via a paved road hexside, and so raises no Vehicle Dust?",
        {
            "hexside": "whoever crosses a hexside that a paved road crosses, whatever it pays: the "
            "text names the hexside, where 11.8 names the use of the road",
        },
        since=4,
    ),
    Ruling(
        "11.74-offboard",
        "Does a vehicle that enters the playing area raise Vehicle Dust?",
        {
            "none": "no: the hex that it leaves is offboard, and a counter lies in a hex in play",
        },
        since=4,
    ),
    Ruling(
        "11.74-wind",
        "Which wind keeps Vehicle Dust from being raised, and removes it?",
        {
            "either": "Heavy Winds or Gusts, as either removes Dispersed SMOKE",
            "both": "only Heavy Winds and Gusts together, as in 11.76",
        },
        since=4,
    ),
    Ruling(
        "11.74-stack",
        "How much do several Vehicle Dust counters in one hex hinder?",
        {
            "smoke-limit": "by +3 at most, with SMOKE there counted in: they are treated as "
            "Dispersed SMOKE, of which no more counts (A24.2)",
        },
        since=4,
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
        "11.761-where",
        "Where does fire directly into Heavy Wind take the extra DLV?",
        {
            "heavy-dust": "only where Heavy Dust can occur, as the summary (11.1) has it",
            "any-dust": "wherever there is Dust of any level",
        },
        since=4,
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
        "11.791-haze",
        "Does Heat Haze modify the OBA Accuracy dr of an Observation Plane?",
        {
            "by-range": "yes, by range: 11.791 excepts only the sun and the wind from its LOS",
            "none": "no, as 11.62 excepts Aerial attackers",
        },
        since=4,
    ),
    Ruling(
        "11.792-heavy",
        "Does Heavy or denser Dust affect a LOS within one building?",
        {
            "counts": "its LOS Hindrance does, which is not a DLV",
            "none": "no",
        },
        since=4,
    ),
    Ruling(
        "11.792-ffe",
        "What does an FFE add to a LOS within one building, where its Dust does not count?",
        {
            "plain": "its normal Hindrance (191.8)",
            "none": "nothing",
        },
        since=4,
    ),
    Ruling(
        "11.794-residual",
        "What does Dust take off the Residual FP that an attack leaves?",
        {
            "los-hindrance": "a column for each +1 of its LOS Hindrances (A8.26), nothing for DLV",
            "none": "nothing",
        },
        since=4,
    ),
    Ruling(
        "11.8-ec",
        "Are EC of Mud by the Arid EC Chart Mud for 11.8?",
        {
            "mud": "yes, as the summary (11.1) refers to 11.2 and 11.4",
            "weather": "no: only Weather of Mud, or Mud & Overcast",
        },
        since=4,
    ),
    Ruling(
        "11.8-rain",
        "Do EC of Mud by the Arid EC Chart stay Mud when it rains?",
        {
            "wet": "no: they are Wet from then on, as E3.51 has it, and 11.8 ends",
            "mud": "yes: Mud is wetter still",
        },
        since=4,
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
"""In the order of their rules."""
