"""docs/tutorial.md is true: its commands, in their order, say what it shows.

``python -m tests.test_tutorial`` writes what they say now into it.
"""

import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from unittest.mock import patch

from replays.cli import table
from replays.cli.main import main

TUTORIAL: Final = Path(__file__).parent.parent / "docs" / "tutorial.md"

_BLOCK: Final = re.compile(r"^```(console|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TYPED: Final = re.compile(r"^(setup|[0-9]+\.[12]/[A-Za-z]+ \w+)> (?P<line>.*)$")
_SCENARIO: Final = "saturday.toml"
"""What stands in a ``toml`` block is added to this file."""


def _commands(block: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that are typed at its prompt."""
    command, typed = "", list[str]()
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, typed
            command, typed = line.removeprefix("$ "), []
        elif (found := _TYPED.match(line)) is not None:
            typed.append(found["line"])
    yield command, typed


def _said(command: str, typed: list[str]) -> str:
    """What a terminal shows of a command and of what is typed at its prompt."""
    program, *arguments = shlex.split(command)
    assert program == "khamsin", command
    left = iter(typed)

    def read(prompt: str) -> str:
        line = next(left, None)
        if line is None:
            raise EOFError
        screen.write(f"{prompt}{line}\n")
        return line

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = io.StringIO()
    with (
        contextlib.redirect_stdout(screen),
        contextlib.redirect_stderr(screen),
        patch("sys.stdin", Terminal()),
        patch.object(table, "_reader", lambda _: read),
    ):
        main(arguments)
    return screen.getvalue()


def _true(text: str) -> str:
    """The tutorial with what its commands say here and now, in an empty folder."""

    def block(found: "re.Match[str]") -> str:
        language, inside = found.groups()
        if language == "toml":
            with Path(_SCENARIO).open("a", encoding="utf-8") as file:
                file.write(f"\n{inside}")
            return found[0]
        said = "".join(
            f"$ {command}\n{_said(command, typed)}" for command, typed in _commands(inside)
        )
        return f"```console\n{said}```"

    return _BLOCK.sub(block, text)


def test_the_tutorial_is_true(tmp_path: Path) -> None:
    """Every command of the tutorial, one after the other in one folder, says what is shown."""
    text = TUTORIAL.read_text(encoding="utf-8")
    with contextlib.chdir(tmp_path):
        assert _true(text) == text


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        TUTORIAL.write_text(_true(TUTORIAL.read_text(encoding="utf-8")), encoding="utf-8")
        os.chdir("/")
