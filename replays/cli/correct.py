"""``khamsin branch``: a log of its own out of one that stays as it is."""

import argparse
from pathlib import Path

from events.entry import FORMAT
from events.errors import BadInput, in_file
from replays.cli.arguments import add_game, text
from replays.cli.console import mention_torn, say
from replays.playing.game import Game
from replays.playing.logs import open_log

__all__ = ["add_branch", "branch"]


def add_branch(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin branch``."""
    add_game(parser)
    parser.add_argument(
        "--at", type=text, required=True, metavar="MOMENT", help="3.2/MPh, 3.2, #120, end, a note"
    )
    parser.add_argument("-o", "--output", metavar="OTHER", required=True, help="the new log")
    parser.set_defaults(command=branch)


def branch(args: argparse.Namespace) -> int:
    """Begin a log that shares the past of another up to a moment."""
    game = _read(args.log)
    with in_file(args.log):
        made = game.branch(args.at)
    seal = made.save(args.output)
    say(f"shares {_entries(len(made.entries))} with {args.log}")
    say(f"written to {args.output}, {made.ending}, seal {seal}")
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
