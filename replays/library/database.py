"""The database of a library, through SQLAlchemy: a file of SQLite or a PostgreSQL, by one code.

Reads are short statements of their own, so nothing is held open between them. What is written in a
transaction is on the disk when it ends, or has not happened.

The tables are the same on both. `line` is the record: the bytes of each log, line by line. All else
is made of it, and `khamsin library audit` makes it again and compares.
"""

import logging
import os
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Executable,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    QueuePool,
    Table,
    Text,
    create_engine,
    func,
    inspect,
    literal_column,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from events.disk import DISK
from events.errors import BadInput
from replays.game.file import demand
from replays.game.output import NEW

logging.getLogger("sqlalchemy").setLevel(logging.CRITICAL)  # what matters of it is told in words

_VERSION: Final = 3
"""The version of these tables."""

_APPLICATION: Final = 0x4B48414D
"""What marks a SQLite file as a library: the letters KHAM."""

_NAMESPACE: Final = "khamsin"
"""The schema that a library has for itself in a database of PostgreSQL."""

_TEXT: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Text in the order of its bytes, on every server."""

_WHOLE: Final = BigInteger().with_variant(Integer(), "sqlite")
_EXACTLY: Final[dict[str, Any]] = {"sqlite_strict": True}
"""SQLite too takes no value of another type."""

_TABLES: Final = MetaData(schema=_NAMESPACE)


def _text(name: str, **more: Any) -> Column[str]:
    return Column(name, _TEXT, nullable=False, **more)


def _whole(name: str, **more: Any) -> Column[int]:
    return Column(name, _WHOLE, nullable=False, **more)


def _bytes(name: str) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False)


def _of_game() -> Column[int]:
    return Column("game", _WHOLE, ForeignKey("khamsin.game.id"), primary_key=True)


GAME: Final = Table(
    *("game", _TABLES),
    Column("id", _WHOLE, Identity(), primary_key=True),
    _text("name"),
    _text("name_key", unique=True),
    *(_whole("entries"), _text("head_hash"), _whole("size")),
    *(_text("scenario"), _text("engine"), _text("ending"), _text("moment")),
    **_EXACTLY,
)
"""The games as a list has them; ``name_key`` is the name in small letters."""

LINE: Final = Table(
    *("line", _TABLES, _of_game(), _whole("number", primary_key=True), _bytes("raw")), **_EXACTLY
)
"""The lines of each log, each without its end; the header is line 1."""

TERM: Final = Table(
    *("term", _TABLES, _of_game()),
    *(_text("kind", primary_key=True), _text("value", primary_key=True), _whole("entry")),
    **_EXACTLY,
)
"""What a game is found by, with the first entry that has it."""

Index("term_by_value", TERM.c.kind, TERM.c.value)

_MADE_BY: Final = Table(
    *("made_by", _TABLES, _whole("version", primary_key=True, autoincrement=False)), **_EXACTLY
)
"""The version of the tables, where a database has no place for such a mark."""

_PATIENCE: Final = 30
"""How long a writer waits for the one before it, in seconds."""

_LIBPQ: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "fallback_application_name": "khamsin",
}
"""When a server that does not answer counts as lost; the URL may say otherwise."""

_SETTINGS: Final = f"""SET search_path = pg_catalog; SET lock_timeout = '{_PATIENCE}s';
SET idle_in_transaction_session_timeout = '1min'; SET synchronous_commit = on"""
"""What holds for a connection, whatever the server or the user has been set to."""


class DatabaseFailure(BadInput):
    """The database could not do its work just now; nothing is said of what is in it.

    It is ``unknown`` whether what was to be written is there if this happened in the commit.
    """

    def __init__(self, why: str, where: str = "", *, unknown: bool = False) -> None:
        more = " just when this was written; it may be there or not, so look before you do it again"
        super().__init__(why + (more if unknown else ""), where)
        self.unknown = unknown


class ConnectionLost(DatabaseFailure):
    """The connection to a server broke; the next statement makes another one."""


class NoLibrary(BadInput):
    """There is no library at this place."""

    def __init__(self, where: str) -> None:
        super().__init__("there is no library here; `khamsin library add GAME` begins one", where)


_CHOSEN: Final[ContextVar[str | None]] = ContextVar("library", default=None)


@contextmanager
def chosen(where: str | None) -> Iterator[None]:
    """In this block the usual place is another one; None leaves it as it is."""
    before = _CHOSEN.set(_CHOSEN.get() if where is None else where)
    try:
        yield
    finally:
        _CHOSEN.reset(before)


def usual_place() -> str:
    """The library that is chosen, or that `KHAMSIN_LIBRARY` names; else a file of this user."""
    named = _CHOSEN.get() or os.environ.get("KHAMSIN_LIBRARY", "")
    return named or str(_data_folder() / "khamsin" / "library.db")


def _data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


class Database:
    """A library's database; its connections are a pool, so threads may share it.

    Attributes:
        where: what people call it; never with a password.
        address: what opens it again, for another process; a password may be in it.
    """

    def __init__(self, place: str | Path | None, *, create: bool = False) -> None:
        """Open a file or the URL of a server, or the usual place; nothing is written elsewhere."""
        named = usual_place() if place is None else str(place)
        self._server, self._secret = "://" in named, ""
        if self._server:
            self.address = named
            self._engine = self._on_server(named)
        else:
            path = Path(named).absolute()
            self.where, self.address = named, str(path)
            if place is None and create:
                _make_folder(path.parent)
            self._demand_file(path, create=create)
            self._engine = _on_file(lambda: _sqlite(path), "sqlite://")
        try:
            self._demand_ours(create=create)
        except BaseException:
            self.close()
            raise

    def _on_server(self, url: str) -> Engine:
        if not url.startswith(("postgresql://", "postgres://")):
            why = "a library is a file, or a URL as postgresql://USER@HOST/DATABASE"
            raise BadInput(why, f"{url.partition('://')[0][:40]}://")
        demand("psycopg", "a library on a server")
        import psycopg  # noqa: PLC0415 - only for a server

        try:
            said: dict[str, Any] = psycopg.conninfo.conninfo_to_dict(url)
        except (psycopg.Error, UnicodeError):
            said = {"host": "@"}
        if "@" in "".join(str(said.get(key, "")) for key in ("host", "dbname", "user")):
            why = (
                "this is not a URL that PostgreSQL knows; postgresql://USER@HOST/DATABASE is "
                "expected, perhaps with ?OPTION=VALUE of libpq; in a password @ is written %40, "
                "/ %2F, : %3A"
            )
            raise BadInput(why, "postgresql://")
        self._secret = str(said.get("password") or "")
        shown = re.sub(r"//([^:/@]*):[^/]*@", r"//\1@", url)
        self.where = re.sub(r"\b(ssl)?password=[^&]*", "", shown).rstrip("?&")

        def connect() -> Any:
            connection = psycopg.connect(**_LIBPQ | said, autocommit=True)
            connection.execute(_SETTINGS)
            connection.autocommit = False
            return connection

        return create_engine("postgresql+psycopg://", creator=connect, pool_pre_ping=True)

    def _demand_file(self, path: Path, *, create: bool) -> None:
        """See that there is a file to be opened; make it, whole, where it is to be made."""
        if not DISK.exists(path):
            if not create:
                raise NoLibrary(self.where)
            _put_empty_library(path)
        if not path.is_file():
            what = "a directory; a file is expected" if path.is_dir() else "not a regular file"
            raise BadInput(f"this is {what}", self.where)
        try:
            empty = not path.stat().st_size
        except OSError as error:
            raise BadInput(f"this cannot be read ({error.strerror})", self.where) from None
        if empty:
            raise BadInput("this file is empty; a library of games is expected", self.where)

    def _demand_ours(self, *, create: bool) -> None:
        """See that the tables are those of a library of this version, and of no other program."""
        version = (
            self._version_on_server(create=create) if self._server else self._version_in_file()
        )
        if version is None:
            why = "this database is of another program; a library of games is expected"
        elif version < _VERSION:
            why = (
                f"this library has tables of version {version}, which Khamsin 0.3.0 reads; "
                f"`khamsin library export` of that version writes its games, and `khamsin library "
                f"add` of this one puts them into a new library"
            )
        elif version > _VERSION:
            why = f"this library has tables of version {version}, and this Khamsin knows {_VERSION}"
        elif not self._server and self.read(text(_MADE)) != [(s,) for s in _empty_library()[0]]:
            why = "the tables of this library were changed by another program"
        else:
            return
        raise BadInput(why, self.where)

    def _version_in_file(self) -> int | None:
        ((application,),) = self.read(text("PRAGMA application_id"))
        ((version,),) = self.read(text("PRAGMA user_version"))
        return int(version) if application == _APPLICATION else None

    def _version_on_server(self, *, create: bool) -> int | None:
        """The version of the tables, which are made where there are none."""
        ((encoding,),) = self.read(text("SHOW server_encoding"))
        if encoding != "UTF8":
            why = f"this database keeps text as {encoding}; a library needs one in UTF8"
            raise BadInput(why, self.where)
        with self._in_words():
            there = inspect(self._engine).get_table_names(_NAMESPACE)
        if not there and not create:
            raise NoLibrary(self.where)
        if not there:
            self._make()
        elif "made_by" not in there:
            return None
        return int(self.read(select(literal_column("version")).select_from(_MADE_BY))[0][0])

    def _make(self) -> None:
        with self.writing() as connection:
            connection.execute(select(func.pg_advisory_xact_lock(_APPLICATION)))
            if not inspect(connection).has_table("made_by", _NAMESPACE):
                connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {_NAMESPACE}"))
                _TABLES.create_all(connection)
                connection.execute(_MADE_BY.insert().values(version=_VERSION))

    def read(self, statement: Executable) -> Sequence[Any]:
        """All rows of a statement that reads."""
        with self._in_words(), self._engine.connect() as connection:
            if self._server:
                connection.execution_options(isolation_level="AUTOCOMMIT")
            return connection.execute(statement).fetchall()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it is durable as the block ends, or nothing of it has happened."""
        with self._in_words(), self._engine.connect() as connection:
            if not self._server:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
            with self._in_words(unknown=True):
                connection.commit()

    @contextmanager
    def _in_words(self, *, unknown: bool = False) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise self._failure(error, unknown=unknown) from None

    def _failure(self, error: SQLAlchemyError, *, unknown: bool) -> BadInput:
        cause = error.orig if isinstance(error, DBAPIError) else error
        why = " ".join(str(cause).split())[:200]
        if self._secret:
            why = why.replace(self._secret, "***")
        code = getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            return BadInput(
                "this is not a SQLite database; a library of games is expected", self.where
            )
        if code == sqlite3.SQLITE_CORRUPT:
            return BadInput(f"this library is damaged ({why})", self.where)
        gone = isinstance(error, OperationalError) and str(code)[:3] in ("0", "57P", "080")
        if self._server and (gone or getattr(error, "connection_invalidated", False)):
            said = f"there is no connection to this server ({why})"
            return ConnectionLost(said, self.where, unknown=unknown)
        said = _SAID.get(code, "this library cannot be used")
        return DatabaseFailure(f"{said} ({why})", self.where, unknown=unknown)

    def integrity_check(self) -> str:
        """What the database itself finds wrong with what it keeps; empty if nothing."""
        sql = "SELECT nullif(sum(checksum_failures), 0) || ' wrong pages' FROM pg_stat_database"
        try:
            ((said,),) = self.read(text(sql if self._server else "PRAGMA integrity_check(1)"))
        except BadInput as error:
            return error.what
        return "" if said in (None, "ok") else " ".join(said.split())[:200]

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


