"""What somebody looks for in the rulebook: by id, by what an id begins with, or by words.

An exact id wins: 11.7 is that rule alone, AD3.42c that clause. An id that is none lists what is
below it: AD3 is all of AD3.11 to AD3.7. Anything else is words, all of which must stand in what is
found.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from events.errors import BadInput
from replays.rulebook.clauses import ClauseStatus
from replays.rulebook.status import CoreStatus, RuleStatus, core_rules, rules, rulings_of
from sim.rulings import RULINGS, Ruling

__all__ = ["Found", "find", "rulebook_as_json"]

_IDLIKE: Final = re.compile(r"[A-Z]{0,2}(\.?[0-9][0-9.]*|\.)", re.IGNORECASE)


@attrs.frozen
class Found:
    """What was found.

    Attributes:
        rules: rules of the rulebook.
        core: core rules.
        rulings: rulings.
        clauses: single clauses, of rules that are not among those.
        in_full: one thing was asked for, and all is to be told of it.
    """

    rules: tuple[RuleStatus, ...] = ()
    core: tuple[CoreStatus, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    clauses: tuple[ClauseStatus, ...] = ()
    in_full: bool = False

    def __bool__(self) -> bool:
        """Whether anything was found."""
        return bool(self.rules or self.core or self.rulings or self.clauses)


def find(sought: str | None = None) -> Found:
    """What is found by an id, by the beginning of one, or by words; everything without any.

    Everything is the rulebook and the rulings; core rules are listed where they are asked for.

    Raises:
        BadInput: when nothing is found.
    """
    if sought is None:
        return Found(rules(), (), tuple(RULINGS.values()))
    wanted = sought.strip()
    if not wanted:
        raise BadInput("'' is not a rule of this rulebook; expected an id such as 11.76, or words")
    exact = _exactly(wanted.casefold())
    found = exact or (_below(wanted) if _IDLIKE.fullmatch(wanted) else Found())
    found = found or _with_words(wanted.casefold().split(" "))
    if not found:
        raise BadInput(
            f"{wanted[:40]!r} is not a rule of this rulebook, and nothing in it has these words; "
            f"expected an id such as 11.76, or words such as dust"
        )
    return found


def _exactly(wanted: str) -> Found:
    """The rule, clause or ruling of an id, a rule with the rulings on it."""
    listed = tuple(each for each in rules() if each.id.casefold() == wanted)
    core = tuple(each for each in core_rules() if each.id.casefold() == wanted)
    single = tuple(each for each in _all_clauses() if each.id.casefold() == wanted)
    named = {wanted, *(each.ruling.casefold() for each in single)}
    rulings = tuple(each for each in RULINGS.values() if each.id.casefold() in named)
    for rule in [each.id for each in listed] + [each.id for each in core]:
        rulings += rulings_of(rule)
    return Found(listed, core, rulings, single, in_full=True)


def _below(start: str) -> Found:
    """What is below an id: of 11.7 11.71 as well as 11.7.1, of AD3 or AD3. whatever is of AD3."""
    start = start.casefold()
    deeper = r"[.\d]" if "." in start else r"\."
    below = re.compile(re.escape(start) + ("" if start.endswith(".") else deeper))
    return _all_that(lambda each: below.match(each.id.casefold()) is not None)


def _with_words(words: list[str]) -> Found:
    """What has all of these words in its id, its title, its sentence, question or answers."""

    def has_all(each: RuleStatus | ClauseStatus | CoreStatus | Ruling) -> bool:
        texts = [text.casefold() for text in _texts(each)]
        return all(any(word in text for text in texts) for word in words)

    found = _all_that(has_all)
    told = {clause for rule in found.rules for clause in rule.clauses}
    single = tuple(each for each in _all_clauses() if each not in told and has_all(each))
    return attrs.evolve(found, clauses=single)


def _all_clauses() -> Iterator[ClauseStatus]:
    return (clause for rule in rules() for clause in rule.clauses)


def _texts(each: RuleStatus | ClauseStatus | CoreStatus | Ruling) -> tuple[str, ...]:
    match each:
        case ClauseStatus():
            return each.id, each.says
        case RuleStatus():
            return each.id, each.title, each.says
        case CoreStatus():
            return each.id, each.title
        case Ruling():
            return (each.id, each.question, *each.choices, *each.choices.values())


def _all_that(holds: Callable[[RuleStatus | CoreStatus | Ruling], bool]) -> Found:
    return Found(
        tuple(filter(holds, rules())),
        tuple(filter(holds, core_rules())),
        tuple(filter(holds, RULINGS.values())),
    )


def rulebook_as_json(sought: str | None = None) -> dict[str, Any]:
    """Rules, rulings and single clauses, as ``khamsin rules --json`` gives them.

    Core rules are marked as such.

    Raises:
        BadInput: when nothing is found.
    """
    found = find(sought)
    return {
        "rules": [*map(_rule_as_json, found.rules), *map(_core_as_json, found.core)],
        "clauses": [_clause_as_json(clause) for clause in found.clauses],
        "rulings": [
            {
                "id": ruling.id,
                "question": ruling.question,
                "default": ruling.default,
                "choices": ruling.choices,
                "version": ruling.version,
                "open": ruling.open,
            }
            for ruling in found.rulings
        ],
    }


def _rule_as_json(status: RuleStatus) -> dict[str, Any]:
    return {
        "id": status.id,
        "title": status.title,
        "done": status.done,
        "module": status.module,
        "tests": list(status.tests),
        "missing": status.missing,
        "says": status.says,
        "example": status.example,
        "clauses": [_clause_as_json(clause) for clause in status.clauses],
    }


def _clause_as_json(clause: ClauseStatus) -> dict[str, Any]:
    return {
        "id": clause.id,
        "text": clause.says,
        "done": clause.done,
        "tests": list(clause.tests),
        "ruling": clause.ruling or None,
        "missing": clause.missing,
    }


def _core_as_json(status: CoreStatus) -> dict[str, Any]:
    return {
        "id": status.id,
        "title": status.title,
        "done": bool(status.modules and status.tests),
        "module": status.module,
        "tests": list(status.tests),
        "missing": "",
        "says": "",
        "example": "",
        "clauses": [],
        "core": True,
        "modules": list(status.modules),
        "leaning": list(status.leaning),
    }
