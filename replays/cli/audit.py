"""Was everything applied as the rules say?"""

import argparse
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from events.codec import to_json
from events.errors import BadInput
from events.scenario import Scenario
from replays.auditing.audit import audit
from replays.auditing.finding import Report, where_apart
from replays.auditing.signatures import acknowledged_lines, mail_lines
from replays.cli.argument import BY_MAIL, CORRECTIONS, GAME, JSON, KEYS, OF_OURS, OF_VASL, refuse
from replays.cli.console import BAD_INPUT, CLEAN, FINDINGS, progress, say, say_all, say_json, warn
from replays.cli.opened import unlike_bundled
from replays.game import telemetry
from replays.game.file import exists, size_of
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.open_log import open_log
from replays.game.text import counted
from replays.trust.person_key import known_keys
from replays.vasl.container import is_archive
from replays.version import ENGINE
from sim.rulings import RULINGS
from sim.trust.signing import VerifierKey

if TYPE_CHECKING:
    from replays.library.audits import AuditedGame

ARGUMENTS: Final = f"""
{GAME}
more:[GAME...]       further game logs, or VASL logs of the same game; a folder for its logs
--scenario SCENARIO  the scenario of VASL logs
{CORRECTIONS}
--seal SEAL          the hash that the last line should have
--finished           a log without closing entry is a finding
{BY_MAIL}
--rulings            all rulings in force, not only the chosen ones
--parent GAME        the log from which this is a branch
{KEYS}
{JSON}
"""

Keys: TypeAlias = Sequence[VerifierKey] | None
"""The keys that count, as for `audit`."""

_SUFFIXES: Final = (".jsonl", ".vlog")
"""How the logs in a folder are called."""

_MOST_RUNS: Final = 100
"""So many places of entries are listed; ``--json`` has them all."""


def run(args: argparse.Namespace) -> int:
    """Every finding in logs; exit code 1 if there is one."""
    logs = [*_logs([args.log, *args.more])]
    of_vasl = any(map(is_archive, logs))
    ours = any(kind_of_file(log) is FileKind.LOG for log in logs)
    if (of_vasl or not ours) and args.scenario is not None:
        return _audit_vasl(args, logs)
    if not of_vasl:
        refuse(args, OF_VASL, "scenario", "corrections", "boards")
    keys = known_keys(args.key) or None
    if len(logs) > 1:
        return _audit_each(args, logs, keys)
    report, scenario = _audited(args, logs[0], keys)
    if args.json:
        say_json(_as_json(report))
    else:
        say_all(_report_lines(report, scenario, all_rulings=args.rulings))
    return CLEAN if report.clean else FINDINGS


def _logs(named: Sequence[str]) -> Iterator[str]:
    """The logs that are named; a folder stands for those in it."""
    for name in named:
        found = [name]
        if exists(name) and Path(name).is_dir():
            found = sorted(str(each) for each in Path(name).iterdir() if each.suffix in _SUFFIXES)
        if not found:
            raise BadInput("no log (.jsonl, .vlog) is in this folder", name)
        yield from found


def _audited(args: argparse.Namespace, path: str, keys: Keys) -> tuple[Report, Scenario]:
    if is_archive(path):
        raise BadInput("a VASL log is audited against a scenario, named with --scenario", path)
    with progress(f"auditing {Path(path).name}", size_of(path)) as bar:
        demands = {"finished": args.finished, "by_mail": args.by_mail}
        report = audit(path, args.seal, bar, args.parent, **demands, keys=keys)
    telemetry.current().debug("audited", log=path, entries=report.entries, findings=_count(report))
    with open_log(path) as reader:
        return report, reader.header.scenario


def _as_json(report: Report) -> dict[str, Any]:
    keys_of_entries = ("by_hand", "taken_back", "undone")
    listed: dict[str, Any] = {key: [*getattr(report, key)] for key in keys_of_entries}
    found: dict[str, Any] = to_json(attrs.evolve(report, **listed))
    return found


