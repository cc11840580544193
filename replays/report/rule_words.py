"""What a finding's rule says, in our own words: those of the rulebook's catalogue."""

from functools import lru_cache
from typing import Final

from replays.rulebook.examples import rule_examples
from sim.core_rules import CORE_RULES
from sim.rulings import RULINGS

__all__ = ["rule_in_words"]

_OF_THE_LOG: Final = {
    "log.dice": "Dice come from the seed at their address, or from people where the game says so.",
    "log.moment": "An order stands at the moment at which the game is.",
    "log.order": "Entries have consecutive numbers: none is missing, doubled or out of order.",
    "log.hash": "Each line has the hash of what stands in it and of the line before it.",
    "log.entry": "A line of a log is an entry, written as the engine writes it.",
    "log.header": "The first line of a log is a header as the engine writes it.",
    "log.scenario": "A game is played by a scenario that is sound.",
    "log.finish": "A finished log ends with one closing entry, which counts what stands before it.",
    "log.undo": "Only the last entry that stands can be taken back.",
    "log.torn": "The last line of a log is whole.",
    "log.parent": "A branch shares the past of its parent, up to the line that its header names.",
    "log.signed": "Who acknowledges a log signs exactly this one, up to an entry that it has.",
    "log.seal": "The hash of the last line is the seal that was noted.",
}


@lru_cache(maxsize=1)
def _core() -> dict[str, str]:
    return {rule.id: rule.title for rule in CORE_RULES}


def rule_in_words(rule: str) -> str:
    """What a rule says, in a sentence or, of a core rule, a few words; empty if it is not known.

    Args:
        rule: as findings name it: ``11.76``, ``B25.65``, ``log.dice``, ``ruling 11.76-cease``.
    """
    if rule in _OF_THE_LOG:
        return _OF_THE_LOG[rule]
    if rule.startswith("ruling "):
        ruling = RULINGS.get(rule.removeprefix("ruling "))
        return "" if ruling is None else ruling.question
    shown = rule_examples().get(rule)
    if shown is not None and shown.says:
        return shown.says
    return _core().get(rule, "")
