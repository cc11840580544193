"""A game of a library in the making: each entry is in the database before it counts.

One transaction puts down the line, the new head of the game, what it is found by and a snapshot
where one is due; it does so only where the game ends as the recorder knows it. A long game is
opened from its last snapshot on. What is read is checked by the hash chain: the line of a snapshot
by the one before it, each line behind it by the one before, and older lines, where they are asked
for, by the hash that the snapshot names.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

import attrs
from sqlalchemy import select

from events.chain import GENESIS, LogLine, entry_line, header_line
from events.entry import FORMAT, Entry, Header
from events.errors import BadInput, in_file
from events.log_writer import demand_readable
from events.recorder import Overtaken
from replays.game.open_log import Ending, Entries, entry_in, open_log, start_of
from replays.game.position import Position, follow, in_play
from replays.game.store import GameRead, read_to_play
from replays.library.database import Database, DatabaseFailure
from replays.library.index import Index
from replays.library.row import (
    GameEnd,
    GameMoved,
    LibraryGame,
    advance_head,
    changed,
    disk_of,
    game_called,
    insert_game,
    insert_lines,
    insert_snapshots,
    insert_terms,
    lines_of_entries,
    normal_name,
    overtaken,
    raw_lines,
)
from replays.library.schema import SNAPSHOT, TERM
from replays.library.snapshot import EVERY, SHAPE, Snapshot, digest_of, pack, unpack
from sim.machine.opening import initial_state
from sim.state import State


@attrs.frozen
class _Known:
    """How far a recorder knows a game: entries, hash of the last line, size, where it stands."""

    n: int
    head_hash: str
    size: int
    position: Position

    @property
    def end(self) -> GameEnd:
        return GameEnd(self.n, self.head_hash, self.size, b"", Ending.of(self.position))


@attrs.frozen
class _Step:
    """What a transaction is to put down."""

    lines: list[tuple[int, bytes]]
    snapshots: list[tuple[int, Snapshot]]
    after: _Known


class LibraryRecorder:
    """Puts the entries of one game of a library down; a ``Recorder``.

    Made by ``LibraryLog``. Several may record in one game: the second with an entry is refused, and
    reads what is new with ``others``.

    Args:
        database: the library's; it is closed by what opened it.
        game: number of the game in it.
        name: its name.
        known: how far it was read.
        index: what it is found by.
        done: called when it is closed.
        snapshot: one is due with the next entries, since the last is far behind.
    """

    def __init__(
        self,
        database: Database,
        game: int,
        name: str,
        known: _Known,
        index: Index,
        done: Callable[[], None] = lambda: None,
        *,
        snapshot: bool = False,
    ) -> None:
        """Go on from where a game was read to."""
        self._database, self._game, self._name, self._done = database, game, name, done
        self._known, self._index, self._snapshot = known, index, snapshot
        self._doubtful: tuple[int, bytes] | None = None
        self._closed = False
        self._where = f"library:{name}"

    @property
    def n(self) -> int:
        """Number of the last entry that is known to be there."""
        return self._known.n

    @property
    def seal(self) -> str:
        """The hash of its line."""
        return self._known.head_hash

    def append(self, *entries: Entry) -> str:
        """Put entries down, all of them or none, and return the hash of the last.

        Where something broke at the very end, the database is asked whether they are there: their
        hashes tell them from any other's.

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
        count = len(self._index.first)
        step = self._step(entries)
        try:
            self._write(step, count)
        except BaseException as error:
            there: bool | None = False
            try:
                there = _may_be_there(error) and self._is_there(step)
            finally:
                if not there:
                    self._index.forget(count)
            if there is False and isinstance(error, DatabaseFailure) and error.unknown:
                raise error.nothing_written() from None
            if not there:
                raise
            self._known = step.after
            if not isinstance(error, BadInput):
                raise
        self._known, self._doubtful, self._snapshot = step.after, None, False
        self._database.notify(self._game)
        return self.seal

    def _step(self, entries: Sequence[Entry]) -> _Step:
        """All that a transaction is to put down for some entries."""
        n, head_hash, size, position = self.n, self.seal, self._known.size, self._known.position
        lines, snapshots = list[tuple[int, bytes]](), list[tuple[int, Snapshot]]()
        for entry in entries:
            if entry.n != n + 1:
                raise ValueError(f"entry {entry.n} does not follow entry {n}")
            raw, head_hash = entry_line(entry, head_hash)
            size += len(demand_readable(raw + b"\n", self._where))
            lines.append((entry.n + 1, raw))
            n, position = entry.n, follow(position, entry)
            self._index.see(entry, position.state)
            if n % EVERY == 0:
                snapshots.append((n, Snapshot(head_hash, pack(position))))
        if self._snapshot and not snapshots:
            snapshots.append((n, Snapshot(head_hash, pack(position))))
        return _Step(lines, snapshots, _Known(n, head_hash, size, position))

    def _write(self, step: _Step, count: int) -> None:
        """Put it all down in one transaction.

        Raises:
            Overtaken: when the game has moved on.
            BadInput: when it cannot be written.
        """
        game, known = self._game, self._known
        try:
            with self._database.writing() as connection:
                advance_head(connection, game, (known.n, known.head_hash, b""), step.after.end)
                insert_lines(connection, game, step.lines)
                insert_terms(connection, game, islice(self._index.first.items(), count, None))
                insert_snapshots(connection, game, step.snapshots)
        except GameMoved:
            raise self._overtaken() from None

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
        return (number, raw) in raw_lines(self._database, self._game, number, number)

    def _overtaken(self) -> BadInput:
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
        found, count = list[Entry](), len(self._index.first)
        if now.entries <= after and (now.entries, now.head_hash) == (self.n, self.seal):
            return found
        try:
            with in_file(self._where):
                known = self._read_on(now, after, found)
        except BaseException:
            self._index.forget(count)
            raise
        self._known, self._doubtful = known, None
        return found

    def _read_on(self, now: LibraryGame, after: int, found: list[Entry]) -> _Known:
        """Read lines up to the end of the game; ``found`` gets the entries behind one of them."""
        known, first = self._known, min(after, self.n)
        if now.entries < self.n:
            raise changed(now.entries + 2)
        for line in lines_of_entries(self._database, self._game, first, now.entries):
            n = line.number - 1
            if n == self.n and line.hash != self.seal:
                raise changed(line.number)
            if n > first:
                entry = entry_in(line.raw, n)
                if n > self.n:
                    position = follow(known.position, entry)
                    self._index.see(entry, position.state)
                    known = _Known(n, line.hash, known.size + len(line.raw) + 1, position)
                if n > after:
                    found.append(entry)
        if known.head_hash != now.head_hash:
            raise changed(now.entries + 1)
        in_play(known.position.state)
        return known

    def close(self) -> None:
        """Take no more entries."""
        self._closed = True
        self._done()


