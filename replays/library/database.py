"""The database of a library, through SQLAlchemy: a file of SQLite or a PostgreSQL, by one code.

Reads are short statements of their own, so nothing is held open between them. What is written in a
transaction is on the disk when it ends, or has not happened.
"""

import logging
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    NullPool,
    QueuePool,
    create_engine,
    exists,
    func,
    literal_column,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from events.disk import DISK, write_whole
from events.errors import BadInput
from replays.game.file import demand
from replays.library.schema import (
    APPLICATION,
    GAME,
    LINE,
    MADE_BY,
    NAMESPACE,
    RESULT,
    SNAPSHOT,
    TABLES,
    TERM,
    VERSION,
)

logging.getLogger("sqlalchemy").setLevel(logging.CRITICAL)  # what matters of it is told in words

_PATIENCE: Final = 30.0
"""How long a writer waits for the one before it, in seconds."""

_SERVERS: Final = ("postgresql://", "postgres://")

_LIBPQ: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "fallback_application_name": "khamsin",
}
"""When a server that does not answer counts as lost; the URL may say otherwise."""

_SETTINGS: Final = """SET search_path = pg_catalog; SET lock_timeout = '30s';
SET statement_timeout = '10min'; SET idle_in_transaction_session_timeout = '1min';
SET synchronous_commit = on; SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10;
SET tcp_keepalives_count = 3"""
"""What holds for a connection, whatever the server or the user has been set to."""

_CHANGED: Final = "the tables of this library were changed by another program"

_COLUMNS_OF_FILE: Final = """SELECT m.name, p.name, lower(p.type), p."notnull" <> 0
 FROM sqlite_master m JOIN pragma_table_info(m.name) p
 WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
 UNION ALL SELECT type, name, '', 0 FROM sqlite_master WHERE type NOT IN ('table', 'index')"""

_COLUMNS_OF_SERVER: Final = """
WITH ours AS (SELECT oid, relname FROM pg_class WHERE relnamespace = to_regnamespace('khamsin')
               AND relkind IN ('r', 'p', 'v', 'm', 'f'))
SELECT relname, attname, format_type(atttypid, NULL), attnotnull FROM ours
  JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
 UNION ALL SELECT 'trigger', tgname, '', false FROM pg_trigger JOIN ours ON tgrelid = ours.oid
  WHERE NOT tgisinternal
 UNION ALL SELECT 'rule', rulename, '', false FROM pg_rewrite JOIN ours ON ev_class = ours.oid"""


class DatabaseFailure(BadInput):
    """The database could not do its work just now; nothing is said of what is in it.

    Args:
        why: what happened.
        where: the library.
        unknown: it happened as a transaction was committed, so what it wrote may be there.
    """

    def __init__(self, why: str, where: str = "", *, unknown: bool = False) -> None:
        """Keep whether the outcome is unknown."""
        more = " just when this was written; it may be there or not, so look before you do it again"
        super().__init__(why + (more if unknown else ""), where)
        self.why, self.unknown = why, unknown

    def nothing_written(self) -> "DatabaseFailure":
        """What it is, where it is known that nothing of what was to be written is there."""
        return type(self)(f"{self.why}; nothing of this was written, so try again", self.where)


class ConnectionLost(DatabaseFailure):
    """The connection to a server broke; the next statement makes another one."""


class NoLibrary(BadInput):
    """There is no library at this place."""


# Where it is ---------------------------------------------------------------------------------

_CHOSEN: Final[ContextVar[str | None]] = ContextVar("library", default=None)


@contextmanager
def chosen(where: str | None) -> Iterator[None]:
    """In this block the usual place is another one; None leaves it as it is."""
    before = _CHOSEN.set(_CHOSEN.get() if where is None else where)
    try:
        yield
    finally:
        _CHOSEN.reset(before)


def usual_address() -> str:
    """The library that is chosen, or that `KHAMSIN_LIBRARY` names; else a file of this user.

    A password may be in it.
    """
    named = _usual_place()
    return named if "://" in named else str(Path(named).absolute())


