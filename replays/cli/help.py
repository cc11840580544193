"""``khamsin help``: the orders, and how they are written."""

import argparse

from events.errors import BadInput
from replays.asking.help import orders_help
from replays.cli.console import say


def add_help(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin help``."""
    parser.add_argument("topic", nargs="?")
    parser.set_defaults(command=help_topic)


def help_topic(args: argparse.Namespace) -> int:
    """Help on a topic: the orders (before the command of that name), or a command."""
    if args.topic is None:
        args.everything.print_help()
        return 0
    if args.topic in args.commands and args.topic not in ("help", "orders"):
        args.everything.parse_args([args.topic, "--help"])
    if args.topic != "orders":
        raise BadInput(
            f"there is no help on {args.topic[:40]!r}; expected orders or the name of a command"
        )
    for line in orders_help():
        say(line)
    return 0
