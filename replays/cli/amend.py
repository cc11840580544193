"""Another order in the place of an old one."""

import argparse
from pathlib import Path
from typing import Final

from events.codec import to_json
from events.errors import BadInput, in_file
from events.orders import format_order
from replays.cli.argument import GAME, JSON
from replays.cli.console import say, say_json
from replays.cli.opened import game_of
from replays.game.amend import amend, beside
from replays.game.fault import demanding_whole
from replays.game.text import counted

ARGUMENTS: Final = f"""
{GAME}
entry:ENTRY         the number of the entry, such as '#12'
orders:[ORDER...]   what is ordered instead, in quotes
--drop              leave the entry out
-o, --output OTHER  the new log; else GAME-2 or so
{JSON}
"""


def run(args: argparse.Namespace) -> int:
    """Put other orders in the place of an entry; exit code 1 if something later does not fit."""
    digits = args.entry.removeprefix("#")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        raise BadInput(f"{args.entry[:40]!r} is not the number of an entry, such as #12")
    if args.drop and args.orders:
        raise BadInput("--drop leaves the entry out, so no order goes with it")
    if not args.drop and not args.orders:
        raise BadInput("an order is expected, or --drop")
    with demanding_whole(args.log):
        game, n = game_of(args.log), int(digits)
    with in_file(args.log):
        made = amend(game, n, args.orders)
    path = beside(Path(args.log)) if args.output is None else Path(args.output)
    seal = made.game.save(path)
    if args.json:
        said = {"entry": n, "orders": args.orders, "given_again": made.given_again}
        said |= {"unfit": to_json(made.unfit), "log": str(path)}
        say_json(said | {"ending": to_json(made.game.ending), "seal": seal})
        return 1 if made.unfit else 0
    now = " and ".join(f"`{order}`" for order in args.orders)
    old = game.entries[n - 1]
    was = f"#{n} `{format_order(old.do, old.table_dice)}`"
    say(f"{was} is left out" if args.drop else f"{was} is now {now}")
    again = counted(made.given_again, "later entry")
    if made.unfit:
        say(f"{again} given again; {len(made.unfit)} did not fit:")
        for each in made.unfit:
            say(f"  {each}")
        say("each is noted in the new log, where it would have stood")
    else:
        say(f"{again} given again, all of them fit")
    say(f"written to {path}, {made.game.ending}, seal {seal}")
    return 1 if made.unfit else 0
