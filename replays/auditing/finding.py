"""What an audit finds: its findings, and the report that they make."""

import re
from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Final, Self

import attrs

from events.entry import Parent
from events.ruling import RulingInForce
from replays.asking.rulebook import rule_in_words
from replays.game.open_log import Ending
from sim.trust.mail import MailDue

_PAGE: Final = 512


@attrs.define
class EntryNumbers(Collection[int]):
    """Numbers of entries in their order, each once.

    They take about a bit for each entry of a game, so the longest game fits; and a forged log that
    jumps to entry 10 to the 15th takes no more than any other.
    """

    _pages: dict[int, int] = attrs.field(factory=dict)
    _count: int = 0

    def add(self, n: int) -> None:
        """Take in a number."""
        if n not in self:
            page, bit = divmod(n, _PAGE)
            self._pages[page] = self._pages.get(page, 0) | 1 << bit
            self._count += 1

    def __contains__(self, n: object) -> bool:
        page, bit = divmod(n, _PAGE) if isinstance(n, int) else (-1, 0)
        return bool(self._pages.get(page, 0) >> bit & 1)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        for page in sorted(self._pages):
            bits = self._pages[page]
            while bits:
                lowest = bits & -bits
                yield page * _PAGE + lowest.bit_length() - 1
                bits ^= lowest


LONGEST: Final = 400
"""A finding tells no more characters of what the log says, or of what is expected."""


def shortened(text: str) -> str:
    """A text as a finding tells it."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text)} characters)"


@attrs.frozen
class MailSide:
    """A side of a game by mail."""

    side: str
    short: str
    """Name and number of its key, as people compare them; whose it is, no log says."""
    key: str
    """The whole public key."""


@attrs.frozen
class ByMail:
    """How far a game by mail has come, and how far both sides have signed its log."""

    sides: tuple[MailSide, MailSide]
    """Both sides, the one that moves first first."""
    rounds: int
    """How many rounds of dice were opened."""
    most: int
    """How many rounds each side has reveals for."""
    signed: int | None
    """The last entry under both signatures; None before the first round."""
    fixed: int
    """The last entry that these signatures leave no choice about; entries after it are the word of
    the side that shows the log."""
    due: MailDue | None
    """What is due, and from whom; None where the game just goes on, or is over."""


class FindingId(StrEnum):
    """What findings about the log itself are filed under, each with what a sound log is like.

    Ids and numbers never change; docs/audit.md lists them.
    """

    number: int
    sentence: str

    def __new__(cls, id_: str, sentence: str) -> Self:
        """An id, which is text, with its number and its sentence."""
        member = str.__new__(cls, id_)
        member._value_, member.sentence = id_, sentence
        member.number = len(cls.__members__) + 1
        return member

    DICE = (
        "log.dice",
        "Dice come from the seed at their address, or from people where the game says so.",
    )
    MOMENT = "log.moment", "An order stands at the moment at which the game is."
    ORDER = (
        "log.order",
        "Entries have consecutive numbers: none is missing, doubled or out of order.",
    )
    HASH = "log.hash", "Each line has the hash of what stands in it and of the line before it."
    ENTRY = "log.entry", "A line of a log is an entry, written as the engine writes it."
    HEADER = "log.header", "The first line of a log is a header as the engine writes it."
    SCENARIO = "log.scenario", "A game is played by a scenario that is sound."
    FINISH = (
        "log.finish",
        "A finished log ends with one closing entry, which counts what stands before it.",
    )
    UNDO = "log.undo", "Only the last entry that stands can be taken back."
    SIGNED = (
        "log.signed",
        "Who acknowledges a log signs exactly this one, up to an entry that it has.",
    )
    MAIL = "log.mail", "A game by mail opens each round once, as both sides have signed it."
    TORN = "log.torn", "The last line of a log is whole."
    PARENT = (
        "log.parent",
        "A branch shares the past of its parent, up to the line that its header names.",
    )
    SEAL = "log.seal", "The hash of the last line is the seal that was noted."
    TURN = "log.turn", "In a game by mail a side goes on with its own Player Turns alone."


OF_THE_FILE: Final = frozenset(
    (
        *(FindingId.HASH, FindingId.HEADER, FindingId.TORN, FindingId.SEAL, FindingId.PARENT),
        *(FindingId.FINISH, FindingId.SIGNED),
    )
)
"""Findings about the file: they change nothing on the map."""


@attrs.frozen
class Finding:
    """Something in a log that is not as the rules, the dice or the hashes say.

    Attributes:
        moment, entry: where; the entry by its number, and 0 is the header.
        rule: the rule behind it; a `FindingId` where the log itself is at fault.
        logged, expected: what the log says, and what the rules, dice or hashes do.
        hexes: the hexes that it is about.
    """

    moment: str
    entry: int
    rule: str
    logged: str
    expected: str
    hexes: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What should be so, in our own words; empty if the rule is not known."""
        found = {str(each): each.sentence for each in FindingId}.get(self.rule)
        return rule_in_words(self.rule) if found is None else found


