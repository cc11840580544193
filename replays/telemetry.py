"""What the program does, for those who run it: structlog, quiet unless asked, on standard error.

This is not the game log. Nothing here is global: a logger is made on request and lives in a
context.
"""

import sys
from contextvars import ContextVar
from enum import StrEnum
from typing import Final, TextIO, cast

import structlog
from structlog.typing import FilteringBoundLogger, Processor

__all__ = ["Telemetry", "current", "start"]

QUIET: Final = 50
"""The level of a logger that says nothing but what is critical."""

VERBOSE: Final = 10


class Telemetry(StrEnum):
    """How the program tells what it does."""

    OFF = "off"
    TEXT = "text"
    JSON = "json"


def _make(telemetry: Telemetry, stream: TextIO) -> FilteringBoundLogger:
    last: Processor = (
        structlog.processors.JSONRenderer(sort_keys=True)
        if telemetry is Telemetry.JSON
        else structlog.dev.ConsoleRenderer(colors=stream.isatty())
    )
    return cast(
        "FilteringBoundLogger",
        structlog.wrap_logger(
            structlog.PrintLogger(stream),
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                last,
            ],
            wrapper_class=structlog.make_filtering_bound_logger(
                QUIET if telemetry is Telemetry.OFF else VERBOSE
            ),
        ),
    )


_CURRENT: ContextVar[FilteringBoundLogger | None] = ContextVar("khamsin_telemetry", default=None)


def current() -> FilteringBoundLogger:
    """The logger of this context; a quiet one unless ``start`` made another."""
    logger = _CURRENT.get()
    return logger if logger is not None else start(Telemetry.OFF)


def start(telemetry: Telemetry, stream: TextIO | None = None) -> FilteringBoundLogger:
    """Make the logger of this context."""
    logger = _make(telemetry, stream or sys.stderr)
    _CURRENT.set(logger)
    return logger