def _audit_each(args: argparse.Namespace, logs: list[str], keys: Keys) -> int:
    """Findings and verdict of each game log; one that cannot be read stops no other."""
    refuse(args, "this is about one log, and there are several", "seal", "parent", "rulings")
    bad = unread = 0
    audits: list[dict[str, Any]] = []
    for log in logs:
        try:
            report, scenario = _audited(args, log, keys)
        except BadInput as error:
            warn(f"khamsin: {error}")
            audits.append({"log": log, "not_audited": str(error)})
            unread += 1
            continue
        bad += not report.clean
        if args.json:
            audits.append({"log": log, "scenario": scenario.name} | _as_json(report))
            continue
        say(f"{log}: {scenario.name}, {verdict(report)}")
        say_all(f"  {line}" for line in (*_finding_lines(report), *unlike_bundled(scenario)))
    left = f", {unread} not audited" if unread else ""
    if args.json:
        say_json(audits)
    else:
        say(f"{counted(len(logs), 'log')}, {bad} with findings{left}")
    return BAD_INPUT if unread else FINDINGS if bad else CLEAN


def _count(report: "Report | AuditedGame") -> int:
    return len(report.findings) + report.more


def verdict(report: "Report | AuditedGame") -> str:
    """How a log or a game of a library stands, what was found in it, and what was not rolled."""
    found = "clean" if report.clean else counted(_count(report), "finding")
    owed = f", {counted(len(report.owed), 'roll')} left undone" if report.owed else ""
    return f"{counted(report.entries, 'entry')}, {report.ending}: {found}{owed}"


def _report_lines(report: Report, scenario: Scenario, *, all_rulings: bool) -> Iterator[str]:
    """What an audit has to say; the verdict comes last."""
    yield from _finding_lines(report)
    if report.by_hand:
        yield f"dice that people entered: {_entries(report.by_hand)}"
    if report.taken_back:
        yield f"taken back: {_entries(report.taken_back)}"
    yield from acknowledged_lines(report)
    if report.undone:
        yield f"taken back after it was acknowledged: {_entries(report.undone)}"
    yield from unlike_bundled(scenario)
    if report.parent is not None:
        named = report.parent
        yield f"a branch of {named.log or 'a game without a log'}, from entry {named.entry} on"
    for key, ruling in sorted(report.rulings.items()):
        usual = key in RULINGS and ruling.choice == RULINGS[key].default
        if all_rulings or not usual:
            yield f"ruling {key}: {ruling.choice}{'' if usual else ' (not the default)'}"
    yield from mail_lines(report)
    if report.engine != ENGINE:
        yield f"written by Khamsin {report.engine[:60]}, judged by the rules as {ENGINE} knows them"
    yield f"scenario {scenario.name}"
    yield f"seal {report.seal or 'none: the last line has no hash'}"
    yield verdict(report)


def _finding_lines(report: Report) -> Iterator[str]:
    for finding in report.findings:
        yield f"#{finding.entry:<4} {finding.moment:>9}  {finding.rule}"
        logged, expected = where_apart(finding.logged, finding.expected)
        yield f"{'':16} the log says  {logged}"
        yield f"{'':16} the rules give {expected}"
    if report.more:
        yield f"{report.more} more findings, counted only"
    follow = report.consequences
    if follow:
        yield f"{follow} other {'entries follow' if follow > 1 else 'entry follows'} from these"
    for owed in report.owed[:_MOST_RUNS]:
        yield f"#{owed.entry:<4} {owed}"


def _entries(numbers: Collection[int]) -> str:
    """Entries with their count, those that follow one another as from and to."""
    runs = list[list[int]]()
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    said = [f"#{one}" if one == two else f"#{one}-#{two}" for one, two in runs[:_MOST_RUNS]]
    more = f" and {counted(len(runs) - _MOST_RUNS, 'more place')}" if runs[_MOST_RUNS:] else ""
    return f"{counted(len(numbers), 'entry')}, {', '.join(said)}{more}"


def _audit_vasl(args: argparse.Namespace, files: list[str]) -> int:
    """Audit VASL logs against a scenario; exit code 1 if there is a finding, or it stopped."""
    from replays.cli.import_ import logs_of  # noqa: PLC0415 - no start needs it
    from replays.vasl.importer import order_of_files  # noqa: PLC0415
    from replays.vasl.log_audit import audit_history  # noqa: PLC0415

    ours = ("seal", "finished", "by_mail", "rulings", "parent", "key")
    refuse(args, OF_OURS, *ours)
    history, scenario, corrections = logs_of(args, files)
    report = audit_history(history, scenario, corrections)
    if args.json:
        files_said = {"left_out": history.left_out, "gaps": history.gaps}
        say_json(files_said | report.as_json(history))
    else:
        say_all((*order_of_files(history), *report.lines(history)))
    return FINDINGS if report.findings or report.replay.stopped is not None else CLEAN
