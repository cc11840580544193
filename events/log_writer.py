"""Writing logs: what was acknowledged is on disk, whole and once.

A log is one writer's at a time. A line gets its end only when all before it is on disk, so a line
that ends is whole, whatever a crash leaves. After a write that failed, the file ends with the last
entry that was acknowledged, and the writer goes on from there; where that cannot be known (the disk
failed to sync, or to be mended), it takes nothing more, and the log has to be opened again.
"""

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NoReturn, Self

import attrs

from events.chain import entry_line, header_line
from events.disk import (
    DISK,
    Disk,
    Look,
    cannot_be_written,
    is_locked,
    reason,
    write_all,
    write_whole,
)
from events.entry import Entry, Header
from events.errors import BadInput
from events.log import MAX_LINE, LogReader

_CHANGED: Final = "this log was changed by another program"
_INTERRUPTED: Final = "this log was stopped in the middle of writing; open it again"


class LogChanged(BadInput):
    """Another program changed the lines of a log while it was written; it takes nothing more.

    ``keep`` writes what was acknowledged, if that is known, into a file beside it.
    """

    def __init__(self, what: str, path: Path, disk: Disk) -> None:
        super().__init__(what, str(path))
        self.keep = partial(write_aside, path, disk=disk, word="kept")


def _read_through(reader: LogReader) -> None:
    for _ in reader.checked():
        pass


@attrs.frozen
class _Place:
    """How far a log goes: number and hash of its last entry, and its size in bytes."""

    n: int
    seal: str
    end: int


