"""Numbers on the command line."""

import argparse

__all__ = ["whole"]


def whole(text: str) -> int:
    """A whole number from 0 on, of a reasonable length."""
    if not (text.isascii() and text.isdigit()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number")
    return int(text)
