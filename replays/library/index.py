"""What a library keeps of a game beside its lines: what it is found by, and snapshots."""

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Final, Self, TypeAlias

import attrs

from events.commands import Acknowledged
from events.disk import DISK, Disk
from events.entry import Entry, Header
from events.errors import BadInput, in_file
from events.log import LogReader
from replays.game.open_log import (
    NOW_AND_THEN,
    Ending,
    Progress,
    has_closing_entry,
    open_log,
    start_of,
)
from replays.game.position import Position, follow, in_play
from replays.library.snapshot import EVERY, Snapshot, pack
from sim.state import State

Term: TypeAlias = tuple[str, str]
"""A kind, and a value."""

KINDS: Final = (
    *("side", "signer", "board", "scenario", "land"),
    *("rule", "density", "dice", "roll", "finding"),
)
"""``finding`` comes of an audit; the others of the log."""

SEALED: Final = "sealed"
"""What games with sealed dice have as ``dice``, beside those of the seed that comes of them."""

_LONGEST: Final = 200
_MOST: Final = 5000


def _terms_of_header(header: Header) -> Iterator[Term]:
    scenario = header.scenario
    yield "scenario", scenario.name
    yield "land", scenario.land
    for side in scenario.sides:
        yield "side", side
    for board in scenario.boards:
        yield "board", board.name
    if header.sealed is not None:
        yield "dice", SEALED


def _terms_of_entry(entry: Entry, state: State) -> Iterator[Term]:
    for event in entry.then:
        yield "rule", event.rule
    for roll in entry.dice:
        yield "dice", roll.source.value
        yield "roll", f"{roll.purpose} {sum(roll.dice)}"
    if isinstance(entry.do, Acknowledged):
        yield "signer", entry.do.key.partition("+")[0]
    if state.dust is not None:
        yield "density", state.dust.value


def plain_text(text: str) -> str:
    """A text of a log as every database can keep it: without NUL, which PostgreSQL has not."""
    return text.replace("\0", "")


class Index:
    """The terms of a game, each with the entry that was the first to have it.

    A log that was forged can claim any number of rules; the first 5,000 terms are kept.

    Attributes:
        first: entry by term; 0 is the header.
    """

    def __init__(self, header: Header) -> None:
        """Begin with those of the header."""
        self.first: dict[Term, int] = {}
        for term in _terms_of_header(header):
            self._keep(term, 0)

    @classmethod
    def known(cls, first: Iterable[tuple[Term, int]]) -> Self:
        """Go on with those that a game has already."""
        index = cls.__new__(cls)
        index.first = dict(first)
        return index

    def see(self, entry: Entry, state: State) -> None:
        """Take in an entry, and the state after it."""
        for term in _terms_of_entry(entry, state):
            if term not in self.first:
                self._keep(term, entry.n)

    def forget(self, count: int) -> None:
        """Be as when there were so many, for entries that did not come to count."""
        while len(self.first) > count:
            self.first.popitem()

    def _keep(self, term: Term, entry: int) -> None:
        kind, value = term
        if len(self.first) < _MOST:
            self.first.setdefault((kind, plain_text(str(value)[:_LONGEST])), entry)


class Follower:
    """A game followed entry by entry, with what a library keeps of it.

    Args:
        header: that of the game.
        keep: what is done with the snapshot of an entry, at once.
        wanted: entries of which there is one beside those that always have one.

    Attributes:
        header: that.
        position: where the game stands.
        index: what it is found by.
    """

    def __init__(
        self, header: Header, keep: Callable[[int, Snapshot], object], wanted: Collection[int] = ()
    ) -> None:
        """Begin before the first entry."""
        self.header, self._keep, self._wanted, self._kept = header, keep, wanted, -1
        self.position = Position(start_of(header.scenario), dice=header.dice)
        self.index = Index(header)

    def see(self, entry: Entry, head_hash: str, after: Position | None = None) -> None:
        """Take in an entry, and the hash of its line.

        Args:
            entry: the entry.
            head_hash: the hash of its line.
            after: where the game stands then, if that is known.

        Raises:
            BadInput: when it cannot have happened.
        """
        self.position = follow(self.position, entry) if after is None else after
        self.index.see(entry, self.position.state)
        if entry.n % EVERY == 0 or entry.n in self._wanted:
            self.keep(entry.n, head_hash)

    def keep(self, n: int, head_hash: str) -> None:
        """Keep a snapshot of where the game stands, unless that was done just now."""
        if self._kept != n:
            self._kept = n
            self._keep(n, Snapshot(head_hash, pack(self.position)))