class LogWriter:
    """Appends entries to a log. What ``append`` has returned for is on disk. A context manager.

    Attributes:
        aside: the file that has the torn line of the log that was gone on with, if there was one.
    """

    def __init__(self, path: str | Path, header: Header, disk: Disk = DISK) -> None:
        line, seal = header_line(header)
        line = demand_readable(line + b"\n", path)
        self._begin(Path(path), disk)
        write_whole(path, [line], new=True, disk=disk)
        try:
            self._open()
            with disk.reading(self.path) as found:
                if found.read(len(line) + 1) != line:
                    raise BadInput("another program writes this log already", str(path))
            self._place = _Place(0, seal, len(line))
        except OSError as error:
            self._let_go()
            raise cannot_be_written(self.path, error) from None
        except BaseException:
            self._let_go()
            raise

    def _begin(self, path: Path, disk: Disk) -> None:
        self.path, self._disk = path, disk
        self._file = -1
        self._left: Look | None = None  # how this writer left the file, as far as that is known
        self._broken = ""
        self.aside: Path | None = None

    @property
    def n(self) -> int:
        """Number of its last entry."""
        return self._place.n

    @property
    def seal(self) -> str:
        """The hash of its last line."""
        return self._place.seal

    @classmethod
    def resume(
        cls,
        path: str | Path,
        read: Callable[[LogReader], object] = _read_through,
        disk: Disk = DISK,
    ) -> Self:
        """Go on with a log, from its last whole entry; a torn line is put aside first.

        ``read`` reads all lines of it, checked; no other program writes while it does.
        """
        writer = cls.__new__(cls)
        writer._begin(Path(path), disk)
        with LogReader(path, disk=disk):
            pass  # what is no log is told before anything is locked
        try:
            writer._open()
            with LogReader(path, disk=disk) as reader:
                read(reader)
            writer.aside = writer._settle(reader)
        except BaseException:
            writer._let_go()
            raise
        return writer

    def _open(self) -> None:
        """Open the file, and keep other writers out."""
        try:
            self._file = self._disk.open(self.path)
        except OSError as error:
            raise cannot_be_written(self.path, error) from None
        try:
            self._disk.lock(self._file)
            self._left = self._disk.look(self._file)
        except OSError as error:
            if is_locked(error):
                why = "another program writes this log now; it is left as it is"
            else:
                why = f"this cannot be kept from other writers ({reason(error)})"
            raise BadInput(why, str(self.path)) from None

    def _settle(self, reader: LogReader) -> Path | None:
        """Make sure of all that was read, and put aside what a crash left behind it.

        The last line's end is written once more: a disk that failed to sync it can show what it
        does not have. What stands before it was synced before it was written.

        Returns:
            The file that has the torn bytes now, if there were any.
        """
        disk, size = self._disk, reader.offset + (reader.torn.size if reader.torn else 0)
        self._place = _Place(reader.number - 1, reader.seal, reader.offset)
        aside = None
        try:
            if reader.torn is not None:
                aside = _put_aside(reader, disk)
            self._demand_untouched(size)
            disk.cut(self._file, reader.offset)
            write_all(disk, self._file, b"\n", reader.offset - 1)
            self._left = disk.look(self._file)
            disk.sync(self._file)
            disk.sync_folder(self.path.parent)
        except OSError as error:
            failed = cannot_be_written(self.path, error)
            if aside is not None:
                failed = BadInput(f"{failed.what}; the torn line is in {aside}", failed.where)
            raise failed from None
        return aside

    def append(self, *entries: Entry) -> str:
        """Write entries, all of them or none, and return the hash of the last.

        After a failure ``n`` says which of them count. A crash can leave the first of them.

        Raises:
            ValueError: when they are not the next entries.
            BadInput: when they cannot be written. None of them counts then.
        """
        if self._broken:
            self._refuse()
        n, seal, lines = self.n, self.seal, []
        for entry in entries:
            if entry.n != n + 1:
                raise ValueError(f"entry {entry.n} does not follow entry {n}")
            line, seal = entry_line(entry, seal)
            lines.append(demand_readable(line + b"\n", self.path))
            n = entry.n
        try:
            self._demand_untouched(self._place.end)
            self._write(lines, _Place(n, seal, self._place.end + sum(map(len, lines))))
        except OSError as error:
            raise cannot_be_written(self.path, error) from None
        return seal

    def new_entries(self, after: int) -> Sequence[Entry]:  # noqa: ARG002 - no other program writes
        """Nothing: the log is this writer's alone."""
        return ()

    def _demand_untouched(self, size: int) -> None:
        """See that the file is as it was left, and has its name; other times alone do no harm."""
        found = self._disk.look(self.path)
        if found is not None and found == self._left:
            return
        mine = self._disk.look(self._file)
        if found is None or mine is None or found[:2] != mine[:2]:
            why = "this log was moved or removed while it was written; put it back"
            raise BadInput(why, str(self.path))
        if what := self._difference(size):
            known = f"entry {self.n} was the last that was acknowledged, seal {self.seal}"
            self._broken = f"{_CHANGED} ({what}), and takes nothing more; {known}"
            self._refuse()
        self._left = found

    def _refuse(self) -> NoReturn:
        if self._broken.startswith(_CHANGED):
            raise LogChanged(self._broken, self.path, self._disk)
        raise BadInput(self._broken, str(self.path))

    def _difference(self, size: int) -> str:
        """What is not as it was left, and where; nothing if all bytes are, as their chain says."""
        try:
            with LogReader(self.path, disk=self._disk) as reader:
                _read_through(reader)
        except BadInput as error:
            return str(error).removeprefix(f"{self.path}, ")
        n, torn = reader.number - 1, reader.torn.size if reader.torn else 0
        if (n, reader.seal, reader.offset + torn) == (self.n, self.seal, size):
            return ""
        if reader.seal == self.seal:
            return f"other bytes stand behind entry {n}"
        return f"it ends with entry {n}, seal {reader.seal}"

    def _write(self, lines: list[bytes], after: _Place) -> None:
        """Put lines behind the last one, or leave no trace of them.

        A line's end is written when what stands before it is on disk. The bytes are compared before
        the next entry if the file was changed meanwhile.
        """
        self._broken, at, alone = _INTERRUPTED, self._place.end, True  # until all is well again
        try:
            for part in _parts(lines):
                if at > self._place.end:
                    alone = alone and self._disk.look(self._file) == self._left
                write_all(self._disk, self._file, part, at)
                self._left = self._disk.look(self._file)
                at += len(part)
                self._sync()
            self._place = after
            self._left = self._left if alone else None
            self._broken = ""
        except BaseException:
            self._left = None
            self._roll_back()
            raise

    def _sync(self) -> None:
        try:
            self._disk.sync(self._file)
        except OSError as error:
            self._break(error)
            raise

    def _roll_back(self) -> None:
        """Cut off what does not count; without a failed sync, all is well after that."""
        try:
            self._disk.cut(self._file, self._place.end)
            self._disk.sync(self._file)
        except OSError as error:
            self._break(error)
        if self._broken == _INTERRUPTED:
            self._broken = ""

    def _break(self, error: OSError) -> None:
        why = f"the disk failed: {reason(error)}"
        self._broken = f"nothing more is written here after a failure ({why}); open the log again"

    def _let_go(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            with contextlib.suppress(OSError):
                self._disk.close(file)
        self._broken = "this log was closed"

    def close(self) -> None:
        """Let go of the file: another program may write it then."""
        self._let_go()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _parts(lines: list[bytes]) -> list[bytes]:
    """What is written between two syncs: each line with the end of the one before."""
    whole = b"".join(lines)
    cuts = [0, *(at - 1 for at in itertools.accumulate(map(len, lines))), len(whole)]
    return [whole[start:end] for start, end in itertools.pairwise(cuts) if start < end]


def demand_readable(line: bytes, path: str | Path) -> bytes:
    """A line that is not too long for those who read it."""
    if len(line) > MAX_LINE:
        why = f"this cannot be written: a line of {len(line)} bytes, and {MAX_LINE} is the most"
        raise BadInput(why, str(path))
    return line


def write_log(
    path: str | Path, header: Header, entries: Iterable[Entry], disk: Disk = DISK
) -> tuple[int, str]:
    """Write a whole log at one stroke, to a file that does not exist yet.

    Returns:
        The number of entries and the seal.
    """
    line, seal = header_line(header)
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal seal, count
        yield demand_readable(line + b"\n", path)
        for entry in entries:
            each, seal = entry_line(entry, seal)
            count = entry.n
            yield demand_readable(each + b"\n", path)

    write_whole(path, lines(), new=True, disk=disk)
    return count, seal


def put_torn_aside(path: str | Path, disk: Disk = DISK) -> tuple[int, Path | None]:
    """Move what a crash left behind the last whole line of a log into a file of its own.

    Nothing before it is touched, and nothing is lost.

    Returns:
        How many whole entries the log has, and the file that has the torn bytes now; None when
        the log was whole.
    """
    with LogReader(path, disk=disk) as reader:
        _read_through(reader)
    if reader.torn is None:
        return reader.number - 1, None
    with LogWriter.resume(path, disk=disk) as writer:
        return writer.n, writer.aside


def _put_aside(reader: LogReader, disk: Disk) -> Path:
    """Copy what stands behind the last whole line into a file of its own."""
    with disk.reading(reader.path) as file:
        file.seek(reader.offset)
        rest = file.read()
    return write_aside(reader.path, rest, disk)


def write_aside(path: Path, raw: bytes, disk: Disk = DISK, word: str = "torn") -> Path:
    """Write what belongs to a log into a file beside it that is not there yet; returns its name."""
    number = 1
    while disk.exists(aside := path.with_name(f"{path.name}.{word}{number}")):
        number += 1
    write_whole(aside, [raw], new=True, disk=disk)
    return aside
