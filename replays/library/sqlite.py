"""A library in one file: SQLite, with a write-ahead log that is synced at every commit."""

import contextlib
import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from events.disk import DISK, cannot_be_written, write_whole
from events.errors import BadInput
from replays.library import schema
from replays.library.database import CHANGED, DatabaseFailure, NoLibrary, demand_own, demand_version
from replays.library.schema import APPLICATION

_PATIENCE: Final = 30.0
"""How long a writer waits for the one before it, in seconds."""

_WAITING: Final = 10_000
"""So many pages (40 MB) wait in the write-ahead log before SQLite puts them in beside readers.

It does not sync a part that it puts in, and does not put it in again if that is lost. An evening's
play stays below it; when the last who has the library open closes it, all is put in and synced.
"""

_QUICK_TRIES: Final = 500
"""So often a writer who waits tries again by himself, before he lets SQLite wait."""

_SOON: Final = 0.002
"""Seconds between two of these."""

_LOOKS_EVERY: Final = 0.05
"""How often it is looked whether somebody else has written, in seconds."""

_EMPTY: Final = "this file is empty; a library of games is expected"


class SqliteDatabase:
    """The database of a file.

    Args:
        path: the file.
        create: make it if it is not there.
        older: take older tables too, to bring them forward.

    Attributes:
        where: the path as it was given.
        address: the path from the root.
        closed: somebody has let go of it.

    Raises:
        BadInput: when there is none, or it is not a library that this engine knows.
    """

    def __init__(self, path: Path, *, create: bool = False, older: bool = False) -> None:
        """Open the file; nothing is written into one that is no library."""
        self._writer: int | None = None
        self.closed = self._named = False
        self.where, self.address = str(path), str(path.absolute())
        fresh = self._look(path, create=create)
        self._path = path.absolute()
        if fresh and not DISK.exists(path):
            self._put_whole()
        self._connect("rwc" if fresh else "rw")
        try:
            with self._complaints():
                self._demand_database()
                self._settings()
                blank = self._is_blank()
                if blank and create:
                    self._make()
                elif blank:
                    raise BadInput(_EMPTY, self.where)
                self._demand_ours(older=older)
                if create:
                    self._write_ahead(tries=100 if fresh or blank else 1)
                if self._is_ahead():
                    self._make_sure()
                self._seen = self._data_version()
        except BaseException:
            self.close()
            raise

    def _connect(self, mode: str) -> None:
        with self._complaints():
            self._connection = sqlite3.connect(
                f"{self._path.as_uri()}?mode={mode}",
                uri=True,
                timeout=_PATIENCE,
                isolation_level=None,
                check_same_thread=False,  # a table answers in several, one at a time
            )

    def _settings(self) -> None:
        self._connection.execute("PRAGMA trusted_schema = OFF")
        self._connection.execute("PRAGMA synchronous = EXTRA")
        self._connection.execute(f"PRAGMA wal_autocheckpoint = {_WAITING}").fetchall()

    def _make_sure(self) -> None:
        """Put what is found in the write-ahead log into the file, and sync that.

        A process that was stopped as it wrote can have left there what is not on the disk, and a
        sync that failed what never will be. Where others use the file it is theirs to care for:
        SQLite would put in what none of them needs any more, unsynced, and count it as done; if the
        next sync failed then, it would never put it in again.
        """
        self._connection.execute("PRAGMA busy_timeout = 0")
        self._connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        try:
            self._connection.execute("BEGIN IMMEDIATE")  # not while anybody else has it open
            self._connection.execute("ROLLBACK")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.OperationalError as error:
            if _code(error) == sqlite3.SQLITE_IOERR:
                raise
        self._again()  # for others to come in

    def _again(self) -> None:
        """Open the file anew: where a sync failed, what SQLite remembers may be wrong."""
        self._connection.close()
        self._named = False
        self._connect("rw")
        self._settings()

    def _look(self, path: Path, *, create: bool) -> bool:
        """Whether the tables are still to be made."""
        if not DISK.exists(path):
            if create:
                return True
            raise NoLibrary("here", self.where)
        try:
            if path.is_dir():
                raise BadInput("this is a directory; a file is expected", self.where)
            if not path.is_file():
                raise BadInput("this is not a regular file", self.where)
            empty = not path.stat().st_size
        except OSError as error:
            raise BadInput(f"this cannot be read ({error.strerror})", self.where) from None
        if empty and not create:
            raise BadInput(_EMPTY, self.where)
        return empty

    def _demand_database(self) -> None:
        """See that it is a database at all, by SQLite's own look at it.

        The file is never opened in another way: to close it again would end every lock that this
        process has on it, and then another process may throw its write-ahead log away.

        Raises:
            BadInput: when it is none.
        """
        try:
            self._connection.execute("PRAGMA application_id").fetchall()
        except sqlite3.DatabaseError as error:
            if _code(error) != sqlite3.SQLITE_NOTADB:
                raise
            why = "this is not a SQLite database; a library of games is expected"
            raise BadInput(why, self.where) from None

    def _put_whole(self) -> None:
        """Put a library without games in its place, whole: a stop leaves it there, or nothing.

        SQLite by itself writes page by page into a file that has the name already; whatever fails
        then leaves behind what is no database. One that cannot give its bytes does it so.
        """
        if not hasattr(sqlite3.Connection, "serialize"):
            return
        with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
            _make_tables(empty)
            content = empty.serialize()
        try:
            write_whole(self.where, [content], new=True, disk=DISK)
        except BadInput:
            if not DISK.exists(self._path):
                raise  # otherwise somebody else was first, or it is there and not yet synced

    def _is_blank(self) -> bool:
        """Whether nothing was ever written into it; a stop while it was made leaves that too."""
        marks = self.rows("PRAGMA application_id") + self.rows("PRAGMA user_version")
        return marks == [(0,), (0,)] and not self.rows("SELECT 1 FROM sqlite_master LIMIT 1")

    def _make(self) -> None:
        """Make the tables, unless somebody else has just made them."""
        self._connection.execute("BEGIN IMMEDIATE")
        if not self._connection.execute("SELECT 1 FROM sqlite_master").fetchall():
            _make_tables(self._connection)
        self._name_files()
        self._connection.execute("COMMIT")

    def _write_ahead(self, tries: int) -> None:
        """Have changes written to a log ahead; it is the file's from then on.

        A stop while the library was made can leave it without, and another process that has it
        open can be in the way for a moment. Nothing is lost without it. Where it fails otherwise,
        SQLite says that there is one although there is none, and remembers what it has read back
        from a journal that was never synced.
        """
        while tries > 0 and not self._is_ahead():
            tries -= 1
            try:
                self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
            except sqlite3.OperationalError as error:
                if _code(error) != sqlite3.SQLITE_BUSY:
                    self._again()
                time.sleep(0.02)

    def _is_ahead(self) -> bool:
        """Whether changes are written to a log ahead, as far as this connection has seen."""
        return self._connection.execute("PRAGMA journal_mode").fetchall() == [("wal",)]

    def _demand_ours(self, *, older: bool) -> None:
        ((application,),) = self.rows("PRAGMA application_id")
        version = self._version()
        if application != APPLICATION:
            why = "this database is of another program; a library of games is expected"
            raise BadInput(why, self.where)
        if older and 0 < version < schema.SCHEMA:
            return
        demand_version(version, schema.SCHEMA, self.where)
        self._demand_tables()

    def _demand_tables(self) -> None:
        found = self.rows("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
        if sorted(_plain(sql) for (sql,) in found) != sorted(map(_plain, schema.STATEMENTS)):
            raise BadInput(CHANGED, self.where)

    def _name_files(self) -> None:
        """See that the names of all files that a commit relies on are on the disk.

        SQLite syncs the folder too, and does not tell where that fails. A journal is a new file
        each time; a write-ahead log stays while somebody has it open.
        """
        if self._named:
            return
        try:
            DISK.sync_folder(self._path.parent)
        except OSError as error:
            raise cannot_be_written(Path(self.where), error) from None
        self._named = self._is_ahead()

    @contextlib.contextmanager
    def _complaints(self, *, commit: bool = False, reads: bool = False) -> Iterator[None]:
        demand_own(self._writer, self.where)
        try:
            yield
        except sqlite3.Error as error:
            kind = BadInput if _code(error) in _DAMAGED else DatabaseFailure
            words = _unread(error) if reads and _code(error) == sqlite3.SQLITE_IOERR else ""
            raise kind(words or _sentence(error, commit=commit), self.where) from None

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a statement."""
        with self._complaints(reads=self._writer is None):
            return self._connection.execute(sql, values).fetchall()

    def stream(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a statement one by one."""
        with self._complaints(reads=self._writer is None):
            cursor = self._connection.execute(sql, values)
            try:
                yield from map(tuple, cursor)
            finally:
                with contextlib.suppress(sqlite3.ProgrammingError):  # the library was closed before
                    cursor.close()

    def many(self, sql: str, rows: Iterator[tuple[Any, ...]]) -> None:
        """A statement once for each row of values."""
        with self._complaints():
            self._connection.executemany(sql, rows)

    def _begin(self) -> None:
        """Begin to write, when nobody else does.

        SQLite itself looks ten times a second only, and who has just written is mostly next: of
        eight who write all the time, one in a hundred orders waited for a second, and some for
        seven. At short intervals, whoever waits is as likely to be next as anybody.
        """
        with self._complaints():
            if not (_QUICK_TRIES and self._begun_soon()):
                self._connection.execute("BEGIN IMMEDIATE")

    def _begun_soon(self) -> bool:
        """Whether it could begin within the first second or so."""
        self._connection.execute("PRAGMA busy_timeout = 0")
        try:
            for _ in range(_QUICK_TRIES):
                try:
                    self._connection.execute("BEGIN IMMEDIATE")
                except sqlite3.OperationalError as error:
                    if _code(error) != sqlite3.SQLITE_BUSY:
                        raise
                    time.sleep(_SOON)
                else:
                    return True
            return False
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {int(1000 * _PATIENCE)}")

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction; it begins when nobody else writes."""
        with self._transaction():
            demand_version(self._version(), schema.SCHEMA, self.where)
            yield

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        begun = False
        try:
            self._begin()
            begun, self._writer = True, threading.get_ident()
            yield
            self._commit()
        except BaseException as error:
            try:
                with contextlib.suppress(sqlite3.Error):
                    if self._is_writing():
                        self._connection.execute("ROLLBACK")
            finally:  # who hits Ctrl-C again must not read what was never committed
                with contextlib.suppress(sqlite3.Error, BadInput):
                    if self._is_writing() or (begun and self._may_be_wrong(error)):
                        self._again()
            raise
        finally:
            self._writer = None

    def _commit(self) -> None:
        """End a transaction; where that fails, see that it cannot come back."""
        with self._complaints():
            self._name_files()
        try:
            self._connection.execute("COMMIT")
        except sqlite3.Error:
            doubtful = not self._written_over()
            with self._complaints(commit=doubtful):
                raise

    def _written_over(self) -> bool:
        """Whether a commit that failed is gone from the write-ahead log.

        All of it can stand there, and the disk may have it or not: who opens the library next would
        take it for written. Nobody here counts it, so whoever writes next writes over it; that is
        done at once, with what changes nothing.
        """
        with contextlib.suppress(sqlite3.Error, BadInput):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if self._is_ahead():
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute(f"PRAGMA user_version = {self._version()}")
                self._connection.execute("COMMIT")
                return True
        return False

    def _may_be_wrong(self, error: BaseException) -> bool:
        """Whether SQLite may remember what is not in the file; a write-ahead log has no such pages.

        With one, nothing is opened anew: whoever is the first to open it would take a transaction
        for written whose sync has failed.
        """
        return isinstance(error, DatabaseFailure) and not self._is_ahead()

    def _is_writing(self) -> bool:
        with contextlib.suppress(sqlite3.Error):  # it may be closed
            return self._connection.in_transaction
        return False

    def tell(self, game: int) -> None:
        """Nothing is to be done: who waits sees that the file was changed."""

    def wait(self, seconds: float, game: int | None = None) -> bool:
        """Wait until somebody else has written into the file, but no longer than so."""
        del game  # which one it was is not told
        end = time.monotonic() + seconds
        while True:
            found = self._data_version()
            if found != self._seen:
                self._seen = found
                return True
            left = end - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(left, _LOOKS_EVERY))

    def _data_version(self) -> int:
        """A number that is another one when somebody else has written into the file."""
        ((version,),) = self.rows("PRAGMA data_version")
        return int(version)

    def upgrade(self) -> int:
        """Bring older tables forward in one transaction, and say which version they had."""
        self.rows("PRAGMA foreign_keys = OFF")
        with self._transaction():
            before = self._version()
            if before == schema.SCHEMA:
                return before
            for statement in schema.steps_from(before):
                self.rows(statement)
            self.rows(f"PRAGMA user_version = {schema.SCHEMA}")
            self._demand_tables()
        return before

    def _version(self) -> int:
        """The version of the tables."""
        ((version,),) = self.rows("PRAGMA user_version")
        return int(version)

    def caution(self) -> str:
        """Nothing: every commit is synced."""
        return ""

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
        self.closed = True
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()


def _make_tables(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {schema.SCHEMA}")
    for statement in schema.STATEMENTS:
        connection.execute(statement)


_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _is_write(error: sqlite3.Error) -> bool:
    """Whether bytes could not be written, those that end a transaction or some before them."""
    return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_WRITE


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _why(error: sqlite3.Error) -> str:
    return " ".join(str(error).split())[:200]


def _unread(error: sqlite3.Error) -> str:
    """What is said where nobody was writing: it must not sound as if something was not written."""
    return f"this cannot be read ({_why(error)}); try again"


def _sentence(error: sqlite3.Error, *, commit: bool) -> str:
    code, why = _code(error), _why(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another program has been writing this library all the while; try again"
    if commit and code == sqlite3.SQLITE_IOERR and not _is_write(error):  # a sync, perhaps
        return (
            f"this could not be written for sure ({why}); whether it is there is not known, so look"
            f" before you do it again"
        )
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY):
        return f"this cannot be written ({why}); nothing of it was"
    if code in _DAMAGED:
        return f"this library is damaged ({why})"
    if code == sqlite3.SQLITE_CANTOPEN:
        return (
            f"this library cannot be opened ({why}): its folder is not there, or cannot be "
            f"written, which SQLite has to do to read it too; a copy where you can write is read"
        )
    return f"this library cannot be used ({why})"


def _plain(statement: object) -> str:
    """A statement about tables without the quotes and blanks that SQLite adds as it changes one."""
    return re.sub(r'[\s"]+', "", str(statement))
