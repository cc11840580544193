"""Commands of Flames and Blazes (B25)."""

from events.field import Hex, NumberByName
from events.register import Command, frozen


@frozen
class Flame(Command, word="flame", about="place a Flame"):
    """A Flame is placed in Burnable Terrain, at a level of a building or on the ground (B25.1)."""

    hex: Hex
    level: NumberByName = 0


@frozen
class CheckFlame(
    Command,
    word="flame-check",
    about="roll for the Flames of a Location, in the AFPh",
    rolls="DR for each Flame that is due, until one is a Blaze",
):
    """The DR by which each Flame of a Location grows, stays or goes, in an AFPh (B25.15)."""

    hex: Hex
    level: NumberByName = 0


@frozen
class Blaze(Command, word="blaze", about="set terrain ablaze"):
    """Burnable Terrain is set ablaze by something that the players resolved (B25.1)."""

    hex: Hex
    level: NumberByName = 0


@frozen
class Extinguish(Command, word="extinguish", about="put out a Flame"):
    """A Flame is put out (B24.72)."""

    hex: Hex
    level: NumberByName = 0
