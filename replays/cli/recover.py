"""Put a line torn by a crash aside."""

import argparse
from typing import Final

from replays.cli.argument import GAME
from replays.cli.console import counted, say
from replays.game.file_kind import FileKind, expecting
from replays.game.store import recover as put_aside

ARGUMENTS: Final = f"""
{GAME}
"""


def run(args: argparse.Namespace) -> None:
    with expecting(args.log, FileKind.LOG):
        count, aside = put_aside(args.log)
    if aside is None:
        say(f"{args.log} is whole: {counted(count, 'entry')}")
    else:
        say(f"{args.log} has {counted(count, 'whole entry')}; the torn line is in {aside}")
