"""What a game log is made of: one header, then one entry a command, with its rolls."""

from collections.abc import Iterable
from typing import Final

import attrs

from events.commands import Doing
from events.moment import Moment
from events.register import Event
from events.ruling import RulingInForce
from events.scenario import Scenario
from events.terms import DiceFrom, RollSource

FORMAT: Final = 3
"""Version of the log format that this engine writes."""

MAX_GAME: Final = 2**32 - 1
"""The largest number of a game among those of a seed."""

MUD_BOG_DR: Final = "secret bog"
MUD_HEX_DR: Final = "secret dr"
"""The purposes of a Secret Bog DR, and of the dr that follows where it bogs (D8.23)."""


@attrs.frozen(slots=False)
class Roll:
    """Dice that one roll showed, with the address that makes them reproducible.

    Attributes:
        purpose: what was rolled for, such as ``wind change``.
        first: counter of the first die among the dice of that purpose at that moment, from 0.
        dice: what they showed; of a DR, the coloured die first.
        source: the seed, or people at a table.
    """

    purpose: str
    first: int
    dice: tuple[int, ...]
    source: RollSource


def rolls_in_words(rolls: Iterable[Roll]) -> str:
    """What was rolled, in words: of a Secret DR only that it was made, of its dr nothing."""
    told = []
    for roll in rolls:
        if not roll.purpose.startswith(MUD_HEX_DR):
            secret = roll.purpose.startswith(MUD_BOG_DR)
            dice = "not told" if secret else ",".join(map(str, roll.dice))
            told.append(f"{roll.purpose} {dice}")
    return "; ".join(told)


@attrs.frozen
class OldLog:
    """The log of an older format out of which a log was made: its format and its seal."""

    format: int
    seal: str


@attrs.frozen
class Parent:
    """The log whose first entries a branch shares."""

    log: str
    """Its name, as it was then."""
    entry: int
    """Number of the last entry that both have; 0 when they share the header alone."""
    seal: str
    """The hash of that entry's line in the parent."""


@attrs.frozen
class MailGame:
    """What both sides committed to before a game by mail; the side that moves first first."""

    nonces: tuple[str, str]
    """64 hexadecimal digits of each side, which make its chain of reveals its own."""
    commitments: tuple[str, str]
    """The public end of each side's chain of reveals."""
    keys: tuple[str, str]
    """The public key of the person who has each side, as `khamsin key show` gives it."""


@attrs.frozen
class Header:
    """The first line of a log.

    Attributes:
        engine: version of the engine that wrote the log.
        game: number of the game among those of its seed.
        seed: any text.
        scenario: the whole scenario.
        rulings: every ruling in force, defaults included.
        format: version of the log format.
        made_from: the log of an older format out of which this one was made, if it was.
        dice: where dice may come from, until an entry says otherwise.
        parent: the log from which this one branched off, if it did.
        mail: what both sides committed to, in a game by mail; the seed is empty then.
    """

    engine: str
    game: int
    seed: str
    scenario: Scenario
    rulings: dict[str, RulingInForce]
    format: int = FORMAT
    made_from: OldLog | None = None
    dice: DiceFrom = DiceFrom.EITHER
    parent: Parent | None = None
    mail: MailGame | None = None


@attrs.define(unsafe_hash=True)
class Entry:
    """One command, the dice that it used and what therefore happened. Never changed.

    It is not frozen, as one is made an order.

    Attributes:
        n: number of the entry, from 1.
        at: the moment at which the command was given.
        do: the command, of the rules or of the log itself.
        dice: its rolls, in the order in which they were made.
        then: its events, in order; none is possible.
    """

    n: int
    at: Moment
    do: Doing
    dice: tuple[Roll, ...]
    then: tuple[Event, ...]

    @property
    def table_dice(self) -> tuple[int, ...]:
        """The dice that people rolled for it."""
        rolls = (roll.dice for roll in self.dice if roll.source is RollSource.TABLE)
        return tuple(die for dice in rolls for die in dice)
