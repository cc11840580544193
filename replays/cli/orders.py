"""A game as an order file that makes it again."""

import argparse
from typing import Final

from events.disk import write_whole
from replays.cli.argument import GAME
from replays.cli.console import counted, mention_torn, say, say_all
from replays.game.open_log import open_log
from replays.game.order_file import order_lines

ARGUMENTS: Final = f"""
{GAME}
-o, --output FILE  the order file; else shown
"""


def run(args: argparse.Namespace) -> None:
    with open_log(args.log) as reader:
        lines = list(order_lines(reader.header, reader.entries()))
        if reader.torn is not None:
            mention_torn(args.log)
        count = reader.number - 1
    if args.output is None:
        say_all(lines)
    else:
        write_whole(args.output, [f"{line}\n".encode() for line in lines], new=True)
        say(f"the orders of {counted(count, 'entry')} are in {args.output}")
