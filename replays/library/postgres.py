"""A library on a server: PostgreSQL, in a schema of its own, with a commit that is on its disk."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors

from events.errors import BadInput
from replays.library import schema
from replays.library.database import (
    CHANGED,
    ConnectionLost,
    DatabaseFailure,
    NoLibrary,
    demand_own,
    demand_version,
)
from replays.library.postgres_address import Address, not_now
from replays.library.postgres_connection import ServerSilent
from replays.library.postgres_rights import rights_handed_on
from replays.library.postgres_session import Row, ServerSession, is_lost
from replays.library.postgres_tables import (
    CATALOGUE,
    MARK,
    NAMESPACE,
    NEW_MARK,
    SET_MARK,
    described,
    making,
    translated,
)

T = TypeVar("T")

_PATIENCE: Final = 30
"""How long the server may be busy with what a lost connection had sent, in seconds."""

_COMES_BACK: Final = 10.0
"""How long a server may be away before that is told, in seconds."""

_FOREIGN: Final = (
    f"the schema {NAMESPACE!r} of this database is of another program; a library of games is "
    f"expected"
)

_VERSION: Final = "SELECT version FROM made_by"

_ALONE: Final = f"SELECT pg_advisory_xact_lock({schema.APPLICATION})"
"""What those wait for who make or change the tables."""

_SETTINGS: Final = """SELECT pg_catalog.set_config('search_path', 'khamsin, pg_temp', false),
       pg_catalog.set_config('lock_timeout', '30s', false),
       pg_catalog.set_config('default_transaction_isolation', 'read committed', false),
       pg_catalog.set_config('synchronous_commit',
         CASE pg_catalog.current_setting('synchronous_commit')
         WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),
       pg_catalog.set_config('tcp_keepalives_idle', '30', false),
       pg_catalog.set_config('tcp_keepalives_interval', '10', false),
       pg_catalog.set_config('tcp_keepalives_count', '3', false),
       pg_catalog.current_setting('server_encoding'),
       pg_catalog.pg_backend_pid(),
       (SELECT backend_start::text FROM pg_catalog.pg_stat_activity
        WHERE pid = pg_catalog.pg_backend_pid())
"""
"""What holds for this connection, whatever the server or the user has been set to.

