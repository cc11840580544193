"""A library: logs go in and come out without the change of a byte, and are never overwritten."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Final, Self

import attrs
from sqlalchemy import func, select

from events.chain import LogLine
from events.errors import BadInput, in_file
from events.log import LogReader
from events.scenario import Scenario
from events.terms import Density, DiceFrom, RollSource
from replays.game.bundled import bundled
from replays.game.game import Game
from replays.game.named_moment import END, When
from replays.game.open_log import NOW_AND_THEN, Progress, open_log
from replays.game.output import NEW
from replays.game.scenario_file import load_scenario
from replays.game.store import PointOfGame, point_of_game
from replays.library.database import TERM, Database
from replays.library.library_game import (
    MAIL,
    ROWS,
    LibraryGame,
    LibraryLog,
    advance_head,
    changed,
    checked_lines,
    disk_of,
    game_called,
    insert_game,
    insert_lines,
    insert_terms,
    log_bytes,
    missing,
    normal_name,
    raw_lines,
    read_through,
)

_BOTH: Final = {"player": ("side", "signer")}
"""What is looked for among terms of several kinds."""

_SOURCES: Final = (*(each.value for each in RollSource), MAIL)
"""Where dice come from; whatever else is asked for as dice is a roll."""

_AT_ONCE: Final = 500
"""So many values are asked for in one statement."""

_DENSITIES: Final = {each.value.casefold(): each.level for each in Density}


@attrs.frozen
class Wanted:
    """Something that a game must have: a kind of term, or ``player``, a side or a signer.

    Capitals make no difference. A density is reached by any that is denser; of the name of a
    scenario a part is enough; of a roll what it is for, its sum, or both.
    """

    kind: str
    value: str

    def fits(self, value: str) -> bool:
        """Whether a term of this kind is what is looked for."""
        asked, there = self.value.casefold(), value.casefold()
        if self.kind == "density":
            return _DENSITIES.get(there, -1) >= _DENSITIES[asked]
        if self.kind == "roll":
            return _is_of_roll(asked, there)
        return asked in there if self.kind == "scenario" else asked == there


def _is_of_roll(asked: str, roll: str) -> bool:
    """Whether a roll is one that is asked for: ``bog`` and ``bog 12`` are both ``bog pza 12``."""
    words, _, number = asked.rpartition(" ")
    if not asked.isdecimal() and not (words and number.isdecimal()):
        words, number = asked, ""
    purpose, _, rolled = roll.rpartition(" ")
    return number in ("", rolled) and f"{purpose} ".startswith(f"{words} " if words else "")


def _numbered(name: str) -> list[tuple[int, str]]:
    """A name as it is sorted: its numbers by what they count."""
    return [(int(each) if each.isdecimal() else -1, each) for each in re.split(r"(\d+)", name)]


def wanted(kind: str, value: str) -> Wanted:
    """Something to look for, if a game can have it."""
    value = " ".join(value.split())
    if kind == "density" and value.casefold() not in _DENSITIES:
        known = ", ".join(each.value for each in Density)
        raise BadInput(f"{value[:40]!r} is not a Dust density; expected one of {known}")
    if kind == "dice" and value.casefold() not in _SOURCES:
        kind = "roll"
    if kind == "scenario" and value in bundled():
        value = load_scenario(value).name
    return Wanted(kind, value)


@attrs.frozen
class FoundGame:
    """A game that has all, and the first entry that has each thing in order; 0 is the header."""

    game: LibraryGame
    first: tuple[int, ...]


@attrs.frozen
class Added:
    """What became of a log that was added: the game, how many of its entries are new, and all."""

    game: LibraryGame
    entries: int
    fresh: bool


class Library:
    """A library of games. A context manager; ``Library.open`` is the usual way."""

    def __init__(self, database: Database) -> None:
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
        """All games by name, ``table2`` before ``table10``."""
        games = (LibraryGame(*row) for row in self.database.read(ROWS))
        return sorted(games, key=lambda game: _numbered(game.name))

    def game(self, name: str) -> LibraryGame:
        """The game of a name."""
        found = self.find(name)
        if found is None:
            raise missing(name)
        return found

    def find(self, name: str) -> LibraryGame | None:
        """The game of a name; None when there is none."""
        return game_called(self.database, name)

    def search(self, things: Iterable[Wanted]) -> list[FoundGame]:
        """The games that have all of some things, by name; what was taken back later counts too."""
        by_thing = [_first_entries(self.database, thing) for thing in things]
        return [
            FoundGame(game, tuple(first[game.id] for first in by_thing))
            for game in self.games()
            if all(game.id in first for first in by_thing)
        ]

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
        now, terms = read_through(path, name, progress=progress)
        if there is not None and self._has(there, now):
            return Added(there, 0, fresh=False)
        with self.database.writing() as connection, open_log(path) as reader:
            if there is None:
                number = insert_game(connection, now, reader.head.raw)
            else:
                number = there.id
                advance_head(connection, there, now)
                terms = {term: n for term, n in terms.items() if n > there.entries}
            insert_lines(connection, number, _new_lines(reader, there, now, progress))
            insert_terms(connection, number, terms)
        before = 0 if there is None else there.entries
        return Added(self.game(name), now.entries - before, fresh=there is None)

    def _has(self, there: LibraryGame, now: LibraryGame) -> bool:
        """Whether a log is how a game begins, or all of it."""
        number = now.entries + 1
        lines = raw_lines(self.database, there.id, number, number)
        return any(LogLine(n, raw).hash == now.head_hash for n, raw in lines)

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

    def log_bytes(self, game: LibraryGame) -> Iterator[bytes]:
        """The log of a game as it came in, line by line."""
        return log_bytes(self.database, game)

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
        NEW.write(path, content)

    def _whole(self, game: LibraryGame, progress: Progress) -> Iterator[bytes]:
        size = 0
        with in_file(str(game.path)):
            for line in checked_lines(self.database, game):
                yield line.raw + b"\n"
                size += len(line.raw) + 1
                if progress is not None and line.number % NOW_AND_THEN == 0:
                    progress(size)
            if size != game.size:
                raise changed("")

    def position(self, game: LibraryGame, when: When = END) -> PointOfGame:
        """Where a game stands at a point."""
        return point_of_game(game.path, when, disk=disk_of(self.database, game))

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _new_lines(
    reader: LogReader, there: LibraryGame | None, now: LibraryGame, progress: Progress
) -> Iterator[tuple[int, bytes]]:
    """The lines of a log behind those that the library has, which must be how it begins."""
    known, head_hash = (1, reader.head.hash)
    if there is not None:
        known, head_hash = there.entries + 1, there.head_hash
    begins, line = False, reader.head
    for line in islice(chain([reader.head], reader.checked()), now.entries + 1):
        if line.number > known:
            yield line.number, line.raw
        begins = begins or (line.number == known and line.hash == head_hash)
        if progress is not None and line.number % NOW_AND_THEN == 0:
            progress(now.size + reader.offset)
    if (line.number - 1, line.hash) != (now.entries, now.head_hash):
        raise BadInput("this log was changed while it was read; try again", str(reader.path))
    if not begins:
        why = f"the library has {now.name!r} already, and its {known - 1} entries are not how this"
        raise BadInput(
            f"{why} log begins; `--as NAME` adds it under another name", str(reader.path)
        )


def _first_entries(database: Database, thing: Wanted) -> dict[int, int]:
    """The games that have something, each with the first entry that does."""
    read, of_kind = database.read, TERM.c.kind.in_(_BOTH.get(thing.kind, (thing.kind,)))
    values = read(select(TERM.c.value).where(of_kind).distinct())
    fitting = [value for (value,) in values if thing.fits(value)]
    first = select(TERM.c.game, func.min(TERM.c.entry)).group_by(TERM.c.game)
    found: dict[int, int] = {}
    for start in range(0, len(fitting), _AT_ONCE):
        part = TERM.c.value.in_(fitting[start : start + _AT_ONCE])
        for game, entry in read(first.where(of_kind, part)):
            found[game] = min(entry, found.get(game, entry))
    return found
