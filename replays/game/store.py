"""Where the log of a game in the making is: a file, or a place in a library."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, runtime_checkable

import attrs

from events.disk import DISK, Disk
from events.entry import Header
from events.errors import BadInput, in_file
from events.log import LogReader
from events.log_writer import LogWriter, put_torn_aside
from events.recorder import Recorder
from replays.game.address import keeper_of
from replays.game.named_moment import When
from replays.game.open_log import Ending, Entries, entry_in
from replays.game.position import Position, after_it, follow, in_play
from sim.machine.opening import initial_state
from sim.state import State


@attrs.frozen
class GameRead:
    """A game as far as it was read.

    Attributes:
        header: that of its log.
        beginning: the state before the first entry.
        position: where it stands after the last.
        entries: those that it has.
        torn: a crash left a part of a line behind them.
    """

    header: Header
    beginning: State
    position: Position
    entries: Entries
    torn: bool = False


def read_to_play(reader: LogReader) -> GameRead:
    """Read a log to its end, through its hash chain.

    Of each entry that is read which counts for who plays on; the rest of it when somebody asks.

    Raises:
        BadInput: at the first line that does not belong there, or that tells of what cannot be.
    """
    header = reader.header
    beginning = initial_state(header.scenario)
    position, lines = Position(beginning, dice=header.dice), list[bytes]()
    with in_file(str(reader.path)):
        if header.sealed is None:
            for raw, (said, rolls, events) in reader.what_counts():
                lines.append(raw)
                n, command = len(lines), said
                if command is None and position.exchange.left:
                    command = entry_in(raw, n).do
                position = after_it(position, n, command, rolls, events)
            entries = Entries(here=lines, where=str(reader.path))
        else:  # an older log has other lines; what was sealed follows every order
            entries = Entries()
            for entry in reader.entries():
                position = follow(position, entry)
                entries.append(entry)
        in_play(position.state)
    return GameRead(header, beginning, position, entries, reader.torn is not None)


class LogPlace(Protocol):
    """A place that has a log, or can have one.

    Attributes:
        where: what people call it.
    """

    where: str

    def exists(self) -> bool:
        """Whether a log is there already."""

    def missing(self) -> BadInput:
        """The complaint of who wants to go on with a log that is not there."""

    def begin(self, header: Header) -> Recorder:
        """Begin a log.

        Raises:
            BadInput: when one is there, or it cannot be written.
        """

    def resume(self) -> tuple[Recorder, GameRead]:
        """Go on with the log that is there, and read the game in it as far as that takes.

        Raises:
            BadInput: when it cannot be read or written.
        """

    def close(self) -> None:
        """Let go of what was opened to look at it; a recorder's ``close`` does so too."""


class Watching(Protocol):
    """Tells when others record in a game."""

    def wait(self, seconds: float) -> bool:
        """Wait until there may be new entries, but no longer than so; False if there are none.

        Raises:
            BadInput: when that cannot be found out now.
        """

    def close(self) -> None:
        """Wait no more."""


@attrs.frozen
class PointOfGame:
    """Where a game stands at a point.

    Attributes:
        entry: number of the entry that led there.
        position: where it stands.
        ending: how its log ends; None of any point before the end.
        torn: the last line of the log is torn.
        header: the header of the log.
    """

    entry: int
    position: Position
    ending: Ending | None
    torn: bool
    header: Header


@runtime_checkable
class GameKeeper(Protocol):
    """Whoever keeps games that are in no file, and lets people play them; see `Keeper`."""

    def place(self, name: str, *, create: bool) -> LogPlace:
        """Where the game of a name is, or can be begun.

        Args:
            name: the name.
            create: make what such a place needs, where that is missing.

        Raises:
            BadInput: when there is none.
        """

    def watching(self, name: str) -> "Watching":
        """Tells when others record in a game.

        Raises:
            BadInput: when there is no such game.
        """

    def recover(self, name: str, folder: Path) -> tuple[int, Path | None]:
        """Put what is torn of a log into a file in a folder.

        Returns:
            How many whole entries the game has, and the file; None when the game was whole.

        Raises:
            BadInput: when there is no such game, or something cannot be written.
        """

    def standing(self, name: str, when: When) -> PointOfGame:
        """Where a game stands at a point.

        Raises:
            BadInput: when there is no such game, or it did not come that far.
        """


def kept_standing(path: str | Path, when: When) -> PointOfGame | None:
    """Where a game stands at a point, as whoever keeps it knows; None where it is a file.

    Raises:
        BadInput: when there is no such game, or it did not come that far.
    """
    kept = keeper_of(path)
    if kept is None or not isinstance(kept[0], GameKeeper):
        return None
    return kept[0].standing(kept[1], when)


def recover(path: str | Path) -> tuple[int, Path | None]:
    """Put what is torn of a log into a file: beside it, or in this folder if it is in no file.

    Returns:
        How many whole entries the log has, and the file; None when the log was whole.

    Raises:
        BadInput: when the log is broken, somebody writes it, or something cannot be written.
    """
    kept = keeper_of(path)
    if kept is None or not isinstance(kept[0], GameKeeper):
        return put_torn_aside(path)
    return kept[0].recover(kept[1], Path())


def watching(path: str | Path) -> Watching | None:
    """What tells when others record in a game; None where it is a file, which is one recorder's.

    Raises:
        BadInput: when there is no such game.
    """
    kept = keeper_of(path)
    if kept is None or not isinstance(kept[0], GameKeeper):
        return None
    return kept[0].watching(kept[1])


@contextmanager
def at_place(path: str | Path, disk: Disk = DISK, *, create: bool = False) -> Iterator[LogPlace]:
    """The place of a log that somebody names: a file, or with whoever keeps it.

    It is closed where the block fails; otherwise who records there closes it.

    Args:
        path: the log.
        disk: where it is, if it is a file.
        create: see `GameKeeper.place`.

    Raises:
        BadInput: when there is no such place.
    """
    place = _place_of(path, disk, create=create)
    try:
        yield place
    except BaseException:
        place.close()
        raise


def _place_of(path: str | Path, disk: Disk, *, create: bool) -> LogPlace:
    kept = keeper_of(path) if disk is DISK else None
    if kept is None:
        return FileLog(path, disk)
    keeper, name = kept
    if not isinstance(keeper, GameKeeper):
        raise BadInput("no game is played there", str(path))
    return keeper.place(name, create=create)


class FileLog:
    """A log in a file of its own; see `events.log_writer`.

    Args:
        path: the file.
        disk: where it is.

    Attributes:
        where: the path as it was given.
    """

    def __init__(self, path: str | Path, disk: Disk = DISK) -> None:
        """Name the file; nothing is read yet."""
        self.where, self._path, self._disk = str(path), path, disk

    def exists(self) -> bool:
        """Whether the file is there."""
        return self._disk.exists(Path(self._path))

    def missing(self) -> BadInput:
        """That there is no such file."""
        return BadInput("there is no such log; a new one needs a scenario", self.where)

    def begin(self, header: Header) -> Recorder:
        """Create the file with the header; see `LogWriter`."""
        return LogWriter(self._path, header, self._disk)

    def resume(self) -> tuple[Recorder, GameRead]:
        """Go on with the file, and keep all others out; see `LogWriter.resume`."""
        found: list[GameRead] = []
        log = LogWriter.resume(
            self._path, lambda reader: found.append(read_to_play(reader)), self._disk
        )
        return log, found[0]

    def close(self) -> None:
        """Nothing is open."""
