"""What is wrong with a log that is held against checkpoints, as far as no rule need be known.

Lines that are no entries, entries after the closing one, and acknowledgements that are not true:
who compares a log with a checkpoint is told of them as of a hash that does not fit.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from events.chain import LogLine, entry_line
from events.commands import Acknowledged
from events.disk import DISK
from events.entry import FORMAT
from events.errors import BadInput
from events.json_bytes import dumps
from events.log import LogReader
from replays.auditing.acknowledged import Signatures
from replays.auditing.keys_that_count import names_taken
from sim.machine.note_keys import VerifierKey

__all__ = ["LinesLookedAt"]

_MOST: Final = 20
"""So many faults are told one by one."""

_AFTER_THE_END: Final = ("undo", "acknowledged")
"""The orders that can stand after a closing entry."""


@attrs.define
class LinesLookedAt:
    """The lines of a log, looked at while somebody reads them.

    Attributes:
        faults: what is wrong with them, each with its line.
    """

    _reader: LogReader
    _keys: Sequence[VerifierKey] = ()
    faults: list[str] = attrs.field(factory=list, init=False)
    _more: int = attrs.field(default=0, init=False)
    _closed: int = attrs.field(default=0, init=False)
    _signed: Signatures = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._signed = Signatures(self._reader.head.hash, self._reader.header)

    def through(self, lines: Iterable[LogLine]) -> Iterator[LogLine]:
        """The lines, unchanged; what is wrong with each is noted."""
        before = self._reader.head.hash
        for line in lines:
            try:
                value = line.json()
                self._look(line, _doing(value), before)
                if self._reader.format == FORMAT and dumps(value) != line.body:
                    raise BadInput("an entry in other words than the engine writes it")
            except BadInput as error:
                self._note(line.number, error.what)
            yield line
            before = line.hash

    def told(self, path: Path) -> tuple[str, ...]:
        """All faults, once all lines were read.

        Args:
            path: the log, which is read again if somebody acknowledged it.
        """
        others = self._signed.of_other_lines(path, DISK)
        for each in (*others, *names_taken(self._signed.acknowledgements(), self._keys)):
            self._note(each.entry + 1, f"{each.logged}; expected: {each.expected}")
        more = f"{self._reader.path}: {self._more} more lines are not as they should be"
        return (*self.faults, *([more] if self._more else []))

    def _look(self, line: LogLine, do: dict[str, Any], before: str) -> None:
        n, order = line.number - 1, do["order"]
        if self._closed and order not in _AFTER_THE_END:
            self._note(line.number, f"entry {n} comes after the closing entry {self._closed}")
        if order == "acknowledged" and self._reader.format == FORMAT:
            self._acknowledged(line, before)
        if order == "finish" and {"entries": 0} | do != _closing(n, before):
            self._note(line.number, "this closing entry does not fit what stands before it")
        if order in ("finish", "undo"):
            self._closed = n if order == "finish" else 0

    def _acknowledged(self, line: LogLine, before: str) -> None:
        entry = self._reader.decode(line)
        plain = isinstance(entry.do, Acknowledged) and not (entry.dice or entry.then)
        right = plain and entry.n == line.number - 1 and entry_line(entry, before)[0] == line.raw
        if not (right and isinstance(entry.do, Acknowledged)):
            raise BadInput("an acknowledgement that is not written as the engine writes it")
        for said, expected in self._signed.faults(entry, entry.do, entry.at):
            self._note(line.number, f"{said}; expected: {expected}")

    def _note(self, number: int, what: str) -> None:
        if len(self.faults) < _MOST:
            self.faults.append(f"{self._reader.path}, line {number}: {what}")
        else:
            self._more += 1


def _closing(n: int, before: str) -> dict[str, Any]:
    """What a closing entry says at its place."""
    return {"order": "finish", "entries": n - 1, "seal": before}


def _doing(value: dict[str, Any]) -> dict[str, Any]:
    """The order of an entry.

    Raises:
        BadInput: when a JSON object is none.
    """
    do = value.get("do")
    if not isinstance(do, dict) or not isinstance(do.get("order"), str):
        raise BadInput("this is no entry of a game")
    return do
