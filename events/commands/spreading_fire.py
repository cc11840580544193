"""Commands of fire that spreads: Kindling, Spreading Fire and Fire Collapse (B25)."""

from events.field import Hex, NumberByName
from events.register import Command, frozen
from events.terms import Kindler


@frozen
class Kindle(Command, word="kindle", about="a Kindling attempt, in the PFPh", rolls="DR"):
    """A Kindling attempt, in a PFPh (B25.11).

    Attributes:
        hex: the hex that the unit occupies.
        by: who makes it; None is a squad.
        leader: Leadership DRM of the leader who directs it.
        level: the building level that it occupies; 0 is ground level.
    """

    hex: Hex
    by: Kindler | None = None
    leader: NumberByName = 0
    level: NumberByName = 0


@frozen
class Spread(
    Command,
    word="spread",
    about="roll for the spread of a Blaze, or of all that are due, in the AFPh",
    rolls=(
        "in Gusts the dr of their direction, and dr of Random Selection; DR for each Location near "
        "a Blaze that takes fire by a DR only, in the order of the Blazes and clockwise"
    ),
):
    """The Spreading Fire DR of an AFPh (B25.6).

    Attributes:
        hex: the hex ablaze near which Locations are rolled for; None is every Blaze that is due.
    """

    hex: Hex | None = None


@frozen
class Collapse(
    Command,
    word="collapse",
    about="of older games: `wc` itself brings buildings ablaze down, on a DR of 12",
    rolls="nothing",
):
    """Fire Collapse as older games ordered it; it now comes with a Wind Change DR of 12 (B25.66).

    Attributes:
        hex: the hex ablaze; None is every building.
    """

    hex: Hex | None = None
