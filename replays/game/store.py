"""The log of a game in the making: a file, or lines in a library."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, runtime_checkable

import attrs

from events.converters import short
from events.disk import DISK, Disk
from events.entry import Entry, Header
from events.errors import BadInput, in_file
from events.log import LogReader
from events.log_writer import LogWriter
from events.recorder import Recorder
from events.scenario import Scenario
from replays.game.address import store_of
from replays.game.bundled import bundled
from replays.game.file import exists
from replays.game.file_kind import FileKind, expecting, kind_of_file, mistaken
from replays.game.named_moment import END, When, parse_when, position_at, resolve_note
from replays.game.open_log import Ending, Progress, happenings, open_log
from replays.game.position import Position, follow, in_play
from replays.game.scenario_file import load_scenario
from sim.machine.opening import initial_state
from sim.soundness import sound
from sim.state import State


@attrs.frozen
class GameRead:
    """A game as far as it was read; ``torn`` if a crash left a part of a line behind."""

    header: Header
    beginning: State
    position: Position
    entries: list[Entry]
    torn: bool = False


def read_to_play(reader: LogReader) -> GameRead:
    """Read a log to its end, through its hash chain."""
    header = reader.header
    beginning = initial_state(header.scenario)
    position = Position(beginning, dice=header.dice)
    with in_file(str(reader.path)):
        entries = list[Entry]()
        for entry in reader.entries():
            entries.append(entry)
            position = follow(position, entry)
        in_play(position.state)
    return GameRead(header, beginning, position, entries, reader.torn is not None)


class StoredLog(Protocol):
    """A log that is there, or can be begun; ``where`` is what people call it."""

    where: str

    def exists(self) -> bool:
        """Whether a log is there already."""

    def missing(self) -> BadInput:
        """The complaint that there is no log to go on with."""

    def begin(self, header: Header) -> Recorder:
        """Begin a log, where none is."""

    def resume(self) -> tuple[Recorder, GameRead]:
        """Go on with the log that is there, and read the game in it as far as that takes."""

    def close(self) -> None:
        """Let go of what was opened to look at it; a recorder's ``close`` does so too."""


class Watching(Protocol):
    """Tells when others record in a game."""

    def wait(self, seconds: float) -> bool:
        """Wait until there may be new entries, but no longer than so; False if there are none."""

    def close(self) -> None:
        """Wait no more."""


@attrs.frozen
class PointOfGame:
    """Where a game stands after an entry; ``ending`` is None at any point before the end."""

    entry: int
    position: Position
    ending: Ending | None
    torn: bool
    header: Header


def point_of_game(
    path: str | Path,
    when: When,
    progress: Progress = None,
    disk: Disk = DISK,
    upto: int | None = None,
) -> PointOfGame:
    """Where a game stands at a point, all of it in play; ``upto`` as in `open_log`."""
    when = moment_in_log(path, when, disk, upto)
    with open_log(path, disk, upto) as reader, in_file(str(path)):
        state = initial_state(reader.header.scenario)
        number, position = position_at(state, happenings(reader, progress), when, reader.again)
        in_play(position.state)
        ends = upto is None and number == reader.number - 1 and not any(reader.lines())
        ending = Ending.of_log(reader, position) if ends else None
        return PointOfGame(number, position, ending, reader.torn is not None, reader.header)


def moment_in_log(path: str | Path, when: When, disk: Disk = DISK, upto: int | None = None) -> When:
    """A moment with the words of a note, looked up in a log; any other as it is."""
    if when.note is None:
        return when
    with open_log(path, disk, upto) as reader, in_file(str(path)):
        return resolve_note(when, reader.happenings())


def watching(path: str | Path) -> Watching | None:
    """What tells when others record in a game; None where it is a file, which has one recorder."""
    stored = store_of(path)
    return None if stored is None else stored[0].watching(stored[1])


@contextmanager
def stored_log(
    log: str | Path | StoredLog, disk: Disk = DISK, *, create: bool = False
) -> Iterator[StoredLog]:
    """A log by its name: a file on a disk, or in a store.

    It is closed where the block fails; otherwise its recorder closes it.
    """
    stored = _stored_log_of(log, disk, create=create) if isinstance(log, str | Path) else log
    try:
        yield stored
    except BaseException:
        stored.close()
        raise


def _stored_log_of(path: str | Path, disk: Disk, *, create: bool) -> StoredLog:
    stored = store_of(path) if disk is DISK else None
    if stored is None:
        return FileLog(path, disk)
    found: StoredLog = stored[0].stored_log(stored[1], create=create)
    return found


class FileLog:
    """A log in a file of its own; see `events.log_writer`."""

    def __init__(self, path: str | Path, disk: Disk = DISK) -> None:
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


@runtime_checkable
class Played(Protocol):
    """What has a state at every moment: a `Game`."""

    @property
    def state(self) -> State:
        """The state now."""

    def at(self, moment: str) -> State:
        """The state at a moment."""


def state_of(source: State | Played | Scenario | str | Path, at: str | None = None) -> State:
    """The state that is meant.

    Args:
        source: a state, a game, the path of a log, or a scenario (itself, its path, or the name
            of a bundled one) as it sets up.
        at: a moment such as ``3.2/MPh``, or the words of a note, for a game or a log; the end if
            None.
    """
    if isinstance(source, State):
        return source
    if isinstance(source, Scenario):
        return initial_state(sound(source))
    if isinstance(source, Played):
        return source.state if at is None else source.at(at)
    return state_and_tear(str(source), at)[0]


def state_and_tear(name: str, at: str | None = None, upto: int | None = None) -> tuple[State, bool]:
    """The state of a log or a scenario, and whether the log's last line is torn and left out.

    ``upto`` is as in `open_log`.
    """
    when = END if at is None else parse_when(at)
    if is_scenario(name):
        state = initial_state(load_scenario(name))
        if when.note is not None:
            raise BadInput(f"{short(at)} is not a moment; a scenario stands at setup", name)
        if when not in (END, When(state.moment)):
            raise BadInput("a scenario stands at setup; another moment goes with a game", name)
        return state, False
    if store_of(name) is None and not exists(name):
        known = ", ".join(bundled())
        missing = BadInput(f"there is no such file; bundled scenarios are {known}", name)
        raise mistaken(name, FileKind.LOG, FileKind.SCENARIO) or missing
    with expecting(name, FileKind.LOG, FileKind.SCENARIO):
        point = point_of_game(name, when, upto=upto)
    return point.position.state, point.torn


def is_scenario(name: str) -> bool:
    """Whether a scenario is named: by a bundled name, by its ending, or by what is in the file."""
    if store_of(name) is not None:
        return False
    if name.lower().endswith(".toml"):
        return True
    if not exists(name):
        return name in bundled()
    return kind_of_file(name) is FileKind.SCENARIO