def _usual_place() -> str:
    """The usual library as people wrote it, which is how sentences name it."""
    found = _CHOSEN.get()
    named = os.environ.get("KHAMSIN_LIBRARY", "") if found is None else found
    return named or str(_data_folder() / "khamsin" / "library.db")


def _data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


# The database --------------------------------------------------------------------------------


class Database:
    """A library's database; its connections are a pool, so threads may share it.

    Args:
        where: a file or the URL of a server; None is the usual place.
        create: make the library if it is not there.

    Attributes:
        where: what people call it; never with a password.
        address: what opens it again, for another process; a password may be in it.

    Raises:
        BadInput: when there is none, or it is not a library that this engine knows.
    """

    def __init__(self, where: str | Path | None, *, create: bool = False) -> None:
        """See that it is a library; nothing is written where it is something else."""
        named = _usual_place() if where is None else str(where)
        self._secret = ""
        self._server = "://" in named
        if self._server:
            self.address = named
            self._connect = self._of_server(named)
        else:
            path = Path(named)
            self.where, self.address = named, str(path.absolute())
            self._demand_file(path, create=create, usual=where is None)
            uri = f"{path.absolute().as_uri()}?mode=rw"
            self._connect = lambda: _sqlite(uri)
        self._engine = self._engine_with(QueuePool)
        try:
            self._demand_ours(create=create)
        except BaseException:
            self.close()
            raise

    def _of_server(self, url: str) -> Callable[[], Any]:
        """What connects to a server.

        Raises:
            BadInput: when it is no URL of a PostgreSQL, or what it takes is not installed.
        """
        if not url.startswith(_SERVERS):
            why = "a library is a file, or a URL as postgresql://USER@HOST/DATABASE"
            raise BadInput(why, f"{url.partition('://')[0][:40]}://")
        demand("psycopg", "a library on a server")
        import psycopg  # noqa: PLC0415 - only for a server

        try:
            said: dict[str, Any] = psycopg.conninfo.conninfo_to_dict(url)
        except (psycopg.Error, UnicodeError):
            raise _unreadable() from None
        if "@" in "".join(str(said.get(key, "")) for key in ("host", "dbname", "user")):
            raise _unreadable()
        self.where, self._secret = _shown(said), str(said.get("password") or "")
        patient = {key: value for key, value in _LIBPQ.items() if not _of_environment(key)}

        def connect() -> Any:
            connection = psycopg.connect(**patient | said, autocommit=True)
            connection.execute(_SETTINGS)
            connection.autocommit = False
            return connection

        return connect

    def _engine_with(self, pool: Any) -> Engine:
        if self._server:
            url, more = "postgresql+psycopg://", {"pool_pre_ping": pool is QueuePool}
            return create_engine(url, creator=self._connect, poolclass=pool, **more)
        options = {"schema_translate_map": {NAMESPACE: None}}
        return create_engine(
            "sqlite://", creator=self._connect, poolclass=pool, execution_options=options
        )

    def _demand_file(self, path: Path, *, create: bool, usual: bool) -> None:
        """See that there is a file to be opened; make it, whole, where it is to be made."""
        if not DISK.exists(path):
            if not create:
                raise _none_here(self.where)
            if usual:
                _make_folder(path.parent)
            with suppress(_Exists):
                _put_empty_library(path)
        if path.is_dir():
            raise BadInput("this is a directory; a file is expected", self.where)
        if not path.is_file():
            raise BadInput("this is not a regular file", self.where)
        try:
            empty = not path.stat().st_size
        except OSError as error:
            raise BadInput(f"this cannot be read ({error.strerror})", self.where) from None
        if empty:
            raise BadInput("this file is empty; a library of games is expected", self.where)

    def _demand_ours(self, *, create: bool) -> None:
        """See that the tables are those of a library of this version.

        Raises:
            BadInput: when they are not.
        """
        if self._server:
            ((encoding,),) = self.read(text("SHOW server_encoding"))
            if encoding != "UTF8":
                why = f"this database keeps text as {encoding}; a library needs one in UTF8"
                raise BadInput(why, self.where)
        found = self._columns()
        if not found and self._server:
            if not create:
                raise _none_here(self.where)
            self._make()
            found = self._columns()
        self._demand_version(found)
        dialect = self._engine.dialect
        ours = {
            (table.name, each.name, each.type.compile(dialect).lower().split()[0], True)
            for table in TABLES.tables.values()
            for each in table.columns
        }
        if found != ours:
            raise BadInput(_CHANGED, self.where)

    def _demand_version(self, found: set[Any]) -> None:
        if self._server:
            marked = ("made_by", "version", "bigint", True) in found
            rows = (
                self.read(select(literal_column("version")).select_from(MADE_BY)) if marked else ()
            )
            version = int(rows[0][0]) if rows else None
        else:
            ((application,),) = self.read(text("PRAGMA application_id"))
            ((mark,),) = self.read(text("PRAGMA user_version"))
            version = int(mark) if application == APPLICATION else None
        if version == VERSION:
            return
        if version is None:
            why = "this database is of another program; a library of games is expected"
        elif version < VERSION:
            why = (
                f"this library has tables of version {version}, which Khamsin 0.3.0 reads; "
                f"`khamsin library export` of that version writes its games, and `khamsin library "
                f"add` of this one puts them into a new library"
            )
        else:
            why = f"this library has tables of version {version}, and this Khamsin knows {VERSION}"
        raise BadInput(why, self.where)

    def _columns(self) -> set[Any]:
        """All columns of the tables that are there, and whatever else could be run."""
        sql = _COLUMNS_OF_SERVER if self._server else _COLUMNS_OF_FILE
        try:
            return {(*map(str, row[:3]), bool(row[3])) for row in self.read(text(sql))}
        except BadInput as error:
            if "file is not a database" not in error.what:
                raise
        why = "this is not a SQLite database; a library of games is expected"
        raise BadInput(why, self.where) from None

    def _make(self) -> None:
        """Make the tables on a server, unless somebody else has just made them."""
        with self.writing() as connection:
            connection.execute(select(func.pg_advisory_xact_lock(APPLICATION)))
            if not connection.execute(text(_COLUMNS_OF_SERVER)).fetchall():
                connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {NAMESPACE}"))
                TABLES.create_all(connection)
                connection.execute(MADE_BY.insert().values(version=VERSION))

    # Statements ------------------------------------------------------------------------------

    def read(self, statement: Executable) -> Sequence[Any]:
        """All rows of a statement that reads.

        Raises:
            BadInput: when the database cannot be read.
        """
        with self._sentences(writing=False), self._engine.connect() as connection:
            if self._server:
                connection.execution_options(isolation_level="AUTOCOMMIT")
            return connection.execute(statement).fetchall()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it is durable as the block ends, or nothing of it has happened.

        Raises:
            DatabaseFailure: when it could not be written. If its ``unknown`` is set, all of it may
                be there; otherwise nothing of it is.
        """
        with self._sentences(), self._engine.connect() as connection:
            if not self._server:
                _begin(connection)
            yield connection
            with self._sentences(unknown=True):
                connection.commit()

    @contextmanager
    def _sentences(self, *, writing: bool = True, unknown: bool = False) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            told = _of_server if self._server else _of_file
            raise told(error, self._why(error.orig), self.where, writing, unknown) from None
        except SQLAlchemyError as error:
            raise DatabaseFailure(
                f"this library cannot be used ({self._why(error)})", self.where
            ) from None

    def _why(self, error: object) -> str:
        said = " ".join(str(error).split())[:200]
        return said.replace(self._secret, "***") if self._secret else said

    # GameNews ------------------------------------------------------------------------------------

    def notify(self, game: int) -> None:
        """Tell those who wait that a game was changed; it waits for no disk, and may fail.

        It is a transaction of its own, since PostgreSQL commits those that notify one by one.
        """
        if self._server:
            with suppress(BadInput), self.writing() as connection:
                connection.execute(text("SET LOCAL synchronous_commit = off"))
                connection.execute(select(func.pg_notify(_channel(game), "")))

    def news(self, game: int) -> "GameNews":
        """What wakes a reader who waits for news of a game."""
        return GameNews(self._connect if self._server else None, game)

    # The whole of it -------------------------------------------------------------------------

    def integrity_check(self) -> str:
        """What the database itself finds wrong with what it keeps; empty if nothing."""
        try:
            if self._server:
                sql = "SELECT sum(checksum_failures) FROM pg_stat_database"
                ((wrong,),) = self.read(text(sql))
                found = f"{wrong} pages with a wrong checksum" if wrong else ""
            else:
                ((said,),) = self.read(text("PRAGMA integrity_check(1)"))
                found = "" if said == "ok" else " ".join(said.split())[:200]
            for table in (LINE, TERM, SNAPSHOT, RESULT):
                known = exists().where(GAME.c.id == table.c.game)
                if not found and self.read(select(table.c.game).where(~known).limit(1)):
                    found = f"rows of the table {table.name} without a game"
        except BadInput as error:
            return error.what
        return found

    def durability_warning(self) -> str:
        """Why a commit may be lost when the server's machine stops; empty if it is not."""
        if not self._server or self.read(text("SHOW fsync"))[0][0] == "on":
            return ""
        return "this server runs with fsync off: what it has told as written can be lost"

    def close(self) -> None:
        """Let go of all connections; a game that was read can still be asked for its past."""
        self._engine.dispose()
        self._engine = self._engine_with(NullPool)