def _may_be_there(error: BaseException) -> bool:
    """Whether what was being written may be there in spite of an error."""
    known = isinstance(error, DatabaseFailure) and not error.unknown
    return not (known or isinstance(error, Overtaken))


def _torn(where: str) -> BadInput:
    why = "the last line of this game is torn; `khamsin recover` puts it aside, and then it goes on"
    return BadInput(why, where)


class LibraryLog:
    """The place of a game in a library, where it is, or can be begun; a ``LogPlace``.

    Args:
        database: the library's.
        name: the name of the game.
        close: lets go of the database, where nothing else does.

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
        database, name = self._database, normal_name(self._name)
        raw, head_hash = header_line(header)
        size = len(demand_readable(raw + b"\n", self.where))
        position = Position(start_of(header.scenario), dice=header.dice)
        known, index = _Known(0, head_hash, size, position), Index(header)
        try:
            with database.writing() as connection:
                scenario, engine = header.scenario.name, header.engine
                number = insert_game(connection, name, FORMAT, scenario, engine, known.end)
                insert_lines(connection, number, [(1, raw)])
                insert_terms(connection, number, index.first.items())
        except GameMoved:
            raise overtaken(database, name) from None
        return LibraryRecorder(database, number, name, known, index, self.close)

    def resume(self) -> tuple[LibraryRecorder, GameRead]:
        """Go on with the game that is there; a long one is read from its last snapshot on.

        Raises:
            BadInput: when its last line is torn, its chain is broken, or it is not as the list of
                the library has it.
        """
        database, game = self._database, game_called(self._database, self._name)
        if game is None:
            raise BadInput("this game is not in the library any more", self.where)
        if game.torn:
            raise _torn(self.where)
        read = _read_from_snapshot(database, game)
        due = read is None and game.entries >= EVERY
        if read is None:
            read = self._whole(game)
        rows = select(TERM.c.kind, TERM.c.value, TERM.c.entry).where(
            TERM.c.game == game.id, TERM.c.kind != "finding"
        )
        index = Index.known(((kind, value), entry) for kind, value, entry in database.read(rows))
        known = _Known(game.entries, game.head_hash, game.size, read.position)
        recorder = LibraryRecorder(
            database, game.id, game.name, known, index, self.close, snapshot=due
        )
        return recorder, read

    def _whole(self, game: LibraryGame) -> GameRead:
        """A game read from its first line to its last.

        Raises:
            BadInput: when it is not as the list of the library has it.
        """
        with open_log(game.path, disk_of(self._database, game, game.entries)) as reader:
            read = read_to_play(reader)
        found = reader.number - 1, reader.seal, reader.offset
        if found != (game.entries, game.head_hash, game.size):
            why = "this game is not as the list of the library has it"
            raise BadInput(f"{why}; `khamsin library audit` tells more", self.where)
        return read


# From a snapshot on --------------------------------------------------------------------------


@attrs.frozen
class _Point:
    """A point of a game: an entry, the hash of its line, and where the game stood behind it."""

    entry: int
    head_hash: str
    position: Position


class Snapshots:
    """The points of a game from which one can read on.

    Args:
        database: the library's.
        game: the game.
        beginning: the state before its first entry.
    """

    def __init__(self, database: Database, game: LibraryGame, beginning: State) -> None:
        """Nothing is read yet."""
        self._database, self._game, self._beginning = database, game, beginning

    def before(self, n: int) -> Iterator[_Point]:
        """The last two snapshots of this engine that are not behind an entry, the last first.

        Those that are not as they were written are passed over.
        """
        columns = SNAPSHOT.c.entry, SNAPSHOT.c.head_hash, SNAPSHOT.c.digest, SNAPSHOT.c.body
        rows = select(*columns).where(
            *(SNAPSHOT.c.game == self._game.id, SNAPSHOT.c.shape == SHAPE, SNAPSHOT.c.entry <= n)
        )
        found = self._database.read(rows.order_by(SNAPSHOT.c.entry.desc()).limit(2))
        for entry, head_hash, digest, body in found:
            if digest_of(head_hash, body) == digest:
                position = unpack(body, self._beginning, partial(self._earlier, entry))
                if position is not None:
                    yield _Point(entry, head_hash, position)

    def entries(self, point: _Point, n: int) -> Iterator[tuple[LogLine, Entry]]:
        """The entries behind a point up to another, each with its line.

        Raises:
            BadInput: when a line does not follow from the one before, or is no entry.
        """
        first = max(point.entry - 1, 0)
        for line in lines_of_entries(self._database, self._game.id, first, n):
            entry = line.number - 1
            if entry == point.entry and line.hash != point.head_hash:
                raise changed(line.number)
            if entry > point.entry:
                yield line, entry_in(line.raw, entry)

    def position(self, point: _Point, n: int) -> Position:
        """Where the game stands after an entry, followed from a point.

        Raises:
            BadInput: as ``entries``, and when an entry cannot have happened.
        """
        position = point.position
        for _, entry in self.entries(point, n):
            position = follow(position, entry)
        return position

    def _earlier(self, n: int, deep: int) -> Position:
        """Where the game stood before the last entry that stands at a snapshot.

        Args:
            n: the entry of the snapshot.
            deep: how many entries could be taken back there.

        Raises:
            BadInput: when the log does not lead there.
        """
        here = self.position(next(self.before(n - 1), self._start()), n)
        if here.before is None or here.deep != deep:
            raise changed(n + 1)
        return here.before

    def _start(self) -> _Point:
        """The point before the first entry."""
        header, head = _header_of(self._database, self._game)
        return _Point(0, head.hash, Position(self._beginning, dice=header.dice))


def _header_of(database: Database, game: LibraryGame) -> tuple[Header, LogLine]:
    with open_log(game.path, disk_of(database, game, 0)) as reader:
        return reader.header, reader.head


def _read_from_snapshot(database: Database, game: LibraryGame) -> GameRead | None:
    """A long game as far as it takes to play on: its header, and what is behind a snapshot.

    Returns:
        None where the whole log is to be read: it is short, no snapshot of this engine fits, what
        is behind it is not as the list has it, or its dice are sealed.

    Raises:
        BadInput: when the header is none.
    """
    if game.entries < EVERY:
        return None
    header, head = _header_of(database, game)
    if header.sealed is not None or not head.follows(GENESIS):
        return None
    beginning = initial_state(header.scenario)
    snapshots = Snapshots(database, game, beginning)
    for point in snapshots.before(game.entries):
        position, head_hash, here = point.position, point.head_hash, list[Entry]()
        try:
            for line, entry in snapshots.entries(point, game.entries):
                position, head_hash = follow(position, entry), line.hash
                here.append(entry)
            in_play(position.state)
        except BadInput:
            continue  # the whole log tells what it is
        if head_hash == game.head_hash:
            older = _Older(database, game, head, point)
            entries = Entries(point.entry, older, here, str(game.path))
            return GameRead(header, beginning, position, entries)
    return None


class _Older:
    """Reads the lines before a point, from behind, each proved by the one after it."""

    def __init__(self, database: Database, game: LibraryGame, head: LogLine, point: _Point) -> None:
        self._database, self._game, self._head = database, game.id, head
        self._head_hash = point.head_hash

    def __call__(self, first: int, last: int) -> Sequence[bytes]:
        lines = list(lines_of_entries(self._database, self._game, first, last))
        if lines[-1].hash != self._head_hash:
            raise changed(last + 1)
        if first == 0 and lines[0].hash != self._head.hash:
            raise changed(1)
        self._head_hash = lines[0].hash
        return [line.raw for line in lines[1:]]
