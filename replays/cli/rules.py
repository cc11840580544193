"""Every rule and ruling, and what proves it."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from events.errors import BadInput
from events.field import shown
from replays.asking.rulebook import (
    Clause,
    Found,
    Rule,
    RulingWords,
    core_rules,
    find,
    rulebook_as_json,
    rules,
    rulings,
)
from replays.cli.argument import JSON, refuse
from replays.cli.console import progress, say, say_all, say_json
from replays.game.output import Output, begins
from replays.game.text import counted

ARGUMENTS: Final = f"""
sought:[ID...]     a rule, a clause, a ruling, or words
-o, --output FILE  write FILE.html: with examples and their pictures
{JSON}
"""


def run(args: argparse.Namespace) -> None:
    sought = " ".join(args.sought) if args.sought else None
    if args.output is not None:
        _write_page(Path(args.output), args, sought)
    elif args.json:
        say_json(rulebook_as_json(sought))
    elif sought and sought.startswith("log."):
        say(_finding(sought))
    else:
        say_all(_lines(find(sought), brief=sought is None))


def _finding(sought: str) -> str:
    """What a finding about a log says a sound log is like."""
    from replays.auditing.finding import FindingId  # noqa: PLC0415 - it loads the engine

    for finding in FindingId:
        if finding == sought:
            return f"{finding}  {finding.sentence} (a finding of `khamsin audit`)"
    raise BadInput(f"{shown(sought)} is no finding; expected one of {', '.join(FindingId)}")


def _write_page(path: Path, args: argparse.Namespace, sought: str | None) -> None:
    """What is looked for as a page with pictures; without an id everything, core rules too."""
    from replays.asking.rules_page import MARK, rules_page  # noqa: PLC0415 - it draws

    refuse(args, "this goes without -o", "json")
    output = Output("a page of rules", (".html", ".htm"), begins(MARK.encode()))
    output.demand(path)
    found = find(sought) if sought else Found((*rules(), *core_rules()), tuple(rulings().values()))
    with progress("drawing examples", len(found.rules)) as bar:
        page = rules_page(found, f"Rules: {sought or 'all'}", progress=bar)
    output.write(path, page)
    say(f"{path}: {counted(len(found.rules), 'rule')}")


def _lines(found: Found, *, brief: bool) -> Iterator[str]:
    for rule in found.rules:
        yield from _rule_lines(rule, found, brief=brief)
    for clause in found.clauses:
        yield from _clause_lines(clause, in_full=found.in_full)
    for ruling in found.rulings:
        yield from _ruling_lines(ruling)
    if brief:
        yield _count(found)


def _count(found: Found) -> str:
    done = sum(1 for rule in found.rules if rule.done)
    clauses = [clause for rule in found.rules for clause in rule.clauses]
    proved = sum(1 for clause in clauses if clause.done)
    readings = sum(1 for ruling in found.rulings if not ruling.open)
    return (
        f"{done} of {len(found.rules)} rules done, {proved} of {len(clauses)} clauses; "
        f"{len(found.rulings)} rulings, {readings} of them readings"
    )


def _ruling_lines(ruling: RulingWords) -> Iterator[str]:
    yield f"ruling  {ruling.id}: {ruling.question}"
    for choice, answer in ruling.choices.items():
        note = " (default)" if choice == ruling.default else ""
        yield f"        {choice}{note if ruling.open else ' (a reading)'}: {answer}"


def _rule_lines(rule: Rule, found: Found, *, brief: bool) -> Iterator[str]:
    """A rule; of a core rule, what does and names it, and what leans on it."""
    mark = "core" if rule.core else "done" if rule.done else "part" if rule.module else "  - "
    yield f"{mark}  {rule.id:<10} {rule.title:<34} {rule.module or ''}".rstrip()
    if not brief and not rule.core:
        yield f"      {rule.says}"
    if found.in_full:
        named = (module for module in rule.modules if module != rule.module)
        yield from (f"      named by {module}" for module in named)
        if rule.leaning:
            yield f"      leaned on by {', '.join(rule.leaning)}"
        if not rule.core:
            yield f"      see it: {rule.example}"
        yield f"      proved by {counted(rule.tests, 'test')}"
        for clause in rule.clauses:
            yield from _clause_lines(clause, in_full=True)
    if rule.missing and rule.module:
        yield f"      {rule.missing}"


def _clause_lines(clause: Clause, *, in_full: bool) -> Iterator[str]:
    """A clause: done or not, in our own words, with the tests that prove it."""
    ruling = f" (ruling {clause.ruling})" if clause.ruling else ""
    mark = "left" if clause.players else "done" if clause.done else "open"
    yield f"  {mark}  {clause.id:<10} {clause.text}{ruling}"
    if clause.missing:
        yield f"        {clause.missing}"
    if clause.players:
        yield "        left to the players"
    elif in_full and clause.tests:
        yield f"        proved by {counted(clause.tests, 'test')}"