class GameNews:
    """Wakes a reader when a game may have been changed: a LISTEN on a server, else the time.

    Args:
        connect: what connects to a server; None where there is none.
        game: number of the game.
    """

    def __init__(self, connect: Callable[[], Any] | None, game: int) -> None:
        """Listen, if the server lets it; a standby does not."""
        self._connect, self._game = connect, game
        self._connection: Any = None
        self._listen()

    def _listen(self) -> None:
        with suppress(Exception):  # who cannot listen looks once a second
            if self._connect is not None:
                self._connection = self._connect()
                self._connection.autocommit = True
                self._connection.execute(f"LISTEN {_channel(self._game)}")

    def pause(self, seconds: float) -> None:
        """Wait for news, but no longer than so, and a second or two at most."""
        if self._connect is None:
            time.sleep(min(seconds, 0.05))
            return
        try:
            for _ in self._connection.notifies(timeout=min(seconds, 2.0), stop_after=1):
                pass
        except Exception:  # noqa: BLE001 - whatever it is, it is listened anew
            self.close()
            time.sleep(min(seconds, 1.0))
            self._listen()

    def close(self) -> None:
        """Listen no more."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _channel(game: int) -> str:
    return f"{NAMESPACE}_{game}"


# SQLite --------------------------------------------------------------------------------------


class _Exists(BadInput):
    """Another program has just made the file."""


def _sqlite(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, timeout=_PATIENCE, check_same_thread=False)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA synchronous = EXTRA")
    return connection


def _put_empty_library(path: Path) -> None:
    """Put a library without games in its place, whole: a stop leaves it there, or nothing."""
    with closing(sqlite3.connect(":memory:")) as made:
        engine = create_engine("sqlite://", creator=lambda: made, poolclass=QueuePool)
        TABLES.create_all(
            engine.execution_options(schema_translate_map={NAMESPACE: None}), checkfirst=False
        )
        made.execute(f"PRAGMA application_id = {APPLICATION}")
        made.execute(f"PRAGMA user_version = {VERSION}")
        content = bytearray(made.serialize())
    content[18:20] = b"\2\2"  # by the file format: changes are written to a log ahead (WAL)
    try:
        write_whole(path, [bytes(content)], new=True)
    except BadInput:
        if not DISK.exists(path):
            raise
        raise _Exists("") from None


def _begin(connection: Connection) -> None:
    """Begin to write, when nobody else does.

    SQLite itself looks ten times a second only, and the last writer would mostly be the next; at
    short intervals, every recorder is as likely to be next as any other.
    """
    end = time.monotonic() + _PATIENCE
    connection.exec_driver_sql("PRAGMA busy_timeout = 20")
    try:
        while True:
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            except OperationalError as error:
                if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
            else:
                return
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(1000 * _PATIENCE)}")


def _code(error: DBAPIError) -> int:
    return int(getattr(error.orig, "sqlite_errorcode", 0)) & 0xFF


def _of_file(error: DBAPIError, why: str, where: str, writing: bool, unknown: bool) -> BadInput:
    """What SQLite complains of, in a sentence."""
    code = _code(error)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return BadInput(f"this library is damaged ({why})", where)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        said = "another program has been writing this library all the while; try again"
        return DatabaseFailure(said, where)
    if code == sqlite3.SQLITE_CANTOPEN:
        said = f"this library cannot be opened ({why}); SQLite writes in its folder to read it"
        return DatabaseFailure(said, where)
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY):
        if not writing:
            return DatabaseFailure(f"this cannot be read ({why}); try again", where)
        said = f"this cannot be written ({why})"
        if unknown:
            return DatabaseFailure(said, where, unknown=True)
        return DatabaseFailure(f"{said}; nothing of it was", where)
    return DatabaseFailure(f"this library cannot be used ({why})", where, unknown=unknown)


# PostgreSQL ----------------------------------------------------------------------------------


def _unreadable() -> BadInput:
    why = (
        "this is not a URL that PostgreSQL knows; postgresql://USER@HOST/DATABASE is expected, "
        "perhaps with ?OPTION=VALUE of libpq; in a password @ is written %40, / %2F, : %3A"
    )
    return BadInput(why, "postgresql://")


def _of_environment(option: str) -> bool:
    return option == "connect_timeout" and "PGCONNECT_TIMEOUT" in os.environ


def _shown(said: dict[str, Any]) -> str:
    """The URL of a server as people may see it."""
    user = f"{said['user']}@" if "user" in said else ""
    host, port = str(said.get("host", "")), f":{said['port']}" if "port" in said else ""
    more = "&".join(f"{key}={said[key]}" for key in ("port", "service") if key in said)
    if host.startswith("/"):
        more = f"host={host}" + (f"&{more}" if more else "")
        host = port = ""
    elif port:
        more = f"service={said['service']}" if "service" in said else ""
    return f"postgresql://{user}{host}{port}/{said.get('dbname', '')}" + (more and f"?{more}")


_SERVER_SAYS: Final = {
    "25006": "this server only reads now (a standby); write to the one that it follows",
    "42501": "the server does not let this user do that",
    "55P03": "another recorder has been writing this game all the while; try again",
}
"""What some codes of PostgreSQL mean for a library."""


def _of_server(error: DBAPIError, why: str, where: str, writing: bool, unknown: bool) -> BadInput:
    """What PostgreSQL or libpq complains of, in a sentence."""
    del writing
    code = getattr(error.orig, "sqlstate", None) or ""
    gone = isinstance(error, OperationalError) and (not code or code[:3] in ("57P", "080"))
    if error.connection_invalidated or gone:
        said = f"there is no connection to this server ({why})"
        return ConnectionLost(said, where, unknown=unknown)
    said = _SERVER_SAYS.get(code, "the server could not do this")
    return DatabaseFailure(f"{said} ({why})", where, unknown=unknown)


# Both ----------------------------------------------------------------------------------------


def _none_here(where: str) -> NoLibrary:
    return NoLibrary("there is no library here; `khamsin library add GAME` begins one", where)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"this folder cannot be made ({error.strerror}); `--library` names another place"
        raise BadInput(why, str(folder)) from None
