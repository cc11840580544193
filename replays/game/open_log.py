"""Opening logs; their headers, and how far each goes: open, finished, torn or cut off."""

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Final, Self, TypeAlias

import attrs

from events.chain import LogLine
from events.disk import DISK, Disk
from events.entry import MAX_GAME, Header
from events.errors import BadInput
from events.log import Happened, LogReader
from events.scenario import Scenario
from replays.game.address import disk_of
from replays.game.file_kind import FileKind, expecting
from replays.game.position import Position
from replays.version import ENGINE
from sim.machine.opening import initial_state
from sim.soundness import bare_ground, sound
from sim.state import State
from sim.trust.signing import Frontier, LogPoint


def new_header(scenario: Scenario, seed: str, number: int = 0) -> Header:
    """The header of a new game."""
    if not 0 <= number <= MAX_GAME:
        raise BadInput(f"{number} is not a number of a game from 0 to {MAX_GAME}", "game")
    try:
        seed.encode()
    except (AttributeError, UnicodeEncodeError):
        raise BadInput("this is not text that can be written as UTF-8", "seed") from None
    rulings = initial_state(sound(scenario)).setting.rulings
    return Header(ENGINE, number, seed, scenario, rulings)


def has_closing_entry(engine: str) -> bool:
    """Whether a finished log of an engine ends with a closing entry; those of 0.2.0 do not."""
    return engine != "0.2.0"


@attrs.frozen
class Ending:
    """How far a log goes."""

    word: str
    """``finished`` when it has its closing entry, ``open`` when play can go on or that entry was
    taken back, ``cut off`` when its last line is torn or the last Player Turn is over without a
    closing entry."""
    moment: str

    @classmethod
    def of(cls, position: Position, *, torn: bool = False, closes: bool = True) -> Self:
        """How a game ends; ``closes`` says whether its log has closing entries."""
        moment = str(position.state.moment)
        if torn:
            return cls("cut off", moment)
        if position.finished or (position.state.clock.over and not closes):
            return cls("finished", moment)
        cut_off = position.state.clock.over and not position.reopened
        return cls("cut off" if cut_off else "open", moment)

    @classmethod
    def of_log(cls, reader: LogReader, position: Position) -> Self:
        """How a log ends that was read to its end."""
        closes = has_closing_entry(reader.header.engine)
        return cls.of(position, torn=reader.torn is not None, closes=closes)

    def __str__(self) -> str:
        return f"{self.word} at {self.moment}"


def points_of(
    log: str, lines: Iterable[LogLine], counts: Collection[int]
) -> tuple[dict[int, LogPoint], LogPoint]:
    """The points of a log after some numbers of entries, and the last of all.

    ``log`` is the hash of its first line, and ``lines`` those after it, their chain unchecked. What
    the log does not have is left out.
    """
    tree, seal, found = Frontier(), log, {}

    def point() -> LogPoint:
        return LogPoint(log, tree.count, tree.root().hex(), seal)

    if 0 in counts:
        found[0] = point()
    for line in lines:
        tree.add(line.raw)
        seal = line.hash
        if tree.count in counts:
            found[tree.count] = point()
    return found, point()


Progress: TypeAlias = Callable[[int], object] | None
"""Takes how many bytes were read, every now and then."""

NOW_AND_THEN: Final = 1024
"""So many lines are between two reports of progress."""


def start_of(scenario: Scenario) -> State:
    """The state before the first roll, also of a scenario with things in hexes that it lacks."""
    try:
        return initial_state(scenario)
    except BadInput:
        return initial_state(bare_ground(scenario))


def open_log(path: str | Path, disk: Disk = DISK, upto: int | None = None) -> LogReader:
    """Open a log; with ``upto`` as if it ended after the entry of that number."""
    with expecting(path, FileKind.LOG, disk=disk):
        return LogReader(path, disk_of(path, disk), upto)


def happenings(reader: LogReader, progress: Progress = None) -> Iterator[Happened]:
    """What each entry of a log does; meanwhile ``progress`` hears how far it was read."""
    for each in reader.happenings():
        if progress is not None and reader.number % NOW_AND_THEN == 0:
            progress(reader.offset)
        yield each
