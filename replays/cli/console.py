"""Where commands write: lines for people, JSON for programs, progress on a terminal only.

Nothing that comes from a file reaches a terminal as it is: see `replays.game.text`.
"""

import codecs
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from io import TextIOWrapper
from shutil import get_terminal_size
from typing import Any, Final, TextIO

from replays.game import telemetry
from replays.game.text import escape_controls, escape_controls_in_json

CLEAN: Final = 0
FINDINGS: Final = 1
BAD_INPUT: Final = 2
FAILED: Final = 3
INTERRUPTED: Final = 130

CODES: Final = {
    CLEAN: "all is well, and all of it was said",
    FINDINGS: (
        "an audit found something, a log was read up to its fault alone, a checkpoint proves "
        "something wrong, or an amended game has orders that do not fit"
    ),
    BAD_INPUT: "input or arguments that cannot be used, or a file that cannot be read or written",
    FAILED: "anything else: no standard output, not enough memory, a fault of Khamsin",
    INTERRUPTED: "interrupted",
}
"""What each code means."""


class OutputLostError(Exception):
    """Standard output takes no more.

    Attributes:
        why: the reason that the system gives; empty where the reader of a pipe went away.
    """

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


def output() -> TextIO:
    stream: TextIO | None = getattr(sys, "stdout", None)
    if stream is None or stream.closed:
        raise OutputLostError("it is closed")
    return stream


@contextmanager
def _writing() -> Iterator[TextIO]:
    try:
        yield output()
    except BrokenPipeError:
        raise OutputLostError("") from None
    except OSError as error:
        raise OutputLostError(error.strerror or str(error)) from None


def finish_output() -> None:
    """See that all that was said is out."""
    with _writing() as stream:
        stream.flush()


def _write(text: str) -> None:
    with _writing() as stream:
        try:
            stream.write(text + "\n")
        except UnicodeEncodeError:
            encoding = stream.encoding or "ascii"
            stream.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def say(line: str = "") -> None:
    """Write a line to standard output; what the terminal cannot or must not show is replaced."""
    _write(escape_controls(line))


def say_all(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


def say_file(lines: Iterable[str]) -> None:
    """Write the lines of a file that is read again, which is UTF-8 in every locale."""
    stream = output()
    if isinstance(stream, TextIOWrapper) and not stream.isatty():
        stream.reconfigure(encoding="utf-8")
    say_all(lines)


def say_drawn(text: str) -> None:
    """Write a drawing of several lines, with the colours of a terminal if it has any.

    The code that drew it has seen to the names in it.
    """
    _write(text)


def width_of_lines() -> int:
    """How wide lines may be: as the terminal is, or 120."""
    return get_terminal_size().columns if output().isatty() else 120


def say_json(value: Any) -> None:
    """Write a JSON value to standard output, indented."""
    from events.json_bytes import dumps_indented  # noqa: PLC0415 - only where JSON is asked for

    try:
        text = dumps_indented(value).decode()
    except TypeError:  # half a character, of a file name that is not text
        text = json.dumps(value, indent=2)
    _write(escape_controls_in_json(text, ascii_only=not _in_utf_8(output())))


def say_json_line(value: Any) -> None:
    """Write a JSON value to standard output, on one line."""
    from events.json_bytes import dumps  # noqa: PLC0415 - only where JSON is asked for

    _write(escape_controls_in_json(dumps(value).decode(), ascii_only=not _in_utf_8(output())))


def _in_utf_8(stream: TextIO) -> bool:
    return codecs.lookup(stream.encoding or "ascii").name == "utf-8"


def warn(line: str) -> None:
    """Write one line to standard error, whatever is in it; as JSON where telemetry is JSON."""
    if telemetry.in_json():
        telemetry.current().error("error", message=line)
        return
    if getattr(sys, "stderr", None) is not None:
        with suppress(OSError):  # who cannot be told gets the exit code
            sys.stderr.write(escape_controls(line).encode("utf-8", "replace").decode() + "\n")


def remark(line: str) -> None:
    """Write one line to standard error for a person who is looking: only to a terminal."""
    if not telemetry.in_json() and sys.stderr is not None and sys.stderr.isatty():
        warn(line)


def mention_torn(log: str) -> None:
    """Say that the last line of a log is torn."""
    warn(
        f"khamsin: {log}: the last line is torn and was left out; "
        f"`khamsin recover {log}` puts it aside"
    )


_faults: Final = dict[str, object]()
"""The logs that this command could read up to a fault alone."""


def mention_fault(log: str, fault: object) -> None:
    """Say at the end how far a log could be read, and why no farther; the exit code says so too."""
    _faults[log] = fault


def forget_faults() -> None:
    """A command begins."""
    _faults.clear()


def code_of_reading() -> int:
    """The exit code of a command that did what it should; the faults of its logs are told."""
    finish_output()
    for log, fault in _faults.items():
        warn(f"khamsin: {log}: {fault}; `khamsin audit {log}` tells more")
    return FINDINGS if _faults else CLEAN


_LONG: Final = 8_000_000
"""What is read in a second or so, in bytes."""


def reading(what: str, size: int) -> AbstractContextManager[Callable[[int], None] | None]:
    """A progress bar as `progress` has it, for a log that is long enough."""
    return progress(f"reading {what}", size) if size >= _LONG else nullcontext()


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on a terminal; None where there is no terminal, or telemetry is JSON."""
    if telemetry.in_json() or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - only where it is shown
    from rich.markup import escape  # noqa: PLC0415 - likewise
    from rich.progress import Progress  # noqa: PLC0415 - likewise

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(escape_controls(what)), total=total)
        yield lambda done: bar.update(task, completed=done)
