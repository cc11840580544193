"""A library: logs go in and come out without the change of a byte, and are never overwritten."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

import attrs

from events.chain import GENESIS, line_of
from events.disk import Disk, write_whole
from events.errors import BadInput
from events.log import LogReader
from events.recorder import Overtaken
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.game.game import Game
from replays.game.open_log import NOW_AND_THEN, Told, open_log
from replays.library.database import ConnectionLost, Database
from replays.library.facts import Facts
from replays.library.games import (
    LibraryGame,
    all_games,
    game_called,
    overtaken,
    path_of,
    proper_name,
)
from replays.library.lines import disk_of, pieces
from replays.library.naming import Naming
from replays.library.places import connect
from replays.library.reading import Reading, lines_from, read_through
from replays.library.recording import LibraryLog
from replays.library.snapshots import SHAPE, Snapshot
from replays.library.spool import Spool
from replays.library.writing import (
    GameEnd,
    claim,
    insert_facts,
    insert_lines,
    insert_snapshots,
    move,
)

__all__ = ["Added", "Library", "LibraryGame", "proper_name"]


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
    """A library of games. A context manager, of one thread at a time.

    Args:
        database: where it is; ``Library.open`` is the usual way.
    """

    def __init__(self, database: Database) -> None:
        """Use a database."""
        self.database = database
        self._naming = Naming(database)

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
        return all_games(self.database)

    def game(self, name: str) -> LibraryGame:
        """The game of a name.

        Raises:
            BadInput: when there is none.
        """
        found = self.perhaps(name)
        if found is None:
            why = f"this library has no game {name[:100]!r}; `khamsin library list` names them"
            raise BadInput(why, self.where)
        return found

    def perhaps(self, name: str) -> LibraryGame | None:
        """The game of a name; None when there is none."""
        return game_called(self.database, name)

    def add(self, path: str | Path, name: str | None = None, told: Told = None) -> Added:
        """Take a log in, or what is new in one whose beginning is there already.

        The log is read twice, in bounded memory: to judge it, and to put it down.

        Args:
            path: the log, of any format; its hash chain must hold.
            name: its name in the library; that of its file without its ending if None.
            told: who is told how many bytes were read, both times counted.

        Raises:
            BadInput: when it cannot be read to its end, another game has this name or one that
                looks like it, or the library cannot be written. Nothing was added then.
        """
        path = Path(path)
        if path.is_dir():
            raise BadInput("this is a folder, and not a game log", str(path))
        name = proper_name(path.stem if name is None else name)
        there = self.perhaps(name)
        try:
            with Spool() as spool:
                return self._add(path, name, there, spool, told)
        except Overtaken:
            if there is not None:
                raise
        with Spool() as spool:  # somebody else has put a game of this name there meanwhile
            return self._add(path, name, self.perhaps(name), spool, told)

    def _add(
        self, path: Path, name: str, there: LibraryGame | None, spool: Spool, told: Told
    ) -> Added:
        name = self._naming.for_new_game(name) if there is None else there.name
        before = 0 if there is None else there.entries
        reading = read_through(path, before, spool.keep, told=told)
        if there is not None:
            if reading.entries < before and not reading.torn and self._has(name, reading):
                return Added(there, 0, fresh=False)
            _demand_beginning(there, reading, str(path))
            if (there.seal, there.torn) == (reading.seal, reading.torn):
                return Added(there, 0, fresh=False)
        first = 1 if there is None else there.entries + 2
        again = None if told is None else lambda count: told(reading.size + count)
        try:
            with self.database.writing():
                number = self._claim(name, there, reading)
                insert_lines(self.database, number, lines_from(path, first, reading, again))
                self._note(number, reading.facts, spool, before)
                now = self.game(name)  # once it is committed nothing may fail any more
        except ConnectionLost as lost:
            self._find_out(lost, name, reading)
            now = self.game(name)
        return Added(now, reading.entries - before, fresh=there is None)

    def _find_out(self, lost: ConnectionLost, name: str, reading: Reading) -> None:
        """See that a log is there in spite of a connection that was lost.

        Raises:
            ConnectionLost: when it is not, or that is still not to be found out.
        """
        try:
            there = lost.unknown and self._has(name, reading)
        except BadInput:
            raise lost from None
        if not there:
            raise lost.nothing_written() from None

    def _has(self, name: str, reading: Reading) -> bool:
        """Whether a log is in the library to its end, after nobody could say so."""
        game, number = self.perhaps(name), reading.entries + 1
        if game is None or game.entries < reading.entries:
            return False
        if game.entries == reading.entries:
            return (game.seal, game.torn) == (reading.seal, reading.torn)
        sql = "SELECT raw FROM line WHERE game = ? AND number = ?"
        there = [line_of(number, bytes(raw)) for (raw,) in self.database.rows(sql, game.id, number)]
        return any(line.hash == reading.seal for line in there)

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
            seed: any text, for a new game; one that nobody knows if None.
            number: number of the game among those of its seed; 0 for a new game if None.
            dice: who rolls; None leaves it as it is, and to either in a new game.

        Raises:
            BadInput: when the game cannot be read or written, is of another scenario or seed, of an
                older format, or torn; when it is new and there is no scenario.
        """
        return Game.open_at(LibraryLog(self.database, name), scenario, seed, number, dice)

    def _claim(self, name: str, there: LibraryGame | None, reading: Reading) -> int:
        """Put the new end of a game down, inside a transaction, if nobody else has moved it.

        Raises:
            Overtaken: when somebody has.
        """
        end = GameEnd(reading.entries, reading.seal, reading.size, reading.torn, reading.ending)
        if there is not None:
            before = there.entries, there.seal, there.torn
            moved = move(self.database, there.id, before, end)
            number = there.id if moved else None
        else:
            header = reading.header
            scenario, engine = header.scenario.name, header.engine
            number = claim(self.database, name, reading.format, scenario, engine, end)
        if number is None:
            raise overtaken(self.database, name)
        return number

    def _note(
        self, number: int, facts: Facts, snapshots: Iterable[tuple[int, Snapshot]], before: int
    ) -> None:
        """Put down what a game can be found by, and its snapshots, since an entry."""
        new = ((fact, entry) for fact, entry in facts.first.items() if entry > before or not before)
        insert_facts(self.database, number, new)
        insert_snapshots(
            self.database, number, ((n, each) for n, each in snapshots if n > before or not before)
        )

    def renew_snapshots(self, game: LibraryGame, snapshots: Iterator[tuple[int, Snapshot]]) -> None:
        """Put snapshots of this engine in the place of those of another."""
        with self.database.writing():
            self.database.rows("DELETE FROM snapshot WHERE game = ? AND shape <> ?", game.id, SHAPE)
            insert_snapshots(self.database, game.id, snapshots)

    def disk(self, game: LibraryGame) -> Disk:
        """A disk that has the log of a game, for those who read logs."""
        return disk_of(self.database, game.id, game.entries, game.torn)

    def path(self, game: LibraryGame) -> Path:
        """What the log of a game is called where it is read."""
        return path_of(game.name)

    def reader(self, game: LibraryGame) -> LogReader:
        """The log of a game, to be read like any other.

        Raises:
            BadInput: when its first line is not a header.
        """
        return open_log(self.path(game), self.disk(game))

    def log_bytes(self, game: LibraryGame) -> Iterator[bytes]:
        """The log of a game as it came in, piece by piece."""
        return pieces(self.database, game.id, game.entries, game.torn)

    def export(
        self, game: LibraryGame, path: str | Path, told: Told = None, *, damaged: bool = False
    ) -> None:
        """Write the log of a game to a new file, as it came in, in bounded memory.

        Args:
            game: the game.
            path: a file that does not exist yet.
            told: who is told how many bytes were written.
            damaged: write what is left of the game, though it is not as it came in.

        Raises:
            BadInput: when the file exists or cannot be written, or lines of the game are missing
                or changed.
        """
        pieces = self.log_bytes(game) if damaged else self._whole(game, told)
        write_whole(path, pieces, new=True)

    def _whole(self, game: LibraryGame, told: Told) -> Iterable[bytes]:
        size, seal = 0, GENESIS
        for number, piece in enumerate(self.log_bytes(game), 1):
            if number < game.entries + 2:
                line = line_of(number, piece[:-1])
                if not line.follows(seal):
                    raise self._changed(game, f"line {number} is not the one that")
                seal = line.hash
            size += len(piece)
            yield piece
            if told is not None and number % NOW_AND_THEN == 1:
                told(size)
        if (size, seal) != (game.size, game.seal):
            raise self._changed(game, f"it has {size} bytes here, and {game.size}")

    def _changed(self, game: LibraryGame, what: str) -> BadInput:
        why = (
            f"{game.name!r}: {what} came in; `khamsin library audit` tells more, and "
            f"`khamsin library export --damaged` writes what is left"
        )
        return BadInput(why, self.where)

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
