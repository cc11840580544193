"""A game of a library in the making: each entry is in the database before it counts.

One transaction puts down the line, the new head of the game and what it is found by, and does so
only where the game ends as the recorder knows it.
"""

from collections.abc import Callable, Sequence

import attrs

from events.chain import header_line
from events.entry import Entry, Header
from events.errors import BadInput, in_file
from events.log_writer import demand_readable
from events.recorder import RecordConflict
from replays.game.open_log import open_log
from replays.game.position import Position, follow, in_play
from replays.game.store import GameRead, read_to_play
from replays.library.database import Database, DatabaseFailure
from replays.library.library_game import (
    LibraryGame,
    Term,
    advance_head,
    beginning_of,
    disk_of,
    entries_behind,
    game_called,
    insert_game,
    insert_lines,
    insert_terms,
    normal_name,
    raw_lines,
    see,
    terms_of,
    terms_of_header,
)


class LibraryRecorder:
    """Puts the entries of one game of a library down; a ``Recorder``.

    Made by ``LibraryLog``. Several may record in one game: the second with an entry is refused, and
    reads what is new with ``new_entries``. ``done`` is called when it is closed.
    """

    def __init__(
        self,
        database: Database,
        game: LibraryGame,
        position: Position,
        terms: dict[Term, int],
        done: Callable[[], None],
    ) -> None:
        self._database, self._done, self._closed = database, done, False
        self._game, self._position, self._terms = game, position, terms

    @property
    def n(self) -> int:
        """Number of the last entry that is known to be there."""
        return self._game.entries

    @property
    def seal(self) -> str:
        """The hash of its line."""
        return self._game.head_hash

    def append(self, *entries: Entry) -> str:
        """Put entries down, all of them or none, and return the hash of the last.

        Where something broke at the very end, the database is asked whether they are there. If that
        cannot be found out either, they do not count; where they are there after all, the next
        order comes second to them.
        """
        where = str(self._game.path)
        if self._closed:
            raise BadInput("this game was closed", where)
        game, position, terms = self._game, self._position, self._terms.copy()
        lines = list[tuple[int, bytes]]()
        try:
            for entry in entries:
                game, raw = game.and_entry(entry)
                lines.append((entry.n + 1, demand_readable(raw + b"\n", where)[:-1]))
                position = follow(position, entry)
                see(terms, entry, position.state)
            game = game.at(position)
            self._write(game, lines, {term: n for term, n in terms.items() if n > self.n})
        except BaseException as error:
            if not (lines and self._is_there(lines[-1], error)):
                raise
            self._game, self._position, self._terms = game.at(position), position, terms
            if not isinstance(error, BadInput):
                raise
        self._game, self._position, self._terms = game, position, terms
        return self.seal

    def _write(
        self, after: LibraryGame, lines: list[tuple[int, bytes]], new: dict[Term, int]
    ) -> None:
        if lines:
            with self._database.writing() as connection:
                advance_head(connection, self._game, after)
                insert_lines(connection, self._game.id, lines)
                insert_terms(connection, self._game.id, new)

    def _is_there(self, line: tuple[int, bytes], error: BaseException) -> bool:
        """Whether a line is in the database although something went wrong as it was written."""
        unknown = error.unknown if isinstance(error, DatabaseFailure) else False
        if isinstance(error, Exception) and not unknown:
            return False
        try:
            return line in raw_lines(self._database, self._game.id, line[0], line[0])
        except BadInput:
            return False

    def new_entries(self, after: int) -> Sequence[Entry]:
        """The entries behind one of them, as they are in the library now.

        If they cannot be read, do not follow or cannot have happened, nothing has changed.
        """
        now = game_called(self._database, self._game.name)
        if now is None or now.id != self._game.id:
            raise gone(self._game)
        position, terms = self._position, self._terms.copy()
        first, found = min(after, self.n), list[Entry]()
        if now.entries == first:
            return found
        known = self.seal if first == self.n else ""
        with in_file(str(now.path)):
            for line, entry in entries_behind(self._database, now, first, known):
                if entry.n == self.n and line.hash != self.seal:
                    raise RecordConflict("the last entry of this game is another now")
                if entry.n > self.n:
                    position = follow(position, entry)
                    see(terms, entry, position.state)
                if entry.n > after:
                    found.append(entry)
            in_play(position.state)
        self._game, self._position, self._terms = now, position, terms
        return found

    def close(self) -> None:
        """Take no more entries."""
        self._closed = True
        self._done()


def gone(game: LibraryGame) -> BadInput:
    """The complaint that a game is not there any more."""
    return BadInput("this game is not in the library any more", str(game.path))


class LibraryLog:
    """The log of a game in a library, which is there or can be begun; a ``StoredLog``.

    ``close`` lets go of the database, where nothing else does.
    """

    def __init__(
        self, database: Database, name: str, close: Callable[[], None] = lambda: None
    ) -> None:
        self.where = f"library:{name}"
        self._database, self._name, self.close = database, name, close

    def exists(self) -> bool:
        """Whether the library has the game."""
        return game_called(self._database, self._name) is not None

    def missing(self) -> BadInput:
        """That there is no such game."""
        why = "this library has no game of that name; a new one needs a scenario"
        return BadInput(why, self.where)

    def begin(self, header: Header) -> LibraryRecorder:
        """Put a new game down, with its header; ``RecordConflict`` if there is one by now."""
        name, position, terms = (
            normal_name(self._name),
            beginning_of(header),
            terms_of_header(header),
        )
        raw, head_hash = header_line(header)
        size = len(demand_readable(raw + b"\n", self.where))
        game = LibraryGame.new(name, header, head_hash, size)
        with self._database.writing() as connection:
            number = insert_game(connection, game, raw)
            insert_terms(connection, number, terms)
        return self._recorder(attrs.evolve(game, id=number), position, terms)

    def resume(self) -> tuple[LibraryRecorder, GameRead]:
        """Go on with the game that is there; it must be as the list of the library has it."""
        game = game_called(self._database, self._name)
        if game is None:
            raise self.missing()
        with open_log(game.path, disk_of(self._database, game)) as reader:
            read = read_to_play(reader)
        if (reader.number - 1, reader.seal, reader.offset) != (
            *(game.entries, game.head_hash, game.size),
        ):
            why = "this game is not as the list of the library has it"
            raise BadInput(f"{why}; `khamsin library audit` tells more", self.where)
        terms = terms_of(self._database, game.id)
        return self._recorder(game, read.position, terms), read

    def _recorder(
        self, game: LibraryGame, position: Position, terms: dict[Term, int]
    ) -> LibraryRecorder:
        return LibraryRecorder(self._database, game, position, terms, self.close)
