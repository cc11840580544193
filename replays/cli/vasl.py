"""``khamsin import``, ``dice`` and ``export``: logs of VASL, in and out."""

import argparse
from pathlib import Path

from events.errors import BadInput
from replays.cli.arguments import add_json
from replays.cli.console import say, say_json
from replays.files import exists, write_text
from replays.playing.logs import open_log
from replays.vasl.format.archive import is_archive, read_archive
from replays.vasl.logs.account import Account, account_of
from replays.vasl.logs.dice_table import (
    ENOUGH,
    DiceRow,
    RolledDice,
    dice_of_account,
    dice_of_entries,
    dice_rows,
    rolls_csv,
    rows_csv,
)
from replays.vasl.logs.telling import account_as_json, account_lines

__all__ = ["add_dice", "add_import", "dice", "import_"]


def add_import(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin import``."""
    parser.add_argument(
        "files", metavar="GAME.vlog", nargs="+", help="the logs and saves of one VASL game"
    )
    add_json(parser)
    parser.set_defaults(command=import_)


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
    if args.json:
        say_json(account_as_json(account))
    else:
        for line in account_lines(account):
            say(line)
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
    rolls = _rolls(args.files)
    rows = dice_rows(rolls)
    if args.csv is not None:
        write_text(Path(args.csv), rows_csv(rows))
    if args.rolls is not None:
        write_text(Path(args.rolls), rolls_csv(rolls))
    if args.json:
        say_json({"enough": ENOUGH, "rolls": len(rolls), "rows": [_as_json(row) for row in rows]})
        return 0
    for line in _table(rows):
        say(line)
    left = len(rolls) - sum(row.n for row in rows if (row.who, row.purpose) == ("all", "all"))
    if left:
        say(f"{left} rolls of three dice and more are not in this table; --rolls lists them")
    for file in filter(None, (args.csv, args.rolls)):
        say(f"written to {file}")
    return 0


def _rolls(files: list[str]) -> tuple[RolledDice, ...]:
    if any(is_archive(name) or not exists(name) for name in files):
        return dice_of_account(_account(files))
    if len(files) > 1:
        raise BadInput("only VASL logs go together; name one game log", files[1])
    with open_log(files[0]) as reader:
        return tuple(dice_of_entries(reader.header, reader.entries()))


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