With keepalives the server notices within a minute that this machine is gone, and frees what a
transaction of it held; by itself it would after two hours.
"""

_AT_MOST_IDLE: Final = "60s"
"""Who writes may leave the server without a word for so long; then the next one may write."""

_OF_BEFORE: Final = "FROM pg_stat_activity WHERE pid = %s AND backend_start = %s::timestamptz"


class PostgresDatabase:
    """The database of a server.

    Args:
        url: ``postgresql://USER@HOST/DATABASE``, in any form that libpq knows.
        create: make the tables if they are not there.
        older: take older tables too, to bring them forward.

    Attributes:
        where: the URL without a password.
        address: the URL.
        closed: somebody has let go of it.

    Raises:
        BadInput: when nobody answers, or there is no library that this engine knows.
    """

    def __init__(self, url: str, *, create: bool = False, older: bool = False) -> None:
        """Connect; nothing is written where there is a library already."""
        self.address, self.closed = url, False
        self._address = Address.of(url)
        self.where = self._address.shown
        self._writer: int | None = None
        self._parked = list[ServerSession]()
        self._changed = set[int]()
        self._session = self._connect(0.0)
        try:
            self._demand_ours(create=create, older=older)
        except BaseException:
            self.close()
            raise

    # A connection, and what ends it ----------------------------------------------------------

    def _connect(self, patience: float) -> ServerSession:
        """A connection with our settings.

        Raises:
            BadInput: when there is none within the time.
        """
        end = time.monotonic() + patience
        pause, starting = 0.05, time.monotonic() + _COMES_BACK
        while True:
            try:
                connection = self._address.connect()
                break
            except psycopg.OperationalError as error:
                worth, now = not_now(error), time.monotonic()
                if worth is False or now > (max(end, starting) if worth else end):
                    self._address.refuse(error)
            time.sleep(pause)
            pause = min(2 * pause, 1.0)
        try:
            ((*_, encoding, pid, since),) = connection.execute(_SETTINGS.encode()).fetchall()
        except BaseException as error:
            connection.close()
            if isinstance(error, psycopg.Error):
                raise BadInput(_sentence(error, "", writing=False), self.where) from None
            raise
        encoding = str(encoding, "ascii") if isinstance(encoding, bytes) else encoding
        if encoding != "UTF8":
            connection.close()
            why = f"this database keeps text as {encoding}; a library needs one in UTF8"
            raise BadInput(why, self.where)
        self._address.attend(connection, int(pid), str(since))
        return ServerSession(connection, int(pid), str(since))

    def _again(self) -> ServerSession:
        """The session; another one if the server has hung up.

        Raises:
            ConnectionLost: when there is none to be had.
        """
        if self._session.connection.closed:
            fresh = self._another()
            self._settle(self._session, fresh)
            self._session = fresh
        self._session.tidy()
        return self._session

    def _another(self) -> ServerSession:
        """A new session, where there was one before.

        Raises:
            ConnectionLost: when there is none to be had.
        """
        try:
            return self._connect(_COMES_BACK)
        except BadInput as error:
            raise ConnectionLost(error.what, self.where) from None

    def _settle(self, before: ServerSession, fresh: ServerSession) -> None:
        """See that the server has done with a connection that is lost.

        It may still work on what it was sent last, a COMMIT perhaps: what was not there a moment
        ago would be there after all.

        Raises:
            ConnectionLost: when it has not within the time.
        """
        end, ended = time.monotonic() + _PATIENCE, "SELECT pg_terminate_backend(pid)"
        try:
            while fresh.execute(f"{ended} {_OF_BEFORE}", (before.pid, before.since)):
                if time.monotonic() > end:
                    break
                ended = "SELECT 1"
                time.sleep(0.02)
            else:
                return
        except psycopg.Error as error:
            fresh.close()
            raise self._lost(error, unknown=False, writing=False) from None
        fresh.close()
        why = "the server is still busy with what it was sent before the connection broke"
        raise ConnectionLost(why, self.where)

    def _free(self) -> ServerSession:
        """A session on which nobody reads; who still does keeps the one before."""
        session = self._again()
        if session.open:
            self._session = self._another()
            self._parked = [each for each in [*self._parked, session] if each.open]
            session.park()
        return self._session

    @contextlib.contextmanager
    def _complaints(
        self, of: ServerSession | None = None, *, commit: bool = False
    ) -> Iterator[None]:
        demand_own(self._writer, self.where)
        try:
            yield
        except psycopg.Error as error:
            session = of or self._session
            if is_lost(error, session.connection):
                session.close()
                raise self._lost(error, unknown=commit, writing=session.writing) from None
            user = session.connection.info.user
            if not session.writing:
                session.roll_back()
            kind = BadInput if _damaged(error) else DatabaseFailure
            raise kind(_sentence(error, user, writing=session.writing), self.where) from None

    def _lost(self, error: psycopg.Error, *, unknown: bool, writing: bool) -> ConnectionLost:
        silent = isinstance(error, ServerSilent)
        what = "the server fell silent" if silent else "the connection to the server was lost"
        if unknown:
            return ConnectionLost(what, self.where, unknown=True)
        lost = ConnectionLost(f"{what}; try again", self.where)
        return lost.nothing_written() if writing else lost

    def _reading(self, work: Callable[[ServerSession], T]) -> T:
        """Do what only reads; once more on a new connection if the server hung up."""
        session = self._session if self._session.writing else self._again()
        try:
            with self._complaints():
                return work(session)
        except ConnectionLost:
            if session.writing:
                raise
        session = self._again()
        with self._complaints():
            return work(session)

    # Rows ------------------------------------------------------------------------------------

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """All rows of a statement."""
        words = _as_psycopg(sql)
        if sql.startswith(("SELECT", "WITH")):
            return self._reading(lambda session: session.execute(words, values))
        session = self._session if self._session.writing else self._again()
        with self._complaints(commit=not session.writing):
            return session.execute(words, values)

    def stream(self, sql: str, *values: Any) -> Iterator[Row]:
        """The rows of a statement one by one, fetched in pieces."""
        words = _as_psycopg(sql)
        cursor = self._reading(lambda session: session.read(words, values))
        try:
            with self._complaints(cursor.session):
                yield from cursor.rows()
        finally:
            cursor.close()

    def many(self, sql: str, rows: Iterator[Row]) -> None:
        """A statement once for each row of values."""
        with self._complaints(), self._session.connection.cursor() as cursor:
            cursor.executemany(_as_psycopg(sql).encode(), rows)

    # Writing ---------------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction; who writes the same game meanwhile waits for its end."""
        with self._transaction(_VERSION) as ((version,),):
            demand_version(version, schema.SCHEMA, self.where)
            yield

    @contextlib.contextmanager
    def _transaction(self, first: str) -> Iterator[list[Row]]:
        """A transaction that begins with a statement, whose rows are given."""
        demand_own(self._writer, self.where)
        self._changed.clear()
        try:
            self._free()
            rows = self._reading(lambda session: session.begin(first, _AT_MOST_IDLE))
            self._session.writing, self._writer = True, threading.get_ident()
            yield rows
            self._commit()
            self._session.tell(self._changed)
        except BaseException:
            self._session.roll_back()
            raise
        finally:
            self._session.writing, self._writer = False, None

    def _commit(self) -> None:
        with self._complaints(commit=True):
            answer = self._session.commit()
        if answer != "COMMIT":
            why = "the server gave this up; nothing of it was written"
            raise BadInput(why, self.where)

    def tell(self, game: int) -> None:
        """Tell those who wait, once this transaction is committed, that a game changed.

        It is told by a transaction of its own: the server lets one that tells commit only when the
        one before it has, disk and all, so that all who write would wait for one another.
        """
        self._changed.add(game)

    def wait(self, seconds: float, game: int | None = None) -> bool:
        """Wait until somebody else has changed a game, or any, but no longer than so."""
        session = self._free()
        try:
            with self._complaints():
                return self._heard(session, seconds, game)
        except ConnectionLost:
            self._again()
            return True

    def _heard(self, session: ServerSession, seconds: float, game: int | None) -> bool:
        try:
            missed = session.listen(game)
        except errors.ReadOnlySqlTransaction:  # a standby tells nothing
            time.sleep(min(seconds, 1.0))
            return True
        return missed or session.told_of(game, seconds)

    # Tables ----------------------------------------------------------------------------------

    def _demand_ours(self, *, create: bool, older: bool) -> None:
        found = self._catalogue()
        if found and not self._may_enter():
            raise BadInput(_refusal(self._user, "read", ""), self.where)
        if not found and create:
            self._make()
            found = self._catalogue()
        if not found:
            raise NoLibrary("in this database", self.where)
        version = self._version(found)
        if older and 0 < version < schema.SCHEMA:
            return
        demand_version(version, schema.SCHEMA, self.where)
        if found != described(schema.STATEMENTS):
            raise BadInput(CHANGED, self.where)

    def _may_enter(self) -> bool:
        return self.rows("SELECT has_schema_privilege(?, 'USAGE')", NAMESPACE) == [(True,)]

    @property
    def _user(self) -> str:
        return str(self._session.connection.info.user)

    def _catalogue(self) -> set[str]:
        return {str(line) for (line,) in self.rows(CATALOGUE)}

    def _version(self, found: set[str]) -> int:
        """The version of the tables that are there.

        Raises:
            BadInput: when they are of another program.
        """
        if not any(line.startswith("r made_by ") for line in found):
            raise BadInput(_FOREIGN, self.where)
        marks = self.rows(MARK)
        if len(marks) != 1 or marks[0][0] != schema.APPLICATION:
            raise BadInput(_FOREIGN, self.where)
        return int(marks[0][1])

    def _make(self) -> None:
        """Make the tables, unless somebody else has just made them."""
        with self._transaction(_ALONE):
            if self._catalogue():
                return
            if not self.rows("SELECT 1 FROM pg_namespace WHERE nspname = ?", NAMESPACE):
                self.rows(f"CREATE SCHEMA {NAMESPACE}")
            for statement in making(schema.STATEMENTS):
                self.rows(statement)
            self.rows(NEW_MARK, schema.APPLICATION, schema.SCHEMA)

    def upgrade(self) -> int:
        """Bring older tables forward in one transaction, and say which version they had."""
        with self._transaction(_ALONE):
            self.rows("LOCK TABLE made_by")  # whoever writes has read it
            there = self._catalogue()
            before = self._version(there)
            if before == schema.SCHEMA:
                return before
            tables = {line.split()[1] for line in there if line.startswith("r ")}
            rights = rights_handed_on(self.rows, tables, schema.HEIRS)
            for statement in schema.steps_from(before):
                self.rows(translated(statement))
            self.rows(SET_MARK, schema.SCHEMA)
            if self._catalogue() != described(schema.STATEMENTS):
                raise BadInput(CHANGED, self.where)
            for statement in rights:
                self.rows(statement)
        return before

    # What it is like ---------------------------------------------------------------------------

    def damage(self) -> str:
        """What the server has found wrong with its pages, and rows of games that are not there."""
        for table in ("line", "fact", "snapshot", "result"):
            lost = self.rows(
                f"SELECT 1 FROM {table} WHERE NOT EXISTS "  # noqa: S608 - our tables
                f"(SELECT 1 FROM game WHERE game.id = {table}.game) LIMIT 1"
            )
            if lost:
                return f"{table} has rows of a game that is not there"
        ((count,),) = self.rows(
            "SELECT coalesce(sum(checksum_failures), 0)::bigint FROM pg_stat_database "
            "WHERE datname = current_database()"
        )
        return f"the server counts {count} pages with a wrong checksum" if count else ""

    def caution(self) -> str:
        """Why a commit of this server may be lost."""
        off = [
            name
            for name in ("fsync", "full_page_writes")
            if self.rows("SELECT current_setting(?)", name) == [("off",)]
        ]
        if not off:
            return ""
        named = " and ".join(f"{name} = off" for name in off)
        return f"this server runs with {named}: what is written can be lost when its machine stops"

    def close(self) -> None:
        """Let go of the server."""
        self.closed = True
        for session in (self._session, *self._parked):
            session.close()


