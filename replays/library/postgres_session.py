"""A connection to a server, and the rows that are still being read from it."""

import contextlib
import time
from collections.abc import Collection, Iterator
from typing import Any, Final, TypeAlias

import psycopg
from psycopg.pq import ExecStatus, TransactionStatus

from replays.library.postgres_connection import PatientConnection

Row: TypeAlias = tuple[Any, ...]

_FIRST: Final = 4
_MOST: Final = 512
_ENOUGH: Final = 1 << 20
"""About so many bytes are fetched at once, and from 1 to 512 rows; fewer in the beginning."""


_ANY: Final = "khamsin"
"""The channel on which every change is told."""


def _channel(game: int | None) -> str:
    """Where changes of a game are told, or of any."""
    return _ANY if game is None else f"{_ANY}_{game}"


class ServerSession:
    """A connection, with the transaction that is open on it, if any.

    Args:
        connection: to a server, each statement a transaction of its own.
        pid: the server's process behind it.
        since: when that began, as the server says.

    Attributes:
        connection: that.
        pid: that.
        since: that.
        listening: the games of whose changes it is told; None is any.
        writing: its transaction was begun by a writer.
        parked: it has only rows to give to those who read them still, and is closed then.
    """

    def __init__(self, connection: PatientConnection, pid: int, since: str) -> None:
        """Take a connection over."""
        self.connection, self.pid, self.since = connection, pid, since
        self.writing = self.parked = False
        self.listening = set[int | None]()
        self._told = set[str]()
        self.open = set[ServerRows]()
        self._named = 0

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> list[Row]:
        """All rows of a statement, whose parameters are ``%s``."""
        with self.connection.cursor(binary=True) as cursor:
            cursor.execute(sql.encode(), values)
            return cursor.fetchall() if cursor.description else []

    def send(self, sql: str, values: tuple[Any, ...] = ()) -> None:
        """A statement without rows, answered when the pipeline ends."""
        with self.connection.cursor() as cursor:
            cursor.execute(sql.encode(), values)

    def in_transaction(self) -> bool:
        """A transaction is open."""
        return self.connection.info.transaction_status is not TransactionStatus.IDLE

    def begin(self, sql: str, idle: str) -> list[Row]:
        """Begin a transaction with a statement; its rows.

        Args:
            sql: the statement.
            idle: the server ends it where nothing more is asked for so long, and frees its locks.
        """
        with self.connection.pipeline():
            self.send("BEGIN")
            self.send(f"SET LOCAL idle_in_transaction_session_timeout = '{idle}'")
            cursor = self.connection.cursor(binary=True)
            cursor.execute(sql.encode())
        with cursor:
            return cursor.fetchall()

    def tidy(self) -> None:
        """End a transaction that somebody was kept from ending, as Ctrl-C does."""
        if not (self.writing or self.open) and self.in_transaction():
            self.roll_back()

    def read(self, sql: str, values: tuple[Any, ...]) -> "ServerRows":
        """Begin to read the rows of a statement; the first of them come in one go with that."""
        self._named += 1
        rows = ServerRows(self, f"rows_{self._named}")
        with self.connection.pipeline():
            if not self.in_transaction():
                self.send("BEGIN")
            self.send(f"DECLARE {rows.name} NO SCROLL CURSOR FOR {sql}", values)
            cursor = self.connection.cursor(binary=True)
            cursor.execute(rows.wanted)
        self.open.add(rows)
        with cursor:
            rows.take(cursor.fetchall())
        return rows

    def commit(self) -> str:
        """Commit; what the server answers is ``COMMIT`` if it did, and not only heard it.

        It cannot be interrupted from the keyboard, so that its outcome is known.
        """
        self.open.clear()
        result = self.connection.answer_to(b"COMMIT")
        if result.status != ExecStatus.COMMAND_OK:
            raise psycopg.errors.error_from_result(result)
        return (result.command_status or b"").decode()

    def tell(self, games: Collection[int]) -> None:
        """Tell those who listen of games, at once; what cannot be told is not.

        Each is told on a channel of its own, so that nobody wakes for another game, and on that of
        all. Nothing waits for the disk: what is told of is there already.
        """
        if games:
            told = ", ".join(
                f"pg_notify('{channel}', '{game}')"
                for game in games
                for channel in (_ANY, _channel(game))
            )
            words = f"BEGIN; SET LOCAL synchronous_commit = off; SELECT {told}; COMMIT"
            with contextlib.suppress(psycopg.Error):
                self.connection.answer_to(words.encode())
            self.roll_back()

    def listen(self, game: int | None) -> bool:
        """Listen to changes of a game, or of any; whether some before that were not heard."""
        if game in self.listening:
            return False
        self.execute(f"LISTEN {_channel(game)}")
        heard_all = None in self.listening
        self.listening.add(game)
        if heard_all:  # from now on it need not wake for every other
            self.execute(f"UNLISTEN {_ANY}")
            self.listening.discard(None)
        return not heard_all

    def told_of(self, game: int | None, seconds: float) -> bool:
        """Whether others have changed a game, or any, since this was asked; wait for it so long."""
        end = time.monotonic() + seconds
        while not self._was_told(game):
            left = max(end - time.monotonic(), 0.0)
            told = list(self.connection.notifies(timeout=left, stop_after=1))
            self._told.update(each.payload for each in told if each.pid != self.pid)
            if not told and time.monotonic() >= end:
                self.connection.still_there()
                return False
        return True

    def _was_told(self, game: int | None) -> bool:
        if game is None:
            told = bool(self._told)
            self._told.clear()
            return told
        told = str(game) in self._told
        self._told.discard(str(game))
        return told

    def roll_back(self) -> None:
        """Undo what the open transaction did, if there is one and still a server."""
        self.open.clear()
        try:
            with contextlib.suppress(psycopg.Error):
                if not self.connection.closed and self.in_transaction():
                    self.execute("ROLLBACK")
            if not self.connection.closed and self.in_transaction():
                self.connection.close()  # an answer is still owed; nobody can ask anything more
        except BaseException:  # who hits Ctrl-C again must not read what was never committed
            self.connection.close()
            raise

    def park(self) -> None:
        """Keep it for those who still read, and close it when they have read."""
        self.parked = True
        self._rest()

    def forget(self, cursor: "ServerRows") -> None:
        """A cursor that has no more rows."""
        if cursor not in self.open:
            return
        self.open.discard(cursor)
        with contextlib.suppress(psycopg.Error):
            if self.connection.info.transaction_status is TransactionStatus.INTRANS:
                if self.open or self.writing:
                    self.execute(f"CLOSE {cursor.name}")
                self._rest()

    def _rest(self) -> None:
        """End what was begun for readers alone."""
        if self.open or self.writing:
            return
        if self.in_transaction():
            self.execute("COMMIT")
        if self.parked:
            self.close()

    def close(self) -> None:
        """Let go of the server."""
        self.open.clear()
        with contextlib.suppress(psycopg.Error):
            self.connection.close()


