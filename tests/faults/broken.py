"""Writers that are broken on purpose: a search for faults must find each of them."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import attrs

from events import disk as disks
from events import log_writer
from events.chain import header_line
from events.disk import Disk, write_all
from events.entry import Entry, Header
from events.errors import BadInput
from events.log import LogReader
from events.log_writer import LogWriter
from tests.faults.disk import SimulatedDisk


class _Behind:
    """A disk behind which something is left out."""

    def __init__(self, disk: SimulatedDisk) -> None:
        self._disk = disk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._disk, name)


class _NoFolders(_Behind):
    def sync_folder(self, folder: Path) -> None:
        """Nothing."""


class _NoSync(_Behind):
    def sync(self, file: int) -> None:
        """Nothing."""


class _NoLocks(_Behind):
    def lock(self, file: int) -> None:
        """Nothing."""


class _Stubborn(_Behind):
    def sync(self, file: int) -> None:
        """Again, until it works."""
        for _ in range(3):
            with contextlib.suppress(OSError):
                self._disk.sync(file)
                return
        self._disk.sync(file)


class _GoesOn(LogWriter):
    """After a failure it appends behind whatever the file has, as version 0.1.0 did."""

    def _roll_back(self) -> None:
        self._broken = ""

    def _demand_untouched(self, size: int) -> None:
        self._place = attrs.evolve(self._place, end=self._disk.size(self._file))


class _CutsTooMuch(LogWriter):
    """It rolls back to the entry before."""

    def _roll_back(self) -> None:
        place = self._place
        self._place = attrs.evolve(place, end=max(1, place.end - 200))
        super()._roll_back()
        self._place = place


class _Hasty(LogWriter):
    """It acknowledges an entry, and writes it with the next."""

    def append(self, *entries: Entry) -> str:
        """Of these the last waits."""
        waiting: tuple[Entry, ...] = getattr(self, "_waiting", ())
        if waiting:
            super().append(*waiting)
        self._waiting = entries
        return self.seal


class _WritesInPlace(LogWriter):
    """It makes a log under its own name, and syncs the name alone."""

    def __init__(self, path: Path, header: Header, disk: Disk) -> None:
        line, seal = header_line(header)
        self._begin(path, disk)
        try:
            disk.close(disk.create(path))
            self._open()
            write_all(disk, self._file, line + b"\n", 0)
            disk.sync_folder(path.parent)
        except OSError as error:
            self._let_go()
            raise BadInput(str(error), str(path)) from None
        except BaseException:
            self._let_go()
            raise
        self._place = log_writer._Place(0, seal, len(line) + 1)


def _lines_at_once(lines: list[bytes]) -> list[bytes]:
    return [b"".join(lines)]


@contextlib.contextmanager
def _trusting() -> Iterator[None]:
    """Going on with a log, it trusts what it reads."""

    def settle(self: LogWriter, reader: LogReader) -> Path | None:
        self._place = log_writer._Place(reader.number - 1, reader.seal, reader.offset)
        try:
            aside = None if reader.torn is None else log_writer._put_aside(reader, self._disk)
            self._disk.cut(self._file, reader.offset)
        except OSError as error:
            raise BadInput(str(error), "") from None
        return aside

    with patch.object(LogWriter, "_settle", settle):
        yield


@contextlib.contextmanager
def _careless() -> Iterator[None]:
    """A torn line is cut off, and kept nowhere."""
    with patch.object(log_writer, "_put_aside", lambda *_: Path("nowhere")):
        yield


def _unsynced(disk: Disk, file: int, chunks: Any) -> None:
    write_all(disk, file, b"".join(chunks), 0)


@attrs.frozen
class Wrong:
    """A way to be broken, noticed ``within`` so many seeds.

    ``behind`` makes of the disk the one that the writer sees; ``patched`` changes something else.
    """

    what: str
    within: int
    writer: type[LogWriter] = LogWriter
    behind: Callable[[SimulatedDisk], Disk] | None = None
    patched: Callable[[], contextlib.AbstractContextManager[Any]] = contextlib.nullcontext


BROKEN: Final = {
    "no-sync": Wrong("nothing is synced", 50, behind=_NoSync),
    "no-folder": Wrong("the folder is not synced", 50, behind=_NoFolders),
    "no-lock": Wrong("no program is kept out", 50, behind=_NoLocks),
    "stubborn": Wrong("a sync that failed is tried again", 200, behind=_Stubborn),
    "no-rollback": Wrong("a failed write is left where it is", 50, writer=_GoesOn),
    "cuts-too-much": Wrong("the roll-back goes too far", 50, writer=_CutsTooMuch),
    "hasty": Wrong("entries are acknowledged before they are written", 50, writer=_Hasty),
    "header-unsynced": Wrong("the header is not synced", 50, writer=_WritesInPlace),
    "line-at-once": Wrong(
        "a line is written together with its end",
        200,
        patched=lambda: patch.object(log_writer, "_parts", _lines_at_once),
    ),
    "rename-unsynced": Wrong(
        "whole files are renamed before they are synced",
        50,
        patched=lambda: patch.object(disks, "_fill", _unsynced),
    ),
    "trusting": Wrong("a log is gone on with as it is read", 200, patched=_trusting),
    "careless": Wrong("torn bytes are thrown away", 50, patched=_careless),
}
"""Each way by its name."""