@attrs.frozen
class Owed:
    """A roll that a rule demands in a phase that passed without it.

    Attributes:
        entry: the number of the entry that passed it over.
        moment: the phase in which it was to be made.
        what: the roll, and ``order`` the words that make it.
    """

    entry: int
    moment: str
    rule: str
    order: str
    what: str

    def __str__(self) -> str:
        return f"left undone in {self.moment}: `{self.order}`, {self.what} ({self.rule})"


NOTHING: Final = "nothing"
"""What a log says, or the rules give, where the other has one event more."""


def in_one_sentence(finding: Finding) -> str:
    """What is written, and what is so by the rules."""
    if finding.logged == NOTHING:
        return f"Missing: {finding.expected}"
    if finding.expected == NOTHING:
        return f"Written, and not by the rules: {finding.logged}"
    return f"Written: {finding.logged}. By the rules: {finding.expected}"


def same_ends(one: str, two: str) -> tuple[int, int]:
    """How many characters two texts have in common at their beginning and their end, by words."""
    a, b = re.findall(r"\S+\s*", one), re.findall(r"\S+\s*", two)
    most, first, last = min(len(a), len(b)), 0, 0
    while first < most and a[first] == b[first]:
        first += 1
    while last < most - first and a[-1 - last].strip() == b[-1 - last].strip():
        last += 1
    return sum(map(len, a[:first])), sum(map(len, a[len(a) - last :]))


def where_apart(one: str, two: str) -> tuple[str, str]:
    """Two texts; long ones without the words that both have at the beginning and the end."""
    if min(len(one), len(two)) <= _SHORT:
        return one, two
    first, last = same_ends(one, two)

    def cut(text: str) -> str:
        middle = text[first : len(text) - last].strip()
        return f"{'... ' if first else ''}{middle}{' ...' if last else ''}"

    return (cut(one), cut(two)) if first + last > _SHORT // 2 else (one, two)


_SHORT: Final = 60
"""Texts of no more characters are told whole."""


@attrs.frozen
class Acknowledgement:
    """What a person signed of a log, as an entry of it says."""

    entry: int
    """Number of that entry."""
    entries: int
    """How many entries were acknowledged."""
    signer: str
    """Name and short number of the key."""
    key: str
    time: int
    """When, in seconds since 1970, as the signer claims."""
    moment: str = ""
    """Where in the game that entry stands."""
    known: bool | None = None
    """Whether the key is one of those that were named; None where none were named, and the key is
    known from the log alone."""


@attrs.frozen
class Report:
    """The result of an audit, in the order of its JSON.

    Attributes:
        clean: there is no finding, among so many ``entries``.
        findings: every independent finding, in order, as far as they are kept.
        more: how many findings there are beyond those.
        consequences: entries that differ from the rules only because of an earlier finding, or
            that the audit cannot judge after a missing entry.
        by_hand: entries with dice that people rolled, in order; no program can derive those again.
        ending, seal: how the log ends, and the hash of its last line.
        parent: the log from which this one branched off, if it did.
        acknowledged: what people signed of this log, where their signatures are true and it is
            what they signed. A key stands in the log itself: whose it is the reader must know, or
            name the keys that count.
        missing: name and short number of each key that was named and acknowledged nothing.
        undone: the entries that were taken back after a key had acknowledged them.
        seeded: a seed rolled some of the dice, of one side or of both.
        owed: the rolls that the rules demand and that were not made, in order; no finding, as what
            is written is right all the same.
    """

    clean: bool
    entries: int
    findings: tuple[Finding, ...]
    more: int
    consequences: int
    rulings: dict[str, RulingInForce]
    by_hand: Collection[int]
    taken_back: Collection[int]
    ending: Ending
    seal: str
    engine: str
    parent: Parent | None = None
    acknowledged: tuple[Acknowledgement, ...] = ()
    missing: tuple[str, ...] = ()
    undone: Collection[int] = ()
    seeded: bool = False
    mail: ByMail | None = None
    owed: tuple[Owed, ...] = ()