_SAID: Final[dict[Any, str]] = {
    sqlite3.SQLITE_BUSY: "another program has been writing this library all the while; try again",
    sqlite3.SQLITE_CANTOPEN: "this cannot be opened; SQLite writes in its folder to read it",
    sqlite3.SQLITE_FULL: "this cannot be written",
    sqlite3.SQLITE_IOERR: "this cannot be read or written",
    sqlite3.SQLITE_READONLY: "this cannot be written",
    "25006": "this server only reads now (a standby); write to the one that it follows",
    "42501": "the server does not let this user do that",
    "55P03": "another recorder has been writing this game all the while; try again",
}
"""What some codes of SQLite and PostgreSQL mean for a library."""

_MADE: Final = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY sql"
"""Whatever stands in a file of SQLite: tables, indices, and what could be run."""


def _on_file(connect: Callable[[], Any], url: str) -> Engine:
    options = {"schema_translate_map": {_NAMESPACE: None}}
    return create_engine(url, creator=connect, poolclass=QueuePool, execution_options=options)


def _sqlite(path: Path) -> sqlite3.Connection:
    uri = f"{path.as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=_PATIENCE, check_same_thread=False)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA synchronous = EXTRA")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


@cache
def _empty_library() -> tuple[list[str], bytes]:
    """A library without games: what stands in it, and the file."""
    with closing(sqlite3.connect(":memory:")) as made:
        _TABLES.create_all(_on_file(lambda: made, "sqlite://"), checkfirst=False)
        made.execute(f"PRAGMA application_id = {_APPLICATION}")
        made.execute(f"PRAGMA user_version = {_VERSION}")
        content = bytearray(made.serialize())
        stands = [sql for (sql,) in made.execute(_MADE)]
    content[18:20] = b"\2\2"  # by the file format: changes are written to a log ahead (WAL)
    return stands, bytes(content)


def _put_empty_library(path: Path) -> None:
    """Put a library without games in its place, whole: a stop leaves it there, or nothing."""
    try:
        NEW.write(path, _empty_library()[1])
    except BadInput:
        if not DISK.exists(path):  # else another program has just made it
            raise


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"this folder cannot be made ({error.strerror}); `--library` names another place"
        raise BadInput(why, str(folder)) from None
