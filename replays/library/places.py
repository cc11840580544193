"""Where a library is: a file or a server that is named, or the usual place of this user."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from events.errors import BadInput
from replays.game.file import demand, needed
from replays.library.database import Database

_SERVERS: Final = ("postgresql://", "postgres://")


_CHOSEN: Final[ContextVar[str | None]] = ContextVar("library", default=None)


@contextmanager
def chosen(where: str | None) -> Iterator[None]:
    """In this block the usual place is another one; None leaves it as it is."""
    before = _CHOSEN.set(_CHOSEN.get() if where is None else where)
    try:
        yield
    finally:
        _CHOSEN.reset(before)


def _named() -> str:
    """The library that is chosen, or that `KHAMSIN_LIBRARY` names; empty if none is."""
    found = _CHOSEN.get()
    return os.environ.get("KHAMSIN_LIBRARY", "") if found is None else found


def usual_place() -> Path:
    """The library of this user: `KHAMSIN_LIBRARY`, or a file in the folder for users' data."""
    named = _named()
    return Path(named) if named else _data_folder() / "khamsin" / "library.db"


def usual_address() -> str:
    """What tells the usual place from any other; a password may be in it."""
    return named if "://" in (named := _named()) else str(usual_place().absolute())


def _data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def connect(where: str | Path | None, *, create: bool = False, older: bool = False) -> Database:
    """A connection to a library.

    Args:
        where: a file, or the URL of a server; None is the usual place.
        create: make it if it is not there.
        older: take older tables too, to bring them forward.

    Raises:
        BadInput: when there is none, or it is not a library.
    """
    named = _named() if where is None else where
    if isinstance(named, str) and "://" in named:
        return _server(named, create=create, older=older)
    path = usual_place() if where is None else Path(where)
    if where is None and create:
        _make_folder(path.parent)
    from replays.library.sqlite import SqliteDatabase  # noqa: PLC0415 - only where it is one

    return SqliteDatabase(path, create=create, older=older)


def _server(url: str, *, create: bool, older: bool) -> Database:
    """A connection to a library on a server.

    Raises:
        BadInput: when what it takes is not installed, or there is none.
    """
    if not url.startswith(_SERVERS):
        why = "a library is a file, or a URL as postgresql://USER@HOST/DATABASE"
        raise BadInput(why, f"{url.partition('://')[0][:40]}://")
    demand("psycopg", "a library on a server")
    try:
        from replays.library.postgres import PostgresDatabase  # noqa: PLC0415 - only where it is one
    except ImportError:  # psycopg is there, and what it is built on is not
        raise needed("psycopg", "a library on a server") from None
    return PostgresDatabase(url, create=create, older=older)


@contextmanager
def at_hand(database: Database) -> Iterator[Database]:
    """A database to be read in this block: that one, or it opened again where it was closed.

    Raises:
        BadInput: when it is not there any more.
    """
    if not database.closed:
        yield database
        return
    again = connect(database.address)
    try:
        yield again
    finally:
        again.close()


def shown(address: str) -> str:
    """The address of a library as people may see it: without a password."""
    if not address.startswith(_SERVERS):
        return address
    from replays.library.postgres_address import Address  # noqa: PLC0415 - only for a server

    return Address.of(address).shown


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"this folder cannot be made ({error.strerror}); `--library` names another place"
        raise BadInput(why, str(folder)) from None
