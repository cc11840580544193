"""Logs of any format: opening one, and making a log of the current format out of an older one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import attrs

from events.chain import entry_line, header_line
from events.commands import Finish
from events.disk import DISK, Disk
from events.entry import FORMAT, Entry, Header, OldLog
from events.errors import BadInput, in_file
from events.log import Happened, LogReader
from events.log_writer import write_log
from events.scenario import Scenario
from replays.elsewhere import disk_of, to_write
from replays.playing.moments import When, pin
from replays.playing.position import Position, follow, happen
from replays.scenarios.wrong_file import FileKind, expecting
from replays.version import ENGINE
from sim.machine.opening import initial_state
from sim.soundness import bare_ground
from sim.state import State
from sim.state.format_2 import FromFormat2

__all__ = [
    "NOW_AND_THEN",
    "Told",
    "Upgraded",
    "happenings",
    "open_log",
    "pinned",
    "start_of",
    "upgrade_log",
]

Told: TypeAlias = Callable[[int], object] | None
"""Who is told how many bytes were read, every now and then; None is nobody."""

NOW_AND_THEN: Final = 1024
"""So many lines are between two tellings."""


def start_of(scenario: Scenario) -> State:
    """The state before the first roll, also of a scenario with things in hexes that it lacks.

    Raises:
        BadInput: when its boards or rulings are impossible.
    """
    try:
        return initial_state(scenario)
    except BadInput:
        return initial_state(bare_ground(scenario))


def _from_2(header: Header) -> FromFormat2:
    return FromFormat2(start_of(header.scenario))


def open_log(path: str | Path, disk: Disk = DISK) -> LogReader:
    """Open a log of any format; its entries come in the current one.

    Raises:
        BadInput: when the file cannot be read, or is not a log.
    """
    with expecting(path, FileKind.LOG, disk=disk):
        return LogReader(path, _from_2, disk_of(path, disk))


def happenings(reader: LogReader, told: Told = None) -> Iterator[Happened]:
    """What each entry of a log does, and somebody told how far it was read.

    Raises:
        BadInput: at the first line that does not belong there.
    """
    if told is None:
        yield from reader.happenings()
        return
    for each in reader.happenings():
        if reader.number % NOW_AND_THEN == 0:
            told(reader.offset)
        yield each


def pinned(path: str | Path, when: When) -> When:
    """A moment with the words of a note, looked up in a log; any other as it is.

    Raises:
        BadInput: when the log cannot be read, or has no such note.
    """
    if when.note is None:
        return when
    with open_log(path) as reader, in_file(str(path)):
        return pin(when, reader.happenings())


@attrs.frozen
class Upgraded:
    """A log made out of one of an older format.

    Attributes:
        entries: how many entries it has.
        old: format and seal of the old log.
        seal: its own seal.
        torn: a torn last line of the old log was left out.
    """

    entries: int
    old: OldLog
    seal: str
    torn: bool


def upgrade_log(path: str | Path, new: str | Path) -> Upgraded:
    """Make a log of the current format out of one of an older format, which stays as it is.

    Its header names format and seal of the old log. Nothing is judged: what the old log says is
    what the new one says, and an audit finds the same in both; a game that is over gets its closing
    entry.

    Args:
        path: the old log.
        new: a file that does not exist yet.

    Raises:
        BadInput: when the old log cannot be read to its end or is of the current format already,
            or the new one cannot be written.
    """
    old, torn = _read_through(path)
    with open_log(path) as reader:
        header = attrs.evolve(reader.header, engine=ENGINE, made_from=old)
        with to_write(new) as file:
            count, seal = write_log(file, header, _closed(reader, header))
    return Upgraded(count, old, seal, torn)


def _closed(reader: LogReader, header: Header) -> Iterator[Entry]:
    """The entries of an old log, and the closing one if its last Player Turn is over."""
    position, seal = Position(start_of(header.scenario)), header_line(header)[1]
    for entry in reader.entries():
        position, seal = follow(position, entry), entry_line(entry, seal)[1]
        yield entry
    if position.state.clock.over:
        n = position.entry
        yield Entry(n + 1, position.state.moment, Finish(n, seal), (), ())


def _read_through(path: str | Path) -> tuple[OldLog, bool]:
    """Format and seal of an old log whose entries can all have happened, and whether it is torn."""
    with open_log(path) as reader, in_file(str(path)):
        if reader.format == FORMAT:
            raise BadInput(f"this log is of format {FORMAT} already")
        state = start_of(reader.header.scenario)
        for entry in reader.entries():
            for event in entry.then:
                state = happen(state, event, entry.n)
        return OldLog(reader.format, reader.seal), reader.torn is not None
