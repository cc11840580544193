"""What a rule is about, in our own words, for whoever meets its id on a page."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from replays.rulebook.status import core_rules, rules

__all__ = ["rule_words"]

_ENDINGS: Final = re.compile(r"[.0-9]?[0-9a-z]$")


@lru_cache(maxsize=1)
def _known() -> dict[str, tuple[str, str]]:
    """Title and sentence of every rule that has any."""
    core = {each.id: (each.title, "") for each in core_rules()}
    return core | {each.id: (each.title, each.says) for each in rules()}


def rule_words(ids: Iterable[str]) -> dict[str, list[str]]:
    """Title and sentence of rules, by id; of one that is not known, those of the rule above it.

    An id that is no rule's, nor below one, is left out.
    """
    return {each: list(found) for each in sorted(set(ids)) if (found := _words(each)) is not None}


def _words(rule: str) -> tuple[str, str] | None:
    known = _known()
    return next((known[each] for each in _upward(rule) if each in known), None)


def _upward(rule: str) -> Iterator[str]:
    """An id, and those above it: B25.651, B25.65, B25.6, B25."""
    while rule:
        yield rule
        shorter = _ENDINGS.sub("", rule)
        if shorter == rule:
            return
        rule = shorter
