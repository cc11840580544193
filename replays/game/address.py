"""Logs that are in no file: ``library:saturday`` names a game that somebody else keeps.

Whoever reads, plays or writes a log by its name asks here whether it is a file. The word before the
colon says who keeps it otherwise; he is imported only when such a name is met. A file of such a
name is named by its folder: ``./library:saturday``.
"""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol, cast

from events.disk import DISK, Disk
from events.errors import BadInput


class Keeper(Protocol):
    """Whoever keeps logs that are in no file, each under a name."""

    def there(self, name: str) -> bool:
        """Whether there is a log of this name.

        Raises:
            BadInput: when that cannot be found out.
        """

    def demand_free(self, name: str) -> None:
        """See that a new log can have this name.

        Raises:
            BadInput: when none can, when there is one, or when that cannot be found out.
        """

    def missing(self, name: str) -> BadInput:
        """The complaint of who wants to read a log that is not there."""

    def identity(self, name: str) -> str:
        """What tells a log from those of its name that others keep."""

    def size(self, name: str) -> int:
        """How many bytes it has; 0 if there is none."""

    def disk(self, name: str) -> Disk:
        """A disk to read this log from, whatever path it is asked for."""

    def writing(self, name: str, *, new: bool) -> AbstractContextManager[Path]:
        """A path for a log of this name to be written to; it is taken in as the block ends.

        Args:
            name: the name.
            new: there must be none of this name yet. Otherwise one that begins as this goes on.
        """


_KEEPERS: Final = {"library": ("replays.library.named_games", "NAMED")}
"""Who keeps logs whose names begin with a word and a colon: his module, and his name there."""

_NAMED: Final = re.compile(r"([a-z]+):(.*)", re.DOTALL)


def keeper_of(path: str | Path) -> tuple[Keeper, str] | None:
    """Who keeps a log, and under which name; None where it is a file."""
    found = _NAMED.fullmatch(str(path))
    if found is None or found[1] not in _KEEPERS:
        return None
    module, keeper = _KEEPERS[found[1]]
    return cast("Keeper", getattr(import_module(module), keeper)), found[2]


def disk_of(path: str | Path, disk: Disk = DISK) -> Disk:
    """The disk to read a log from: that of this machine, or of whoever keeps it.

    Args:
        path: the log.
        disk: another disk than that of this machine, on which it is said to be.
    """
    kept = keeper_of(path) if disk is DISK else None
    return disk if kept is None else kept[0].disk(kept[1])


@contextmanager
def to_write(path: str | Path, *, new: bool = True) -> Iterator[str | Path]:
    """Where a whole log is to be written: its file, or one that its keeper takes in at the end.

    Args:
        path: the log.
        new: it must not be there yet; only keepers ask, files are looked at as they are written.

    Raises:
        BadInput: when whoever keeps it does not take it.
    """
    kept = keeper_of(path)
    if kept is None:
        yield path
        return
    with kept[0].writing(kept[1], new=new) as file:
        yield file


def no_such_log(path: str | Path) -> BadInput | None:
    """The complaint of a log that its keeper has not; None where it is a file."""
    kept = keeper_of(path)
    return None if kept is None else kept[0].missing(kept[1])


def file_stem(path: str | Path) -> str:
    """What a file that is made of a log may be called: the log's name, without its ending."""
    kept = keeper_of(path)
    if kept is None:
        return Path(path).stem
    words = re.sub(r"[^\w.-]+", "-", kept[1]).strip("-.")
    return words[:60] or "game"


_PINS: Final[ContextVar[dict[str, Any] | None]] = ContextVar("pins", default=None)


def pins() -> dict[str, Any] | None:
    """What a keeper has shown since a moment began, by name; None if every look is a new one."""
    return _PINS.get()


@contextmanager
def one_moment() -> Iterator[None]:
    """Whatever is read in this block is read as it stood at the first look, also if it grows."""
    before = _PINS.set({})
    try:
        yield
    finally:
        _PINS.reset(before)
