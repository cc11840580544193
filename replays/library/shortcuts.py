"""The short way into a long game: its snapshots, and the lines behind them.

What is read is checked by the hash chain: the line of a snapshot by the one before it, each line
behind it by the one before, and the lines before it, where somebody asks for them, by the hash that
the snapshot names. What was never read is not checked; an audit reads all.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import attrs

from events.chain import GENESIS, LogLine, line_of
from events.disk import Disk
from events.entry import FORMAT, Entry, Header
from events.errors import BadInput
from events.log import MAX_LINE
from replays.game.open_log import Entries, OlderLines, entry_in, open_log
from replays.game.position import Position, follow, in_play
from replays.game.store import GameRead
from replays.library.database import Database
from replays.library.games import LibraryGame, path_of
from replays.library.lines import disk_of
from replays.library.places import at_hand
from replays.library.snapshots import EVERY, SHAPE, digest_of, unpack
from sim.machine.opening import initial_state
from sim.state import State

_LINES: Final = (
    "SELECT number, substr(raw, 1, ?) FROM line WHERE game = ? AND number > ? AND number <= ? "
    "ORDER BY number"
)
_SNAPSHOTS: Final = (
    "SELECT entry, seal, digest, body FROM snapshot "
    "WHERE game = ? AND shape = ? AND entry <= ? ORDER BY entry DESC LIMIT 2"
)


def changed(number: int) -> BadInput:
    """The complaint of a line that is not as it was."""
    why = "this line is not as it was, or not there; `khamsin library audit` tells more"
    return BadInput(why, f"line {number}")


def lines_from_entry(database: Database, game: int, n: int, last: int) -> Iterator[LogLine]:
    """The lines from that of an entry to that of another; entry 0 is the header.

    Each follows from the one before. What the first follows from is not looked at, but where it is
    the header.

    Args:
        database: the library's.
        game: the number of the game.
        n: the first entry.
        last: the last.

    Raises:
        BadInput: when one is not there, or does not follow.
    """
    seal, number = (GENESIS if n == 0 else None), n + 1
    for found, raw in database.stream(_LINES, MAX_LINE + 1, game, n, last + 1):
        line = line_of(number, bytes(raw))
        if found != number or not (seal is None or line.follows(seal)):
            raise changed(number)
        yield line
        seal, number = line.hash, number + 1
    if number != last + 2:
        raise changed(number)


@attrs.frozen
class PointKept:
    """A point of a game: an entry, the hash of its line, and where the game stood behind it."""

    entry: int
    seal: str
    position: Position


class Shortcuts:
    """The points of a game from which one can read on.

    Args:
        database: the library's.
        game: the game.
        beginning: the state before its first entry.

    Attributes:
        beginning: that.
    """

    def __init__(self, database: Database, game: LibraryGame, beginning: State) -> None:
        """Nothing is read yet."""
        self._database, self._game, self.beginning = database, game, beginning

    def before(self, n: int) -> Iterator[PointKept]:
        """The last two snapshots of this engine that are not behind an entry, the last first.

        Those that are not as they were written are passed over.
        """
        rows = self._database.rows(_SNAPSHOTS, self._game.id, SHAPE, n)
        for entry, seal, digest, body in rows:
            if digest_of(str(seal), bytes(body)) != digest:
                continue
            found = unpack(bytes(body), self.beginning, partial(self._earlier, int(entry)))
            if found is not None:
                yield PointKept(int(entry), str(seal), found)

    def entries(self, point: PointKept, n: int) -> Iterator[tuple[LogLine, Entry]]:
        """The entries behind a point up to another, each with its line.

        Raises:
            BadInput: when a line does not follow from the one before, or is no entry.
        """
        first = max(point.entry - 1, 0)
        for line in lines_from_entry(self._database, self._game.id, first, n):
            entry = line.number - 1
            if entry == point.entry and line.hash != point.seal:
                raise changed(line.number)
            if entry > point.entry:
                yield line, entry_in(line.raw, entry)

    def position(self, point: PointKept, n: int) -> Position:
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

    def _start(self) -> PointKept:
        """The point before the first entry."""
        with open_log(
            path_of(self._game.name), _header_alone(self._database, self._game)
        ) as reader:
            position = Position(self.beginning, dice=reader.header.dice)
            return PointKept(0, reader.head.hash, position)


def _header_alone(database: Database, game: LibraryGame) -> Disk:
    return disk_of(database, game.id, 0, b"")


def read_from_snapshot(database: Database, game: LibraryGame) -> GameRead | None:
    """A long game as far as it takes to play on: its header, and what is behind a snapshot.

    Returns:
        None where the whole log is to be read: it is short, no snapshot of this engine fits, what
        is behind it is not as the list has it, or its dice are sealed.

    Raises:
        BadInput: when the header is none.
    """
    if game.entries < EVERY or game.format != FORMAT:
        return None
    with open_log(path_of(game.name), _header_alone(database, game)) as reader:
        header, head = reader.header, reader.head
    if header.sealed is not None or not head.follows(GENESIS):
        return None
    shortcuts = Shortcuts(database, game, initial_state(header.scenario))
    for point in shortcuts.before(game.entries):
        try:
            return _read_on(shortcuts, point, game, header, _Older(database, game, head, point))
        except BadInput:
            continue  # the whole log tells what it is
    return None


def _read_on(
    shortcuts: Shortcuts, point: PointKept, game: LibraryGame, header: Header, older: OlderLines
) -> GameRead:
    """A game from a point of it to its end.

    Raises:
        BadInput: when what is behind the point does not lead to the end that the list has.
    """
    position, seal, here = point.position, point.seal, list[Entry]()
    for line, entry in shortcuts.entries(point, game.entries):
        position, seal = follow(position, entry), line.hash
        here.append(entry)
    if seal != game.seal:
        raise changed(game.entries + 1)
    in_play(position.state)
    entries = Entries(point.entry, older, here, str(path_of(game.name)))
    return GameRead(header, shortcuts.beginning, position, entries)


class _Older:
    """Reads the lines before a point, from behind, each proved by the one after it."""

    def __init__(self, database: Database, game: LibraryGame, head: LogLine, point: PointKept):
        self._database, self._game, self._head = database, game.id, head
        self._seal = point.seal

    def __call__(self, first: int, last: int) -> Sequence[bytes]:
        with at_hand(self._database) as database:
            lines = list(lines_from_entry(database, self._game, first, last))
        if lines[-1].hash != self._seal:
            raise changed(last + 1)
        if first == 0 and lines[0].hash != self._head.hash:
            raise changed(1)
        self._seal = lines[0].hash
        return [line.raw for line in lines[1:]]
