"""The dice of a game by purpose and by the side whose Player Turn it is."""

import argparse
from typing import Final

from events.codec import to_json
from replays.auditing.dice_table import (
    ENOUGH,
    DiceRow,
    RolledDice,
    dice_of_entries,
    dice_rows,
    rolls_csv,
    rows_csv,
)
from replays.cli.argument import JSON
from replays.cli.console import say, say_all, say_json
from replays.cli.import_ import history_in
from replays.game.file import exists
from replays.game.open_log import open_log
from replays.game.output import Output, begins
from replays.vasl.container import is_archive
from replays.vasl.importer import dice_of_history, order_of_files

ARGUMENTS: Final = f"""
files:GAME...  game logs, or the VASL logs of one game
--csv FILE     write the table as CSV
--rolls FILE   write every roll as CSV
{JSON}
"""


_TABLE: Final = Output("a table of dice", is_one=begins(rb"who,purpose,kind,"))
_EACH_ROLL: Final = Output("a list of rolls", is_one=begins(rb"where,moment,who,"))


def run(args: argparse.Namespace) -> None:
    rolls, joints = _rolls(args.files)
    rows = dice_rows(rolls)
    if args.csv is not None:
        _TABLE.write(args.csv, rows_csv(rows))
    if args.rolls is not None:
        _EACH_ROLL.write(args.rolls, rolls_csv(rolls))
    if args.json:
        say_json({"enough": ENOUGH, "rolls": len(rolls), "rows": to_json(rows)})
        return
    say_all((*joints, *_table(rows)))
    left = sum(roll.kind not in ("DR", "dr") for roll in rolls)
    if left:
        say(f"{left} rolls of three dice and more are not in this table; --rolls lists them")
    for file in filter(None, (args.csv, args.rolls)):
        say(f"written to {file}")


def _rolls(files: list[str]) -> tuple[tuple[RolledDice, ...], tuple[str, ...]]:
    if any(is_archive(name) or not exists(name) for name in files):
        history = history_in(files)
        return dice_of_history(history), tuple(order_of_files(history))
    rolls = list[RolledDice]()
    for name in files:
        with open_log(name) as reader:
            rolls += dice_of_entries(reader.header, reader.entries())
    return tuple(rolls), ()


def _table(rows: tuple[DiceRow, ...]) -> list[str]:
    if not rows:
        return ["no dice"]
    who = min(max(len(row.who) for row in rows), 24)
    what = min(max(len(row.purpose) for row in rows), 24)
    lines = [f"{'who':{who}}  {'what for':{what}}  {'':2}  {'n':>5}  {'mean':>6}  fair dice, 95%"]
    for row in rows:
        said = {None: f"fewer than {ENOUGH} rolls", "inside": "", "outside": "outside"}[row.verdict]
        lines.append(
            f"{row.who[:who]:{who}}  {row.purpose[:what]:{what}}  {row.kind}  {row.n:5}  "
            f"{row.mean:6.2f}  {row.fair_low:5.2f} to {row.fair_high:5.2f}  {said}".rstrip()
        )
    judged = [row for row in rows if row.verdict]
    outside = sum(row.verdict == "outside" for row in judged)
    lines.append(
        f"rows of {ENOUGH} rolls or more: {len(judged)}, outside: {outside}; of fair dice one row "
        f"in twenty is outside"
    )
    return lines
