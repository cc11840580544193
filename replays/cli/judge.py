"""``khamsin audit``, ``check``, ``rules``, ``schema`` and ``help``: what the rules say."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from events.codec import plain
from events.errors import BadInput
from events.orders import FORMS
from events.terms import TimeOfDay
from replays import telemetry
from replays.auditing.audit import Report, audit
from replays.cli.console import progress, say, say_json
from replays.files import exists
from replays.rulebook.status import rulebook_as_json
from replays.scenarios.library import parse_scenario
from replays.schema import schema_of
from sim.chapter_11.applicability import HEAT_HAZE, SUMMARY, SUN_BLINDNESS, Row
from sim.chapter_ad.lft_boards import contradictions
from sim.machine.opening import initial_state
from sim.rulings import RULINGS
from sim.soundness import faults
from sim.state import State

CALLERS: Final = {
    SUN_BLINDNESS: (TimeOfDay.EARLY_MORNING, TimeOfDay.LATE_AFTERNOON),
    HEAT_HAZE: (TimeOfDay.MID_MORNING, TimeOfDay.MIDDAY, TimeOfDay.MID_AFTERNOON),
}

__all__ = ["audit_log", "check", "help_topic", "rules", "schema"]


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
    for board in scenario.boards:
        for name, rule, why in contradictions(board):
            say(f"board {board.name}, {name}: {why} ({rule})")
    return 0


def _row_as_json(row: Row, state: State) -> dict[str, object]:
    return {
        "title": row.title,
        "rules": list(row.rules),
        "in_effect": row.in_effect(state),
        "failing": [condition.text for condition in row.failing(state)],
        "open": [condition.text for condition in row.open(state)],
    }


def _row_lines(row: Row, state: State) -> Iterator[str]:
    answer = {True: "yes ", False: "no  ", None: "open"}[row.in_effect(state)]
    yield f"{answer}  {row.title} ({', '.join(row.rules)})"
    for condition in row.failing(state):
        yield f"        not so: {condition.text}"
    called = _call(row, state)
    if called and row.in_effect(state):
        yield f"        {called}"
    if row.in_effect(state) is None:
        for condition in row.open(state):
            yield f"        until rolled: {condition.text}?"


def _call(row: Row, state: State) -> str:
    """What calls for Sun Blindness or Heat Haze, which need more than their conditions (11.6)."""
    if row not in CALLERS:
        return ""
    time = state.sky.time_of_day
    if time in CALLERS[row]:
        return f"called for: Time of Day is {time}"
    return "but nothing calls for it: Time of Day is None" if time is TimeOfDay.NONE else ""


def rules(args: argparse.Namespace) -> int:
    """Every rule: done or not, its module, its tests; and every ruling."""
    found = rulebook_as_json(args.id)
    if args.json:
        say_json(found)
        return 0
    if "leaning" in found:
        modules = ", ".join(found["leaning"])
        say(f"{args.id} is a rule of the core rulebook, which these lean on: {modules}")
        return 0
    for rule in found["rules"]:
        mark = "done" if rule["done"] else "part" if rule["module"] else "  - "
        say(f"{mark}  {rule['id']:<10} {rule['title']:<34} {rule['module'] or ''}".rstrip())
        if args.id is not None:
            say(f"      {rule['says']}")
            say(f"      see it: {rule['example']}")
            for test in rule["tests"]:
                say(f"      proved by {test}")
        if rule["missing"] and rule["module"]:
            say(f"      {rule['missing']}")
    for ruling in found["rulings"]:
        say(f"ruling  {ruling['id']}: {ruling['question']}")
        for choice, answer in ruling["choices"].items():
            default = " (default)" if choice == ruling["default"] else ""
            say(f"        {choice}{default}: {answer}")
    if args.id is None:
        done = sum(1 for rule in found["rules"] if rule["done"])
        say(f"{done} of {len(found['rules'])} rules done, {len(found['rulings'])} rulings")
    return 0


def schema(args: argparse.Namespace) -> int:
    """The JSON Schema of scenarios, log lines or questions."""
    say_json(schema_of(args.what))
    return 0


def help_topic(args: argparse.Namespace) -> int:
    """Help on a topic: the orders."""
    if args.topic not in (None, "orders"):
        raise BadInput(f"there is no help on {args.topic[:40]!r}; expected orders")
    if args.topic is None:
        args.parser.print_help()
        return 0
    for form in FORMS.values():
        say(form.usage)
        say(f"    {form.about}{f' (dice: {form.rolls})' if form.rolls else ''}")
    say()
    say("One order a line; # begins a comment. Dice that people rolled follow the order, all or")
    say("none; of a DR the coloured die comes first. Without dice, the seed rolls.")
    say("MP are written 2mp or 1.5mp; hexsides are counted 1 to 6 clockwise from the coordinate.")
    return 0
