"""Commands of fire that spreads: Kindling, Spreading Fire and Fire Collapse (B25)."""

from typing import TypeAlias

from attrs import field

from events.commands.base import BaseCommand
from events.frozen import frozen
from events.pieces import HEX, NUMBER, named, one_of, perhaps, place
from events.terms import Kindler


@frozen
class Kindle(BaseCommand):
    """A Kindling attempt, in a PFPh (B25.11).

    Attributes:
        hex: the hex that the unit occupies.
        by: who makes it; None is a squad.
        leader: Leadership DRM of the leader who directs it.
    """

    word = "kindle"
    about = "a Kindling attempt, in the PFPh"
    rolls = "DR"

    hex: str = field(metadata=place(HEX))
    by: Kindler | None = field(default=None, metadata=one_of(Kindler))
    leader: int = field(default=0, metadata=named(NUMBER))


@frozen
class Spread(BaseCommand):
    """The Spreading Fire DR of a Blaze, in an AFPh (B25.6).

    Attributes:
        hex: the hex ablaze; None is every Blaze that is due.
    """

    word = "spread"
    about = "roll for the spread of a Blaze, or of all that are due, in the AFPh"
    rolls = "DR for each hex that it can spread to, in hex order, then clockwise from hexside 1"

    hex: str | None = field(default=None, metadata=perhaps(HEX))


@frozen
class Collapse(BaseCommand):
    """The dr by which a building ablaze collapses or holds (B25.66).

    Attributes:
        hex: the hex ablaze; None is every building that is due.
    """

    word = "collapse"
    about = "roll for the collapse of a building ablaze, or of all that are due, in the RPh"
    rolls = "dr for each building, in hex order; DR of Falling rubble, as often as due"

    hex: str | None = field(default=None, metadata=perhaps(HEX))


SpreadingFireCommand: TypeAlias = Kindle | Spread | Collapse
