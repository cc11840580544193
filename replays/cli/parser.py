"""The parser of every command: one sentence where something is wrong, arguments when asked for."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeAlias

from replays.cli.codes import BAD_INPUT
from replays.cli.console import say_drawn, warn

Filler: TypeAlias = "Callable[[Parser], None]"
"""What adds arguments to a parser; it can look at the words that are about to be read."""


class Parser(argparse.ArgumentParser):
    """The parser of ``khamsin``, of its commands and of its questions.

    Attributes:
        words: the words that it reads, known to those who fill it later.
        rest: the argument that also gets the words which come after options.
    """

    words: Sequence[str] = ()
    rest: str | None = None
    _filler: "Filler | None" = None

    def fill_later(self, filler: Filler) -> None:
        """Have the arguments added when there are words to read, and not before.

        So one command does not import what only others need.
        """
        self._filler = filler

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Read words; the arguments that come late are added first."""
        filler, self._filler = self._filler, None
        if filler is not None:
            self.words = args or ()
            filler(self)
        found, left = super().parse_known_args(args, namespace)
        if self.rest is not None and not any(word.startswith("-") for word in left):
            setattr(found, self.rest, [*getattr(found, self.rest), *left])
            left = []
        return found, left

    def _print_message(self, message: str, file: Any = None) -> None:
        """Say a help or a version; argparse itself would hide that it cannot be written."""
        del file
        if message:
            say_drawn(message.rstrip("\n"))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with the exit code for it."""
        warn(f"khamsin: {message}; `{self.prog} --help` shows what is expected")
        raise SystemExit(BAD_INPUT)
