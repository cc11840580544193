"""``khamsin audit`` and ``check``: was it played as the rules say, and is the scenario sound?"""

import argparse
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from events.codec import decode_scenario, plain
from events.errors import BadInput
from events.scenario import Scenario
from replays.auditing.audit import audit
from replays.auditing.finding import Report
from replays.auditing.sealed_dice import sealed_lines
from replays.auditing.signed import acknowledged_lines
from replays.cli.arguments import add_game, add_json, add_keys, add_sealed
from replays.cli.codes import BAD_INPUT
from replays.cli.console import progress, say, say_json
from replays.cli.vasl import add_corrections, audit_vasl
from replays.game import telemetry
from replays.game.file import size_of
from replays.game.file_kind import FileKind, mistaken
from replays.game.scenario_file import every_fault, scenario_values
from replays.trust.person_key import known_keys
from replays.vasl.container import is_archive
from sim.chapter_11.applicability import SUMMARY, Row
from sim.chapter_11.ec import with_sure_ec
from sim.chapter_191.steppe_terrain import both_in_effect
from sim.chapter_ad.lft_boards import printed_bins, scenario_contradictions
from sim.chapter_ad.precedence import notation
from sim.los.drawn import geometry_said
from sim.machine.opening import initial_state
from sim.rulings import RULINGS
from sim.state import State

_ANSWERS: Final = {True: "yes ", False: "no  ", None: "open"}

_MOST_RUNS: Final = 100
"""So many places of entries are listed; ``--json`` has them all."""


