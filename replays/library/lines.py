"""The lines of a game in a library, read as if they were a file."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, Self, cast

from events.disk import Disk
from events.log import MAX_LINE
from replays.library.database import Database

_RAW: Final = "SELECT substr(raw, 1, ?) FROM line WHERE game = ? AND number <= ? ORDER BY number"
"""No more of a line is read than it takes to see that it is too long."""


def pieces(database: Database, game: int, entries: int, torn: bytes) -> Iterator[bytes]:
    """The bytes of a log, line by line, and what a crash left behind the last.

    Args:
        database: the library's.
        game: the number of the game.
        entries: how many it has; what others put down meanwhile is left out.
        torn: what is torn.
    """
    for (raw,) in database.stream(_RAW, MAX_LINE + 1, game, entries + 1):
        yield bytes(raw) + b"\n"
    if torn:
        yield bytes(torn)


class LinesFile:
    """As much of a file as those who read a log ask for; it is read forward only.

    Args:
        chunks: what is in it, piece by piece.
        done: called when it is closed.
    """

    def __init__(self, chunks: Iterator[bytes], done: Callable[[], None] = lambda: None) -> None:
        """Begin at the first piece."""
        self._chunks, self._rest, self._done = chunks, b"", done

    def readline(self, limit: int) -> bytes:
        """The rest of a line with its end, or as many bytes of it as the limit allows."""
        if not self._rest:
            self._rest = next(self._chunks, b"")
        cut = min(self._rest.find(b"\n") + 1 or len(self._rest), limit)
        line, self._rest = self._rest[:cut], self._rest[cut:]
        return line

    def seek(self, offset: int) -> None:
        """Pass over so many bytes."""
        while offset > 0 and (skipped := self.readline(offset)):
            offset -= len(skipped)

    def read(self, size: int) -> bytes:
        """So many bytes, or as many as there are."""
        found = bytearray()
        while len(found) < size and (more := self.readline(size - len(found))):
            found += more
        return bytes(found)

    def close(self) -> None:
        """Read no more."""
        self._chunks = iter(())
        self._done()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class _ReadingDisk:
    """A disk that has one file, to be read only."""

    def __init__(self, chunks: Callable[[], Iterator[bytes]]) -> None:
        self._chunks = chunks

    def reading(self, path: Path) -> BinaryIO:
        del path
        return cast("BinaryIO", LinesFile(self._chunks()))


def disk_of(database: Database, game: int, entries: int, torn: bytes) -> Disk:
    """A disk on which every name leads to the log of one game, as far as so many entries."""
    return disk_with(lambda: pieces(database, game, entries, torn))


def disk_with(chunks: Callable[[], Iterator[bytes]]) -> Disk:
    """A disk on which every name leads to one file, to be read only.

    Args:
        chunks: the bytes of the file from its beginning on, whenever it is opened.
    """
    return cast("Disk", _ReadingDisk(chunks))
