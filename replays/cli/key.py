"""``khamsin key``: a key of your own, with which you sign what you have seen of a log."""

import argparse
from pathlib import Path

from replays.cli.arguments import new_path, text
from replays.cli.codes import CLEAN
from replays.cli.console import say, warn
from replays.cli.parser import Parser
from replays.trust.person_key import KeyFile


def add_key(parser: Parser) -> None:
    """The arguments of ``khamsin key``."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, parser_class=Parser)
    new = actions.add_parser("new", help="draw a key, and show its public part")
    new.add_argument("name", metavar="NAME", type=text, help="yours: rommel, club.example/rommel")
    new.add_argument("-o", "--output", metavar="FILE", required=True, help="the new secret file")
    new.set_defaults(command=new_key)
    show = actions.add_parser("show", help="show the public part of a key, for others to know")
    show.add_argument("key", metavar="FILE", help="the secret file")
    show.set_defaults(command=show_key)


def new_key(args: argparse.Namespace) -> int:
    """Draw a key."""
    made = KeyFile.new(args.name, new_path(args.output))
    say(str(made.public))
    warn(
        f"khamsin: {made.path} is secret; what it signs will be kept beside it, in "
        f"{made.path}.signed, and belongs to it"
    )
    return CLEAN


def show_key(args: argparse.Namespace) -> int:
    """Show the public part of a key."""
    say(str(KeyFile.read(Path(args.key)).public))
    return CLEAN
