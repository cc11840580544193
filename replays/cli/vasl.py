"""``khamsin import``, ``dice``, ``export`` and the audit of VASL logs: games in and out of VASL."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from events.disk import write_whole
from events.errors import BadInput
from events.scenario import Scenario
from replays.auditing.dice_table import (
    ENOUGH,
    DiceRow,
    RolledDice,
    dice_of_entries,
    dice_rows,
    rolls_csv,
    rows_csv,
)
from replays.cli.arguments import add_game, add_json
from replays.cli.codes import FINDINGS
from replays.cli.console import say, say_json
from replays.game.drive import keep
from replays.game.file import exists, write_text
from replays.game.game import Game
from replays.game.open_log import open_log
from replays.game.scenario_file import load_scenario
from replays.vasl.container import archive_bytes, is_archive, read_archive
from replays.vasl.correction import Corrections, read_corrections, sidecar_of
from replays.vasl.fact import Account, VaslStep, account_of
from replays.vasl.importer import account_as_json, account_lines, dice_of_account, joint_lines

if TYPE_CHECKING:
    from replays.vasl.importer import Imported
    from replays.vasl.inference import Inferred
    from replays.vasl.log_audit import VaslFinding, VaslReport
    from replays.vasl.placement import NotUsed, Taken


def add_import(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin import``."""
    parser.add_argument(
        "files", metavar="GAME.vlog", nargs="+", help="the logs and saves of one VASL game"
    )
    parser.add_argument(
        "--scenario", metavar="SCENARIO", help="make a game of ours of them, in this scenario"
    )
    add_corrections(parser)
    parser.add_argument("-o", "--output", metavar="GAME", help="where to write that game")
    add_json(parser)
    parser.set_defaults(command=import_)


def add_corrections(parser: argparse.ArgumentParser) -> None:
    """The argument for what people say about a VASL log."""
    parser.add_argument(
        "--corrections",
        metavar="FILE",
        help="what VASL does not say, as TOML; else the file GAME.vlog.toml, if it is there",
    )


