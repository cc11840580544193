"""Where commands write: lines for people, JSON for programs, progress on a terminal only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["mention_torn", "progress", "say", "say_json", "warn"]


def say(line: str = "") -> None:
    """Write a line to standard output; what the terminal cannot show is replaced."""
    try:
        sys.stdout.write(line + "\n")
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(line.encode(encoding, "replace").decode(encoding) + "\n")


def say_json(value: Any) -> None:
    """Write a JSON value to standard output, indented."""
    import orjson  # noqa: PLC0415 - only where JSON is asked for

    say(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())


def warn(line: str) -> None:
    """Write one line to standard error, whatever is in it."""
    shown = "".join(each if each.isprintable() else f"\\x{ord(each):02x}" for each in line)
    sys.stderr.write(shown.encode("utf-8", "replace").decode() + "\n")


def mention_torn(log: str) -> None:
    """Say that the last line of a log is torn."""
    warn(
        f"khamsin: {log}: the last line is torn and was left out; "
        f"`khamsin recover {log}` puts it aside"
    )


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on a terminal; None where there is no terminal.

    Args:
        what: what is going on.
        total: the number that means done.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - only where it is shown
    from rich.progress import Progress  # noqa: PLC0415 - likewise

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
