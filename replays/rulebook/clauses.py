"""The contract: each rule in the single sentences that can be right or wrong by themselves.

``data/clauses/*.tsv`` says them in our own words, one a line: id, sentence, the ruling that it is
(if it is one), and what is still open (if anything is). Which tests prove a clause is gathered from
their marks (`replays.rulebook.proof`): a clause is done when a test proves it and nothing is open.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

import attrs

__all__ = ["CLAUSE_ID", "Clause", "ClauseStatus", "clause_statuses", "clauses"]

CLAUSE_ID: Final = re.compile(r"(?P<rule>(?:AD|B\.|\d)[\d.]*)(?P<letters>[a-z]{1,2})")
"""The id of a clause: that of its rule, and a letter or two."""

_FILES: Final = ("B", "11", "191", "AD")


@attrs.frozen
class Clause:
    """One sentence of a rule.

    Attributes:
        id: the id of its rule and a letter, such as AD3.42c.
        says: what must hold, in our own words.
        ruling: the id of the ruling that it is; empty where the text decides.
        open: what of it is still to come; empty where nothing is.
    """

    id: str
    says: str
    ruling: str = ""
    open: str = ""

    @property
    def rule(self) -> str:
        """The id of its rule."""
        return self.id.rstrip("abcdefghijklmnopqrstuvwxyz")


@attrs.frozen
class ClauseStatus:
    """A clause and how far it is done.

    Attributes:
        id: its id.
        says: what must hold, in our own words.
        done: a test proves it the way that users meet it, and nothing of it is open.
        tests: the tests that prove it.
        ruling: the id of the ruling that it is; empty where the text decides.
        missing: what is still to come.
    """

    id: str
    says: str
    done: bool
    tests: tuple[str, ...]
    ruling: str
    missing: str


@lru_cache(maxsize=1)
def clauses() -> tuple[Clause, ...]:
    """Every clause, by chapter, in the order of the contract."""
    return tuple(clause for name in _FILES for clause in _read(name))


def _read(name: str) -> Iterator[Clause]:
    path = resources.files("replays") / "data" / "clauses" / f"{name}.tsv"
    _, *rows = path.read_text(encoding="utf-8").splitlines()
    for row in rows:
        yield Clause(*row.split("\t"))


def clause_statuses(tests: Mapping[str, list[str]]) -> dict[str, tuple[ClauseStatus, ...]]:
    """How far the clauses of each rule are done, by the id of the rule.

    Args:
        tests: the tests that name each rule and clause, by id.
    """
    found: dict[str, list[ClauseStatus]] = {}
    for clause in clauses():
        proof = tuple(tests.get(clause.id, ()))
        missing = clause.open or ("" if proof else "no test proves it")
        found.setdefault(clause.rule, []).append(
            ClauseStatus(clause.id, clause.says, not missing, proof, clause.ruling, missing)
        )
    return {rule: tuple(each) for rule, each in found.items()}
