"""``khamsin rules``: the rulebook, looked up without loading any rule."""

import argparse
from collections.abc import Iterator

from replays.cli.arguments import add_json
from replays.cli.console import say, say_json
from replays.rulebook.finding import Found, find, rulebook_as_json
from replays.rulebook.status import CoreStatus, RuleStatus

__all__ = ["add_rules", "rules"]


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin rules``."""
    parser.add_argument("sought", nargs="*", metavar="ID", help="a rule, a ruling, or words")
    add_json(parser)
    parser.set_defaults(command=rules)


def rules(args: argparse.Namespace) -> int:
    """Every rule: done or not, its module, its tests; and every ruling; or what is looked for."""
    sought = " ".join(args.sought) if args.sought else None
    if args.json:
        say_json(rulebook_as_json(sought))
        return 0
    found = find(sought)
    for rule in found.rules:
        for line in _rule_lines(rule, found, brief=sought is None):
            say(line)
    for core in found.core:
        for line in _core_lines(core, found):
            say(line)
    for ruling in found.rulings:
        say(f"ruling  {ruling.id}: {ruling.question}")
        for choice, answer in ruling.choices.items():
            default = " (default)" if choice == ruling.default else ""
            say(f"        {choice}{default}: {answer}")
    if sought is None:
        done = sum(1 for rule in found.rules if rule.done)
        say(f"{done} of {len(found.rules)} rules done, {len(found.rulings)} rulings")
    return 0


def _rule_lines(rule: RuleStatus, found: Found, *, brief: bool) -> Iterator[str]:
    mark = "done" if rule.done else "part" if rule.module else "  - "
    yield f"{mark}  {rule.id:<10} {rule.title:<34} {rule.module or ''}".rstrip()
    if not brief:
        yield f"      {rule.says}"
    if found.in_full:
        yield f"      see it: {rule.example}"
        yield from (f"      proved by {test}" for test in rule.tests)
    if rule.missing and rule.module:
        yield f"      {rule.missing}"


def _core_lines(core: CoreStatus, found: Found) -> Iterator[str]:
    """A rule of the core rulebook: which modules do or name it, and what leans on it."""
    yield f"core  {core.id:<10} {core.title:<34} {core.module or ''}".rstrip()
    if not found.in_full:
        return
    yield from (f"      named by {module}" for module in core.modules if module != core.module)
    if core.leaning:
        yield f"      leaned on by {', '.join(core.leaning)}"
    yield from (f"      proved by {test}" for test in core.tests)
