"""What the program does, for those who run it: structlog, quiet unless asked, on standard error.

This is not the game log. Nothing here is global: a logger is made on request and lives in a
context. structlog is imported only when it is asked for.
"""

import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from enum import StrEnum
from typing import Any, Self, TextIO, cast

from replays.game.text import escape_controls


class Telemetry(StrEnum):
    """How the program tells what it does."""

    OFF = "off"
    TEXT = "text"
    JSON = "json"


class Logger:
    """What the program needs of a logger: this one says nothing; those of structlog do."""

    def bind(self, **_: object) -> Self:
        """The same logger, which says these values with every event."""
        return self

    def debug(self, event: str, **_: object) -> None:
        """Say what happened."""

    def error(self, event: str, **_: object) -> None:
        """Say what went wrong."""


def _spelled_out(_: object, __: str, values: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Texts as a terminal may show them; a traceback keeps its lines."""
    for key, value in values.items():
        if isinstance(value, str):
            lines = value.split("\n") if key == "exception" else [value]
            values[key] = "\n".join(escape_controls(line) for line in lines)
    return values


def _make(telemetry: Telemetry, stream: TextIO) -> Logger:
    if telemetry is Telemetry.OFF:
        return Logger()
    import structlog  # noqa: PLC0415 - a tenth of a second, only for those who ask

    last: list[Any] = (
        [structlog.processors.JSONRenderer(sort_keys=True)]
        if telemetry is Telemetry.JSON
        else [_spelled_out, structlog.dev.ConsoleRenderer(colors=stream.isatty())]
    )
    return cast(
        "Logger",
        structlog.wrap_logger(
            structlog.PrintLogger(stream),
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                *last,
            ],
            wrapper_class=structlog.make_filtering_bound_logger("debug"),
        ),
    )


_CURRENT: ContextVar[tuple[Telemetry, Logger]] = ContextVar(
    "khamsin_telemetry", default=(Telemetry.OFF, Logger())
)


def in_json() -> bool:
    """Whether this context tells in JSON; then all of standard error is lines of JSON."""
    return _CURRENT.get()[0] is Telemetry.JSON


def current() -> Logger:
    """The logger of this context; a silent one unless ``start`` made another."""
    return _CURRENT.get()[1]


def start(telemetry: Telemetry, stream: TextIO | None = None) -> None:
    """Make the logger of this context."""
    _CURRENT.set((telemetry, _make(telemetry, stream or sys.stderr)))
