"""A log read once from end to end, for all that a library keeps of it beside its lines."""

from collections.abc import Collection, Iterator
from pathlib import Path

import attrs

from events.disk import DISK, Disk
from events.entry import FORMAT, Entry, Header
from events.errors import BadInput, in_file
from events.log import LogReader
from replays.library.facts import Facts
from replays.library.snapshots import EVERY, Snapshot, pack
from replays.playing.ending import Ending
from replays.playing.in_play import in_play
from replays.playing.logs import open_log, start_of
from replays.playing.position import Position, follow

__all__ = ["Follower", "Reading", "lines_from", "read_through"]


class Follower:
    """A game followed entry by entry, with what a library keeps of it.

    Attributes:
        position: where it stands.
        facts: what it can be found by.
        snapshots: points of it by entry.
    """

    def __init__(self, header: Header, wanted: Collection[int] = ()) -> None:
        """Begin before the first entry; keep snapshots of wanted entries too."""
        self._wanted = wanted
        self.position = Position(start_of(header.scenario), dice=header.dice)
        self.facts = Facts(header)
        self.snapshots: dict[int, Snapshot] = {}

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
        """Keep a snapshot of where the game stands."""
        self.snapshots[n] = Snapshot(seal, pack(self.position))


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
        follower: the game, followed to its end.
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
    follower: Follower


def read_through(
    path: Path, there: int = 0, disk: Disk = DISK, wanted: Collection[int] = ()
) -> Reading:
    """Read a log from end to end.

    Args:
        path: the log.
        there: the entry whose hash is asked for.
        disk: where it is.
        wanted: entries of which a snapshot is to be kept beside those that are always.

    Raises:
        BadInput: when it cannot be read, its chain is broken, or an entry cannot have happened.
    """
    with open_log(path, disk) as reader, in_file(str(path)):
        follower = Follower(reader.header, wanted)
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
        in_play(follower.position.state)
        entries = reader.number - 1
        follower.keep(entries, reader.seal)
        torn = _torn_of(reader, disk)
        return Reading(
            reader.header,
            reader.format,
            entries,
            reader.seal,
            reader.offset + len(torn),
            torn,
            seal_there,
            next_there or torn,
            Ending.of(follower.position, torn=bool(torn), closes=reader.format == FORMAT),
            follower,
        )


def _torn_of(reader: LogReader, disk: Disk) -> bytes:
    """What stands behind the last whole line."""
    if reader.torn is None:
        return b""
    with disk.reading(reader.path) as file:
        file.seek(reader.torn.offset)
        return file.read(reader.torn.size)


def lines_from(path: Path, first: int, reading: Reading) -> Iterator[tuple[int, bytes]]:
    """The lines of a log that was read through, from one of them on, each with its number.

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
                if line.number == reading.entries + 1:
                    break
        if (reader.number - 1, reader.seal) != (reading.entries, reading.seal):
            raise BadInput("this log was changed while it was read; try again", str(path))
