"""Rulings on AD2 to AD3.2: boards, overlays, roads, plants and Combined Terrain."""

from typing import Final

from sim.rulings.ruling import Ruling

# Rulings on AD4, the terrain of arid lands and deserts.


CHAPTER_AD_4: Final = (
    Ruling(
        "AD4.1-base",
        "In which hexes does AD4.1 name what a routing unit treats as woods?",
        {
            "desert": "in hexes of desert base terrain, by which AD2.4 tells how to rout",
            "everywhere": "in all hexes, as long as AD Terrain is in effect",
        },
        since=4,
    ),
    Ruling(
        "AD4.1-grain",
        "Does a routing unit treat a Grain hex as woods out of season?",
        {
            "standing": "no: only while grain stands there, as it is Open Ground otherwise",
            "printed": "yes: a Grain hex is one all year",
        },
        since=4,
    ),
    Ruling(
        "AD4.3-boards",
        "In which scrub hexes does AD4.3 negate FFMO and Interdiction?",
        {
            "all": "in all, as AD4.3 asks only for AD rules to be in effect",
            "ad-boards": "in those of AD boards",
        },
        since=4,
    ),
    Ruling(
        "AD4.4-hexes",
        "Is a building of several hexes, some of them Temperate, an Arid Building?",
        {"each": "hex by hex: AD4.4 speaks of a building in a desert-coloured hex"},
        since=4,
    ),
    Ruling(
        "AD4.411-indirect",
        "What is the TEM of an Arid Rooftop vs Indirect Fire?",
        {
            "as-hedge": "that of a hedge, which has none vs Indirect Fire",
            "full": "+1, as the only exception of AD4.411 is an Aerial attack",
        },
        since=4,
    ),
    Ruling(
        "AD4.412-advantage",
        "Which Elevation Advantage reduces the TEM of an Arid Rooftop to 0?",
        {
            "any": "one of a full level or more: AD4.412 would not need its 16 hexes otherwise",
            "beyond-range": "one of more levels than hexes of range, as at a hedge on a hexside",
        },
        since=4,
    ),
    Ruling(
        "AD4.5-boards",
        "What is Broken Terrain on a Desert Board that is not an AD board?",
        {"191.1": "that of 191.1: AD4.5 is about the terrain of AD boards"},
        since=4,
    ),
    Ruling(
        "AD4.5-lane",
        "What does the single lane of a road through a Boulder-Crag mean?",
        {
            "one": "one vehicle or wreck at a time: no second one enters",
            "dearer": "a second vehicle enters, at the cost of passing the first",
        },
        since=4,
    ),
    Ruling(
        "AD4.5-track",
        "Does a printed road that is a Track (AD2.3) lead vehicles into a Boulder-Crag?",
        {"no": "no: on AD boards a road exists only by SSR or in a Temperate hex"},
        since=4,
    ),
    Ruling(
        "AD4.51-brush",
        "What is Brush that becomes Broken Ground?",
        {
            "both": "both: the LOS, fire and cost of Brush, with the TEM and the Bog Check of "
            "Broken Ground; AD4.51 and AD2.4 still tell it from Open Ground"
        },
        since=4,
    ),
    Ruling(
        "AD4.51-open",
        "Which Open Ground becomes Broken Ground beside a Boulder-Crag?",
        {
            "ground": "Open Ground, Deir and Hillock, Temperate ones too, as no base "
            "terrain is named; no Depression, which F13.1 leaves out, and no Plaza or Fountain"
        },
        since=4,
    ),
    Ruling(
        "AD4.6-breach",
        "What is a breached High Wall like?",
        {
            "open": "as if nothing stood there, for LOS, fire and cost: the rules of Factory walls "
            "are not among our documents, and AD4.6 names no cost"
        },
        since=4,
    ),
    Ruling(
        "AD4.6-cavalry",
        "May Cavalry or horses cross a High Wall?",
        {"no": "no: AD4.6 gives a cost for Infantry alone"},
        since=4,
    ),
    Ruling(
        "AD4.6-ground",
        "Which fire does a High Wall bar between ground level Locations?",
        {
            "beside": "that between Locations at or below the ground of their hexes, one of them "
            "beside the wall; from and to other levels, and from farther off, it is an obstacle of "
            "one level, which hides the hex behind it; OBA and other Indirect Fire is not barred"
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
)
"""In the order of their rules."""


# Rulings on AD3.3-AD3.7: houses, debris, Wells, Oases and Fountains of AD boards.


PRINTED_TERRAIN: Final = (
    Ruling(
        "AD3.3-symbol",
        "Does the printed round top of a square building make it a Mosque or Temple?",
        {
            "ssr": "no: an SSR must say so and which of the two, as the symbol does not tell them "
            "apart; without one it is a building like others",
        },
        since=4,
    ),
    Ruling(
        "AD3.31-unsaid",
        "Where is the Minaret or Tower of several hexes for which a scenario names none?",
        {
            "first": "in the first hex that is said to be of a Mosque or Temple, as it has at "
            "least one; `steeple` names others",
        },
    ),
    Ruling(
        "AD3.312-voluntary",
        "Where may nobody overstack of his own will?",
        {
            "both": "in a Minaret, Tower or Shaft, of a Mosque as of a Temple",
            "temple": "in a Tower or Shaft of a Temple only",
        },
        since=4,
    ),
    Ruling(
        "AD3.312-kinds",
        "How is excess of more than one kind settled?",
        {
            "each": "MMC, SMC and SW are each brought within their own limit",
            "common": "one Random Selection among all in the Location, until all is within limits",
        },
        since=4,
    ),
    Ruling(
        "AD3.41-ec",
        "Do EC modify the fire rolls of Arid Debris, which burns as a wooden building?",
        {
            "as-building": "no, as inside a building",
            "as-terrain": "yes, as in other terrain",
        },
    ),
    Ruling(
        "AD3.42-cavalry",
        "May Cavalry enter Arid Debris?",
        {
            "na": "no: a cost is given for Infantry and fully-tracked AFV only",
        },
        since=4,
    ),
    Ruling(
        "AD3.42-drm",
        "Is the Bog DRM of Arid Debris the debris DRM of D8.21, or another beside it?",
        {
            "one": "it is the same +1, once: D8.21 lists debris for this very entry",
        },
        since=4,
    ),
    Ruling(
        "AD3.61-inherent",
        "Is an Oasis Well Inherent Terrain?",
        {
            "interior": "no: it hinders a LOS that crosses the inside of its hex",
            "inherent": "yes: it hinders a LOS along its hexsides as well",
        },
        since=4,
    ),
    Ruling(
        "AD3.61-mounts",
        "How many SMC on horses or motorcycles does an Oasis Well hold?",
        {
            "free": "as many as may stack anywhere: the rule limits squad-size counters only",
        },
        since=4,
    ),
    Ruling(
        "AD3.62-pond",
        "How much of a Pond is an Oasis, if an Orchard is beside it?",
        {
            "whole": "all of it: the overlay is what is adjacent",
            "adjacent": "only the hexes beside the Orchard",
        },
        since=4,
    ),
    Ruling(
        "AD3.62-orchard",
        "Is an Orchard that counts as an Olive Grove or Palm Trees still one beside a Pond?",
        {
            "printed": "yes: the printed hex is meant, or desert Orchards near an Oasis never "
            "could be Palm Trees",
        },
        since=4,
    ),
    Ruling(
        "AD3.63-well",
        "Are Oasis Palm Trees measured from an Oasis Well too?",
        {
            "no": "no, from an Oasis only: the two are different terrain",
            "too": "yes, from both",
        },
        since=4,
    ),
    Ruling(
        "AD3.63-ssr",
        "What is an Orchard near an Oasis if an SSR declares Orchards to be something else?",
        {
            "ssr": "what the SSR says, but Rally Terrain all the same",
            "palms": "Palm Trees, whatever the SSR says",
        },
        since=4,
    ),
    Ruling(
        "AD3.7-fountain",
        "What are the TEM, LOS effect and cost of a Fountain?",
        {
            "street": "those of the street around it: TEM 0, no obstacle, Open Ground; only "
            "limits are listed for it",
        },
        since=4,
    ),
)
"""In the order of their rules."""


CHAPTER_AD: Final = (
    Ruling(
        "AD2.13-primarily",
        "Which colour decides where artwork covers the centre dot, or colours meet in it?",
        {
            "hex": "the one that dominates the hex, as the text says primarily; whoever draws the "
            "map writes it down for each hex, and nothing decides it again"
        },
        since=4,
    ),
    Ruling(
        "AD2.2-edge",
        "Is an overlay at the edge of the playing area surrounded?",
        {"in-play": "by the hexes in play around it; beyond the edge there is no terrain"},
        since=4,
    ),
    Ruling(
        "AD2.2-boards",
        "Do hexes of another board count as the surroundings of an overlay?",
        {"all": "yes, by their own base terrain: the text speaks of terrain, not of boards"},
        since=4,
    ),
    Ruling(
        "AD2.3-border",
        "What is a road symbol that runs from a Temperate into a desert hex?",
        {
            "entered": "in each hex what its own base terrain makes of it; an entry is by what it "
            "is in the hex that is entered, as the exception speaks of the hex"
        },
        since=4,
    ),
    Ruling(
        "AD2.4-beside",
        "Does Temperate Open Ground beside Temperate Hammada ask for the Immobilization DR?",
        {"no": "no: the sentence names the Hammada hex alone, and F3.31 means desert hexes"},
        since=4,
    ),
    Ruling(
        "AD2.4-wagons",
        "Does horse-drawn transport make the Immobilization DR of hammada?",
        {"exempt": "no, nowhere: the Desert Terrain Chart marks it for motor vehicles only"},
        since=4,
    ),
    Ruling(
        "AD3.121-cost",
        "What does a fully-tracked vehicle pay to enter Dense Palm Trees off road?",
        {"half": "half its allotment, as in woods: the rule lets it in and adds a Bog Check only"},
        since=4,
    ),
    Ruling(
        "AD3.121-riders",
        "Into which terrain off road does no vehicle carry Riders, if Dense Palm Trees allow them?",
        {
            "woods": "woods of all other sorts, Forest among them, buildings and rubble: else the "
            "exception would say nothing"
        },
        since=4,
    ),
    Ruling(
        "AD3.121-fire",
        "By which numbers do Dense Palm Trees burn?",
        {
            "forest": "Kindling 9 and Spreading 7, as Forest: the exception of AD3.12 is about "
            "Palm Trees that are not dense",
            "palms": "10 and 10, as the Palm Trees of AD3.12",
        },
        since=4,
    ),
    Ruling(
        "AD3.131-path",
        "Who profits by the Path of a Cactus Patch, and what does it cost?",
        {
            "foot": "Infantry and Cavalry that cross its hexsides pay for Open Ground, as in woods "
            "(B13.6); it is nothing to vehicles, to LOS, or to TEM"
        },
        since=4,
    ),
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
        "AD3.22-ordnance",
        "Which ordnance finds no TEM in Crag-Hammada?",
        {
            "he": "HE that ordnance of 15mm or more or OBA fires, as with Hammada (F3.4)",
            "either": "any ordnance of 15mm or more, and any HE",
        },
        since=4,
    ),
    Ruling(
        "AD3.22-critical",
        "Which Critical Hits make the TEM of Crag-Hammada -2?",
        {
            "reduced": "those of attacks that find no TEM there; others reverse the +1 (C3.74)",
            "any": "all",
        },
        since=4,
    ),
)
"""In the order of their rules."""
