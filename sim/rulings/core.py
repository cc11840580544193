"""Rulings on the core rules that the others lean on."""

from typing import Final

from sim.rulings.ruling import Ruling

__all__ = ["CORE_RULINGS"]

CORE_RULINGS: Final = (
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
        "B19.2-connected",
        "Which adjacent Depression hexes are connected?",
        {
            "unless-banked": "all, of whatever kinds, unless the map puts a bank on their common "
            "hexside; a text map has no art that could tell",
        },
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
        "B25.6-wind",
        "What does wind add to a Spreading Fire DR?",
        {
            "graded": "straight downwind +1 in a Mild Breeze and +2 in Heavy Winds, straight "
            "upwind as much less; nearly downwind one less than straight, nearly upwind its "
            "reverse; Gusts add one level; nothing spreads straight into Heavy Winds",
            "none": "nothing",
        },
        since=3,
    ),
    Ruling(
        "B25.66-collapse",
        "When does a Blaze bring its building down?",
        {
            "each-rph": "in each RPh after the Player Turn in which it began, on a dr of 6 or "
            "more, +1 for each upper level that stands",
            "each-afph": "as each-rph, but in each AFPh",
        },
        since=3,
    ),
    Ruling(
        "E3.51-mud",
        "Which EC does rain leave when the Weather is Mud & Overcast?",
        {
            "mud": "Mud, which the Weather keeps in effect",
            "wet": "Wet, as in other rain",
        },
    ),
)
"""In the order of their ids."""
