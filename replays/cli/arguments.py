"""Arguments that several commands take."""

import argparse
import os
import re
from pathlib import Path

from events.errors import BadInput


def text(word: str) -> str:
    """A text of the user's, the same in every locale: its bytes are read as UTF-8.

    Python reads the words of a command line in the locale's encoding. A seed, a note or an order
    would be another text there; the name of a file must stay as the locale has it.
    """
    try:
        return os.fsencode(word).decode()
    except UnicodeError:
        raise argparse.ArgumentTypeError(f"{word[:40]!r} is not text in UTF-8") from None


def whole(text: str) -> int:
    """A whole number from 0 on, of a reasonable length."""
    if re.fullmatch(r"-[0-9]{1,12}", text):
        raise argparse.ArgumentTypeError(f"{text} is less than 0")
    if not (text.isascii() and text.isdigit()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def add_game(parser: argparse.ArgumentParser) -> None:
    """The log that a command is about."""
    parser.add_argument("log", metavar="GAME", help="a game log, or library:NAME")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The answer as JSON."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def add_keys(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """The public keys that count; ``known_keys`` reads them."""
    parser.add_argument(
        "--key",
        metavar="KEY",
        action="append",
        default=[],
        required=required,
        help="a public key that counts, or a file with one a line; again for another",
    )


def add_sealed(parser: argparse.ArgumentParser) -> None:
    """Whether the dice must be sealed."""
    parser.add_argument(
        "--sealed", action="store_true", help="a log whose dice are not sealed is a finding"
    )


def add_moment(parser: argparse.ArgumentParser) -> None:
    """The moment that a command is about."""
    parser.add_argument(
        "--at", type=text, default="end", metavar="MOMENT", help="3.2/MPh, 3.2, #120, end, a note"
    )


def new_path(name: str) -> Path:
    """The file that ``-o`` names.

    Raises:
        BadInput: when it is ``-``, which many a program takes for its standard output.
    """
    if name == "-":
        raise BadInput(
            "a file is expected, and nothing goes to the standard output; ./- is one", "-o -"
        )
    return Path(name)
