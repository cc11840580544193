"""A game as an order file that makes it again."""

import argparse
from typing import Final

from events.log import LogReader
from replays.cli.argument import GAME
from replays.cli.console import mention_fault, mention_torn, say, say_file
from replays.game.fault import readable
from replays.game.open_log import open_log
from replays.game.order_file import order_lines
from replays.game.output import NEW
from replays.game.text import counted

ARGUMENTS: Final = f"""
{GAME}
-o, --output FILE  the order file; else shown
"""


def run(args: argparse.Namespace) -> None:
    def look(upto: int | None) -> tuple[list[str], LogReader]:
        with open_log(args.log, upto=upto) as reader:
            return list(order_lines(reader.header, reader.entries())), reader

    (lines, reader), fault = readable(args.log, look)
    if fault is not None:
        mention_fault(args.log, fault)
        lines.append(f"# The log can be read no farther: {fault}")
    if reader.torn is not None:
        mention_torn(args.log)
    if args.output is None:
        say_file(lines)
    else:
        NEW.write(args.output, "".join(f"{line}\n" for line in lines))
        say(f"the orders of {counted(reader.number - 1, 'entry')} are in {args.output}")
