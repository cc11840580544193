"""Where the log of a game in the making is: a file, or a place in a library."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from events.disk import DISK, Disk
from events.entry import Header
from events.errors import BadInput
from events.log import LogReader
from events.log_writer import LogWriter
from events.recorder import Recorder
from replays.playing.position import Position

__all__ = ["FileLog", "LogPlace"]


class LogPlace(Protocol):
    """A place that has a log, or can have one.

    Attributes:
        where: what people call it.
    """

    where: str

    def exists(self) -> bool:
        """Whether a log is there already."""

    def missing(self) -> BadInput:
        """The complaint of who wants to go on with a log that is not there."""

    def begin(self, header: Header) -> Recorder:
        """Begin a log.

        Raises:
            BadInput: when one is there, or it cannot be written.
        """

    def resume(self, read: Callable[[LogReader], Position]) -> Recorder:
        """Go on with the log that is there.

        Args:
            read: reads all of it, and says where the game stands.

        Raises:
            BadInput: when it cannot be read or written.
        """


class FileLog:
    """A log in a file of its own; see `events.log_writer`.

    Args:
        path: the file.
        disk: where it is.

    Attributes:
        where: the path as it was given.
    """

    def __init__(self, path: str | Path, disk: Disk = DISK) -> None:
        """Name the file; nothing is read yet."""
        self.where, self._path, self._disk = str(path), path, disk

    def exists(self) -> bool:
        """Whether the file is there."""
        return self._disk.exists(Path(self._path))

    def missing(self) -> BadInput:
        """That there is no such file."""
        return BadInput("there is no such log; a new one needs a scenario", self.where)

    def begin(self, header: Header) -> Recorder:
        """Create the file with the header; see `LogWriter`."""
        return LogWriter(self._path, header, self._disk)

    def resume(self, read: Callable[[LogReader], Position]) -> Recorder:
        """Go on with the file, and keep all others out; see `LogWriter.resume`."""
        return LogWriter.resume(self._path, read, self._disk)
