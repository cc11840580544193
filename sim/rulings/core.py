"""Rulings on the core rules that the others lean on."""

from typing import Final

from sim.rulings.ruling import Ruling

CORE_RULINGS: Final = (
    Ruling(
        "A6.1-art",
        "What of a board does a LOS meet, where the board has a depiction?",
        {
            "art": "the art that its line touches, with the ground as high as it is drawn there; "
            "what is Inherent, and all counters, fill their hexes",
            "hexes": "whole hexes, each of the terrain and the level of its map record",
        },
        since=4,
    ),
    Ruling(
        "A6.1-sides",
        "What of a LOS along a hexside with woods on one side and brush on the other?",
        {
            "alike": "neither counts: what is not Inherent must show on both sides as an obstacle, "
            "or on both as a Hindrance"
        },
        since=4,
    ),
    Ruling(
        "A6.21-behind",
        "Does a Half-Level Obstacle hide the hex directly behind it from one level above?",
        {
            "hides": "yes: only that hex, and only from exactly one full level above its base",
            "never": "no: it blocks same-level LOS only",
        },
        since=2,
    ),
    Ruling(
        "A6.7-combination",
        "Do two kinds of terrain in one hex both hinder a LOS?",
        {"add": "yes: the effects of a combination are cumulative (B.1)"},
        since=4,
    ),
    Ruling(
        "B10.23-drop",
        "Does the exception for an adjacent Crest Line hold at a drop of two levels or more?",
        {"yes": "yes: it speaks of adjacent hexes of lower elevation, and not by how much"},
        since=4,
    ),
    Ruling(
        "B13.421-leaving",
        "What modifies the Bog Check of a vehicle that leaves a road or Trail Break among trees?",
        {
            "as-turn": "what a VCA change there takes: +3 for a fully-tracked vehicle, and its own "
            "DRM; ruins through which a Trail Break leads count as trees do",
        },
    ),
    Ruling(
        "B19.2-connected",
        "Which adjacent Depression hexes are connected?",
        {
            "unless-banked": "all, of whatever kinds, unless the map puts a bank on their common "
            "hexside; a text map has no art that could tell",
        },
    ),
    Ruling(
        "B23.41-cellar",
        "What becomes of an AFV that falls into a cellar?",
        {
            "immobilized": "it is immobilized there, whatever the Final DR, after an Original "
            "coloured 6 of any Bog Check inside the building; a building of every kind has one",
        },
    ),
    Ruling(
        "B23.41-rubble",
        "Does an AFV that enters a building rubble it?",
        {
            "by-hand": "on a coloured dr of 0 or less, whose drm our copy has lost; the players "
            "order `rubble`",
        },
    ),
    Ruling(
        "B24.6-stays",
        "What becomes of a Flame in a building level that is rubbled?",
        {
            "falls": "it is out if the rubble falls out of the hex; if the rubble stays, that of "
            "the lowest level rubbled burns on, as B24.6 puts out Flames of Falling rubble only",
        },
        since=4,
    ),
    Ruling(
        "B24.6-terrain",
        "Into what must burning rubble fall to carry its Blaze?",
        {
            "anything": "into anything but Water: where it lies it is itself Burnable Terrain, as "
            "rubble burns like its building",
        },
        since=4,
    ),
    Ruling(
        "B25.4-enter",
        "May a unit go into a Blaze, to be eliminated there?",
        {
            "no": "no: B25.141 says that a terrain Blaze, unlike that of a wreck, prohibits "
            "movement into its Location",
        },
        since=4,
    ),
    Ruling(
        "B25.6-height",
        "Which Locations are beside a Blaze where the ground is not level?",
        {
            "ground": "ground level is beside the ground level of every adjacent hex, whatever "
            "their elevation; upper levels of buildings are beside building levels of the same "
            "height, for only this is not diagonal",
        },
        since=4,
    ),
    Ruling(
        "B25.6-wind",
        "What does a Mild Breeze add to a Spreading Fire DR (the printed picture is lost)?",
        {
            "graded": "+1 straight downwind, -1 straight upwind, and nothing else: 11.761 knows "
            "one hex with -1",
            "none": "nothing",
        },
        since=3,
    ),
    Ruling(
        "B25.62-attached",
        "What is directly attached to what burns in the next hex?",
        {
            "fills": "terrain, debris and rubble on the ground, which fill their hexes, to one "
            "another; a building to its own other hexes only",
        },
        since=4,
    ),
    Ruling(
        "B25.651-no-wind",
        "When is the direction rolled in which Gusts spread fire in No Wind?",
        {
            "spread": "with `spread`, once for all Blazes, where there is one that can spread; in "
            "Gusts they are all rolled for together",
        },
        since=4,
    ),
    Ruling(
        "D2.1-cost",
        "Does the map's terrain decide what a movement order costs?",
        {
            "charged": "yes: an order for fewer MP, or into terrain that is NA, is refused",
            "declared": "no: the players say what it costs, and only Dust, SMOKE and towing "
            "are demanded",
        },
        since=3,
    ),
    Ruling(
        "D2.1-delay",
        "May a vehicle in Motion expend MP in its hex?",
        {
            "any": "`spend` says not for what, so it is never refused for that: a smoke "
            "discharger needs no Stop; that a Delay does is left to the players",
        },
    ),
    Ruling(
        "D2.4-setup",
        "May a vehicle set up in Motion on board?",
        {
            "never": "no: it Starts in an MPh of its own",
            "ssr": "yes, where the scenario says so: an SSR of it",
        },
        since=4,
    ),
    Ruling(
        "D8.21-whole",
        "Does a fully-tracked vehicle that expends its whole allotment to enter woods take +3?",
        {
            "none": "no, nor in a Minimum Move: the DRM belongs to the half allotment; rubble and "
            "buildings have no other cost"
        },
        since=4,
    ),
    Ruling(
        "E3.51-mud",
        "Which EC does rain leave when the Weather is Mud & Overcast?",
        {
            "mud": "Mud, which the Weather keeps in effect",
            "wet": "Wet, as in other rain",
        },
    ),
    Ruling(
        "E3.6-ec",
        "Is there Mud for SMOKE, fire and Bog where EC alone are Mud, and the Weather is not?",
        {
            "mud": "yes, as for Desert Mud: the summary (11.1) has Mud in effect by the Arid EC "
            "Chart as well",
        },
        since=4,
    ),
)
"""In the order of their rules."""
