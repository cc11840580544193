"""The rulebook on a page: what is found of an id or of words, with clauses and examples."""

from typing import Any

import attrs

from events.errors import BadInput
from replays.asking.rulebook import Clause, Found, Rule, find, known_above
from replays.asking.rules_page import shown, with_examples


def rules_reply(text: str) -> dict[str, Any]:
    """What is found; one rule, or one clause, with its examples and their pictures.

    An id that is no rule's is looked for as that of the rule above it, as B25.651 may be B25.65.

    Raises:
        BadInput: when nothing is found.
    """
    sought = text.strip().removeprefix("ruling ")
    found = _found(sought)
    in_full = found.in_full or len(found.rules) + len(found.clauses) == 1
    parts = [_rule(rule, in_full=in_full) for rule in found.rules]
    parts += [_of_clause(clause, in_full=in_full) for clause in found.clauses]
    rulings = [attrs.asdict(ruling) for ruling in found.rulings]
    return {"asked": sought, "found": parts, "rulings": rulings}


def _found(sought: str) -> Found:
    try:
        return find(sought)
    except BadInput:
        if (above := known_above(sought)) is None:
            raise
        return find(above)


def _rule(rule: Rule, *, in_full: bool) -> dict[str, Any]:
    told = _clauses(rule.clauses) if in_full else []
    return {"id": rule.id, "title": rule.title, "says": rule.says, "clauses": told}


def _of_clause(clause: Clause, *, in_full: bool) -> dict[str, Any]:
    told = _clauses((clause,)) if in_full else []
    return {"id": clause.id, "title": "", "says": "" if in_full else clause.text, "clauses": told}


def _clauses(those: tuple[Clause, ...]) -> list[dict[str, Any]]:
    return [
        {
            "id": clause.id,
            "text": clause.text,
            "status": clause.status,
            "examples": [attrs.asdict(shown(each)) for each in own],
        }
        for clause, own in with_examples(those)
    ]
