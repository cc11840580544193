"""Commands of Flames and Blazes (B25)."""

from attrs import field

from events.pieces import HEX, NUMBER, named, place
from events.register import Command, frozen


@frozen
class Flame(Command):
    """A Flame is placed in Burnable Terrain, at a level of a building or on the ground (B25.1)."""

    word = "flame"
    about = "place a Flame"

    hex: str = field(metadata=place(HEX))
    level: int = field(default=0, metadata=named(NUMBER))


@frozen
class CheckFlame(Command):
    """The DR by which each Flame of a Location grows, stays or goes, in an AFPh (B25.15)."""

    word = "flame-check"
    about = "roll for the Flames of a Location, in the AFPh"
    rolls = "DR for each Flame that is due, until one is a Blaze"

    hex: str = field(metadata=place(HEX))
    level: int = field(default=0, metadata=named(NUMBER))


@frozen
class Blaze(Command):
    """Burnable Terrain is set ablaze by something that the players resolved (B25.1)."""

    word = "blaze"
    about = "set terrain ablaze"

    hex: str = field(metadata=place(HEX))
    level: int = field(default=0, metadata=named(NUMBER))


@frozen
class Extinguish(Command):
    """A Flame is put out (B24.72)."""

    word = "extinguish"
    about = "put out a Flame"

    hex: str = field(metadata=place(HEX))
    level: int = field(default=0, metadata=named(NUMBER))