def add_audit(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin audit``."""
    add_game(parser)
    parser.add_argument(
        "more", metavar="GAME.vlog", nargs="*", help="further VASL logs of the same game"
    )
    parser.add_argument("--scenario", help="the scenario of VASL logs")
    add_corrections(parser)
    parser.add_argument("--seal", help="the hash that the last line should have")
    parser.add_argument(
        "--finished", action="store_true", help="a log without closing entry is a finding"
    )
    add_sealed(parser)
    parser.add_argument(
        "--rulings", action="store_true", help="all rulings in force, not only the chosen ones"
    )
    parser.add_argument("--parent", metavar="GAME", help="the log from which this is a branch")
    add_keys(parser)
    add_json(parser)
    parser.set_defaults(command=audit_log)


def add_check(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin check``."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a TOML file or a bundled scenario")
    add_json(parser)
    parser.set_defaults(command=check)


def audit_log(args: argparse.Namespace) -> int:
    """Every finding in a log; exit code 1 if there is one."""
    if is_archive(args.log) or args.more:
        return audit_vasl(args, [args.log, *args.more])
    for option in ("scenario", "corrections"):
        if getattr(args, option) is not None:
            raise BadInput("this goes with a log of VASL; ours names its scenario", f"--{option}")
    path, keys = args.log, known_keys(args.key) or None
    with progress(f"auditing {Path(path).name}", size_of(path)) as bar:
        demands = {"finished": args.finished, "sealed": args.sealed}
        report = audit(path, args.seal, bar, args.parent, **demands, keys=keys)
    telemetry.current().debug(
        "audited",
        log=str(path),
        entries=report.entries,
        findings=len(report.findings) + report.more,
    )
    if args.json:
        say_json(
            {
                "clean": report.clean,
                "entries": report.entries,
                "findings": [plain(finding) for finding in report.findings],
                "more": report.more,
                "consequences": report.consequences,
                "rulings": plain(report.rulings),
                "by_hand": list(report.by_hand),
                "taken_back": list(report.taken_back),
                "ending": plain(report.ending),
                "seal": report.seal,
                "engine": report.engine,
                "parent": plain(report.parent),
                "acknowledged": [plain(each) for each in report.acknowledged],
                "missing": list(report.missing),
                "undone": list(report.undone),
                "seeded": report.seeded,
                "sealed": plain(report.sealed),
            }
        )
    else:
        for line in _report_lines(report, all_rulings=args.rulings):
            say(line)
    return 0 if report.clean else 1


def _report_lines(report: Report, *, all_rulings: bool) -> Iterator[str]:
    """What an audit has to say; the verdict comes last."""
    for finding in report.findings:
        yield f"#{finding.entry:<4} {finding.moment:>9}  {finding.rule}"
        yield f"{'':16} the log says  {finding.logged}"
        yield f"{'':16} the rules give {finding.expected}"
    if report.more:
        yield f"{report.more} more findings, counted only"
    follow = report.consequences
    if follow:
        yield f"{follow} other {'entries follow' if follow > 1 else 'entry follows'} from these"
    if report.by_hand:
        yield f"dice that people entered: {_entries(report.by_hand)}"
    if report.taken_back:
        yield f"taken back: {_entries(report.taken_back)}"
    yield from acknowledged_lines(report)
    if report.undone:
        yield f"taken back after it was acknowledged: {_entries(report.undone)}"
    if report.parent is not None:
        named = report.parent
        yield f"a branch of {named.log or 'a game without a log'}, from entry {named.entry} on"
    for key, ruling in sorted(report.rulings.items()):
        usual = key in RULINGS and ruling.choice == RULINGS[key].default
        if all_rulings or not usual:
            yield f"ruling {key}: {ruling.choice}{'' if usual else ' (not the default)'}"
    yield from sealed_lines(report)
    yield f"seal {report.seal or 'none: the last line has no hash'}"
    count = len(report.findings) + report.more
    verdict = "clean" if report.clean else f"{count} finding{'s' if count > 1 else ''}"
    yield f"{report.entries} entries, {report.ending}: {verdict}"


def _entries(numbers: Collection[int]) -> str:
    """Entries with their count, those that follow one another as from and to."""
    places, runs, last = 0, list[list[int]](), None
    for n in numbers:
        if last is not None and n == last + 1:
            if places <= _MOST_RUNS:
                runs[-1][1] = n
        else:
            places += 1
            if places <= _MOST_RUNS:
                runs.append([n, n])
        last = n
    said = [f"#{one}" if one == two else f"#{one}-#{two}" for one, two in runs]
    more = f" and {places - _MOST_RUNS} more places" if places > _MOST_RUNS else ""
    return f"{len(numbers)} {'entry' if len(numbers) == 1 else 'entries'}, {', '.join(said)}{more}"


def check(args: argparse.Namespace) -> int:
    """Is a scenario sound, and which rules are in effect in it?"""
    scenario, wrong, where = _read(args.scenario)
    if args.json:
        say_json(_check_as_json(scenario, wrong))
        return 0 if scenario else BAD_INPUT
    if scenario is None and len(wrong) == 1:
        raise wrong[0].inside(where)
    if scenario is None:
        for fault in wrong:
            say(str(fault.inside(where)))
        raise BadInput(f"{len(wrong)} faults, the first at {wrong[0]}", where)
    say(f"{scenario.name} is sound")
    state = _beginning(scenario)
    region = state.setting.region
    say(f"{scenario.land}: {region or 'not an Arid Land (11.2)'}")
    for sentence in (*notation(scenario), *_both(state), *_geometry(state)):
        say(sentence)
    for row in SUMMARY:
        for line in _row_lines(row, state):
            say(line)
    for name, board in printed_bins(scenario, state.setting.area).items():
        say(f"board {board} is an AD board, with its BIN in {name} (AD2.1)")
    for board, (name, rule, why) in scenario_contradictions(scenario.boards):
        say(f"board {board}, {name}: {why} ({rule})")
    return 0


def _read(name: str) -> tuple[Scenario | None, list[BadInput], str]:
    """A scenario that is sound, or everything that is wrong with it; and where it was found.

    Raises:
        BadInput: when it cannot be read at all.
    """
    values, where = scenario_values(name)
    found = every_fault(values)
    other = mistaken(name, FileKind.SCENARIO) if found else None
    if other is not None:
        raise other
    return None if found else decode_scenario(values), found, where


def _check_as_json(scenario: Scenario | None, wrong: list[BadInput]) -> dict[str, object]:
    """What `khamsin check --json` says."""
    said: dict[str, object] = {
        "sound": not wrong,
        "faults": [str(fault) for fault in wrong],
        "in_effect": [],
        "rules": [],
    }
    if scenario is not None:
        state = _beginning(scenario)
        said["in_effect"] = [*notation(scenario), *_both(state), *_geometry(state)]
        said["rules"] = [_row_as_json(row, state) for row in SUMMARY]
    return said


def _beginning(scenario: Scenario) -> State:
    """The state before the first RPh, with the EC that no dr decides."""
    return with_sure_ec(initial_state(scenario))


def _both(state: State) -> tuple[str, ...]:
    """Which of Steppe and Broken Terrain decides, where both are in effect."""
    both = both_in_effect(state.setting)
    return () if both is None else (both,)


def _geometry(state: State) -> tuple[str, ...]:
    """Whether a LOS goes by art or by whole hexes, where any board has a depiction."""
    said = geometry_said(state.setting)
    return (said,) if said else ()


def _row_as_json(row: Row, state: State) -> dict[str, object]:
    return {
        "title": row.title,
        "rules": list(row.rules),
        "applicable": row.stands(state),
        "in_effect": row.in_play(state),
        "failing": [condition.text for condition in row.against(state)],
        "open": [condition.text for condition in row.undecided(state)],
    }


def _row_lines(row: Row, state: State) -> Iterator[str]:
    answer, now = row.stands(state), row.in_play(state)
    yield f"{_ANSWERS[answer]}  {row.title} ({', '.join(row.rules)})"
    for condition in row.against(state):
        word = "not now:" if condition in row.calls else "because"
        yield f"        {word} {condition.otherwise}"
    if now and row.calls:
        yield f"        called for: Time of Day is {state.sky.time_of_day}"
    if now is None:
        for condition in row.undecided(state):
            yield f"        until rolled: {condition.text}?"
