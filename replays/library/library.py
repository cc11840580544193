"""A library: logs go in and come out without the change of a byte, and are never overwritten."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

import attrs
from sqlalchemy import Connection

from events.chain import GENESIS, line_of
from events.disk import Disk, write_whole
from events.entry import Header
from events.errors import BadInput
from events.log import LogReader
from events.log_writer import write_aside
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.game.address import file_stem
from replays.game.game import Game
from replays.game.named_moment import END, When
from replays.game.open_log import NOW_AND_THEN, Progress, open_log
from replays.game.store import PointOfGame, point_of_game
from replays.library.database import Database
from replays.library.game_recorder import LibraryLog
from replays.library.index import LibraryGame, Reading, read_through
from replays.library.row import (
    advance_head,
    all_games,
    disk_of,
    game_called,
    insert_game,
    insert_lines,
    insert_terms,
    normal_name,
    pieces,
    raw_lines,
)


@attrs.frozen
class Added:
    """What became of a log that was added: the game, how many of its entries are new, and all."""

    game: LibraryGame
    entries: int
    fresh: bool


class Library:
    """A library of games. A context manager; ``Library.open`` is the usual way."""

    def __init__(self, database: Database) -> None:
        """Use a database."""
        self.database = database

    @classmethod
    def open(cls, where: str | Path | None = None, *, create: bool = False) -> Self:
        """Open a file or the URL of a server, or the usual place of this user; or make it."""
        return cls(Database(where, create=create))

    @property
    def where(self) -> str:
        """What people call its place."""
        return self.database.where

    def games(self) -> list[LibraryGame]:
        """All games by name."""
        return all_games(self.database)

    def game(self, name: str) -> LibraryGame:
        """The game of a name."""
        found = self.find(name)
        if found is None:
            why = f"this library has no game {name[:100]!r}; `khamsin library list` names them"
            raise BadInput(why, self.where)
        return found

    def find(self, name: str) -> LibraryGame | None:
        """The game of a name; None when there is none."""
        return game_called(self.database, name)

    def add(self, path: str | Path, name: str | None = None, progress: Progress = None) -> Added:
        """Take a log in, or what is new in one whose beginning is there already.

        The log is read twice, in bounded memory: to judge it, and to put it down. Its name is that
        of its file if none is given. If it cannot be read to its end, or another game has this
        name, nothing is added.
        """
        path = Path(path)
        if path.is_dir():
            raise BadInput("this is a folder, and not a game log", str(path))
        name = normal_name(path.stem if name is None else name)
        there = self.find(name)
        before = 0 if there is None else there.entries
        reading = read_through(path, name, before, progress=progress)
        now = reading.game
        if there is not None:
            if now.entries < before and not now.torn and self._has_line_of(there, now):
                return Added(there, 0, fresh=False)
            _demand_beginning(there, reading, str(path))
            if (there.head_hash, there.torn) == (now.head_hash, now.torn):
                return Added(there, 0, fresh=False)
        with self.database.writing() as connection:
            self._put_down(connection, path, there, reading, progress)
        return Added(self.game(name), now.entries - before, fresh=there is None)

    def _put_down(
        self,
        connection: Connection,
        path: Path,
        there: LibraryGame | None,
        reading: Reading,
        progress: Progress,
    ) -> None:
        now, terms = reading.game, dict(reading.index)
        with open_log(path) as reader:
            if there is None:
                number, known = insert_game(connection, now, reader.head.raw), 1
            else:
                number, known = there.id, there.entries + 1
                advance_head(connection, there, now)
                terms = {term: n for term, n in terms.items() if n > there.entries}
            insert_lines(connection, number, _new_lines(reader, known, now, progress))
        insert_terms(connection, number, terms)

    def _has_line_of(self, there: LibraryGame, now: LibraryGame) -> bool:
        """Whether a longer game goes through the last entry of a shorter one."""
        number = now.entries + 1
        lines = raw_lines(self.database, there.id, number, number)
        return any(line_of(n, raw).hash == now.head_hash for n, raw in lines)

    def play(
        self,
        name: str,
        scenario: Scenario | None = None,
        seed: str | None = None,
        number: int | None = None,
        dice: DiceFrom | str | None = None,
    ) -> Game:
        """Go on with a game, or begin one: every entry is in the library before ``do`` returns.

        Others may record in it too. An order is refused with ``RecordConflict`` where they did so
        since; ``Game.catch_up`` reads what is new. The library must stay open meanwhile. See
        `Game.open`.
        """
        return Game.open(LibraryLog(self.database, name), scenario, seed, number, dice)

    def disk(self, game: LibraryGame) -> Disk:
        """A disk that has the log of a game, for what reads logs."""
        return disk_of(self.database, game)

    def header(self, game: LibraryGame) -> Header:
        """The header of the log of a game."""
        first = attrs.evolve(game, entries=0, torn=b"")
        with open_log(game.path, self.disk(first)) as reader:
            return reader.header

    def log_bytes(self, game: LibraryGame) -> Iterator[bytes]:
        """The log of a game as it came in, piece by piece."""
        return pieces(self.database, game)

    def export(
        self,
        game: LibraryGame,
        path: str | Path,
        progress: Progress = None,
        *,
        damaged: bool = False,
    ) -> None:
        """Write the log of a game to a new file, as it came in, in bounded memory.

        A game whose lines are missing or changed is refused, unless what is left of it is wanted.
        """
        content = self.log_bytes(game) if damaged else self._whole(game, progress)
        write_whole(path, content, new=True)

    def _whole(self, game: LibraryGame, progress: Progress) -> Iterable[bytes]:
        size, head_hash, number = 0, GENESIS, 0
        for number, (found, raw) in enumerate(
            raw_lines(self.database, game.id, 1, game.entries + 1), 1
        ):
            line = line_of(number, raw)
            if found != number or not line.follows(head_hash):
                raise self._changed(game)
            head_hash, size = line.hash, size + len(raw) + 1
            yield raw + b"\n"
            if progress is not None and number % NOW_AND_THEN == 0:
                progress(size)
        if (number - 1, size + len(game.torn), head_hash) != (
            *(game.entries, game.size, game.head_hash),
        ):
            raise self._changed(game)
        yield game.torn

    def _changed(self, game: LibraryGame) -> BadInput:
        why = (
            f"{game.name!r} is not as it came in; `khamsin library audit` tells more, and "
            f"`khamsin library export --damaged` writes what is left"
        )
        return BadInput(why, self.where)

    def position(self, game: LibraryGame, when: When = END) -> PointOfGame:
        """Where a game stands at a point."""
        return point_of_game(game.path, when, disk=self.disk(game))

    def recover(self, game: LibraryGame, folder: Path) -> tuple[int, Path | None]:
        """Move what stands behind the last whole line of a game into a file of its own.

        How many whole entries the game has, and the file; None when the game was whole. If another
        recorder has just changed the game, the file is there, and nothing else has happened.
        """
        if not game.torn:
            return game.entries, None
        aside = write_aside(folder / f"{file_stem(game.path)}.jsonl", game.torn)
        whole = attrs.evolve(game, size=game.size - len(game.torn), torn=b"")
        whole = whole.at(self.position(game).position)
        with self.database.writing() as connection:
            advance_head(connection, game, whole)
        return game.entries, aside

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _new_lines(
    reader: LogReader, known: int, now: LibraryGame, progress: Progress
) -> Iterator[tuple[int, bytes]]:
    """The lines of a log that was read through, behind so many, each with its number."""
    if now.entries > 0:
        for line in reader.checked():
            if line.number > known:
                yield line.number, line.raw
            if progress is not None and line.number % NOW_AND_THEN == 0:
                progress(now.size + reader.offset)
            if line.number == now.entries + 1:
                break
    if (reader.number - 1, reader.seal) != (now.entries, now.head_hash):
        raise BadInput("this log was changed while it was read; try again", str(reader.path))


def _demand_beginning(there: LibraryGame, reading: Reading, path: str) -> None:
    """See that what the library has of a game is how a log begins."""
    if reading.hash_there != there.head_hash:
        why = f", and its {there.entries} entries are not how this log begins;"
    elif not reading.next_there.startswith(there.torn):
        why = ", with a torn line that this log has not;"
    else:
        return
    raise BadInput(
        f"the library has {there.name!r} already{why} `--as NAME` adds it under another name", path
    )
