"""Arguments that several commands take."""

import argparse

__all__ = ["add_game", "add_json", "add_moment", "whole"]


def whole(text: str) -> int:
    """A whole number from 0 on, of a reasonable length."""
    if not (text.isascii() and text.isdigit()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def add_game(parser: argparse.ArgumentParser) -> None:
    """The log that a command is about."""
    parser.add_argument("log", metavar="GAME", help="a game log")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The answer as JSON."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def add_moment(parser: argparse.ArgumentParser) -> None:
    """The moment that a command is about."""
    parser.add_argument("--at", default="end", metavar="MOMENT", help="3.2/MPh, 3.2, #120, end, a note")
