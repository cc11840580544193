"""What a game log is made of: one header, then one entry a command."""

from typing import Final

import attrs

from events.commands import Command
from events.moment import Moment
from events.rolls import Roll
from events.ruling import RulingInForce
from events.scenario import Scenario
from events.vocabulary import Event

__all__ = ["FORMAT", "MAX_GAME", "Entry", "Header", "OldLog"]

FORMAT: Final = 3
"""Version of the log format that this engine writes."""


MAX_GAME: Final = 2**32 - 1
"""The largest number of a game among those of a seed."""


@attrs.frozen
class OldLog:
    """The log of an older format out of which a log was made: its format and its seal."""

    format: int
    seal: str


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
    """

    engine: str
    game: int
    seed: str
    scenario: Scenario
    rulings: dict[str, RulingInForce]
    format: int = FORMAT
    made_from: OldLog | None = None


@attrs.frozen
class Entry:
    """One command, the dice that it used and what therefore happened.

    Attributes:
        n: number of the entry, from 1.
        at: the moment at which the command was given.
        do: the command.
        dice: its rolls, in the order in which they were made.
        then: its events, in order; none is possible.
    """

    n: int
    at: Moment
    do: Command
    dice: tuple[Roll, ...]
    then: tuple[Event, ...]