def add_export(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin export``."""
    add_game(parser)
    parser.add_argument(
        "-o", "--output", metavar="GAME.vlog", required=True, help="where to write the VASL log"
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="without our orders and the seed; then it cannot be read back bit for bit",
    )
    parser.set_defaults(command=export)


def add_dice(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin dice``."""
    parser.add_argument(
        "files", metavar="GAME", nargs="+", help="a game log, or the VASL logs of one game"
    )
    parser.add_argument("--csv", metavar="FILE", help="write the table as CSV")
    parser.add_argument("--rolls", metavar="FILE", help="write every roll as CSV")
    add_json(parser)
    parser.set_defaults(command=dice)


def import_(args: argparse.Namespace) -> int:
    """Read the VASL logs of a game, and say what is in them."""
    account = _account(args.files)
    if args.scenario is not None:
        return _make(args, account)
    for option in ("output", "corrections"):
        if getattr(args, option) is not None:
            raise BadInput("this goes with --scenario", f"--{option}")
    if args.json:
        say_json(account_as_json(account))
    else:
        for line in account_lines(account):
            say(line)
    return 0


def _make(args: argparse.Namespace, account: Account) -> int:
    """Make a game of ours of logs; exit code 1 if it does not come to their end."""
    from replays.vasl.importer import import_lines, imported  # noqa: PLC0415 - loads rules

    scenario = load_scenario(args.scenario)
    found = imported(account, scenario, _corrections(args, args.files[0], account, scenario))
    if args.output is not None:
        keep(found.game, args.output)
    count = len(found.game.entries)
    if args.json:
        say_json(_made_as_json(found, account, None if args.output is None else found.game.seal()))
    else:
        for line in (*joint_lines(account), *import_lines(found, account)):
            say(line)
        say(f"{scenario.name}: {count} entries, {found.game.ending}")
        if args.output is not None:
            say(f"written to {args.output}, seal {found.game.seal()}")
    return 0 if found.stopped is None else FINDINGS


def _made_as_json(found: "Imported", account: Account, seal: str | None) -> dict[str, object]:
    return {
        "entries": len(found.game.entries),
        "ending": str(found.game.ending),
        "seal": seal,
        "left_out": list(account.left_out),
        "gaps": list(account.joints),
        "ours": found.ours,
        "wind_changes": inferred_as_json(
            ((str(moment), each) for moment, each in found.inferred), account
        ),
        "taken": _taken_as_json(((str(at), each) for at, each in found.taken), account),
        "not_used": [not_used_as_json(one, account) for one in found.not_used],
        "other_moves": found.others,
        "stopped": None if found.stopped is None else not_used_as_json(found.stopped, account),
    }


def inferred_as_json(
    inferred: "Iterable[tuple[str, Inferred]]", account: Account
) -> list[dict[str, object]]:
    """The rolls taken for Wind Change DR, as JSON."""
    return [
        {
            "moment": moment,
            **_step(each.where, account),
            "dice": list(each.dice),
            "who": each.who,
            "confidence": each.confidence,
            "why": each.why,
        }
        for moment, each in inferred
    ]


def _taken_as_json(
    taken: "Iterable[tuple[str, Taken]]", account: Account
) -> list[dict[str, object]]:
    """Counters and dragged moves that were taken for orders, as JSON."""
    return [
        {
            "moment": moment,
            **_step(each.where, account),
            "order": each.order,
            "confidence": each.confidence,
            "why": each.why,
        }
        for moment, each in taken
    ]


def not_used_as_json(one: "NotUsed", account: Account) -> dict[str, object]:
    """What was not used, as JSON."""
    return {**_step(one.where, account), "what": one.what, "why": one.why}


def _step(where: VaslStep, account: Account) -> dict[str, object]:
    return {"file": account.files[where.file].archive.name, "step": where.step}


def _corrections(
    args: argparse.Namespace, log: str, account: Account, scenario: Scenario
) -> Corrections:
    """The corrections that are named, or lie beside the first log; none otherwise."""
    path = args.corrections or sidecar_of(log)
    return Corrections() if path is None else read_corrections(path, account, scenario)


def audit_vasl(args: argparse.Namespace, files: list[str]) -> int:
    """Audit VASL logs against a scenario; exit code 1 if there is a finding, or it stopped."""
    from replays.vasl.log_audit import (  # noqa: PLC0415 - for logs of VASL alone
        audit_account,
        report_lines,
    )

    if args.scenario is None:
        raise BadInput("a VASL log is audited against a scenario, named with --scenario", files[0])
    for option in ("seal", "finished", "sealed", "rulings", "parent", "key"):
        if getattr(args, option):
            raise BadInput("this goes with a log of ours, not with one of VASL", f"--{option}")
    account = _account(files)
    scenario = load_scenario(args.scenario)
    report = audit_account(account, scenario, _corrections(args, files[0], account, scenario))
    if args.json:
        say_json(_report_as_json(report, account))
    else:
        for line in (*joint_lines(account), *report_lines(report, account)):
            say(line)
    return FINDINGS if report.findings or report.stopped is not None else 0


def _finding_as_json(each: "VaslFinding", account: Account) -> dict[str, object]:
    return {
        "kind": each.kind,
        "rule": each.rule,
        **_step(each.where, account),
        "words": account.said_at(each.where),
        "moment": each.moment,
        "shown": each.shown,
        "expected": each.expected,
        "cause": None if each.cause is None else _step(each.cause, account),
    }


def _report_as_json(report: "VaslReport", account: Account) -> dict[str, object]:
    return {
        "left_out": list(account.left_out),
        "gaps": list(account.joints),
        "findings": [_finding_as_json(each, account) for each in report.findings],
        "doubts": [_finding_as_json(each, account) for each in report.doubts],
        "checked": dict(report.checked),
        "unchecked": dict(report.unchecked),
        "wind_changes": inferred_as_json(report.inferred, account),
        "taken": _taken_as_json(report.taken, account),
        "not_used": [not_used_as_json(one, account) for one in report.not_used],
        "stopped": None if report.stopped is None else not_used_as_json(report.stopped, account),
    }


def export(args: argparse.Namespace) -> int:
    """Write a game of ours as a log that VASL opens."""
    from replays.vasl.exporter import vasl_log  # noqa: PLC0415 - loads rules

    game = Game.load(args.log)
    path = Path(args.output)
    archive = vasl_log(
        game.header, game.beginning, game.entries, name=path.name, orders=not args.plain
    )
    if exists(path):
        raise BadInput("this file is there already", str(path))
    write_whole(str(path), [archive_bytes(archive)])
    say(f"written to {path}: {len(game.entries)} entries, {game.ending}")
    return 0


def _account(files: list[str]) -> Account:
    """What the files of one game tell.

    Raises:
        BadInput: when one is missing, is no log of VASL, or is named twice.
    """
    twice = next((name for name in files if files.count(name) > 1), None)
    if twice is not None:
        raise BadInput("this file is named twice", twice)
    return account_of([read_archive(name) for name in files])


def dice(args: argparse.Namespace) -> int:
    """The dice of a game, by who rolled and what for."""
    rolls, joints = _rolls(args.files)
    rows = dice_rows(rolls)
    if args.csv is not None:
        write_text(Path(args.csv), rows_csv(rows))
    if args.rolls is not None:
        write_text(Path(args.rolls), rolls_csv(rolls))
    if args.json:
        say_json({"enough": ENOUGH, "rolls": len(rolls), "rows": [_as_json(row) for row in rows]})
        return 0
    for line in (*joints, *_table(rows)):
        say(line)
    left = sum(roll.kind not in ("DR", "dr") for roll in rolls)
    if left:
        say(f"{left} rolls of three dice and more are not in this table; --rolls lists them")
    for file in filter(None, (args.csv, args.rolls)):
        say(f"written to {file}")
    return 0


def _rolls(files: list[str]) -> tuple[tuple[RolledDice, ...], tuple[str, ...]]:
    """The dice of files, and how they were joined."""
    if any(is_archive(name) or not exists(name) for name in files):
        account = _account(files)
        return dice_of_account(account), tuple(joint_lines(account))
    if len(files) > 1:
        raise BadInput("only VASL logs go together; name one game log", files[1])
    with open_log(files[0]) as reader:
        return tuple(dice_of_entries(reader.header, reader.entries())), ()


def _table(rows: tuple[DiceRow, ...]) -> list[str]:
    """The table in lines, with what may be said of it."""
    if not rows:
        return ["no dice"]
    who = min(max(len(row.who) for row in rows), 24)
    what = min(max(len(row.purpose) for row in rows), 24)
    lines = [f"{'who':{who}}  {'what for':{what}}  {'':2}  {'n':>5}  {'mean':>6}  fair dice, 95%"]
    for row in rows:
        said = {None: f"fewer than {ENOUGH} rolls", "inside": "", "outside": "outside"}[row.verdict]
        lines.append(
            f"{row.who[:who]:{who}}  {row.purpose[:what]:{what}}  {row.kind}  {row.n:5}  "
            f"{row.mean:6.2f}  {row.low:5.2f} to {row.high:5.2f}  {said}".rstrip()
        )
    judged = [row for row in rows if row.verdict]
    outside = sum(row.verdict == "outside" for row in judged)
    lines.append(
        f"{len(judged)} rows have {ENOUGH} rolls or more; {outside} of them lie outside, and of "
        f"fair dice one row in twenty does"
    )
    return lines


def _as_json(row: DiceRow) -> dict[str, object]:
    return {
        "who": row.who,
        "purpose": row.purpose,
        "kind": row.kind,
        "n": row.n,
        "mean": row.mean,
        "fair_low": row.low,
        "fair_high": row.high,
        "counts": list(row.counts),
        "verdict": row.verdict,
    }
