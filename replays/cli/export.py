"""A game of ours as a log that VASL opens."""

import argparse
from pathlib import Path
from typing import Final

from replays.cli.argument import GAME
from replays.cli.console import say
from replays.game.game import Game
from replays.game.output import Output
from replays.game.text import counted
from replays.vasl.container import archive_bytes
from replays.vasl.exporter import not_as_in_vasl, vasl_log
from replays.vasl.slot import LISTED, read_module

ARGUMENTS: Final = f"""
{GAME}
-o, --output GAME.vlog!  where to write the VASL log
--module VASL.vmod       your module of VASL: its counters, and vehicles by their names
--plain                  without our orders and the seed; then it cannot be read back bit for bit
"""

VASL_LOG: Final = Output(endings=(".vlog", ".vsav"))


def run(args: argparse.Namespace) -> None:
    game = Game.load(args.log)
    path = Path(args.output)
    module = LISTED if args.module is None else read_module(args.module)
    archive = vasl_log(
        game.header,
        game.beginning,
        game.entries,
        name=path.name,
        orders=not args.plain,
        module=module,
    )
    VASL_LOG.write(path, archive_bytes(archive))
    say(f"written to {path}: {counted(len(game.entries), 'entry')}, {game.ending}")
    say(f"counters of {module.version}")
    for line in not_as_in_vasl(game.state, module):
        say(line)
