"""Logs that were damaged or forged: how far each can be read, why no farther, what is behind."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

import attrs

from events.chain import GENESIS
from events.disk import DISK, Disk
from events.entry import Entry
from events.errors import BadInput
from events.log import entry_of
from replays.game.open_log import open_log
from replays.game.position import IMPOSSIBLE, Position, follow, in_play
from sim.machine.opening import initial_state

T = TypeVar("T")

_TELLS_MORE: Final = "; khamsin audit tells more"

_MOST_MISSING: Final = 1000
"""Numbers that are farther than so many behind the lines of a log were changed."""


@attrs.frozen
class Fault:
    """Where the reading of a log stops, and what stands behind that."""

    readable: int
    """Number of the last entry before it."""
    line: int
    """Number of the line at fault; 1 is the header."""
    what: str
    """What is wrong there."""
    rest: tuple[Entry | None, ...] = attrs.field(repr=False)
    """The entries behind it by their numbers, as they are written; they prove nothing. One that is
    missing or cannot be read is None."""

    @property
    def written(self) -> int:
        """Number of the last entry that is written."""
        return self.readable + len(self.rest)

    def to_json(self) -> dict[str, str | int]:
        """How far the log can be read, and why no farther, as plain values."""
        words = {"what": self.what, "words": str(self)}
        return {"readable": self.readable, "written": self.written, "line": self.line, **words}

    def __str__(self) -> str:
        return f"readable to #{self.readable} of {self.written}: line {self.line}: {self.what}"


def readable(
    path: str | Path, look: Callable[[int | None], T], disk: Disk = DISK
) -> tuple[T, Fault | None]:
    """What a look at a log gives, and the fault at which it had to end, if there is one.

    ``look`` takes the number of the entry after which the log is to end, or None for all of it.
    """
    try:
        return look(None), None
    except BadInput:
        fault = fault_in(path, disk)
        if fault is None:
            raise
    try:
        return look(fault.readable), fault
    except BadInput as error:
        raise BadInput(f"{error.what} ({fault})", error.where) from None


def demand_whole(path: str | Path) -> None:
    """See that a log has no fault; the complaint says how far it is sound, and what helps."""
    fault = fault_in(path)
    if fault is not None:
        helps = f"`khamsin recover {path} --damaged -o NEW` makes a log of what is sound"
        raise BadInput(f"{fault}; {helps}", str(path))


@contextmanager
def demanding_whole(path: str | Path) -> Iterator[None]:
    """Read a log to go on with it: if that fails since it is damaged, say so instead."""
    try:
        yield
    except BadInput as error:
        demand_whole(path)
        raise error from None


def sound_lines(path: str | Path, fault: Fault) -> Iterator[bytes]:
    """The lines before the fault of a log with their ends, as they stand in it."""
    with open_log(path, upto=fault.readable) as reader:
        yield reader.head.raw + b"\n"
        for line in reader.checked():
            yield line.raw + b"\n"


def fault_in(path: str | Path, disk: Disk = DISK) -> Fault | None:
    """The first fault of a log; None where it has none, or not even a beginning can be shown."""
    passed = sound = 0
    try:
        with open_log(path, disk) as reader:
            header, broken = reader.header, not reader.head.follows(GENESIS)
            position = in_play_at = Position(initial_state(header.scenario), dice=header.dice)
    except BadInput:
        return None
    try:
        with open_log(path, disk) as reader:
            for entry in reader.entries():
                position, passed = follow(position, entry), entry.n
                if _is_in_play(position):
                    in_play_at, sound = position, passed
        if in_play_at is position:
            return None
        in_play(position.state)
    except BadInput as error:
        what = error.in_line.removesuffix(_TELLS_MORE)
        stopped = passed if in_play_at is position else sound
        return Fault(stopped, 1 if broken else stopped + 2, what, _rest(path, disk, stopped))
    return None


def _is_in_play(position: Position) -> bool:
    try:
        in_play(position.state)
    except BadInput:
        return False
    return True


def _rest(path: str | Path, disk: Disk, after: int) -> tuple[Entry | None, ...]:
    """The entries behind one, by number; of two with one number that which its chain bears out."""
    found: dict[int, Entry] = {}
    with open_log(path, disk) as reader:
        before = ""
        for line in _whole(islice(reader.lines(), after, None)):
            try:
                entry = entry_of(line)
            except BadInput:
                before = line.hash
                continue
            if after < entry.n and (entry.n not in found or line.follows(before)):
                found[entry.n] = entry
            before = line.hash
        lines = reader.number - 1
    last = max((n for n in found if n <= lines + _MOST_MISSING), default=lines)
    return tuple(found.get(n) for n in range(after + 1, last + 1))


def _whole(lines: Iterator[T]) -> Iterator[T]:
    """Lines up to one that is too long to be read."""
    try:
        yield from lines
    except BadInput:
        return


def positions_as_written(fault: Fault, position: Position) -> Iterator[Position]:
    """Where the game would stand after each entry behind a fault, as far as that can be followed.

    ``position`` is that before the fault. What cannot have happened changes nothing.
    """
    for entry in fault.rest:
        if entry is not None:
            with suppress(*IMPOSSIBLE):
                position = follow(position, entry)
        yield position
