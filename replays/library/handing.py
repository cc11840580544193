"""Games of a library handed out in batches, to whoever works on them: here or elsewhere.

A worker on this machine opens the library itself. One elsewhere may not be able to, and is not to
know a password; so the logs travel with the batch, packed. Only the process that gives out the
batches writes into the library.
"""

import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, Generic, TypeVar

import attrs

from events.disk import Disk
from events.errors import BadInput
from events.log import LogReader
from replays.game.open_log import open_log
from replays.library.database import DatabaseFailure
from replays.library.games import LibraryGame, path_of
from replays.library.library import Library
from replays.library.lines import disk_with, pieces
from replays.library.snapshots import SHAPE

R = TypeVar("R")

_MOST_ENTRIES: Final = 2_000
_MOST_GAMES: Final = 64
"""A batch is full with so many: some tenths of a second of work, and kept together."""


_SNAPSHOTS: Final = (
    "SELECT entry FROM snapshot WHERE game = ? AND shape = ? "
    "AND (entry <= ? OR entry > (SELECT entries FROM game WHERE id = ?))"
)
"""What belongs to the entries that are handed out, or to none: others may record meanwhile."""


@attrs.frozen
class Handed:
    """A game as a worker gets it.

    Attributes:
        game: the game, as the list of the library had it.
        snapshots: the entries of which the library has a snapshot of this engine.
        log: its log, packed; None where the worker reads it from the library.
        unread: why there is no log; empty as a rule.
    """

    game: LibraryGame
    snapshots: tuple[int, ...] = ()
    log: bytes | None = attrs.field(default=None, repr=False)
    unread: str = ""


@attrs.frozen
class Batch:
    """Games that are given out together.

    Attributes:
        number: its place among all batches, from 0.
        where: what opens the library; it may hold a password, so no batch is ever shown.
        games: the games.
    """

    number: int
    where: str = attrs.field(repr=False)
    games: tuple[Handed, ...]


@attrs.frozen
class Unread:
    """A game whose log the database did not give.

    Attributes:
        why: what it complained of.
    """

    why: str


@attrs.frozen
class Worked(Generic[R]):
    """What became of a batch.

    Attributes:
        number: its place among all batches.
        found: what was found in each of its games.
    """

    number: int
    found: tuple[R | Unread, ...]


@attrs.define
class GameLog:
    """The log of a game, to be read as if it were a file.

    Attributes:
        path: what it is called.
        disk: where it is.
        size: how many bytes of it were read.
        failed: what the database complained of.
    """

    path: Path
    _first: Callable[[], Iterator[bytes]]
    _chunks: Callable[[], Iterator[bytes]]
    size: int = 0
    failed: BadInput | None = None

    @property
    def disk(self) -> Disk:
        """A disk with this log alone."""
        return disk_with(partial(self._read, self._chunks))

    def beginning(self) -> LogReader:
        """Its first line alone, read: its header, its format and the hash of the line.

        Raises:
            BadInput: when it is no header.
        """
        with open_log(self.path, disk_with(partial(self._read, self._first))) as reader:
            return reader

    def _read(self, chunks: Callable[[], Iterator[bytes]]) -> Iterator[bytes]:
        size = 0
        try:
            for chunk in chunks():
                size += len(chunk)
                self.size = max(self.size, size)
                yield chunk
        except BadInput as error:
            self.failed = error
            raise


def handed(library: Library, game: LibraryGame, *, travels: bool) -> Handed:
    """A game as a worker gets it.

    Args:
        library: where it is.
        game: the game.
        travels: its log is to go with it.
    """
    rows = library.database.rows(_SNAPSHOTS, game.id, SHAPE, game.entries, game.id)
    snapshots = tuple(int(entry) for (entry,) in rows)
    if not travels:
        return Handed(game, snapshots)
    try:
        return Handed(game, snapshots, _packed(library.log_bytes(game)))
    except DatabaseFailure:
        raise
    except BadInput as error:
        return Handed(game, snapshots, unread=error.what)


def _packed(chunks: Iterable[bytes]) -> bytes:
    packing, packed = zlib.compressobj(1), io.BytesIO()
    for chunk in chunks:
        packed.write(packing.compress(chunk))
    packed.write(packing.flush())
    return packed.getvalue()


def _unpacked(packed: bytes) -> Iterator[bytes]:
    return iter(io.BytesIO(zlib.decompress(packed)))


def _first_of(packed: bytes) -> Iterator[bytes]:
    return islice(_unpacked(packed), 1)


def _first_line(library: Library, game: LibraryGame) -> Iterator[bytes]:
    return pieces(library.database, game.id, 0, b"")


def batches(
    library: Library, where: str, games: Iterable[LibraryGame], *, travel: bool
) -> Iterator[Batch]:
    """Games in batches, in order.

    Args:
        library: where they are.
        where: what opens it.
        games: the games.
        travel: their logs are to go with them.
    """
    number, entries, batch = 0, 0, list[Handed]()
    for game in games:
        batch.append(handed(library, game, travels=travel))
        entries += game.entries
        if entries >= _MOST_ENTRIES or len(batch) >= _MOST_GAMES:
            yield Batch(number, "" if travel else where, tuple(batch))
            number, entries, batch = number + 1, 0, []
    if batch:
        yield Batch(number, "" if travel else where, tuple(batch))


def work_on(work: Callable[[Handed, GameLog], R], batch: Batch) -> Worked[R]:
    """Work on each game of a batch; what runs in other processes and on other machines.

    Args:
        work: what is done with a game; it raises no complaint about its log.
        batch: the games.

    Raises:
        BadInput: when the library cannot be opened, or the connection to it is lost.
    """
    with _logs(batch) as logs:
        return Worked(
            batch.number,
            tuple(_one(work, each, log) for each, log in zip(batch.games, logs, strict=True)),
        )


def _one(work: Callable[[Handed, GameLog], R], game: Handed, log: GameLog) -> R | Unread:
    if game.unread:
        return Unread(game.unread)
    try:
        found = work(game, log)
    except BadInput:
        if log.failed is None:
            raise
    if isinstance(log.failed, DatabaseFailure):
        raise log.failed
    if log.failed is not None:
        return Unread(log.failed.what)
    return found


@contextmanager
def _logs(batch: Batch) -> Iterator[list[GameLog]]:
    """The logs of a batch: those that came with it, and those of the library."""
    if not batch.where:
        yield [
            GameLog(path_of(each.game.name), partial(_first_of, log), partial(_unpacked, log))
            for each in batch.games
            for log in (each.log or b"",)
        ]
        return
    with Library.open(batch.where) as library:
        yield [
            GameLog(
                library.path(each.game),
                partial(_first_line, library, each.game),
                partial(library.log_bytes, each.game),
            )
            for each in batch.games
        ]
