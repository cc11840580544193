"""Writing logs: what was acknowledged is on disk, whole and once.

A log is one writer's at a time. After a write that failed, the file ends with the last entry that
was acknowledged, and the writer goes on from there; where that cannot be known (the disk failed to
sync, or to be mended), it takes nothing more, and the log has to be opened again.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from events.chain import entry_line, header_line
from events.disk import DISK, Disk, cannot_be_written, reason, write_all, write_whole
from events.entry import FORMAT, Entry, Header
from events.errors import BadInput
from events.log import LogReader

__all__ = ["LogWriter", "put_torn_aside", "write_log"]

_BEGINNING: Final = b'{"khamsin":"game"'
"""How the header of every log begins."""


def _read_through(reader: LogReader) -> None:
    for _ in reader.checked():
        pass


class LogWriter:
    """Appends entries to a log. What ``append`` has returned for is on disk. A context manager.

    Args:
        path: a file that does not exist yet, or one whose header was never whole.
        header: the header of the new log.
        disk: where the log is.

    Attributes:
        path: the file.
        n: number of its last entry.
        seal: the hash of its last line.

    Raises:
        BadInput: when the file exists, cannot be written, or somebody else writes it.
    """

    def __init__(self, path: str | Path, header: Header, disk: Disk = DISK) -> None:
        """Create the file and write the header."""
        line, seal = header_line(header)
        self._begin(Path(path), disk)
        self.n, self.seal, self._end = 0, seal, 0
        try:
            self._create()
            disk.cut(self._file, 0)
            self._write(line + b"\n")
            disk.sync_folder(self.path.parent)
        except BadInput:
            self._let_go()
            raise
        except (OSError, ValueError) as error:
            self._let_go()
            raise cannot_be_written(self.path, error) from None

    def _create(self) -> None:
        try:
            self._file = self._disk.create(self.path)
            self._lock()
        except FileExistsError:
            self._headless()

    def _begin(self, path: Path, disk: Disk) -> None:
        self.path, self._disk = path, disk
        self._file = -1
        self._broken = ""

    def _headless(self) -> None:
        """Open a file that a crash left before its header was whole: nobody was told of it."""
        self._file = self._disk.open(self.path)
        self._lock()
        with self._disk.reading(self.path) as found:
            first = found.readline()
        if first.endswith(b"\n") or not (
            first.startswith(_BEGINNING) or _BEGINNING.startswith(first)
        ):
            raise BadInput(
                "this file exists already and is left as it is; name another", str(self.path)
            )

    def _lock(self) -> None:
        try:
            self._disk.lock(self._file)
        except OSError:
            raise BadInput(
                "another program writes this log now; it is left as it is", str(self.path)
            ) from None

    @classmethod
    def resume(
        cls,
        path: str | Path,
        read: Callable[[LogReader], None] = _read_through,
        disk: Disk = DISK,
    ) -> Self:
        """Go on with a log, from its last whole entry; a torn line is put aside first.

        Args:
            path: the log.
            read: reads all lines of it, checked; nobody else writes while it does.
            disk: where the log is.

        Raises:
            BadInput: when the log cannot be read, its chain is broken, or somebody else writes it.
        """
        writer = cls.__new__(cls)
        writer._begin(Path(path), disk)
        with LogReader(path, disk=disk) as reader:
            if reader.format != FORMAT:
                raise BadInput(
                    f"format {reader.format} is read but not written any more; "
                    f"khamsin upgrade makes a log of format {FORMAT} of it",
                    str(path),
                )
        try:
            writer._open()
            with LogReader(path, disk=disk) as reader:
                read(reader)
            _put_aside(writer._file, reader, disk)
        except BaseException:
            writer._let_go()
            raise
        writer.n, writer.seal, writer._end = reader.number - 1, reader.seal, reader.offset
        return writer

    def _open(self) -> None:
        try:
            self._file = self._disk.open(self.path)
        except OSError as error:
            raise cannot_be_written(self.path, error) from None
        self._lock()

    def append(self, *entries: Entry) -> str:
        """Write entries, all of them or none, and return the hash of the last.

        Raises:
            ValueError: when they are not the next entries.
            BadInput: when they cannot be written. None of them counts then.
        """
        if self._broken:
            raise BadInput(self._broken, str(self.path))
        n, seal, lines = self.n, self.seal, []
        for entry in entries:
            if entry.n != n + 1:
                raise ValueError(f"entry {entry.n} does not follow entry {n}")
            line, seal = entry_line(entry, seal)
            lines.append(line + b"\n")
            n = entry.n
        try:
            self._write(b"".join(lines))
        except OSError as error:
            raise cannot_be_written(self.path, error) from None
        self.n, self.seal = n, seal
        return seal

    def _write(self, data: bytes) -> None:
        """Put bytes behind the last whole line, or leave no trace of them."""
        if self._disk.size(self._file) != self._end:
            self._broken = "this log was changed by another program; open it again"
            raise BadInput(self._broken, str(self.path))
        try:
            write_all(self._disk, self._file, data, self._end)
        except BaseException:
            self._roll_back()
            raise
        try:
            self._disk.sync(self._file)
        except BaseException as error:
            self._roll_back()
            if isinstance(error, OSError):
                self._break(f"the disk failed ({reason(error)})")
            raise
        self._end += len(data)

    def _roll_back(self) -> None:
        try:
            self._disk.cut(self._file, self._end)
            self._disk.sync(self._file)
        except BaseException as error:
            self._break(str(error))
            if not isinstance(error, OSError):
                raise

    def _break(self, why: str) -> None:
        self._broken = f"nothing more is written here after a failure ({why}); open the log again"

    def _let_go(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            with contextlib.suppress(OSError):
                self._disk.close(file)
        self._broken = "this log was closed"

    def close(self) -> None:
        """Let go of the file: somebody else may write it then."""
        self._let_go()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def write_log(
    path: str | Path, header: Header, entries: Iterable[Entry], disk: Disk = DISK
) -> tuple[int, str]:
    """Write a whole log at one stroke, to a file that does not exist yet.

    Returns:
        The number of entries and the seal.

    Raises:
        BadInput: when the file exists or cannot be written; nothing is left of it then.
    """
    line, seal = header_line(header)
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal seal, count
        yield line + b"\n"
        for entry in entries:
            each, seal = entry_line(entry, seal)
            count = entry.n
            yield each + b"\n"

    write_whole(path, lines(), new=True, disk=disk)
    return count, seal


def put_torn_aside(path: str | Path, disk: Disk = DISK) -> tuple[int, Path | None]:
    """Move what a crash left behind the last whole line of a log into a file of its own.

    Nothing before it is touched, and nothing is lost.

    Returns:
        How many whole entries the log has, and the file that has the torn bytes now; None when
        the log was whole.

    Raises:
        BadInput: when the log's chain is broken, somebody writes it, or the files cannot be
            written.
    """
    path = Path(path)
    with LogReader(path, disk=disk) as reader:
        _read_through(reader)
    if reader.torn is None:
        return reader.number - 1, None
    writer = LogWriter.__new__(LogWriter)
    writer._begin(path, disk)
    try:
        writer._open()
        with LogReader(path, disk=disk) as reader:
            _read_through(reader)
        return reader.number - 1, _put_aside(writer._file, reader, disk)
    finally:
        writer.close()


def _put_aside(file: int, reader: LogReader, disk: Disk) -> Path | None:
    if reader.torn is None:
        return None
    try:
        with disk.reading(reader.path) as log:
            log.seek(reader.torn.offset)
            rest = log.read()
        aside = _free_name(reader.path, disk)
        write_whole(aside, [rest], new=True, disk=disk)
        disk.cut(file, reader.torn.offset)
        disk.sync(file)
    except OSError as error:
        why = reason(error)
        raise BadInput(f"this cannot be mended ({why})", str(reader.path)) from None
    return aside


def _free_name(path: Path, disk: Disk) -> Path:
    number = 1
    while disk.exists(aside := path.with_name(f"{path.name}.torn{number}")):
        number += 1
    return aside
