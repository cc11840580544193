"""A library: logs go in and come out without the change of a byte, and are never overwritten."""

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Self

import attrs

from events.chain import GENESIS, line_of
from events.disk import Disk, reason, write_whole
from events.errors import BadInput
from events.log import LogReader
from events.log_writer import write_aside
from events.recorder import Overtaken
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.game.address import file_stem
from replays.game.game import Game
from replays.game.named_moment import END, When, pin, position_at
from replays.game.open_log import (
    NOW_AND_THEN,
    Ending,
    Progress,
    happenings,
    open_log,
    start_of,
)
from replays.game.position import Position, in_play
from replays.library.database import Database, DatabaseFailure
from replays.library.game_recorder import LibraryLog, Snapshots
from replays.library.index import Reading, lines_from, read_through
from replays.library.row import (
    GameEnd,
    GameMoved,
    LibraryGame,
    advance_head,
    all_games,
    disk_of,
    game_called,
    insert_game,
    insert_lines,
    insert_snapshots,
    insert_terms,
    normal_name,
    overtaken,
    pieces,
    raw_lines,
)
from replays.library.snapshot import Snapshot

_IN_MEMORY: Final = 1 << 16
"""So many bytes of snapshots are held in memory as a log is read, and more of them on disk."""


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


class Library:
    """A library of games. A context manager.

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
            where: a file, or the URL of a server; None is the usual place of this user.
            create: make it if it is not there.

        Raises:
            BadInput: when there is none, or it is not a library that this engine knows.
        """
        return cls(Database(where, create=create))

    @property
    def where(self) -> str:
        """What people call its place."""
        return self.database.where

    def games(self) -> list[LibraryGame]:
        """All games by name."""
        return all_games(self.database)

    def game(self, name: str) -> LibraryGame:
        """The game of a name.

        Raises:
            BadInput: when there is none.
        """
        found = self.find(name)
        if found is None:
            why = f"this library has no game {name[:100]!r}; `khamsin library list` names them"
            raise BadInput(why, self.where)
        return found

    def find(self, name: str) -> LibraryGame | None:
        """The game of a name; None when there is none."""
        return game_called(self.database, name)

    # In --------------------------------------------------------------------------------------

    def add(self, path: str | Path, name: str | None = None, told: Progress = None) -> Added:
        """Take a log in, or what is new in one whose beginning is there already.

        The log is read twice, in bounded memory: to judge it, and to put it down.

        Args:
            path: the log; its hash chain must hold.
            name: its name in the library; that of its file without its ending if None.
            told: is called with how many bytes were read, both times counted.

        Raises:
            BadInput: when it cannot be read to its end, another game has this name, or the library
                cannot be written. Nothing was added then.
        """
        path = Path(path)
        if path.is_dir():
            raise BadInput("this is a folder, and not a game log", str(path))
        name = normal_name(path.stem if name is None else name)
        there = self.find(name)
        try:
            return self._add(path, name, there, told)
        except Overtaken:
            if there is not None:
                raise
        return self._add(path, name, self.find(name), told)  # another program put it there

    def _add(self, path: Path, name: str, there: LibraryGame | None, told: Progress) -> Added:
        before = 0 if there is None else there.entries
        with _Spool() as spool:
            reading = read_through(path, before, spool.keep, told=told)
            if there is not None:
                if reading.entries < before and not reading.torn and self._has(name, reading):
                    return Added(there, 0, fresh=False)
                _demand_beginning(there, reading, str(path))
                if (there.head_hash, there.torn) == (reading.head_hash, reading.torn):
                    return Added(there, 0, fresh=False)
            first = 1 if there is None else there.entries + 2
            again = None if told is None else lambda count: told(reading.size + count)
            lines = lines_from(path, first, reading, again)
            new = {
                term: n for term, n in reading.index.first.items() if n > before or there is None
            }
            try:
                with self.database.writing() as connection:
                    number = self._put_end(connection, name, there, reading)
                    insert_lines(connection, number, lines)
                    insert_terms(connection, number, new.items())
                    snapshots = ((n, each) for n, each in spool if n > before or there is None)
                    insert_snapshots(connection, number, snapshots)
            except GameMoved:
                raise overtaken(self.database, name) from None
            except DatabaseFailure as error:
                self._find_out(error, name, reading)
        now = self.game(name)
        self.database.notify(now.id)
        return Added(now, reading.entries - before, fresh=there is None)

    def _put_end(
        self, connection: Any, name: str, there: LibraryGame | None, reading: Reading
    ) -> int:
        """Put the new end of a game down, if no other recorder has moved it; its number."""
        end = GameEnd(
            *(reading.entries, reading.head_hash, reading.size, reading.torn, reading.ending)
        )
        if there is None:
            header = reading.header
            scenario, engine = header.scenario.name, header.engine
            return insert_game(connection, name, reading.format, scenario, engine, end)
        advance_head(connection, there.id, (there.entries, there.head_hash, there.torn), end)
        return there.id

    def _find_out(self, failure: DatabaseFailure, name: str, reading: Reading) -> None:
        """See that a log is there although its transaction failed.

        Raises:
            DatabaseFailure: when it is not, or that is still not to be found out.
        """
        if not failure.unknown:
            raise failure
        try:
            there = self._has(name, reading)
        except BadInput:
            raise failure from None
        if not there:
            raise failure.nothing_written() from None

    def _has(self, name: str, reading: Reading) -> bool:
        """Whether a log is in the library to its end."""
        game, number = self.find(name), reading.entries + 1
        if game is None or game.entries < reading.entries:
            return False
        if game.entries == reading.entries:
            return (game.head_hash, game.torn) == (reading.head_hash, reading.torn)
        there = raw_lines(self.database, game.id, number, number)
        return any(line_of(n, raw).hash == reading.head_hash for n, raw in there)

    def play(
        self,
        name: str,
        scenario: Scenario | None = None,
        seed: str | None = None,
        number: int | None = None,
        dice: DiceFrom | str | None = None,
    ) -> Game:
        """Go on with a game, or begin one: every entry is in the library before ``do`` returns.

        Others may record in it too. An order is refused with ``Overtaken`` where they have done so
        since; ``Game.catch_up`` reads what is new. The library must stay open meanwhile.

        Args:
            name: the game.
            scenario: what is played, for a game that is not there yet.
            seed: any text, for a new game; a secret one if None.
            number: number of the game among those of its seed; 0 for a new game if None.
            dice: where dice come from; None leaves it as it is, and is either in a new game.

        Raises:
            BadInput: when the game cannot be read or written, is of another scenario or seed, of an
                older format, or torn; when it is new and there is no scenario.
        """
        return Game.open_at(LibraryLog(self.database, name), scenario, seed, number, dice)

    # Out -------------------------------------------------------------------------------------

    def disk(self, game: LibraryGame) -> Disk:
        """A disk that has the log of a game, for what reads logs."""
        return disk_of(self.database, game)

    def reader(self, game: LibraryGame) -> LogReader:
        """The log of a game, to be read like any other.

        Raises:
            BadInput: when its first line is not a header.
        """
        return open_log(game.path, self.disk(game))

    def log_bytes(self, game: LibraryGame) -> Iterator[bytes]:
        """The log of a game as it came in, piece by piece."""
        return pieces(self.database, game)

    def export(
        self, game: LibraryGame, path: str | Path, told: Progress = None, *, damaged: bool = False
    ) -> None:
        """Write the log of a game to a new file, as it came in, in bounded memory.

        Args:
            game: the game.
            path: a file that does not exist yet.
            told: is called with how many bytes were written.
            damaged: write what is left of the game, though it is not as it came in.

        Raises:
            BadInput: when the file exists or cannot be written, or lines of the game are missing
                or changed.
        """
        write_whole(path, self.log_bytes(game) if damaged else self._whole(game, told), new=True)

    def _whole(self, game: LibraryGame, told: Progress) -> Iterable[bytes]:
        size, head_hash = 0, GENESIS
        for number, piece in enumerate(self.log_bytes(game), 1):
            if number < game.entries + 2:
                line = line_of(number, piece[:-1])
                if not line.follows(head_hash):
                    raise self._changed(game, f"line {number} is not the one that")
                head_hash = line.hash
            size += len(piece)
            yield piece
            if told is not None and number % NOW_AND_THEN == 1:
                told(size)
        if (size, head_hash) != (game.size, game.head_hash):
            raise self._changed(game, f"it has {size} bytes here, and {game.size}")

    def _changed(self, game: LibraryGame, what: str) -> BadInput:
        why = (
            f"{game.name!r}: {what} came in; `khamsin library audit` tells more, and "
            f"`khamsin library export --damaged` writes what is left"
        )
        return BadInput(why, self.where)

    def position(
        self, game: LibraryGame, when: When = END, told: Progress = None
    ) -> tuple[int, Position]:
        """Where a game stands at a point, and the number of the entry that led there.

        The end, and any entry, are read from the nearest snapshot on; the hash chain is checked
        from there. Any other moment is looked for from the beginning, in bounded memory.

        Args:
            game: the game.
            when: the point.
            told: is called with how many bytes were read, where it is looked for from the
                beginning.

        Raises:
            BadInput: when the game did not come that far, or its lines were changed.
        """
        with self.reader(game) as reader:
            header = reader.header
        beginning = start_of(header.scenario)
        plain = header.sealed is None  # snapshots do not say who owes whom what
        if plain and when in (END, When(entry=when.entry)):
            n = game.entries if when.entry is None else when.entry
            snapshots = Snapshots(self.database, game, beginning)
            for point in snapshots.before(n) if n <= game.entries else ():
                try:
                    after = snapshots.position(point, n)
                    in_play(after.state)
                except BadInput:
                    continue  # something is broken, which the whole log tells
                return n, after
        if when.note is not None:
            with self.reader(game) as reader:
                when = pin(when, reader.happenings())
        with self.reader(game) as reader:
            number, position = position_at(beginning, happenings(reader, told), when)
        in_play(position.state)
        return number, position

    def recover(self, game: LibraryGame, folder: Path) -> tuple[int, Path | None]:
        """Move what stands behind the last whole line of a game into a file of its own.

        Nothing else of the game is touched, and nothing is lost.

        Returns:
            How many whole entries the game has, and the file; None when the game was whole.

        Raises:
            Overtaken: when another recorder has just changed the game; the file is there then.
            BadInput: when the file or the library cannot be written.
        """
        if not game.torn:
            return game.entries, None
        ending = Ending.of(self.position(game)[1], closes=game.closes)
        aside = write_aside(folder / f"{file_stem(game.path)}.jsonl", game.torn)
        end = GameEnd(game.entries, game.head_hash, game.size - len(game.torn), b"", ending)
        try:
            with self.database.writing() as connection:
                advance_head(connection, game.id, (game.entries, game.head_hash, game.torn), end)
        except GameMoved:
            raise overtaken(self.database, game.name) from None
        return game.entries, aside

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
    if reading.hash_there != there.head_hash:
        why = f", and its {there.entries} entries are not how this log begins;"
    elif not reading.next_there.startswith(there.torn):
        why = ", with a torn line that this log has not;"
    else:
        return
    raise BadInput(
        f"the library has {there.name!r} already{why} `--as NAME` adds it under another name", path
    )


class _Spool:
    """Snapshots in the order in which they come, in a temporary file once they are many."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed below
        self._sizes = list[tuple[int, str, int]]()

    def keep(self, n: int, snapshot: Snapshot) -> None:
        """Take one more."""
        try:
            self._file.write(snapshot.body)
        except OSError as error:
            why = f"there is no room for a temporary file ({reason(error)})"
            raise BadInput(why, tempfile.gettempdir()) from None
        self._sizes.append((n, snapshot.head_hash, len(snapshot.body)))

    def __iter__(self) -> Iterator[tuple[int, Snapshot]]:
        self._file.seek(0)
        for n, head_hash, size in self._sizes:
            yield n, Snapshot(head_hash, self._file.read(size))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()