@lru_cache(maxsize=256)
def _as_psycopg(sql: str) -> str:
    return sql.replace("%", "%%").replace("?", "%s")


def _refusal(user: str, do: str, why: str) -> str:
    return f"the user {user!r} may not {do} this library{why}; its owner can GRANT that"


_SENTENCES: Final = (
    ("25006", "this server, or this user, may only be read from now; nothing was written"),
    ("40", "another program wrote the same at the same moment; nothing of this was, so try again"),
    ("55P03", "another program has been writing this library all the while; try again"),
    ("57014", "the server's time for this ran out, or somebody stopped it; try again"),
    ("53100", "this cannot be written (the server's disk is full); nothing of it was"),
)
"""How the code of an error begins, and what to say."""


def _damaged(error: psycopg.Error) -> bool:
    return (error.sqlstate or "")[:2] in ("XX", "58")


def _sentence(error: psycopg.Error, user: str, *, writing: bool) -> str:
    code = error.sqlstate or ""
    why = " ".join((error.diag.message_primary or str(error)).split())[:200]
    if code == "42501":
        return _refusal(user, "write in" if writing else "read", f" ({why})")
    for beginning, sentence in _SENTENCES:
        if code.startswith(beginning):
            return sentence
    if _damaged(error):
        return f"this library is damaged ({why})"
    return f"this library cannot be used ({why})"
