"""What a game can be found by: facts of its header, and of each entry with the state after it."""

from collections.abc import Iterable, Iterator
from typing import Final, Self, TypeAlias

from events.commands import Acknowledged
from events.entry import Entry, Header
from sim.state import State

Fact: TypeAlias = tuple[str, str]
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


def facts_of_header(header: Header) -> Iterator[Fact]:
    """What a header says."""
    scenario = header.scenario
    yield "scenario", scenario.name
    yield "land", scenario.land
    for side in scenario.sides:
        yield "side", side
    for board in scenario.boards:
        yield "board", board.name
    if header.sealed is not None:
        yield "dice", SEALED


def facts_of_entry(entry: Entry, state: State) -> Iterator[Fact]:
    """What an entry says, and the state after it."""
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


class Facts:
    """The facts of a game, each with the entry that was the first to have it.

    A log that somebody forged can claim any number of rules; the first 5,000 facts are kept.

    Attributes:
        first: entry by fact; 0 is the header.
    """

    def __init__(self, header: Header) -> None:
        """Begin with those of the header."""
        self.first: dict[Fact, int] = {}
        for fact in facts_of_header(header):
            self._keep(fact, 0)

    @classmethod
    def known(cls, first: Iterable[tuple[Fact, int]]) -> Self:
        """Go on with those that a game has already."""
        facts = cls.__new__(cls)
        facts.first = dict(first)
        return facts

    def see(self, entry: Entry, state: State) -> None:
        """Take in an entry, and the state after it."""
        for fact in facts_of_entry(entry, state):
            if fact not in self.first:
                self._keep(fact, entry.n)

    def forget(self, count: int) -> None:
        """Be as when there were so many, for entries that did not come to count."""
        while len(self.first) > count:
            self.first.popitem()

    def _keep(self, fact: Fact, entry: int) -> None:
        kind, value = fact
        if len(self.first) < _MOST:
            self.first.setdefault((kind, plain_text(str(value)[:_LONGEST])), entry)
