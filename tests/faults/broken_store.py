"""Libraries that are broken on purpose: whoever looks for faults must find each of them."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import attrs

from replays.library import library, lines, recording, writing
from replays.library.database import Database
from replays.library.lines import pieces
from replays.library.reading import Follower
from replays.library.recording import LibraryRecorder
from replays.library.sqlite import SqliteDatabase
from tests.faults import store
from tests.faults.machine import Machine, Shared

__all__ = ["BROKEN_STORES", "WrongStore"]


class _NoSync(Machine):
    """A machine that says synced, and is not."""

    def sync(self, file: int) -> None:
        """Nothing."""


class _NoFolders(Machine):
    """A machine that forgets names."""

    def sync_folder(self, folder: Path) -> None:
        """Nothing."""


class _Open(Shared):
    """Locks that everybody gets."""

    def lock(self, file: int, level: int) -> bool:
        """Always."""
        self.levels[file] = level
        return True

    def shm_lock(self, file: int, slots: range, *, alone: bool) -> bool:
        """Always."""
        del file, slots, alone
        return True


class _NoLocks(Machine):
    """A machine that keeps nobody out."""

    def of(self, name: str) -> Shared:
        """Locks that everybody gets."""
        return self.shared.setdefault(name, _Open())


def _pragma(value: str) -> Callable[[], contextlib.AbstractContextManager[Any]]:
    """SQLite is told to sync in another way."""

    @contextlib.contextmanager
    def patched() -> Iterator[None]:
        execute = store.Watched.execute

        def other(self: Any, sql: str, *values: Any) -> Any:
            return execute(self, sql.replace("= EXTRA", f"= {value}"), *values)

        with patch.object(store.Watched, "execute", other):
            yield

    return patched


@contextlib.contextmanager
def _each_by_itself(self: SqliteDatabase) -> Iterator[None]:
    """No transaction: each statement is durable by itself."""
    del self
    yield


@contextlib.contextmanager
def _hasty(self: SqliteDatabase) -> Iterator[None]:
    """What was written last is committed when something else is written."""
    connection = self._connection
    with self._complaints():
        if connection.in_transaction:
            connection.execute("COMMIT")
        connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.rollback()
        raise


@contextlib.contextmanager
def _whatever(self: SqliteDatabase) -> Iterator[None]:
    """What failed in the middle is committed too."""
    with self._complaints():
        self._connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        with self._complaints():
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")


def _database(method: Any) -> Callable[[], contextlib.AbstractContextManager[Any]]:
    return lambda: patch.object(SqliteDatabase, "writing", method)


@contextlib.contextmanager
def _afterwards() -> Iterator[None]:
    """What a game is found by is written in a transaction of its own."""
    facts = writing.insert_facts
    writes = SqliteDatabase.writing

    @contextlib.contextmanager
    def two(self: Any) -> Iterator[None]:
        waiting: list[tuple[Any, ...]] = []
        self.waiting = waiting
        with writes(self):
            yield
        with writes(self):
            for game, found in waiting:
                facts(self, game, iter(found))

    def later(database: Any, game: int, found: Any) -> None:
        database.waiting.append((game, list(found)))

    with (
        patch.object(SqliteDatabase, "writing", two),
        patch.object(library, "insert_facts", later),
        patch.object(recording, "insert_facts", later),
    ):
        yield


@contextlib.contextmanager
def _wrong_snapshots() -> Iterator[None]:
    """A snapshot is said to be of the next entry."""
    keep = Follower.keep

    def of_next(self: Follower, n: int, seal: str) -> None:
        keep(self, n + 1, seal)

    with patch.object(Follower, "keep", of_next):
        yield


@contextlib.contextmanager
def _set_only() -> Iterator[None]:
    """Whoever writes last has written."""
    executemany = store.Watched.executemany
    compared = " AND entries = ? AND seal = ? AND torn = ?"

    def over(self: Any, sql: str, *values: Any) -> Any:
        return executemany(self, sql.replace("INSERT INTO line", "REPLACE INTO line"), *values)

    move = writing._MOVE.replace(compared, " AND ? IS NOT NULL" * 3)
    with (
        patch.object(writing, "_MOVE", move),
        patch.object(store.Watched, "executemany", over),
    ):
        yield


def _unbounded(database: Database, game: int, entries: int, torn: bytes) -> Iterator[bytes]:
    """All lines that are there by now, however far the game was when it was asked for."""
    del entries
    return pieces(database, game, 1 << 60, torn)


@contextlib.contextmanager
def _reads_on() -> Iterator[None]:
    with patch.object(library, "pieces", _unbounded), patch.object(lines, "pieces", _unbounded):
        yield


@attrs.frozen
class WrongStore:
    """A way to be broken.

    Attributes:
        what: in words.
        within: so many seeds are enough to notice it.
        first: the first of them.
        machine: the machine that it runs on.
        patched: what else is changed.
    """

    what: str
    within: int
    machine: type[Machine] = Machine
    patched: Callable[[], contextlib.AbstractContextManager[Any]] = contextlib.nullcontext
    first: int = 0

    @property
    def seeds(self) -> range:
        """Those that are enough."""
        return range(self.first, self.first + self.within)


BROKEN_STORES: Final = {
    "no-sync": WrongStore("no file is synced", 20, _NoSync),
    "no-folder": WrongStore("no folder is synced", 60, _NoFolders),
    "no-lock": WrongStore("nobody is kept out", 20, _NoLocks),
    "sync-off": WrongStore("SQLite syncs nothing", 20, patched=_pragma("OFF")),
    "sync-normal": WrongStore("a commit is not synced", 20, patched=_pragma("NORMAL")),
    "set-only": WrongStore("the end of a game is set, not compared", 40, patched=_set_only),
    "no-transaction": WrongStore(
        "each statement is durable by itself", 20, patched=_database(_each_by_itself)
    ),
    "hasty": WrongStore("it acknowledges before it commits", 20, patched=_database(_hasty)),
    "whatever": WrongStore(
        "what failed in the middle is committed", 40, patched=_database(_whatever)
    ),
    "facts-after": WrongStore(
        "what a game is found by is written afterwards", 20, patched=_afterwards
    ),
    "wrong-snapshot": WrongStore(
        "a snapshot is said to be of the next entry", 20, patched=_wrong_snapshots
    ),
    "reads-on": WrongStore("a reader reads on while somebody writes", 60, patched=_reads_on),
    "certain": WrongStore(
        "a commit that failed is said to be undone",
        150,
        patched=lambda: patch.object(SqliteDatabase, "_written_over", lambda _: True),
        first=200,
    ),
    "believes": WrongStore(
        "an order is thought to be there, whatever went wrong",
        20,
        patched=lambda: patch.object(LibraryRecorder, "_is_there", lambda *_: True),
    ),
    "doubts": WrongStore(
        "an order is thought not to be there, whatever went wrong",
        60,
        patched=lambda: patch.object(LibraryRecorder, "_is_there", lambda *_: False),
    ),
}
"""Each way by its name."""
