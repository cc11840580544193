"""Rulings on AD2 to AD3.2: boards, overlays, roads, plants and Combined Terrain."""

from typing import Final

from sim.rulings.ruling import Ruling

__all__ = ["CHAPTER_AD"]

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
