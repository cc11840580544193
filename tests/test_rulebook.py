"""Every rule id that Khamsin names leads somewhere: to a title, to modules and to tests."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from events.errors import BadInput
from replays import Game, load_scenario, play
from replays.asking.rulebook import core_rules, find, rulebook_as_json, rules, rulings
from replays.cli.main import main
from replays.game.bundled import bundled
from sim.rulings import RULINGS
from tests import cases, golden

CHECKOUT: Final = Path(__file__).parent.parent
RULES: Final = {rule.id for rule in rules()}
CORE: Final = {rule.id: number for number, rule in enumerate(core_rules())}

DOTTED: Final = re.compile(
    r"(?<![\w.@])(?:AD\d+\.\d+|191\.\d+|11\.\d+|[A-H]\d*\.\d+[A-Z]?)(?:-[a-z-]+)?(?![\w]|\.\d)"
)
"""What looks like the id of a rule or ruling wherever it stands."""

PLAIN: Final = re.compile(r"[A-H]\d{1,2}")
"""What looks like the id of a section, such as B24, where it stands alone."""

HEXES: Final = {"lft_boards", "plaza_well_fountain"}
"""Modules in which B8 and B9 are hexes."""


def _strings(tree: ast.Module) -> Iterator[str]:
    """The strings of a module that are no documentation."""
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    for node in constants:
        if isinstance(node.value, str) and id(node) not in spoken:
            yield node.value


def _named(tree: ast.Module, *, hexes: bool) -> set[str]:
    """The ids that a module says to a user, the rule of a ruling for the ruling."""
    found: set[str] = set()
    for text in _strings(tree):
        found |= {each.split("-")[0] for each in DOTTED.findall(text)}
        if not hexes:
            found |= set(re.findall(r"\(([A-H]\d{1,2})[,)]", text))
            found |= {text} if PLAIN.fullmatch(text) else set()
    return found


@cases("floor", "events", "sim", "replays")
def test_no_module_names_a_rule_that_nobody_knows(floor: str) -> None:
    """The ids in each module are of the rulebook or the catalogue."""
    for path in sorted((CHECKOUT / floor).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        hexes = path.stem in HEXES or floor != "sim"
        assert _named(tree, hexes=hexes) <= RULES | CORE.keys(), path


def test_every_core_rule_has_clauses_or_a_module_and_a_test() -> None:
    """The catalogue has no id twice and none of the rulebook, and each is told of or proved."""
    assert len(CORE) == len(core_rules())
    assert not CORE.keys() & RULES
    assert all(
        each.title and (each.clauses or (each.modules and each.tests)) for each in core_rules()
    )


def _order(rule: str) -> tuple[Any, ...]:
    """The place of an id in a rulebook: A.7 before A1, B2.1 before B13, B25.6 before B25.61."""
    section, _, digits = rule[1:].partition(".")
    return rule[0], int(section or 0), digits


def test_the_catalogue_is_in_order() -> None:
    """Core rules are listed as a rulebook would list them."""
    assert [rule.id for rule in core_rules()] == sorted(CORE, key=_order)


def test_a_ruling_is_about_a_rule_that_is_known() -> None:
    """The id of every ruling begins with that of a rule that is found."""
    for ruling in rulings():
        assert ruling.split("-")[0] in RULES | CORE.keys()


def test_a_ruling_is_put_into_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Each has its question and a sentence for every answer, in the same order."""
    assert main(["rules", "11.76-cease"]) == 0
    _, *told = capsys.readouterr().out.splitlines()
    choices = rulings()["11.76-cease"].choices.values()
    assert [each.partition(": ")[2] for each in told] == [*choices]
    assert [(key, *each.choices) for key, each in rulings().items() if each.open] == [
        (key, *each.choices) for key, each in RULINGS.items()
    ]
    assert all(len(each.choices) == 1 for each in rulings().values() if not each.open)
    assert all(each.question and all(each.choices.values()) for each in rulings().values())


def _games() -> Iterator[Game]:
    yield from map(golden.play, golden.NAMES)
    for name in bundled():
        yield play(load_scenario(name), seed="rulebook")


def test_every_rule_of_every_event_is_found() -> None:
    """Golden games and bundled ones name no rule that `khamsin rules` does not know."""
    named = {event.rule for game in _games() for entry in game.entries for event in entry.then}
    assert len(named) > 50
    for rule in named:
        found, *_ = rulebook_as_json(rule)["rules"]
        assert found["id"] == rule
        assert found["module"]
        assert found["tests"]


@cases(
    "start, some, none",
    ("AD3", {"AD3.11", "AD3.7"}, {"AD2.3", "AD4.1"}),
    ("AD3.", {"AD3.11", "AD3.7"}, {"AD2.3", "AD4.1"}),
    ("11.7.", set(), set()),
    ("A24", {"A24.1", "A24.61"}, {"A2.5"}),
    ("B6", {"B6", "B6.1"}, {"B9", "B6.1a"}),
    ("B25", {"B25.1", "B25.651", "B25.6-wind"}, {"B2", "B2.1"}),
    ("191", {"191.1", "191.8", "191.3-idle"}, {"11.1"}),
    ("11.70", {"11.701", "11.701-heavy"}, {"11.7", "11.71"}),
)
def test_the_beginning_of_an_id_lists_what_is_below_it(
    start: str, some: set[str], none: set[str]
) -> None:
    """Where it has no clause, whatever begins with it is listed: rules, core rules and rulings."""
    if not some:
        with pytest.raises(BadInput):
            find(start)
        return
    found = find(start)
    ids = {each.id for each in found.rules} | {each.id for each in found.rulings}
    assert some <= ids
    assert not none & ids
    assert all(each.startswith(start) for each in ids)


def test_words_are_looked_for_everywhere() -> None:
    """Titles, our own sentences, rulings and their answers, and core titles; all must match."""
    dust = find("dust")
    assert {"11.7", "11.74"} <= {rule.id for rule in dust.rules}
    assert "11.74-drift" in {ruling.id for ruling in dust.rulings}
    assert not dust.in_full
    assert {"B13.421", "B13.4211", "B24.71"} <= {each.id for each in find("trail break").rules}
    both = find("heavy DUST")
    assert {rule.id for rule in both.rules} <= {rule.id for rule in dust.rules}
    assert "11.73" in {rule.id for rule in both.rules}
    assert "11.74-removal" in {ruling.id for ruling in find("printed-example").rulings}
    several = find("AD3.45 11.76A 11.74-drift")
    assert [each.id for each in several.rules] == ["AD3.45"]
    assert [each.id for each in several.clauses] == ["11.76a"]
    assert [each.id for each in several.rulings] == ["11.74-drift"]
    assert "11.8-rain" in {each.id for each in find("E3.51").rulings}  # it names E3.51
