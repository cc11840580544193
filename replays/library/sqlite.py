"""A library in one file: SQLite, with a write-ahead log that is synced at every commit."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from events.disk import DISK, cannot_be_written, open_to_read
from events.errors import BadInput
from replays.library.database import FOREIGN, newer_schema
from replays.library.schema import APPLICATION, SCHEMA, STATEMENTS

__all__ = ["SqliteDatabase"]

_PATIENCE: Final = 30.0
"""How long a writer waits for the one before it, in seconds."""

_BEGINNING: Final = b"SQLite format 3\x00"


class SqliteDatabase:
    """The database of a file.

    Args:
        path: the file.
        create: make it if it is not there.

    Attributes:
        where: the path as it was given.

    Raises:
        BadInput: when there is none, or it is not a library that this engine knows.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open the file; nothing is written into one that is no library."""
        self.where = str(path)
        fresh = self._look(path, create=create)
        with self._complaints():
            mode = "rwc" if fresh else "rw"
            self._connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                timeout=_PATIENCE,
                isolation_level=None,
            )
        try:
            with self._complaints():
                self._connection.execute("PRAGMA trusted_schema = OFF")
                self._connection.execute("PRAGMA synchronous = EXTRA")
                if fresh:
                    self._make()
                self._demand_ours()
            if fresh:
                self._sync_folder(path)
        except BaseException:
            self.close()
            raise

    def _look(self, path: Path, *, create: bool) -> bool:
        """Whether the tables are still to be made."""
        if not DISK.exists(path):
            if create:
                return True
            why = "there is no library here; `khamsin library add GAME` begins one"
            raise BadInput(why, self.where)
        with open_to_read(path) as file:
            try:
                first = file.read(len(_BEGINNING))
            except OSError as error:
                raise BadInput(f"this cannot be read ({error.strerror})", self.where) from None
        if first not in (b"", _BEGINNING):
            why = "this is not a SQLite database; a library of games is expected"
            raise BadInput(why, self.where)
        if not first and not create:
            raise BadInput("this file is empty; a library of games is expected", self.where)
        return not first

    def _make(self) -> None:
        """Make the tables, unless somebody else has just made them."""
        self._connection.execute("BEGIN IMMEDIATE")
        if not self._connection.execute("SELECT 1 FROM sqlite_master").fetchall():
            self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
            self._connection.execute(f"PRAGMA user_version = {SCHEMA}")
            for statement in STATEMENTS:
                self._connection.execute(statement)
        self._connection.execute("COMMIT")
        for _ in range(100):  # another process that begins it too may hold it for a moment
            with contextlib.suppress(sqlite3.OperationalError):
                self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
                return
            time.sleep(0.02)

    def _demand_ours(self) -> None:
        ((application,),) = self.rows("PRAGMA application_id")
        ((version,),) = self.rows("PRAGMA user_version")
        if application != APPLICATION:
            raise BadInput(FOREIGN, self.where)
        if version != SCHEMA:
            raise newer_schema(version, SCHEMA, self.where)
        found = self.rows("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
        if sorted(str(sql) for (sql,) in found) != sorted(STATEMENTS):
            why = "the tables of this library were changed by another program"
            raise BadInput(why, self.where)

    def _sync_folder(self, path: Path) -> None:
        try:
            DISK.sync_folder(path.absolute().parent)
        except OSError as error:
            raise cannot_be_written(path, error) from None

    @contextlib.contextmanager
    def _complaints(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise BadInput(_sentence(error), self.where) from None

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a statement."""
        with self._complaints():
            return self._connection.execute(sql, values).fetchall()

    def stream(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a statement one by one."""
        with self._complaints():
            yield from self._connection.execute(sql, values)

    def many(self, sql: str, rows: Iterator[tuple[Any, ...]]) -> None:
        """A statement once for each row of values."""
        with self._complaints():
            self._connection.executemany(sql, rows)

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction; it begins when nobody else writes."""
        with self._complaints():
            self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            with self._complaints():
                self._connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            raise

    def damage(self) -> str:
        """What SQLite's own check finds; empty if nothing."""
        try:
            found = self._connection.execute("PRAGMA integrity_check(1)").fetchall()
            found += self._connection.execute("PRAGMA foreign_key_check").fetchall()
        except sqlite3.Error as error:
            return str(error)
        wrong = [row for row in found if row != ("ok",)]
        return " ".join(str(wrong[0][0]).split())[:200] if wrong else ""

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()


def _sentence(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    why = " ".join(str(error).split())[:200]
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another program has been writing this library all the while; try again"
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY):
        return f"this cannot be written ({why}); nothing of it was"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return f"this library is damaged ({why})"
    return f"this library cannot be used ({why})"