@attrs.frozen
class Reading:
    """A whole log.

    Attributes:
        header: its header, brought to the current format.
        format: the format that it is in.
        entries: how many it has.
        head_hash: the hash of its last line.
        size: in bytes, with what is torn.
        torn: what stands behind the last whole line.
        hash_there: the hash of the line of the entry that was asked for, empty if there is none.
        next_there: the bytes of the line after that, or of what is torn.
        ending: how it ends.
        index: what the game is found by.
    """

    header: Header
    format: int
    entries: int
    head_hash: str
    size: int
    torn: bytes
    hash_there: str
    next_there: bytes
    ending: Ending
    index: Index


def read_through(
    path: Path,
    there: int = 0,
    keep: Callable[[int, Snapshot], object] = lambda _, __: None,
    disk: Disk = DISK,
    wanted: Collection[int] = (),
    told: Progress = None,
) -> Reading:
    """Read a log from end to end.

    Args:
        path: the log.
        there: the entry whose hash is asked for.
        keep: what is done with each snapshot.
        disk: where it is.
        wanted: entries of which a snapshot is to be kept beside those that are always.
        told: is called with how many bytes were read.

    Raises:
        BadInput: when it cannot be read, its chain is broken, or an entry cannot have happened.
    """
    with open_log(path, disk) as reader, in_file(str(path)):
        follower = Follower(reader.header, keep, wanted)
        if 0 in wanted:
            follower.keep(0, reader.head.hash)
        hash_there, next_there = reader.head.hash if there == 0 else "", b""
        for line in reader.checked():
            entry = reader.decode(line)
            if entry.n != line.number - 1:
                why = f"entry {entry.n} stands where {line.number - 1} is expected"
                raise BadInput(why, f"line {line.number}")
            follower.see(entry, line.hash)
            if entry.n == there:
                hash_there = line.hash
            elif entry.n == there + 1:
                next_there = line.raw + b"\n"
            if told is not None and entry.n % NOW_AND_THEN == 0:
                told(reader.offset)
        in_play(follower.position.state)
        entries = reader.number - 1
        follower.keep(entries, reader.seal)
        torn = _torn_of(reader, disk)
        closes = has_closing_entry(reader.header.engine)
        return Reading(
            *(reader.header, reader.format, entries, reader.seal, reader.offset + len(torn), torn),
            *(hash_there, next_there or torn),
            Ending.of(follower.position, torn=bool(torn), closes=closes),
            follower.index,
        )


def _torn_of(reader: LogReader, disk: Disk) -> bytes:
    """What stands behind the last whole line."""
    if reader.torn is None:
        return b""
    with disk.reading(reader.path) as file:
        file.seek(reader.torn.offset)
        return file.read(reader.torn.size)


def lines_from(
    path: Path, first: int, reading: Reading, told: Progress = None
) -> Iterator[tuple[int, bytes]]:
    """The lines of a log that was read through, from one of them on, each with its number.

    Args:
        path: the log.
        first: the number of the first line that is wanted; the header is line 1.
        reading: what was read before.
        told: is called with how many bytes were read.

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
        if (reader.number - 1, reader.seal) != (reading.entries, reading.head_hash):
            raise BadInput("this log was changed while it was read; try again", str(path))
