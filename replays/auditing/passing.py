"""What somebody sees who looks on while a log is audited: each entry with its states and faults."""

from collections.abc import Callable
from typing import TypeAlias

import attrs

from events.entry import Entry
from replays.auditing.report import Finding
from replays.playing.position import Position

__all__ = ["OnLooker", "Passage"]


@attrs.frozen
class Passage:
    """An entry that an audit has passed.

    Attributes:
        entry: the entry.
        before: where the log stood before it.
        written: where the log stands after it.
        ruled: where the game stands after it by the rules.
        findings: what was found in it, of those that are kept.
        mended: it fits as if one more order stood before it, and the audit went on so.
        seal: the hash of its line.
    """

    entry: Entry
    before: Position
    written: Position
    ruled: Position
    findings: tuple[Finding, ...]
    mended: bool
    seal: str


OnLooker: TypeAlias = Callable[[Passage], None]
"""Who is told of every entry that an audit could read, in order."""
