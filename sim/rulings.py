"""Rulings: what Khamsin does where the rules are silent, lost or read in two ways.

Each is a named, versioned setting of a scenario with a default, kept in every log.
"""

from collections.abc import Mapping
from typing import Final

import attrs

from events.errors import BadInput
from events.ruling import RulingInForce

__all__ = ["RULINGS", "Ruling", "in_force"]


@attrs.frozen
class Ruling:
    """One open question and the answers that a scenario can choose.

    Attributes:
        id: its name; starts with the rule that it is about.
        question: what is open.
        choices: every answer, by the word that scenarios use; the first is the default.
        version: raised whenever what an answer does changes.
        since: the edition of this list in which it first stands; older logs do not have it.
    """

    id: str
    question: str
    choices: dict[str, str]
    version: int = 1
    since: int = 1

    @property
    def default(self) -> str:
        """The answer of a scenario that says nothing."""
        return next(iter(self.choices))


RULINGS: Final[dict[str, Ruling]] = {
    ruling.id: ruling
    for ruling in (
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
        Ruling(
            "191.3-idle",
            "What of the crossing of a cactus hedge that a unit could finish in its MPh, and does "
            "not?",
            {
                "off": "it is off as that MPh ends, and the unit is TI no more",
                "waits": "the unit stays TI, and may finish it in a later MPh",
            },
            since=3,
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
            "B13.421-cost",
            "What does it cost to enter a hex across a Trail Break?",
            {
                "open-ground": "what Open Ground costs, with no Bog Check",
                "terrain": "what its terrain costs, Bog Check included",
            },
            since=3,
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
            "AD4.6-cost",
            "What does it cost an AFV to breach a High Wall?",
            {
                "alone": "half its allotment (FRU), the hex behind included",
                "plus-cot": "half its allotment (FRU) and the COT of the hex behind",
            },
            since=3,
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
}
"""Every ruling, by id."""


def in_force(chosen: Mapping[str, str]) -> dict[str, RulingInForce]:
    """All rulings of a scenario that chose these, defaults filled in.

    Raises:
        BadInput: when there is no such ruling or answer.
    """
    for key, choice in chosen.items():
        if key not in RULINGS:
            known = ", ".join(RULINGS)
            raise BadInput(f"there is no such ruling; known are {known}", f"rulings.{key}")
        if choice not in RULINGS[key].choices:
            answers = " or ".join(RULINGS[key].choices)
            raise BadInput(
                f"{choice[:60]!r} is not an answer; expected {answers}", f"rulings.{key}"
            )
    return {
        key: RulingInForce(chosen.get(key, ruling.default), ruling.version)
        for key, ruling in RULINGS.items()
    }
