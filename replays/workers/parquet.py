"""Parquet files that say of themselves what they are, and are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq

from events.errors import BadInput
from events.json_bytes import NotJson, loads
from replays.files import demand_room, exists

__all__ = [
    "FACTS_KEY",
    "SUFFIX",
    "demand_place",
    "demand_suffix",
    "in_words",
    "read_facts",
    "sync",
]

SUFFIX: Final = ".parquet"
FACTS_KEY: Final = b"khamsin"
"""Where a file has what it is of, in its metadata."""


def demand_suffix(path: Path) -> None:
    """See that a name is one of a Parquet file.

    Raises:
        BadInput: when it is not.
    """
    if path.suffix != SUFFIX:
        raise BadInput(f"a name that ends in {SUFFIX} is expected", str(path))


def read_facts(path: Path) -> dict[str, Any] | None:
    """What a file says of itself; None when it is not one of ours.

    Raises:
        BadInput: when it cannot be read as Parquet.
    """
    try:
        noted = pq.read_schema(path).metadata or {}
    except (OSError, ValueError) as error:
        why = f"this is there and is not a Parquet file ({_first_line(error)})"
        raise BadInput(why, str(path)) from None
    try:
        facts = loads(noted.get(FACTS_KEY, b"null"))
    except NotJson:
        return None
    return facts if isinstance(facts, dict) else None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:120]


def sync(path: Path) -> None:
    """See that a file, or what a folder lists, is on the disk; not every system can, of folders."""
    if path.is_dir() and os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Say in a sentence why something cannot be written.

    Raises:
        BadInput: when it cannot.
    """
    try:
        yield
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        raise BadInput(f"this cannot be written ({_reason(error)})", str(path)) from None


def _reason(error: Exception) -> str:
    """Why, in the words of the system, and not in those of a library, where it says so."""
    number = getattr(error, "errno", None)
    return os.strerror(number) if number else _first_line(error)


def demand_place(path: Path) -> None:
    """See, before any work is done, that a file can be made where one is to be written.

    Raises:
        BadInput: when the folder is none, or nothing can be written there.
    """
    if not exists(path.parent):
        raise BadInput("there is no such folder to write into", str(path.parent))
    if path.is_dir():
        raise BadInput("this is a directory; the name of a file is expected", str(path))
    demand_room(path)
