"""A library: logs go in and come out without the change of a byte, and are never overwritten."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Self

import attrs

from events.disk import Disk, write_whole
from events.errors import BadInput
from events.log import LogReader
from replays.library.database import Database
from replays.library.facts import Facts
from replays.library.lines import disk_of, pieces
from replays.library.places import connect
from replays.library.reading import Reading, lines_from, read_through
from replays.library.snapshots import SHAPE, Snapshot, digest_of
from replays.library.spool import Spool
from replays.playing.logs import NOW_AND_THEN, Told, open_log

__all__ = ["Added", "Library", "LibraryGame", "proper_name"]

_LONGEST_NAME: Final = 100
_GAME: Final = (
    "SELECT id, name, format, entries, seal, size, torn, scenario, engine, ending, moment FROM game"
)


@attrs.frozen
class LibraryGame:
    """A game as the list of a library has it.

    Attributes:
        id: its number in this database, which means nothing elsewhere.
        name: its name in the library.
        format: the format that its log is in.
        entries: how many entries it has.
        seal: the hash of its last line.
        size: of its log, in bytes.
        torn: what a crash left behind its last whole line; empty as a rule.
        scenario: the name of its scenario.
        engine: the version of the engine that began the log.
        ending: ``finished``, ``open`` or ``cut off``.
        moment: where it stands.
    """

    id: int = attrs.field(repr=False)
    name: str
    format: int
    entries: int
    seal: str
    size: int
    torn: bytes = attrs.field(converter=bytes, repr=False)
    scenario: str
    engine: str
    ending: str
    moment: str


@attrs.frozen
class Added:
    """What became of a log that was added.

    Attributes:
        game: the game as it is in the library now.
        entries: how many of its entries were not there before.
        fresh: nothing of it was.
    """

    game: LibraryGame
    entries: int
    fresh: bool


def proper_name(name: str) -> str:
    """A name that a game can have in a library.

    Raises:
        BadInput: when it is empty, longer than 100 characters or has one that is not printable.
    """
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        why = f"a name in a library has 1 to {_LONGEST_NAME} printable characters; `--as` gives one"
        raise BadInput(why, f"{name[:40]!r}")
    return name


class Library:
    """A library of games. A context manager, of one thread.

    Args:
        database: where it is; ``Library.open`` is the usual way.
    """

    def __init__(self, database: Database) -> None:
        """Use a database."""
        self.database = database

    @classmethod
    def open(cls, where: str | Path | None = None, *, create: bool = False) -> Self:
        """Open a library.

        Args:
            where: a file; None is the usual place of this user.
            create: make it if it is not there.

        Raises:
            BadInput: when there is none, or it is not a library that this engine knows.
        """
        return cls(connect(where, create=create))

    @property
    def where(self) -> str:
        """What people call its place."""
        return self.database.where

    def games(self) -> list[LibraryGame]:
        """All games by name."""
        return [LibraryGame(*row) for row in self.database.rows(f"{_GAME} ORDER BY name")]

    def game(self, name: str) -> LibraryGame:
        """The game of a name.

        Raises:
            BadInput: when there is none.
        """
        found = self._perhaps(name)
        if found is None:
            why = f"this library has no game {name[:100]!r}; `khamsin library list` names them"
            raise BadInput(why, self.where)
        return found

    def _perhaps(self, name: str) -> LibraryGame | None:
        rows = [] if "\0" in name else self.database.rows(f"{_GAME} WHERE name = ?", name)
        return LibraryGame(*rows[0]) if rows else None

    def add(self, path: str | Path, name: str | None = None, told: Told = None) -> Added:
        """Take a log in, or what is new in one whose beginning is there already.

        The log is read twice, in bounded memory: to judge it, and to put it down.

        Args:
            path: the log, of any format; its hash chain must hold.
            name: its name in the library; that of its file without its ending if None.
            told: who is told how many bytes were read, both times counted.

        Raises:
            BadInput: when it cannot be read to its end, another game has this name, or the library
                cannot be written. Nothing was added then.
        """
        path = Path(path)
        name = proper_name(path.stem if name is None else name)
        with Spool() as spool:
            return self._add(path, name, spool, told)

    def _add(self, path: Path, name: str, spool: Spool, told: Told) -> Added:
        there = self._perhaps(name)
        before = 0 if there is None else there.entries
        reading = read_through(path, before, spool.keep, told=told)
        if there is not None:
            _demand_beginning(there, reading, str(path))
            if (there.seal, there.torn) == (reading.seal, reading.torn):
                return Added(there, 0, fresh=False)
        first = 1 if there is None else there.entries + 2
        again = None if told is None else lambda count: told(reading.size + count)
        with self.database.writing():
            number = self._claim(name, there, reading)
            lines = lines_from(path, first, reading, again)
            self.database.many(
                "INSERT INTO line (game, number, raw) VALUES (?, ?, ?)",
                ((number, n, raw) for n, raw in lines),
            )
            self._note(number, reading.facts, spool, before)
        return Added(self.game(name), reading.entries - before, fresh=there is None)

    def _claim(self, name: str, there: LibraryGame | None, reading: Reading) -> int:
        """Put the new end of a game down, inside a transaction, if nobody else has moved it.

        Raises:
            BadInput: when somebody has.
        """
        end = (
            reading.entries,
            reading.seal,
            reading.size,
            reading.torn,
            reading.ending.word,
            reading.ending.moment,
        )
        if there is not None:
            return self._move(there, end)
        header = reading.header
        rows = self.database.rows(
            "INSERT INTO game (entries, seal, size, torn, ending, moment, name, format, scenario, "
            "engine) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id",
            *(*end, name, reading.format, header.scenario.name, header.engine),
        )
        if not rows:
            raise self._overtaken(name)
        return int(rows[0][0])

    def _move(self, there: LibraryGame, end: tuple[object, ...]) -> int:
        moved = self.database.rows(
            "UPDATE game SET entries = ?, seal = ?, size = ?, torn = ?, ending = ?, moment = ? "
            "WHERE id = ? AND entries = ? AND seal = ? AND torn = ? RETURNING id",
            *(*end, there.id, there.entries, there.seal, there.torn),
        )
        if not moved:
            raise self._overtaken(there.name)
        return there.id

    def _overtaken(self, name: str) -> BadInput:
        now = self._perhaps(name)
        entry = 0 if now is None else now.entries
        why = (
            f"another recorder was first: {name!r} has {entry} entries now; nothing of this was "
            f"written, so read the game again and go on from there"
        )
        return BadInput(why, self.where)

    def _note(
        self, number: int, facts: Facts, snapshots: Iterable[tuple[int, Snapshot]], before: int
    ) -> None:
        """Put down what a game can be found by, and its snapshots, since an entry."""
        self.database.many(
            "INSERT INTO fact (game, kind, value, entry) VALUES (?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (
                (number, kind, value, entry)
                for (kind, value), entry in facts.first.items()
                if entry > before or before == 0
            ),
        )
        new = (each for each in snapshots if each[0] > before or before == 0)
        self._keep_snapshots(number, new)

    def _keep_snapshots(self, number: int, snapshots: Iterable[tuple[int, Snapshot]]) -> None:
        self.database.many(
            "INSERT INTO snapshot (game, entry, shape, seal, digest, body) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                (number, n, SHAPE, each.seal, digest_of(each.seal, each.body), each.body)
                for n, each in snapshots
            ),
        )

    def renew_snapshots(self, game: LibraryGame, snapshots: Iterable[tuple[int, Snapshot]]) -> None:
        """Put snapshots of this engine in the place of those of another."""
        with self.database.writing():
            self.database.rows("DELETE FROM snapshot WHERE game = ? AND shape <> ?", game.id, SHAPE)
            self._keep_snapshots(game.id, snapshots)

    def disk(self, game: LibraryGame) -> Disk:
        """A disk that has the log of a game, for those who read logs."""
        return disk_of(self.database, game.id, game.torn)

    def path(self, game: LibraryGame) -> Path:
        """What the log of a game is called where it is read."""
        return Path(f"library:{game.name}")

    def reader(self, game: LibraryGame) -> LogReader:
        """The log of a game, to be read like any other.

        Raises:
            BadInput: when its first line is not a header.
        """
        return open_log(self.path(game), self.disk(game))

    def log_bytes(self, game: LibraryGame) -> Iterator[bytes]:
        """The log of a game as it came in, piece by piece."""
        return pieces(self.database, game.id, game.torn)

    def export(self, game: LibraryGame, path: str | Path, told: Told = None) -> None:
        """Write the log of a game to a new file, as it came in, in bounded memory.

        Args:
            game: the game.
            path: a file that does not exist yet.
            told: who is told how many bytes were written.

        Raises:
            BadInput: when the file exists or cannot be written, or lines of the game are missing.
        """
        write_whole(path, self._whole(game, told), new=True)

    def _whole(self, game: LibraryGame, told: Told) -> Iterable[bytes]:
        size = 0
        for number, piece in enumerate(self.log_bytes(game)):
            size += len(piece)
            yield piece
            if told is not None and number % NOW_AND_THEN == 0:
                told(size)
        if size != game.size:
            why = (
                f"{game.name!r} has {size} bytes here, and {game.size} came in: its lines were "
                f"changed; `khamsin library audit` tells more"
            )
            raise BadInput(why, self.where)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _demand_beginning(there: LibraryGame, reading: Reading, path: str) -> None:
    """See that what the library has of a game is how a log begins.

    Raises:
        BadInput: when it is not.
    """
    if reading.seal_there != there.seal:
        why = (
            f"the library has {there.name!r} already, and its {there.entries} entries are not "
            f"how this log begins; `--as NAME` adds it under another name"
        )
        raise BadInput(why, path)
    if not reading.next_there.startswith(there.torn):
        why = (
            f"the library has {there.name!r} already, with a torn line that this log has not; "
            f"`--as NAME` adds it under another name"
        )
        raise BadInput(why, path)
