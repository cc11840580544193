"""What an audit finds: its findings, and the report that they make."""

from collections.abc import Sequence
from typing import Final

import attrs

from events.entry import Parent
from events.ruling import RulingInForce
from events.terms import SealedWay
from replays.game.open_log import Ending
from sim.trust.sealing import SealedDue

LONGEST: Final = 400
"""A finding tells no more characters of what the log says, or of what is expected."""


def shortened(text: str) -> str:
    """A text as a finding tells it."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text)} characters)"


@attrs.frozen
class SealedSide:
    """A side of a game with sealed dice.

    Attributes:
        side: its name.
        key: its public key (Ed25519), 64 hexadecimal digits; whose it is, no log says.
        signed: the last entry under a signature of this side that stands in the log; 0 for the
            header alone, None where there is no such signature.
    """

    side: str
    key: str
    signed: int | None


@attrs.frozen
class SealedGame:
    """How the dice of a log are sealed, and how far both sides have signed it.

    Attributes:
        way: ``alone`` or ``together``.
        terms: the hash of what both agreed on before the game.
        sides: both sides, the one that moves first first.
        opened: how many times links of both were opened: Player Turns, or sheets of orders.
        last: the number of the links that were opened last; 0 before the first.
        links: how many links each side has.
        fixed: the last entry that a signature of both, or of the side that did not write it,
            leaves no choice about; entries after it are the word of whoever shows the log.
        due: what is due, and from whom; None where the game just goes on, or is over.
    """

    way: SealedWay
    terms: str
    sides: tuple[SealedSide, SealedSide]
    opened: int
    last: int
    links: int
    fixed: int
    due: SealedDue | None


@attrs.frozen
class Finding:
    """Something in a log that is not as the rules, the dice or the hashes say.

    Attributes:
        moment: where in the game.
        entry: number of the entry; 0 is the header.
        rule: the rule behind it; ``log.*`` where the log itself is at fault.
        logged: what the log says.
        expected: what the rules give.
    """

    moment: str
    entry: int
    rule: str
    logged: str
    expected: str


@attrs.frozen
class Acknowledgement:
    """What somebody signed of a log, as an entry of it says.

    Attributes:
        entry: number of that entry.
        entries: how many entries he acknowledged.
        signer: name and short number of his key.
        key: his public key.
        time: when, in seconds since 1970, as he claims.
        moment: where in the game that entry stands.
        known: whether his key is one of those that were named; None where none were named, and
            the key is known from the log alone.
    """

    entry: int
    entries: int
    signer: str
    key: str
    time: int
    moment: str = ""
    known: bool | None = None


@attrs.frozen
class Report:
    """The result of an audit.

    Attributes:
        clean: nothing was found.
        entries: how many entries were read.
        findings: every independent finding, in order, as far as they are kept.
        more: how many findings there are beyond those.
        consequences: entries that differ from the rules only because of an earlier finding, or
            that nobody can judge after a missing entry.
        rulings: the rulings in force.
        by_hand: entries with dice that people rolled, in order; nobody can derive those again.
        seal: the hash of the last line.
        engine: version of the engine that wrote the log.
        ending: whether the log is finished, open or cut off, and where.
        taken_back: the entries that were taken back, in order.
        parent: the log from which this one branched off, if it did.
        acknowledged: what people signed of this log, where their signatures are true and it is
            what they signed. A key stands in the log itself: whose it is the reader must know, or
            name the keys that count.
        missing: name and short number of each key that was named and acknowledged nothing.
        undone: the entries that were taken back after somebody had acknowledged them.
        seeded: a seed rolled some of the dice, sealed or not.
        sealed: how the dice are sealed, and what both sides signed; None if they are not.
    """

    clean: bool
    entries: int
    findings: tuple[Finding, ...]
    more: int
    consequences: int
    rulings: dict[str, RulingInForce]
    by_hand: Sequence[int]
    seal: str
    engine: str
    ending: Ending
    taken_back: Sequence[int]
    parent: Parent | None = None
    acknowledged: tuple[Acknowledgement, ...] = ()
    missing: tuple[str, ...] = ()
    undone: Sequence[int] = ()
    seeded: bool = False
    sealed: SealedGame | None = None
