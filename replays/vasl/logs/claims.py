"""What players write in the chat of VASL that the rules decide, and what the rules give."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from events.terms import Density, Rain, WindForce
from sim.state import State

__all__ = ["claims_in"]

_Claim = Callable[[str, State], tuple[str, str]]


def _gusts(words: str, state: State) -> tuple[str, str]:
    claimed = "no Gusts" if words.startswith("no ") else "Gusts"
    return claimed, "Gusts" if state.wind.gusts else "no Gusts"


def _dust(words: str, state: State) -> tuple[str, str]:
    levels = sorted(Density, key=lambda each: -len(each.value))
    found = next(each for each in levels if words.endswith(each.value.lower()))
    return f"Dust: {found}", f"Dust: {state.density}"


def _force(words: str, state: State) -> tuple[str, str]:
    found = next(each for each in WindForce if words.endswith(each.value.lower()))
    return f"Wind: {found}", f"Wind: {state.wind.force}"


def _rain(words: str, state: State) -> tuple[str, str]:
    dry = words.endswith(("ends", "stops", "over"))
    return ("no rain" if dry else "rain"), "no rain" if state.sky.rain is Rain.NONE else "rain"


_LEVELS: Final = "none|light|moderate|heavy|very heavy|extremely heavy"
_NOW: Final = "(?:is|is now|now|rises to|falls to|goes to|goes up to|drops to|changes to)"
_CLAIMS: Final[tuple[tuple[re.Pattern[str], _Claim, str], ...]] = (
    (
        re.compile(r"\b(?:no gusts|gusts begin|gusts are on|gusts this turn)\b", re.IGNORECASE),
        _gusts,
        "B25.651",
    ),
    (re.compile(rf"\bdust {_NOW} (?:{_LEVELS})\b", re.IGNORECASE), _dust, "11.76"),
    (
        re.compile(rf"\bwind {_NOW} (?:no wind|mild breeze|heavy winds)\b", re.IGNORECASE),
        _force,
        "B25.65",
    ),
    (re.compile(r"\brain (?:begins|starts|ends|stops|is over)\b", re.IGNORECASE), _rain, "E3.51"),
)
"""Sentences that say something which the rules decide; any other sentence is not judged."""


def claims_in(text: str, state: State) -> Iterator[tuple[str, str, str]]:
    """What is claimed in a line of chat, what the rules give, and the rule."""
    for pattern, claims, rule in _CLAIMS:
        found = pattern.search(text)
        if found is not None:
            yield *claims(found[0].lower(), state), rule
