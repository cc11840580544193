"""``khamsin audit``, ``check``, ``rules``, ``schema`` and ``help``: what the rules say."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from events.codec import plain
from events.errors import BadInput
from events.orders import FORMS
from replays import telemetry
from replays.auditing.audit import Report, audit
from replays.cli.arguments import add_game, add_json
from replays.cli.console import progress, say, say_json
from replays.files import exists
from replays.rulebook.finding import Found, find, rulebook_as_json
from replays.rulebook.status import CoreStatus, RuleStatus
from replays.scenarios.library import parse_scenario
from replays.schema import SCHEMAS, schema_of
from sim.chapter_11.applicability import SUMMARY, Row
from sim.chapter_ad.lft_boards import scenario_contradictions
from sim.machine.opening import initial_state
from sim.rulings import RULINGS
from sim.soundness import faults
from sim.state import State

_ANSWERS: Final = {True: "yes ", False: "no  ", None: "open"}

__all__ = [
    "add_audit",
    "add_check",
    "add_help",
    "add_rules",
    "add_schema",
    "audit_log",
    "check",
    "help_topic",
    "rules",
    "schema",
]


def add_audit(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin audit``."""
    add_game(parser)
    parser.add_argument("--seal", help="the hash that the last line should have")
    add_json(parser)
    parser.set_defaults(command=audit_log)


def add_check(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin check``."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a TOML file or a bundled scenario")
    add_json(parser)
    parser.set_defaults(command=check)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin rules``."""
    parser.add_argument("sought", nargs="*", metavar="ID", help="a rule, a ruling, or words")
    add_json(parser)
    parser.set_defaults(command=rules)


def add_schema(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin schema``."""
    parser.add_argument("what", choices=sorted(SCHEMAS))
    parser.set_defaults(command=schema)


def add_help(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin help``."""
    parser.add_argument("topic", nargs="?")
    parser.set_defaults(command=help_topic)


def audit_log(args: argparse.Namespace) -> int:
    """Every finding in a log; exit code 1 if there is one."""
    path = Path(args.log)
    size = path.stat().st_size if exists(path) and path.is_file() else 0
    with progress(f"auditing {path.name}", size) as bar:
        report = audit(path, args.seal, bar)
    telemetry.current().debug(
        "audited", log=str(path), entries=report.entries, findings=len(report.findings)
    )
    if args.json:
        say_json(
            {
                "clean": report.clean,
                "entries": report.entries,
                "findings": [plain(finding) for finding in report.findings],
                "consequences": report.consequences,
                "rulings": plain(report.rulings),
                "by_hand": report.by_hand,
                "seal": report.seal,
                "engine": report.engine,
            }
        )
    else:
        for line in _report_lines(report):
            say(line)
    return 0 if report.clean else 1


def _report_lines(report: Report) -> Iterator[str]:
    for finding in report.findings:
        yield f"#{finding.entry:<4} {finding.moment:>9}  {finding.rule}"
        yield f"{'':16} the log says  {finding.logged}"
        yield f"{'':16} the rules give {finding.expected}"
    follow = report.consequences
    if follow:
        yield f"{follow} other {'entries follow' if follow > 1 else 'entry follows'} from these"
    count = len(report.findings)
    verdict = "clean" if report.clean else f"{count} finding{'s' if count > 1 else ''}"
    yield f"{report.entries} entries: {verdict}"
    if report.by_hand:
        yield f"{report.by_hand} of them with dice that people rolled"
    yield f"seal {report.seal}"
    for key, ruling in sorted(report.rulings.items()):
        usual = key in RULINGS and ruling.choice == RULINGS[key].default
        yield f"ruling {key}: {ruling.choice}{'' if usual else ' (not the default)'}"


def check(args: argparse.Namespace) -> int:
    """Is a scenario sound, and which rules are in effect in it?"""
    scenario, where = parse_scenario(args.scenario)
    wrong = list(faults(scenario))
    if args.json:
        rows = [] if wrong else [_row_as_json(row, initial_state(scenario)) for row in SUMMARY]
        say_json({"sound": not wrong, "faults": [str(fault) for fault in wrong], "rules": rows})
        return 2 if wrong else 0
    if len(wrong) == 1:
        raise wrong[0].inside(where)
    if wrong:
        for fault in wrong:
            say(str(fault.inside(where)))
        raise BadInput(f"{len(wrong)} faults, the first at {wrong[0]}", where)
    say(f"{scenario.name} is sound")
    state = initial_state(scenario)
    region = state.setting.region
    say(f"{scenario.land}: {region or 'not an Arid Land (11.2)'}")
    for row in SUMMARY:
        for line in _row_lines(row, state):
            say(line)
    for board, (name, rule, why) in scenario_contradictions(scenario.boards):
        say(f"board {board}, {name}: {why} ({rule})")
    return 0


def _row_as_json(row: Row, state: State) -> dict[str, object]:
    return {
        "title": row.title,
        "rules": list(row.rules),
        "in_effect": row.in_play(state),
        "failing": [condition.text for condition in row.against(state)],
        "open": [condition.text for condition in row.undecided(state)],
    }


def _row_lines(row: Row, state: State) -> Iterator[str]:
    answer = row.in_play(state)
    yield f"{_ANSWERS[answer]}  {row.title} ({', '.join(row.rules)})"
    for condition in row.against(state):
        yield f"        because {condition.otherwise}"
    if answer and row.calls:
        yield f"        called for: Time of Day is {state.sky.time_of_day}"
    if answer is None:
        for condition in row.undecided(state):
            yield f"        until rolled: {condition.text}?"


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


def schema(args: argparse.Namespace) -> int:
    """The JSON Schema of scenarios, log lines or questions."""
    say_json(schema_of(args.what))
    return 0


def help_topic(args: argparse.Namespace) -> int:
    """Help on a topic: the orders."""
    if args.topic not in (None, "orders"):
        raise BadInput(f"there is no help on {args.topic[:40]!r}; expected orders")
    if args.topic is None:
        args.everything.print_help()
        return 0
    for form in FORMS.values():
        say(form.usage)
        say(f"    {form.about}{f' (dice: {form.rolls})' if form.rolls else ''}")
    say()
    say("One order a line; # begins a comment. Dice that people rolled follow the order, all or")
    say("none; of a DR the coloured die comes first. Without dice, the seed rolls.")
    say("MP are written 2mp or 1.5mp; hexsides are counted 1 to 6 clockwise from the coordinate.")
    return 0
