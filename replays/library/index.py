"""Reading a whole log for a library: the game as a list has it, and what it is found by."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

from events.chain import entry_line
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
"""A log that was forged can claim any number of rules; so many terms are kept."""


@attrs.frozen
class LibraryGame:
    """A game as the list of a library has it.

    Attributes:
        id: its number in this database, which means nothing elsewhere; 0 outside of one.
        size: of its log, in bytes.
        torn: what a crash left behind its last whole line; empty as a rule.
        engine: the version of the engine that began the log.
        ending: ``finished``, ``open`` or ``cut off``.
        moment: where it stands.
    """

    id: int = attrs.field(repr=False)
    name: str
    entries: int
    head_hash: str
    size: int
    torn: bytes = attrs.field(converter=bytes, repr=False)
    scenario: str
    engine: str
    ending: str
    moment: str

    @classmethod
    def new(cls, name: str, header: Header, head_hash: str, size: int) -> "LibraryGame":
        """A game before its first entry."""
        words = plain_text(header.scenario.name), plain_text(header.engine)
        return cls(0, name, 0, head_hash, size, b"", *words, "", "").at(beginning_of(header))

    def and_entry(self, entry: Entry) -> tuple["LibraryGame", bytes]:
        """The game with one more entry, and its line."""
        if entry.n != self.entries + 1:
            raise ValueError(f"entry {entry.n} does not follow entry {self.entries}")
        raw, head_hash = entry_line(entry, self.head_hash)
        size = self.size + len(raw) + 1
        return attrs.evolve(self, entries=entry.n, head_hash=head_hash, size=size), raw

    def at(self, position: Position) -> "LibraryGame":
        """The game where its last entry led it."""
        closes = has_closing_entry(self.engine)
        ending = Ending.of(position, torn=bool(self.torn), closes=closes)
        return attrs.evolve(self, ending=ending.word, moment=ending.moment)

    @property
    def path(self) -> Path:
        """What its log is called where it is read."""
        return Path(f"library:{self.name}")


def plain_text(text: str) -> str:
    """A text of a log as every database can keep it: without NUL, which PostgreSQL has not."""
    return text.replace("\0", "")


def beginning_of(header: Header) -> Position:
    """Where a game stands before its first entry."""
    return Position(start_of(header.scenario), dice=header.dice)


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


class Index(dict[Term, int]):
    """What a game is found by, each with the entry that was the first to have it; 0 is the header.

    ``new`` has what came since it was last emptied.
    """

    def __init__(self, of: Any = ()) -> None:
        """Begin with terms that are known, or with those of a header."""
        super().__init__(() if isinstance(of, Header) else of)
        self.new: dict[Term, int] = {}
        for term in _terms_of_header(of) if isinstance(of, Header) else ():
            self._keep(term, 0)

    def see(self, entry: Entry, state: State) -> None:
        """Take in an entry, and the state after it."""
        for term in _terms_of_entry(entry, state):
            if term not in self:
                self._keep(term, entry.n)

    def forget_new(self) -> None:
        """Be as before the terms that are new."""
        for term in self.new:
            del self[term]
        self.new = {}

    def _keep(self, term: Term, entry: int) -> None:
        term = term[0], plain_text(str(term[1])[:_LONGEST])
        if len(self) < _MOST and term not in self:
            self[term] = self.new[term] = entry


@attrs.frozen
class Reading:
    """A whole log.

    Attributes:
        game: as a list would have it.
        hash_there: the hash of the line of the entry that was asked for, empty if there is none.
        next_there: the bytes of the line after that, or of what is torn.
        index: what the game is found by.
    """

    game: LibraryGame
    hash_there: str
    next_there: bytes
    index: Index


def read_through(
    path: Path, name: str, there: int = 0, disk: Disk = DISK, progress: Progress = None
) -> Reading:
    """Read a log from end to end; its chain must hold, and its entries have happened.

    ``there`` is the entry whose hash is asked for.
    """
    with open_log(path, disk) as reader, in_file(str(path)):
        position, index = beginning_of(reader.header), Index(reader.header)
        hash_there, next_there = reader.head.hash if there == 0 else "", b""
        for line in reader.checked():
            entry = reader.decode(line)
            if entry.n != line.number - 1:
                why = f"entry {entry.n} stands where {line.number - 1} is expected"
                raise BadInput(why, f"line {line.number}")
            position = follow(position, entry)
            index.see(entry, position.state)
            if entry.n == there:
                hash_there = line.hash
            elif entry.n == there + 1:
                next_there = line.raw + b"\n"
            if progress is not None and entry.n % NOW_AND_THEN == 0:
                progress(reader.offset)
        in_play(position.state)
        torn = _torn_of(reader, disk)
        game = LibraryGame.new(name, reader.header, reader.seal, reader.offset + len(torn))
        game = attrs.evolve(game, entries=reader.number - 1, torn=torn).at(position)
        return Reading(game, hash_there, next_there or torn, index)


def _torn_of(reader: LogReader, disk: Disk) -> bytes:
    """What stands behind the last whole line."""
    if reader.torn is None:
        return b""
    with disk.reading(reader.path) as file:
        file.seek(reader.torn.offset)
        return file.read(reader.torn.size)
