"""Commands of Flames and Blazes (B25)."""

from typing import TypeAlias

from attrs import field

from events.commands.base import BaseCommand
from events.frozen import frozen
from events.pieces import HEX, place


@frozen
class Flame(BaseCommand):
    """A Flame is placed in Burnable Terrain (B25.1)."""

    word = "flame"
    about = "place a Flame"

    hex: str = field(metadata=place(HEX))


@frozen
class CheckFlame(BaseCommand):
    """The DR by which a Flame grows, stays or goes, in an AFPh (B25.15)."""

    word = "flame-check"
    about = "roll for a Flame, in the AFPh"
    rolls = "DR"

    hex: str = field(metadata=place(HEX))


@frozen
class Blaze(BaseCommand):
    """Burnable Terrain is set ablaze by something that the players resolved (B25.1)."""

    word = "blaze"
    about = "set terrain ablaze"

    hex: str = field(metadata=place(HEX))


@frozen
class Extinguish(BaseCommand):
    """A Flame is put out (B24.72)."""

    word = "extinguish"
    about = "put out a Flame"

    hex: str = field(metadata=place(HEX))


FireCommand: TypeAlias = Flame | CheckFlame | Blaze | Extinguish
