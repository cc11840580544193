"""Logs that are in no file: ``library:saturday`` names a game in a store of logs.

What reads, plays or writes a log by its name asks here whether it is a file. The word before the
colon names the store, which is imported only when such a name is met. A file of such a name is
named by its folder: ``./library:saturday``.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

from events.disk import DISK, Disk
from events.errors import BadInput

_STORES: Final = {"library": "replays.library.watch"}
"""The word before the colon: the module that is the store, whose functions are asked."""

_NAMED: Final = re.compile(r"([a-z]+):(.*)", re.DOTALL)


def store_of(path: str | Path) -> tuple[Any, str] | None:
    """The store of a log, and its name there; None where it is a file."""
    found = _NAMED.fullmatch(str(path))
    if found is None or found[1] not in _STORES:
        return None
    return import_module(_STORES[found[1]]), found[2]


def disk_of(path: str | Path, disk: Disk = DISK) -> Disk:
    """The disk to read a log from: that of its store, or the one on which it is said to be."""
    stored = store_of(path) if disk is DISK else None
    return disk if stored is None else cast("Disk", stored[0].disk(stored[1]))


@contextmanager
def to_write(path: str | Path) -> Iterator[str | Path]:
    """Where a whole log is to be written: its file, or one that its store takes in at the end.

    Whether it is there already, only stores ask; files are looked at as they are written.
    """
    stored = store_of(path)
    if stored is None:
        yield path
        return
    with stored[0].writing(stored[1]) as file:
        yield file


def no_such_log(path: str | Path) -> BadInput | None:
    """The complaint of a log that its store has not; None where it is a file."""
    stored = store_of(path)
    return None if stored is None else cast("BadInput", stored[0].missing(stored[1]))


def file_stem(path: str | Path) -> str:
    """What a file that is made of a log may be called: the log's name, without its ending."""
    stored = store_of(path)
    if stored is None:
        return Path(path).stem
    return re.sub(r"[^\w.-]+", "-", stored[1]).strip("-.")[:60] or "game"


read_cache: Final[ContextVar[dict[str, Any] | None]] = ContextVar("read_cache", default=None)
"""What a store has shown since a consistent read began, by name; None if every look is new."""


@contextmanager
def consistent_read() -> Iterator[None]:
    """Whatever is read in this block is read as it stood at the first look, also if it grows."""
    before = read_cache.set({})
    try:
        yield
    finally:
        read_cache.reset(before)
