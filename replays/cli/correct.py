"""``khamsin branch`` and ``orders``: what is made of a log that stays as it is."""

import argparse
from pathlib import Path

from events.disk import write_whole
from events.entry import FORMAT
from events.errors import BadInput, in_file
from replays.cli.arguments import add_game, text
from replays.cli.console import mention_torn, say
from replays.playing.game import Game
from replays.playing.logs import open_log
from replays.playing.order_files import order_lines

__all__ = ["add_branch", "add_orders", "branch", "orders"]


def add_branch(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin branch``."""
    add_game(parser)
    parser.add_argument(
        "--at", type=text, required=True, metavar="MOMENT", help="3.2/MPh, 3.2, #120, end, a note"
    )
    parser.add_argument("-o", "--output", metavar="OTHER", required=True, help="the new log")
    parser.set_defaults(command=branch)


def add_orders(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin orders``."""
    add_game(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="the order file; else shown")
    parser.set_defaults(command=orders)


def branch(args: argparse.Namespace) -> int:
    """Begin a log that shares the past of another up to a moment."""
    game = _read(args.log)
    with in_file(args.log):
        made = game.branch(args.at)
    seal = made.save(args.output)
    say(f"shares {_entries(len(made.entries))} with {args.log}")
    say(f"written to {args.output}, {made.ending}, seal {seal}")
    return 0


def orders(args: argparse.Namespace) -> int:
    """Write a game as an order file."""
    with open_log(args.log) as reader:
        lines = list(order_lines(reader.header, reader.entries()))
        if reader.torn is not None:
            mention_torn(args.log)
        count = reader.number - 1
    if args.output is None:
        for line in lines:
            say(line)
        return 0
    write_whole(args.output, [f"{line}\n".encode() for line in lines], new=True)
    say(f"the orders of {_entries(count)} are in {args.output}")
    return 0


def _read(path: str) -> Game:
    """The game of a log that can have branches: one of the format that is written."""
    with open_log(path) as reader:
        if reader.format != FORMAT:
            raise BadInput(
                f"this log is of format {reader.format}; `khamsin upgrade` makes one of format "
                f"{FORMAT} of it",
                str(Path(path)),
            )
    game = Game.load(path)
    if game.torn:
        mention_torn(path)
    return game


def _entries(count: int) -> str:
    return "one entry" if count == 1 else f"{count} entries"
