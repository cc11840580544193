"""Help on the orders, or on a command."""

import argparse
from typing import Final

from events.errors import BadInput
from replays.asking.help import orders_help
from replays.cli.console import say_all
from replays.cli.main import COMMANDS, main

ARGUMENTS: Final = "topic:[topic]"


def run(args: argparse.Namespace) -> int:
    if args.topic is None:
        return main(["--help"])
    if args.topic in COMMANDS and args.topic not in ("help", "orders"):
        return main([args.topic, "--help"])
    if args.topic != "orders":
        raise BadInput(
            f"there is no help on {args.topic[:40]!r}; expected orders or the name of a command"
        )
    say_all(orders_help())
    return 0
