"""A game as the list of a library has it, and what it is found by: both are made of its log."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeAlias

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
        words = _plain_text(header.scenario.name), _plain_text(header.engine)
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


def _plain_text(text: str) -> str:
    """A text of a log as every database can keep it: without NUL, which PostgreSQL has not."""
    return text.replace("\0", "")


def beginning_of(header: Header) -> Position:
    """Where a game stands before its first entry."""
    return Position(start_of(header.scenario), dice=header.dice)


def terms_of_header(header: Header) -> dict[Term, int]:
    """What a game is found by before its first entry: each term with the entry that had it first.

    0 is the header.
    """
    scenario, terms = header.scenario, dict[Term, int]()
    found = [("scenario", scenario.name), ("land", scenario.land)]
    found += [("side", side) for side in scenario.sides]
    found += [("board", board.name) for board in scenario.boards]
    _keep(terms, found + [("dice", SEALED)] * (header.sealed is not None), 0)
    return terms


def see(terms: dict[Term, int], entry: Entry, state: State) -> None:
    """Have a game be found by an entry too, and by the state after it."""
    found = [("rule", event.rule) for event in entry.then]
    for roll in entry.dice:
        found += [("dice", roll.source.value), ("roll", f"{roll.purpose} {sum(roll.dice)}")]
    if isinstance(entry.do, Acknowledged):
        found.append(("signer", entry.do.key.partition("+")[0]))
    if state.dust is not None:
        found.append(("density", state.dust.value))
    _keep(terms, found, entry.n)


def _keep(terms: dict[Term, int], found: Iterable[Term], entry: int) -> None:
    for kind, value in found:
        if len(terms) < _MOST:
            terms.setdefault((kind, _plain_text(value[:_LONGEST])), entry)


def read_through(
    path: Path, name: str, disk: Disk = DISK, progress: Progress = None
) -> tuple[LibraryGame, dict[Term, int]]:
    """Read a log from end to end: the game as a list would have it, and what it is found by.

    Its chain must hold, and its entries have happened.
    """
    with open_log(path, disk) as reader, in_file(str(path)):
        position, terms = beginning_of(reader.header), terms_of_header(reader.header)
        for line in reader.checked():
            entry = reader.decode(line)
            if entry.n != line.number - 1:
                why = f"entry {entry.n} stands where {line.number - 1} is expected"
                raise BadInput(why, f"line {line.number}")
            position = follow(position, entry)
            see(terms, entry, position.state)
            if progress is not None and entry.n % NOW_AND_THEN == 0:
                progress(reader.offset)
        in_play(position.state)
        torn = _torn_of(reader, disk)
        game = LibraryGame.new(name, reader.header, reader.seal, reader.offset + len(torn))
        return attrs.evolve(game, entries=reader.number - 1, torn=torn).at(position), terms


def _torn_of(reader: LogReader, disk: Disk) -> bytes:
    """What stands behind the last whole line."""
    if reader.torn is None:
        return b""
    with disk.reading(reader.path) as file:
        file.seek(reader.torn.offset)
        return file.read(reader.torn.size)
