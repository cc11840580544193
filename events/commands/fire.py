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
class Extinguish(
    Command,
    word="extinguish",
    about="put out a Flame; with units, by Clearance DR",
    rolls="DR for each Flame, if squads or HS are named",
):
    """A Flame is put out by a roll that the players made; or units try, by a DR (B24.72).

    Attributes:
        squads: squads that try.
        hs: HS and crews that try.
        leader: Leadership DRM of the one leader who helps.
    """

    hex: Hex
    level: NumberByName = 0
    squads: NumberByName = 0
    hs: NumberByName = 0
    leader: NumberByName = 0
