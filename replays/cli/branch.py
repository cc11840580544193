"""A log of its own that shares the past of a game."""

import argparse
from typing import Final

from events.errors import in_file
from replays.cli.argument import GAME
from replays.cli.console import mention_torn, say
from replays.game.game import Game

ARGUMENTS: Final = f"""
{GAME}
--at MOMENT!         3.2/MPh, 3.2, #120, end, a note
-o, --output OTHER!  the new log
"""


def run(args: argparse.Namespace) -> int:
    """Begin a log that shares the past of another up to a moment."""
    game = read_game(args.log)
    with in_file(args.log):
        made = game.branch(args.at)
    seal = made.save(args.output)
    say(f"shares {entries_of(len(made.entries))} with {args.log}")
    say(f"written to {args.output}, {made.ending}, seal {seal}")
    return 0


def read_game(path: str) -> Game:
    """The game of a log; a torn line is told."""
    game = Game.load(path)
    if game.torn:
        mention_torn(path)
    return game


def entries_of(count: int) -> str:
    """A number of entries in words."""
    return "one entry" if count == 1 else f"{count} entries"
