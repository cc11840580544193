"""A game of a library in the making: each entry is in the database before it counts.

One transaction puts down the line, the new end of the game, what it can be found by and a snapshot
where one is due; it does so only where the game ends as the recorder knows it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

import attrs

from events.chain import LogLine, entry_line, header_line, line_of
from events.entry import FORMAT, Entry, Header
from events.errors import BadInput, in_file
from events.log import MAX_LINE
from events.log_writer import demand_readable, unwritable_format
from events.recorder import Overtaken
from replays.game.open_log import Ending, entry_in, open_log, start_of
from replays.game.position import Position, follow, in_play
from replays.game.store import GameRead, read_to_play
from replays.library.database import ConnectionLost, Database
from replays.library.facts import Facts
from replays.library.games import LibraryGame, game_called, overtaken, path_of
from replays.library.lines import disk_of
from replays.library.naming import Naming
from replays.library.shortcuts import read_from_snapshot
from replays.library.snapshots import EVERY, Snapshot, pack
from replays.library.writing import (
    GameEnd,
    claim,
    insert_facts,
    insert_lines,
    insert_snapshots,
    move,
)

_LINES: Final = (
    "SELECT number, substr(raw, 1, ?) FROM line WHERE game = ? AND number > ? AND number <= ? "
    "ORDER BY number"
)


@attrs.frozen
class _Known:
    """How far a recorder knows a game: entries, hash of the last line, size, where it stands."""

    n: int
    seal: str
    size: int
    position: Position

    @property
    def end(self) -> GameEnd:
        return GameEnd(self.n, self.seal, self.size, b"", Ending.of(self.position))


@attrs.frozen
class _Step:
    """What a transaction is to put down."""

    lines: list[tuple[int, bytes]]
    snapshots: list[tuple[int, Snapshot]]
    after: _Known


class LibraryRecorder:
    """Puts the entries of one game of a library down; a ``Recorder``.

    Made by ``LibraryLog``. Several may record in one game: whoever is second with an entry is
    refused, and reads what is new with ``others``.

    Args:
        database: the library's; whoever opened it closes it.
        game: number of the game in it.
        name: its name.
        known: how far it was read.
        facts: what it can be found by.
        done: called when it is closed.
        snapshot: one is due with the next entries, since the last is far behind.
    """

    def __init__(
        self,
        database: Database,
        game: int,
        name: str,
        known: _Known,
        facts: Facts,
        done: Callable[[], None] = lambda: None,
        *,
        snapshot: bool = False,
    ) -> None:
        """Go on from where a game was read to."""
        self._snapshot = snapshot
        self._database, self._game, self._name, self._done = database, game, name, done
        self._known, self._facts = known, facts
        self._doubtful: tuple[int, bytes] | None = None
        self._closed = False

    @property
    def n(self) -> int:
        """Number of the last entry that is known to be there."""
        return self._known.n

    @property
    def seal(self) -> str:
        """The hash of its line."""
        return self._known.seal

    def append(self, *entries: Entry) -> str:
        """Put entries down, all of them or none, and return the hash of the last.

        Where the connection broke at the very end, the database is asked whether they are there:
        their hashes tell them from any other's.

        Raises:
            ValueError: when they are not the next entries.
            Overtaken: when the game has entries by now that this recorder has not read. None of
                these counts then.
            BadInput: when they cannot be written. None of them counts then; they can be there
                after all only where that could not be found out, and then the next order says so.
        """
        if self._closed:
            raise BadInput("this game was closed", self._where)
        if not entries:
            return self.seal
        count = len(self._facts.first)
        step = self._step(entries)
        try:
            self._write(step, count)
        except BaseException as error:
            there: bool | None = False
            try:
                there = _may_be_there(error) and self._is_there(step)
            finally:
                if not there:
                    self._facts.forget(count)
            if there is False and isinstance(error, ConnectionLost):
                raise error.nothing_written() from None
            if not there:
                raise
            self._known = step.after
            if not isinstance(error, BadInput):
                raise
        self._known, self._doubtful, self._snapshot = step.after, None, False
        return self.seal

    def _step(self, entries: Sequence[Entry]) -> _Step:
        """All that a transaction is to put down for some entries."""
        n, seal, size, position = self.n, self.seal, self._known.size, self._known.position
        lines, snapshots = list[tuple[int, bytes]](), list[tuple[int, Snapshot]]()
        for entry in entries:
            if entry.n != n + 1:
                raise ValueError(f"entry {entry.n} does not follow entry {n}")
            raw, seal = entry_line(entry, seal)
            size += len(demand_readable(raw + b"\n", path_of(self._name)))
            lines.append((entry.n + 1, raw))
            n, position = entry.n, follow(position, entry)
            self._facts.see(entry, position.state)
            if n % EVERY == 0:
                snapshots.append((n, Snapshot(seal, pack(position))))
        if self._snapshot and not snapshots:
            snapshots.append((n, Snapshot(seal, pack(position))))
        return _Step(lines, snapshots, _Known(n, seal, size, position))

    def _write(self, step: _Step, count: int) -> None:
        """Put it all down in one transaction.

        Raises:
            Overtaken: when the game has moved on.
            BadInput: when it cannot be written.
        """
        database, game, known = self._database, self._game, self._known
        with database.writing():
            if not move(database, game, (known.n, known.seal, b""), step.after.end):
                raise self._overtaken()
            insert_lines(database, game, iter(step.lines))
            insert_facts(database, game, islice(self._facts.first.items(), count, None))
            insert_snapshots(database, game, iter(step.snapshots))

    def _is_there(self, step: _Step) -> bool | None:
        """Whether lines are in the database, after something went wrong while they were written.

        None where that cannot be found out now.
        """
        before, self._doubtful = self._doubtful, step.lines[-1]  # until it is known
        try:
            there = self._has(*step.lines[-1])
        except BadInput:
            return None
        self._doubtful = before
        return there

    def _has(self, number: int, raw: bytes) -> bool:
        rows = self._database.rows(
            "SELECT raw FROM line WHERE game = ? AND number = ?", self._game, number
        )
        return any(bytes(found) == raw for (found,) in rows)

    def _overtaken(self) -> Overtaken:
        """Why this recorder must read what is new: another was first, or it was itself."""
        doubtful, self._doubtful = self._doubtful, None
        if doubtful is None or not self._has(*doubtful):
            return overtaken(self._database, self._name)
        why = (
            f"the order before this one was written after all, although it could not be told so "
            f"at the time: it is entry {doubtful[0] - 1}; nothing of this one was written, so read "
            f"the game again and go on from there"
        )
        return Overtaken(why, self._database.where)

    def others(self, after: int) -> Sequence[Entry]:
        """The entries behind one of them, as they are in the library now.

        Args:
            after: the number of an entry that is known already; 0 is the header.

        Raises:
            BadInput: when they cannot be read, do not follow from what is known, or cannot have
                happened. Then nothing has changed.
        """
        now = game_called(self._database, self._name)
        if now is None or now.id != self._game:
            raise BadInput("this game is not in the library any more", self._where)
        if now.torn:
            raise _torn(self._where)
        found, count = list[Entry](), len(self._facts.first)
        if now.entries <= after and (now.entries, now.seal) == (self.n, self.seal):
            return found
        try:
            with in_file(self._where):
                known = self._read_on(now, after, found)
        except BaseException:
            self._facts.forget(count)
            raise
        self._known, self._doubtful = known, None
        return found

    def _read_on(self, now: LibraryGame, after: int, found: list[Entry]) -> _Known:
        """Read lines up to the end of the game; ``found`` gets the entries behind one of them."""
        known, seal, number = self._known, "", min(after, self.n)
        for line in self._lines(number, now.entries):
            if number > min(after, self.n) and not line.follows(seal):
                raise self._changed(line.number)
            if number == self.n and line.hash != self.seal:
                raise self._changed(line.number)
            seal = line.hash
            if number > after or number > self.n:
                entry = entry_in(line.raw, number)
                if number > self.n:
                    known = self._after(known, line, entry)
                if number > after:
                    found.append(entry)
            number += 1
        if (number - 1, known.seal) != (now.entries, now.seal):
            raise self._changed(number)
        in_play(known.position.state)
        return known

    def _lines(self, n: int, last: int) -> Iterator[LogLine]:
        """The lines from that of an entry to that of another."""
        number = n + 1
        rows = self._database.rows(_LINES, MAX_LINE + 1, self._game, n, last + 1)
        for found, raw in rows:
            if found != number:
                break
            yield line_of(number, bytes(raw))
            number += 1

    def _after(self, known: _Known, line: LogLine, entry: Entry) -> _Known:
        position = follow(known.position, entry)
        self._facts.see(entry, position.state)
        return _Known(entry.n, line.hash, known.size + len(line.raw) + 1, position)

    def _changed(self, number: int) -> BadInput:
        why = (
            f"line {number} of this game is not as it was, or not there; `khamsin library audit` "
            f"tells more"
        )
        return BadInput(why, self._where)

    @property
    def _where(self) -> str:
        return str(path_of(self._name))

    def close(self) -> None:
        """Take no more entries."""
        self._closed = True
        self._done()


def _may_be_there(error: BaseException) -> bool:
    """Whether what was being written may be there in spite of an error."""
    known = isinstance(error, ConnectionLost) and not error.unknown
    return not (known or isinstance(error, Overtaken))


def _torn(where: str) -> BadInput:
    why = "the last line of this game is torn; `khamsin recover` puts it aside, and then it goes on"
    return BadInput(why, where)


class LibraryLog:
    """The place of a game in a library, where it is, or can be begun; a ``LogPlace``.

    Args:
        database: the library's.
        name: the name of the game.
        close: lets go of the database, where nobody else does.

    Attributes:
        where: what people call it: ``library:`` and the name.
    """

    def __init__(
        self, database: Database, name: str, close: Callable[[], None] = lambda: None
    ) -> None:
        """Name the game; nothing is read yet."""
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
        """Put a new game down, with its header.

        Raises:
            Overtaken: when there is one of this name by now.
            BadInput: when it cannot have this name, or cannot be written.
        """
        database, name = self._database, Naming(self._database).for_new_game(self._name)
        raw, seal = header_line(header)
        size = len(demand_readable(raw + b"\n", self.where))
        position = Position(start_of(header.scenario), dice=header.dice)
        known, facts = _Known(0, seal, size, position), Facts(header)
        with database.writing():
            scenario, engine = header.scenario.name, header.engine
            number = claim(database, name, FORMAT, scenario, engine, known.end)
            if number is None:
                raise overtaken(database, name)
            insert_lines(database, number, iter([(1, raw)]))
            insert_facts(database, number, iter(facts.first.items()))
        return LibraryRecorder(database, number, name, known, facts, self.close)

    def resume(self) -> tuple[LibraryRecorder, GameRead]:
        """Go on with the game that is there; a long one is read from its last snapshot on.

        Raises:
            BadInput: when it is of an older format, its last line is torn, its chain is broken, or
                it is not as the list of the library has it.
        """
        database = self._database
        game = game_called(database, self._name)
        if game is None:
            raise BadInput("this game is not in the library any more", self.where)
        if game.format != FORMAT:
            raise unwritable_format(game.format, self.where)
        if game.torn:
            raise _torn(self.where)
        read = read_from_snapshot(database, game)
        short = read is not None
        if read is None:
            read = self._whole(game)
        rows = database.rows(
            "SELECT kind, value, entry FROM fact WHERE game = ? AND kind <> 'finding'", game.id
        )
        facts = Facts.known(((str(kind), str(value)), int(entry)) for kind, value, entry in rows)
        known = _Known(game.entries, game.seal, game.size, read.position)
        due = not short and game.entries >= EVERY
        recorder = LibraryRecorder(
            database, game.id, game.name, known, facts, self.close, snapshot=due
        )
        return recorder, read

    def _whole(self, game: LibraryGame) -> GameRead:
        """A game read from its first line to its last.

        Raises:
            BadInput: when it is not as the list of the library has it.
        """
        disk = disk_of(self._database, game.id, game.entries, b"")
        with open_log(path_of(game.name), disk) as reader:
            read = read_to_play(reader)
        if (reader.number - 1, reader.seal, reader.offset) != (game.entries, game.seal, game.size):
            why = "this game is not as the list of the library has it"
            raise BadInput(f"{why}; `khamsin library audit` tells more", self.where)
        return read
