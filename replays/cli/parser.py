"""A parser that says what is wrong in one sentence, and gets its arguments when it is chosen."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from replays.cli.console import warn

__all__ = ["BAD_INPUT", "Parser"]

BAD_INPUT = 2
"""The exit code for input that cannot be used."""


class Parser(argparse.ArgumentParser):
    """The parser of ``khamsin``, of its commands and of its questions."""

    def __init__(
        self, *args: Any, fill: Callable[["Parser"], None] | None = None, **words: Any
    ) -> None:
        """Make a parser.

        Args:
            *args: as for any parser.
            fill: gives this parser its arguments, once it is chosen; so that one command does not
                import what only others need.
            **words: as for any parser.
        """
        super().__init__(*args, **words)
        self._fill = fill

    def parse_known_args(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse what this parser knows."""
        if self._fill is not None:
            fill, self._fill = self._fill, None
            fill(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Complain, and stop."""
        warn(f"khamsin: {message}; `{self.prog} --help` shows what is expected")
        raise SystemExit(BAD_INPUT)
