"""The parser of every command: one sentence where something is wrong, arguments when asked for."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn, TypeAlias

from replays.cli.console import warn

__all__ = ["BAD_INPUT", "Filler", "Parser"]

BAD_INPUT: Final = 2

Filler: TypeAlias = "Callable[[Parser, Sequence[str]], None]"
"""What adds arguments to a parser, given the words that it is about to read."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    _filler: "Filler | None" = None

    def fill_later(self, filler: Filler) -> None:
        """Have the arguments added when there are words to read, and not before."""
        self._filler = filler

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Read words; the arguments that come late are added first."""
        filler, self._filler = self._filler, None
        if filler is not None:
            filler(self, args or ())
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with the exit code for it."""
        warn(f"khamsin: {message}; `{self.prog} --help` shows what is expected")
        raise SystemExit(BAD_INPUT)
