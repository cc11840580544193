"""What games of a library are looked for by, in every command that looks for some."""

import argparse
from typing import Final

from events.errors import BadInput
from replays.cli.arguments import text
from replays.library.search import Wanted, wanted

_SEARCHES: Final = (
    ("player", "NAME", "a side, such as German, or the name of a key that signed it"),
    ("board", "BOARD", "a board, such as 27"),
    ("scenario", "WORDS", "a part of the name of its scenario"),
    ("land", "LAND", "where it is set"),
    ("rule", "ID", "a rule that some event names, such as 11.76"),
    ("density", "DENSITY", "Dust that was at least so dense, such as Heavy"),
    ("dice", "DICE", "dice from the seed or table, sealed, or a roll such as `wind change 12`"),
    ("finding", "ID", "a rule that an audit of the library found something about"),
)
"""Option, what stands behind it, and what it looks for."""


def add_searches(parser: argparse.ArgumentParser) -> None:
    """The options that say which games are looked for."""
    for option, metavar, what in _SEARCHES:
        parser.add_argument(
            f"--{option}", type=text, action="append", default=[], metavar=metavar, help=what
        )


def things_of(args: argparse.Namespace) -> list[Wanted]:
    """What is looked for; nothing where nobody says.

    Raises:
        BadInput: when no game can have that.
    """
    return [wanted(option, value) for option, *_ in _SEARCHES for value in getattr(args, option)]


def demand_things(args: argparse.Namespace) -> list[Wanted]:
    """What is looked for.

    Raises:
        BadInput: when nobody says, or no game can have that.
    """
    things = things_of(args)
    if not things:
        options = ", ".join(f"--{option}" for option, *_ in _SEARCHES)
        raise BadInput(f"say what to look for: {options}")
    return things