class ServerRows:
    """Rows that a server has, and gives in pieces of bounded size.

    Attributes:
        name: what the server calls it.
        session: where it is read.
    """

    def __init__(self, session: ServerSession, name: str) -> None:
        """Nothing is fetched yet."""
        self.name, self.session = name, session
        self._many, self._here = _FIRST, list[Row]()

    @property
    def wanted(self) -> bytes:
        """What asks for the next rows."""
        return f"FETCH {self._many} FROM {self.name}".encode()

    def take(self, rows: list[Row]) -> None:
        """Take rows over that were asked for; fewer than that are the last, and it is done with."""
        self._here = rows
        if len(rows) < self._many:
            self.close()
            return
        size = sum(len(value) for row in rows for value in row if isinstance(value, bytes | str))
        each = max(1, size // len(rows))
        self._many = max(1, min(_MOST, 4 * self._many, _ENOUGH // each))

    def rows(self) -> Iterator[Row]:
        """The rows one by one."""
        while self._here:
            here, self._here = self._here, []
            yield from here
            if self in self.session.open:
                self.take(self.session.execute(self.wanted.decode()))

    def close(self) -> None:
        """No more of it is wanted."""
        self.session.forget(self)


def is_lost(error: psycopg.Error, connection: psycopg.Connection[Row]) -> bool:
    """Whether an error is the end of a connection, or has left it without an answer."""
    if connection.closed or connection.info.transaction_status is TransactionStatus.ACTIVE:
        return True
    told = error.diag.severity_nonlocalized
    return told in ("FATAL", "PANIC") or (error.sqlstate or "")[:2] == "08"
