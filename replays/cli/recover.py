"""Put a line torn by a crash aside."""

import argparse
from typing import Final

from replays.cli.argument import GAME
from replays.cli.console import say
from replays.game.file_kind import FileKind, expecting
from replays.game.store import recover as put_aside

ARGUMENTS: Final = f"""
{GAME}
"""


def run(args: argparse.Namespace) -> int:
    """Put aside what a crash left behind the last whole line of a log."""
    with expecting(args.log, FileKind.LOG):
        count, aside = put_aside(args.log)
    if aside is None:
        say(f"{args.log} is whole: {count} entries")
    else:
        say(f"{args.log} has {count} whole entries; the torn line is in {aside}")
    return 0
