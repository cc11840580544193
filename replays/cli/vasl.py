"""``khamsin import``, ``dice``, ``export`` and the audit of VASL logs: games in and out of VASL."""

import argparse
from pathlib import Path

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
from replays.vasl.fact import History, read_history
from replays.vasl.importer import (
    dice_of_history,
    history_as_json,
    history_lines,
    order_of_files,
)


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
    history = _history(args.files)
    if args.scenario is not None:
        return _make(args, history)
    for option in ("output", "corrections"):
        if getattr(args, option) is not None:
            raise BadInput("this goes with --scenario", f"--{option}")
    if args.json:
        say_json(history_as_json(history))
    else:
        for line in history_lines(history):
            say(line)
    return 0


def _make(args: argparse.Namespace, history: History) -> int:
    """Make a game of ours of logs; exit code 1 if it does not come to their end."""
    from replays.vasl.importer import import_lines, imported  # noqa: PLC0415 - loads rules

    scenario = load_scenario(args.scenario)
    found = imported(history, scenario, _corrections(args, args.files[0], history, scenario))
    seal = None
    if args.output is not None:
        keep(found.game, args.output)
        seal = found.game.seal()
    count, ending = len(found.game.entries), str(found.game.ending)
    if args.json:
        say_json(
            {
                "entries": count,
                "ending": ending,
                "seal": seal,
                "left_out": list(history.left_out),
                "gaps": list(history.gaps),
                "ours": found.ours,
                **found.as_json(history),
            }
        )
    else:
        for line in (*order_of_files(history), *import_lines(found, history)):
            say(line)
        say(f"{scenario.name}: {count} entries, {ending}")
        if seal is not None:
            say(f"written to {args.output}, seal {seal}")
    return 0 if found.stopped is None else FINDINGS


def _corrections(
    args: argparse.Namespace, log: str, history: History, scenario: Scenario
) -> Corrections:
    """The corrections that are named, or lie beside the first log; none otherwise."""
    path = args.corrections or sidecar_of(log)
    return Corrections() if path is None else read_corrections(path, history, scenario)


def audit_vasl(args: argparse.Namespace, files: list[str]) -> int:
    """Audit VASL logs against a scenario; exit code 1 if there is a finding, or it stopped."""
    from replays.vasl.log_audit import audit_history  # noqa: PLC0415 - for logs of VASL alone

    if args.scenario is None:
        raise BadInput("a VASL log is audited against a scenario, named with --scenario", files[0])
    for option in ("seal", "finished", "sealed", "rulings", "parent", "key"):
        if getattr(args, option):
            raise BadInput("this goes with a log of ours, not with one of VASL", f"--{option}")
    history = _history(files)
    scenario = load_scenario(args.scenario)
    report = audit_history(history, scenario, _corrections(args, files[0], history, scenario))
    if args.json:
        files_said = {"left_out": list(history.left_out), "gaps": list(history.gaps)}
        say_json(files_said | report.as_json(history))
    else:
        for line in (*order_of_files(history), *report.lines(history)):
            say(line)
    return FINDINGS if report.findings or report.replay.stopped is not None else 0


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


def _history(files: list[str]) -> History:
    """What the files of one game tell.

    Raises:
        BadInput: when one is missing, is no log of VASL, or is named twice.
    """
    twice = next((name for name in files if files.count(name) > 1), None)
    if twice is not None:
        raise BadInput("this file is named twice", twice)
    return read_history([read_archive(name) for name in files])


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
        history = _history(files)
        return dice_of_history(history), tuple(order_of_files(history))
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
