"""Rulings on AD3.3-AD3.7: houses, debris, Wells, Oases and Fountains of AD boards."""

from typing import Final

from sim.rulings.ruling import Ruling

__all__ = ["PRINTED_TERRAIN"]

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
