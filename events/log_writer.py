"""Writing a game log: each entry on disk before it counts, and what a crash tore put aside."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from events.chain import entry_line, header_line
from events.entry import FORMAT, Entry, Header
from events.errors import BadInput
from events.files import reason
from events.log import LogReader

__all__ = ["LogWriter", "put_torn_aside"]


class LogWriter:
    """Appends entries to a log. What ``append`` has returned for is on disk. A context manager.

    Args:
        path: a file that does not exist yet.
        header: the header of the new log.
        durable: put every entry on disk before ``append`` returns; otherwise ``close`` does.

    Raises:
        BadInput: when the file exists or cannot be written.
    """

    def __init__(self, path: str | Path, header: Header, *, durable: bool = True) -> None:
        """Create the file and write the header."""
        self.path = Path(path)
        self.durable = durable
        line, self.seal = header_line(header)
        self.n = 0
        try:
            self._file = self.path.open("xb")
        except FileExistsError:
            raise BadInput(
                "this file exists already and is left as it is; name another", str(self.path)
            ) from None
        except (OSError, ValueError) as error:
            raise BadInput(f"this cannot be written ({reason(error)})", str(self.path)) from None
        self._write(line)

    @classmethod
    def resume(cls, path: str | Path, *, durable: bool = True) -> Self:
        """Go on with a log, from its last whole entry; a torn line is put aside first.

        Raises:
            BadInput: when the log cannot be read, or its chain is broken.
        """
        with LogReader(path) as reader:
            if reader.format != FORMAT:
                raise BadInput(
                    f"format {reader.format} is read but not written any more; "
                    f"khamsin upgrade makes a log of format {FORMAT} of it",
                    str(path),
                )
            n = sum(1 for _ in reader.checked())
        put_torn_aside(reader)
        writer = cls.__new__(cls)
        writer.path, writer.durable, writer.seal, writer.n = Path(path), durable, reader.seal, n
        try:
            writer._file = writer.path.open("ab")
        except OSError as error:
            raise BadInput(f"this cannot be written ({reason(error)})", str(path)) from None
        return writer

    def append(self, entry: Entry) -> str:
        """Write an entry and return its hash.

        Raises:
            ValueError: when it is not the next entry.
        """
        if entry.n != self.n + 1:
            raise ValueError(f"entry {entry.n} does not follow entry {self.n}")
        line, seal = entry_line(entry, self.seal)
        self._write(line)
        self.n, self.seal = entry.n, seal
        return seal

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line + b"\n")
            if self.durable:
                self._sync()
        except OSError as error:
            raise BadInput(f"this cannot be written ({reason(error)})", str(self.path)) from None

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Put everything on disk and close the file."""
        if not self._file.closed:
            try:
                self._sync()
                self._file.close()
            except OSError as error:
                why = reason(error)
                raise BadInput(f"this cannot be written ({why})", str(self.path)) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def put_torn_aside(reader: LogReader) -> Path | None:
    """Move what a crash left behind the last whole line into a file of its own.

    Nothing before it is touched, and nothing is lost.

    Returns:
        The file that has the torn bytes now; None when the log was whole.

    Raises:
        BadInput: when the files cannot be written.
    """
    torn = reader.torn
    if torn is None:
        return None
    aside = _free_name(reader.path)
    try:
        with reader.path.open("rb+") as log:
            log.seek(torn.offset)
            rest = log.read()
            with aside.open("xb") as kept:
                kept.write(rest)
                kept.flush()
                os.fsync(kept.fileno())
            log.truncate(torn.offset)
            os.fsync(log.fileno())
    except OSError as error:
        raise BadInput(f"this cannot be mended ({reason(error)})", str(reader.path)) from None
    return aside


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.torn{number}")).exists():
        number += 1
    return aside
