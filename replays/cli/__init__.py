"""The command line, and what it has for the site."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from replays.cli.main import main

if TYPE_CHECKING:
    from events.scenario import Scenario

__all__ = ["main", "vasl_page"]


def vasl_page(logs: Sequence[Path], scenario: "Scenario | None") -> str:
    """Logs of VASL as a page; see ``replays.vasl.log_report``, which no start has to load."""
    from replays.vasl import log_report  # noqa: PLC0415 - for logs of VASL alone

    return log_report.vasl_page(logs, scenario)
