"""The contract of clauses: what ``khamsin rules`` says of each, and what may prove it."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from replays.asking.rulebook import clauses, core_rules, find, rulebook_as_json, rules, rulings
from tests.clauses.reached import khamsin
from tests.derived import gather

CHECKOUT: Final = Path(__file__).parent.parent
CONTRACT: Final = CHECKOUT.parent / "shared" / "clauses"
BY_ID: Final = {clause.id: clause for clause in clauses()}
OF_DOCUMENTS: Final = [clause for rule in rules() for clause in rule.clauses]
OF_CORE_RULES: Final = [clause for rule in core_rules() for clause in rule.clauses]

INNER: Final = (
    "sim.chapter_",
    "sim.los",
    "sim.bulk",
    "sim.map",
    "sim.climate",
)
"""Rooms of ``sim`` that users do not call."""


def test_every_clause_has_a_place_and_a_sentence() -> None:
    """Each is of a rule of the rulebook, once, and says one plain sentence; rulings are known."""
    assert len(BY_ID) == len(clauses())
    for clause in clauses():
        assert re.fullmatch(r"(?:AD|[A-F]|\d)[\d.]*[A-D]?[a-z]{1,2}", clause.id)
        assert re.search(r"\w.*[.)]$", clause.text), clause
        assert clause.ruling is None or clause.ruling in rulings(), clause
    assert not [each.id for each in OF_DOCUMENTS if each.text.startswith("ruling needed")]
    assert {each.rule for each in OF_DOCUMENTS} == {rule.id for rule in rules()}
    assert len(OF_DOCUMENTS + OF_CORE_RULES) == len(clauses())


@cache
def _proof() -> dict[str, list[tuple[str, int]]]:
    """The tests of this checkout, by what they prove."""
    return gather()


def test_every_clause_is_proved_or_says_what_is_open() -> None:
    """None is silent: a test names it, or the contract says what is still to come."""
    proof = _proof()
    silent = [c.id for c in clauses() if c.id not in proof and not (c.missing or c.players)]
    assert silent == []
    assert [c.id for c in OF_DOCUMENTS if c.missing == "no test proves it"] == []
    assert [c.id for c in OF_DOCUMENTS if c.players] == []


def test_clauses_are_proved_by_tests_that_go_the_users_way() -> None:
    """Their tests stand in tests/clauses, and import nothing that users do not call."""
    for rule, tests in _proof().items():
        if rule in BY_ID:
            assert all(test.startswith("tests/clauses/") for test, _ in tests), rule
    for path in sorted((CHECKOUT / "tests" / "clauses").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            assert not name.startswith(INNER), f"{path.name} imports {name}"


def test_the_contract_is_that_of_the_documents() -> None:
    """All clauses of the list beside this checkout are there."""
    if not CONTRACT.exists():
        pytest.skip("the list of clauses is not beside this checkout")
    listed: Counter[str] = Counter()
    for path in CONTRACT.glob("*.tsv"):
        rows = path.read_text(encoding="utf-8").splitlines()[1:]
        listed.update(row.split("\t")[0] for row in rows)
    assert max(listed.values()) == 1
    assert listed.keys() <= BY_ID.keys()


def _rule(rule: str) -> dict[str, Any]:
    (found,) = rulebook_as_json(rule)["rules"]
    return dict(found)


def test_a_rule_shows_its_clauses_in_words_and_json() -> None:
    """Each clause stands there with its sentence, done or open, and the number of its tests."""
    code, out, _ = khamsin("rules", "AD3.42")
    assert code == 0
    found = _rule("AD3.42")
    assert [each["id"] for each in found["clauses"]] == [
        f"AD3.42{letter}" for letter in "abcdefghijkl"
    ]
    for each in found["clauses"]:
        assert list(each) == ["id", "text", "done", "tests", "ruling", "missing", "players"]
        assert f"  {'done' if each['done'] else 'open'}  {each['id']:<10} {each['text']}" in out
        assert f"        proved by {each['tests']} test" in out
        assert each["done"] == (not each["missing"])


@pytest.mark.parametrize(
    ("rule", "module"), [("A24.61", "a.smoke"), ("E3.51", "e.rain"), ("D8.1", "d.mishaps")]
)
def test_a_core_rule_is_found_where_most_is_said_of_it(rule: str, module: str) -> None:
    """Of the modules that name it, the one that begins with it, or else names it most."""
    assert _rule(rule)["module"] == f"sim.chapter_{module}"


def test_a_rule_is_done_when_all_its_clauses_are() -> None:
    """Counts of the last line, and the mark of each rule, follow from the clauses."""
    found = rulebook_as_json()["rules"]
    for rule in found:
        assert rule["done"] == all(each["done"] for each in rule["clauses"])
    done = sum(rule["done"] for rule in found)
    proved = sum(each.done for each in OF_DOCUMENTS)
    last = khamsin("rules")[1].splitlines()[-1]
    count = len(OF_DOCUMENTS)
    assert last.startswith(f"{done} of {len(found)} rules done, {proved} of {count} clauses;")


def test_a_clause_is_found_by_its_id_and_by_its_words() -> None:
    """An id gives that clause with its ruling; words give clauses of rules that lack them."""
    code, out, _ = khamsin("rules", "ad3.42C")
    assert code == 0
    assert BY_ID["AD3.42c"].text in out
    assert "AD3.42d" not in out
    ruled = next(clause for clause in clauses() if clause.ruling)
    assert [each.id for each in find(ruled.id).rulings] == [ruled.ruling]
    words = find("fully-tracked may enter")
    assert "AD3.42c" in {each.id for each in words.clauses}
    assert not words.in_full
