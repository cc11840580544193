"""Rulings on 191, Alternate Terrain, and on the Terrain rules of B."""

from typing import Final

from sim.rulings.ruling import Ruling

CHAPTER_B_AND_191: Final = (
    Ruling(
        "191.1-cost",
        "Which Open Ground does Broken Ground of a Desert Board cost twice?",
        {
            "chapter-b": "that of chapter B, as later editions of the rule say: a truck pays 8 MP",
            "desert": "that of the Desert Terrain Chart: every mover pays 2",
        },
        since=4,
    ),
    Ruling(
        "191.1-crag",
        "Is a crag that was hammada a LOS Hindrance beside being a Half-Level Obstacle?",
        {
            "rubble": "no: it affects LOS just as rubble does; nor could it: at its own level, "
            "where a crag hinders, a Half-Level Obstacle blocks"
        },
        since=4,
    ),
    Ruling(
        "191.1-emplaced",
        "The rule sets F.1 aside, and keeps the board a Desert Board: what of F.1 is meant?",
        {
            "guns": "F.1A alone, as later editions print: Guns are Emplaced by the normal rule. "
            "F.1 as a whole would unmake the Desert Board, against the same sentence"
        },
        since=4,
    ),
    Ruling(
        "191.1-entrenching",
        "Does an Entrenching Attempt take +2 in Broken Terrain?",
        {"two": "yes: F.1B is not among what ceases to apply there, as it is in Steppe"},
        since=4,
    ),
    Ruling(
        "191.1-hillock",
        "Are the hexes of a deir or a hillock Open Ground that can become Broken Ground?",
        {
            "open": "yes: F4.2 calls deir hexes Open Ground, and the chart lets FFMO apply on "
            "hillocks likewise; they stay what they are beside"
        },
        since=4,
    ),
    Ruling(
        "191.1-inherent",
        "Which rule is meant by the reference to 190.7 for Inherent Terrain?",
        {"191.7": "191.7, which bears that title and says what B.6 says; 190.7 is about Dust"},
        since=4,
    ),
    Ruling(
        "191.1-motorcycle",
        "What does F3.32, which is not in our copy, ask of motorcycles?",
        {
            "hammada": "the Immobilization DR of F3.31, in hammada and in Open Ground beside it; "
            "in Broken Ground as in hammada itself, as the published chart marks both alike",
            "players": "what the players know of it: no DR is made",
        },
        since=4,
    ),
    Ruling(
        "191.1-overlays",
        "What do 12.421 (overlay D6) and 12.52 (overlay E1) say of Broken Terrain?",
        {
            "as-board": "they are not in our copy; what an overlay brings is transformed as the "
            "terrain of its board is (F.1D)"
        },
        since=4,
    ),
    Ruling(
        "191.1-road",
        "Does an Open Ground hex with a road or a Track become Broken Ground?",
        {
            "becomes": "yes, as it is Open Ground; who enters along the road pays its cost and "
            "takes no Bog Check, as everywhere"
        },
        since=4,
    ),
    Ruling(
        "191.1-routing",
        "Which part of F.1C ceases to apply in Broken Terrain?",
        {"all": "all of it, as the rule names F.1C whole: routing is as off the desert"},
        since=4,
    ),
    Ruling(
        "191.1-seam",
        "Does hammada of a Desert Board break the ground of another board beside it?",
        {
            "desert-only": "no: only hexes of Desert Boards change, but the half-hexes that such a "
            "board shares with another are among them, whichever board is laid first"
        },
        since=4,
    ),
    Ruling(
        "191.2-broken",
        "Which decides what hammada and scrub become where Steppe and Broken Terrain are both in "
        "effect?",
        {
            "broken": "Broken Terrain; what Steppe alone says, of Dust, of Sun Blindness and of "
            "entrenching, holds as well",
            "steppe": "Steppe Terrain, and there is no Broken Ground",
        },
        since=4,
    ),
    Ruling(
        "191.2-haze",
        "What does the exception of Heat Haze mean in Steppe Terrain?",
        {
            "free": "(Intense) Heat Haze needs no Very Dry EC; the summary of 11.1 puts no "
            "condition of Steppe on it"
        },
        since=4,
    ),
    Ruling(
        "191.2-printed",
        "Are brush, woods and grain that a Steppe board prints as such Inherent Terrain?",
        {"no": "no: the rule speaks of what it makes of hammada, scrub and sand"},
        since=4,
    ),
    Ruling(
        "191.2-season",
        "Has the grain that Sand stands for in Steppe Terrain its seasons?",
        {
            "seasons": "yes, as grain everywhere (B15.6)",
            "always": "no: it is grain in every month",
        },
        since=4,
    ),
    Ruling(
        "191.2-sun",
        "Does Sun Blindness need Very Dry EC in Steppe Terrain?",
        {
            "very-dry": "yes: it is Desert LV, of which Heat Haze alone is excepted",
            "always": "no: only Dust does, as in the summary of 11.1",
        },
        since=4,
    ),
    Ruling(
        "191.3-approach",
        "May a unit that expended MF to come to a cactus hedge begin to cross it with the rest?",
        {
            "whole": "no: it expends its whole allotment in the hex before the hedge",
            "rest": "yes",
        },
        since=4,
    ),
    Ruling(
        "191.3-hazard",
        "How long is a unit at a cactus hedge under Hazardous Movement?",
        {
            "while-ti": "as long as it is TI, the enemy Player Turn included",
            "own-turn": "until the DFPh of the Player Turn in which it began to cross has ended",
        },
        since=4,
    ),
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
        "191.3-pp",
        "When may a unit that crosses a cactus hedge carry no more than its IPC?",
        {
            "both": "as it begins and as it goes across: it is under way from the first MPh",
            "crossing": "as it goes across",
        },
        since=4,
    ),
    Ruling(
        "191.3-rallied",
        "May a unit finish its crossing of a cactus hedge that broke and rallied in between?",
        {
            "finishes": "yes, if it is in Good Order as its next MPh begins; broken it is not TI",
            "anew": "no: it begins anew",
        },
        since=4,
    ),
    Ruling(
        "191.6-motorcycle",
        "Does a motorcycle take the Bog Check of a vineyard?",
        {
            "bogs": "yes: 191.6 excepts no vehicle",
            "spared": "no, as in Broken Ground",
        },
        since=4,
    ),
    Ruling(
        "191.8-beside",
        "Does an FFE count beside another Hindrance at the same range, or across a hexside?",
        {
            "apart": "yes: it hinders by its own limit, once for its whole area, and not as a hex "
            "at a range; 191.7 lists what fills a hex, and FFE are not in that list"
        },
        since=4,
    ),
    Ruling(
        "191.8-height",
        "From how high up is one free of the Hindrance of an FFE?",
        {
            "blind-hex": "as an obstacle of two levels decides: who is above it looks over it, but "
            "not at what is low and close behind",
            "both-ends": "it hinders only where neither end is above two levels over its hex",
        },
        since=4,
    ),
    Ruling(
        "191.8-hexside",
        "Does a Blast hex count that a LOS meets in a vertex or along a hexside alone?",
        {
            "fills": "yes: the area is one of whole hexes, as with counters that fill theirs",
            "crossed": "no: the LOS must cross the hex, or end in it",
        },
        since=4,
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
        "B.6-hill",
        "What is Inherent Terrain on a hill to a LOS that runs below it, along its hexside?",
        {
            "height": "what its height makes of it, as it rises from the ground of its hex "
            "(B10.1): an obstacle and a half level on it block and SMOKE hinders, as whatever is "
            "lower lies behind them; a Hindrance of no height, such as a crag, counts at its own "
            "level only (A6.7), and an orchard rises for a LOS between levels only (B14.2)"
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
        "B.9-lost",
        "The rule ends with a mark of a question and answer: what did it say?",
        {
            "nothing": "its text is not in our copy, and is lost: nothing is added to what the "
            "rule itself says"
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
"""In the order of their rules."""
