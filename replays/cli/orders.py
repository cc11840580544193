"""A game as an order file that makes it again."""

import argparse
from typing import Final

from replays.cli.argument import GAME
from replays.cli.console import counted, mention_fault, mention_torn, say, say_file
from replays.game.fault import readable
from replays.game.open_log import open_log
from replays.game.order_file import order_lines
from replays.game.output import NEW

ARGUMENTS: Final = f"""
{GAME}
-o, --output FILE  the order file; else shown
"""


def _lines(log: str, upto: int | None) -> tuple[list[str], int, bool]:
    """The lines of an order file, the number of entries, and whether the log is torn."""
    with open_log(log, upto=upto) as reader:
        lines = list(order_lines(reader.header, reader.entries()))
        return lines, reader.number - 1, reader.torn is not None


def run(args: argparse.Namespace) -> None:
    (lines, count, torn), fault = readable(args.log, lambda upto: _lines(args.log, upto))
    if fault is not None:
        mention_fault(args.log, fault)
        lines.append(f"# The log can be read no farther: {fault}")
    if torn:
        mention_torn(args.log)
    if args.output is None:
        say_file(lines)
    else:
        NEW.write(args.output, "".join(f"{line}\n" for line in lines))
        say(f"the orders of {counted(count, 'entry')} are in {args.output}")
