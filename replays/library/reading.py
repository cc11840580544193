"""A log read once from end to end, for all that a library keeps of it beside its lines."""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TypeAlias

import attrs

from events.disk import DISK, Disk
from events.entry import Entry, Header
from events.errors import BadInput, in_file
from events.log import LogReader
from replays.game.open_log import NOW_AND_THEN, Ending, Told, has_closing_entry, open_log, start_of
from replays.game.position import Position, follow, in_play
from replays.library.facts import Facts
from replays.library.snapshots import EVERY, Snapshot, pack

Keep: TypeAlias = Callable[[int, Snapshot], object]
"""What is done with the snapshot of an entry, at once: nobody else has it."""


class Follower:
    """A game followed entry by entry, with what a library keeps of it.

    Attributes:
        position: where it stands.
        facts: what it can be found by.
    """

    def __init__(self, header: Header, keep: Keep, wanted: Collection[int] = ()) -> None:
        """Begin before the first entry.

        Args:
            header: that of the game.
            keep: what is done with a snapshot.
            wanted: entries of which there is one beside those that always have one.
        """
        self._keep, self._wanted, self._kept = keep, wanted, -1
        self.position = Position(start_of(header.scenario), dice=header.dice)
        self.facts = Facts(header)

    def see(self, entry: Entry, seal: str) -> None:
        """Take in an entry, and the hash of its line.

        Raises:
            BadInput: when it cannot have happened.
        """
        self.position = follow(self.position, entry)
        self.facts.see(entry, self.position.state)
        if entry.n % EVERY == 0 or entry.n in self._wanted:
            self.keep(entry.n, seal)

    def keep(self, n: int, seal: str) -> None:
        """Keep a snapshot of where the game stands, unless that was done just now."""
        if self._kept != n:
            self._kept = n
            self._keep(n, Snapshot(seal, pack(self.position)))


@attrs.frozen
class Reading:
    """A whole log.

    Attributes:
        header: its header, brought to the current format.
        format: the format that it is in.
        entries: how many it has.
        seal: the hash of its last line.
        size: in bytes, with what is torn.
        torn: what stands behind the last whole line.
        seal_there: the hash of the line of the entry that was asked for, empty if there is none.
        next_there: the bytes of the line after that, or of what is torn.
        ending: how it ends.
        facts: what the game can be found by.
    """

    header: Header
    format: int
    entries: int
    seal: str
    size: int
    torn: bytes
    seal_there: str
    next_there: bytes
    ending: Ending
    facts: Facts


def _forget(n: int, snapshot: Snapshot) -> None:
    """Do nothing with a snapshot."""


def read_through(
    path: Path,
    there: int = 0,
    keep: Keep = _forget,
    disk: Disk = DISK,
    wanted: Collection[int] = (),
    told: Told = None,
) -> Reading:
    """Read a log from end to end.

    Args:
        path: the log.
        there: the entry whose hash is asked for.
        keep: what is done with each snapshot.
        disk: where it is.
        wanted: entries of which a snapshot is to be kept beside those that are always.
        told: who is told how far it is.

    Raises:
        BadInput: when it cannot be read, its chain is broken, or an entry cannot have happened.
    """
    with open_log(path, disk) as reader, in_file(str(path)):
        follower = Follower(reader.header, keep, wanted)
        if 0 in wanted:
            follower.keep(0, reader.head.hash)
        seal_there, next_there = reader.head.hash if there == 0 else "", b""
        for line in reader.checked():
            entry = reader.decode(line)
            if entry.n != line.number - 1:
                why = f"entry {entry.n} stands where {line.number - 1} is expected"
                raise BadInput(why, f"line {line.number}")
            follower.see(entry, line.hash)
            if entry.n == there:
                seal_there = line.hash
            elif entry.n == there + 1:
                next_there = line.raw + b"\n"
            if told is not None and entry.n % NOW_AND_THEN == 0:
                told(reader.offset)
        in_play(follower.position.state)
        entries = reader.number - 1
        follower.keep(entries, reader.seal)
        torn = _torn_of(reader, disk)
        closes = has_closing_entry(reader.format, reader.header.engine)
        return Reading(
            reader.header,
            reader.format,
            entries,
            reader.seal,
            reader.offset + len(torn),
            torn,
            seal_there,
            next_there or torn,
            Ending.of(follower.position, torn=bool(torn), closes=closes),
            follower.facts,
        )


def _torn_of(reader: LogReader, disk: Disk) -> bytes:
    """What stands behind the last whole line."""
    if reader.torn is None:
        return b""
    with disk.reading(reader.path) as file:
        file.seek(reader.torn.offset)
        return file.read(reader.torn.size)


def lines_from(
    path: Path, first: int, reading: Reading, told: Told = None
) -> Iterator[tuple[int, bytes]]:
    """The lines of a log that was read through, from one of them on, each with its number.

    Args:
        path: the log.
        first: the number of the first line that is wanted; the header is line 1.
        reading: what was read before.
        told: who is told how far it is.

    Raises:
        BadInput: when they are not what was read before.
    """
    with open_log(path) as reader:
        if first <= 1:
            yield 1, reader.head.raw
        if reading.entries > 0:
            for line in reader.checked():
                if line.number >= first:
                    yield line.number, line.raw
                if told is not None and line.number % NOW_AND_THEN == 0:
                    told(reader.offset)
                if line.number == reading.entries + 1:
                    break
        if (reader.number - 1, reader.seal) != (reading.entries, reading.seal):
            raise BadInput("this log was changed while it was read; try again", str(path))
