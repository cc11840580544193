"""Help on a command, an order or a question."""

import argparse
from typing import Final

from replays.asking.ask import help_on
from replays.cli.console import say_all
from replays.cli.main import COMMANDS, main

ARGUMENTS: Final = "topic:[topic...]"


def run(args: argparse.Namespace) -> int:
    if not args.topic:
        return main(["--help"])
    if args.topic[0] in COMMANDS and args.topic[0] not in ("help", "orders"):
        return main([*args.topic, "--help"])
    say_all(help_on(args.topic, COMMANDS))
    return 0
