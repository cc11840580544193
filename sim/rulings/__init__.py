"""Rulings: what Khamsin does where the rules are silent, lost or read in two ways.

Each is a named, versioned setting of a scenario with a default, kept in every log; or a *reading*
of one answer, which is listed beside them (`Ruling.open`).
"""

from collections.abc import Mapping
from typing import Final

from events.errors import BadInput
from events.ruling import RulingInForce
from sim.rulings.chapter_11 import CHAPTER_11
from sim.rulings.chapter_ad import CHAPTER_AD, CHAPTER_AD_4, PRINTED_TERRAIN
from sim.rulings.chapter_b_and_191 import CHAPTER_B_AND_191
from sim.rulings.core import CORE_RULINGS
from sim.rulings.ruling import Ruling

__all__ = ["RETIRED", "RULINGS", "Ruling", "in_force"]

RULINGS: Final[dict[str, Ruling]] = {
    ruling.id: ruling
    for ruling in (
        *CHAPTER_11,
        *CHAPTER_B_AND_191,
        *CHAPTER_AD,
        *PRINTED_TERRAIN,
        *CHAPTER_AD_4,
        *CORE_RULINGS,
    )
}
"""Every ruling, by id."""

_DEFAULTS: Final = {
    key: RulingInForce(ruling.default, ruling.version)
    for key, ruling in RULINGS.items()
    if ruling.open
}

RETIRED: Final[frozenset[str]] = frozenset({"11.75-steppe", "B13.421-cost", "B25.66-collapse"})
"""Rulings that are none any more, as the text turned out to decide: older logs may name them."""


def in_force(chosen: Mapping[str, str]) -> dict[str, RulingInForce]:
    """All rulings of a scenario that chose these, defaults filled in.

    Raises:
        BadInput: when there is no such ruling or answer.
    """
    for key, choice in chosen.items():
        if key in RETIRED:
            continue
        if key not in RULINGS or not RULINGS[key].open:
            known = ", ".join(key for key, ruling in RULINGS.items() if ruling.open)
            raise BadInput(f"there is no such ruling; known are {known}", f"rulings.{key}")
        if choice not in RULINGS[key].choices:
            answers = " or ".join(RULINGS[key].choices)
            raise BadInput(
                f"{choice[:60]!r} is not an answer; expected {answers}", f"rulings.{key}"
            )
    return _DEFAULTS | {
        key: RulingInForce(choice, RULINGS[key].version)
        for key, choice in chosen.items()
        if key in _DEFAULTS
    }
