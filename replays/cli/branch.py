"""A log of its own that shares the past of a game."""

import argparse
from typing import Final

from events.errors import in_file
from replays.cli.argument import GAME
from replays.cli.console import say
from replays.cli.opened import as_far, game_of
from replays.game.game import Game
from replays.game.text import counted

ARGUMENTS: Final = f"""
{GAME}
--at MOMENT!         3.2/MPh, 3.2, #120, end, a note
-o, --output OTHER!  the new log
"""


def run(args: argparse.Namespace) -> None:
    def branched(upto: int | None) -> Game:
        game = game_of(args.log, upto)
        with in_file(args.log):
            return game.branch(args.at)

    made = as_far(args.log, branched)
    seal = made.save(args.output)
    say(f"shares {counted(len(made.entries), 'entry')} with {args.log}")
    say(f"written to {args.output}, {made.ending}, seal {seal}")
