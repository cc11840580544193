"""``khamsin help``: the orders, and how they are written."""

import argparse

from events.errors import BadInput
from events.orders import FORMS
from replays.cli.console import say

__all__ = ["add_help", "help_topic"]


def add_help(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin help``."""
    parser.add_argument("topic", nargs="?")
    parser.set_defaults(command=help_topic)


def help_topic(args: argparse.Namespace) -> int:
    """Help on a topic: the orders."""
    if args.topic not in (None, "orders"):
        raise BadInput(f"there is no help on {args.topic[:40]!r}; expected orders")
    if args.topic is None:
        args.everything.print_help()
        return 0
    for form in FORMS.values():
        say(form.usage)
        say(f"    {form.about}{f' (dice: {form.rolls})' if form.rolls else ''}")
    say()
    say("One order a line; # begins a comment. Dice that people rolled follow the order, all or")
    say("none; of a DR the coloured die comes first. Without dice, the seed rolls.")
    say("MP are written 2mp or 1.5mp; hexsides are counted 1 to 6 clockwise from the coordinate.")
    return 0
