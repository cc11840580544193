"""Commands about what lies in a hex: buildings, rubble, debris, walls, and work on them."""

from typing import Final

from events.field import Calibre, Hex, NumberByName, PairByName, Side
from events.register import Command, frozen
from events.terms import Material

_FALLS: Final = (
    "dr of the collapse from an upper level; DR of Falling rubble and Bog Checks, as often as due"
)


@frozen
class Bombard(
    Command,
    word="he",
    title="HE attack",
    about="an HE attack on a building rolled a KIA: does it make rubble?",
    rolls=f"dr; {_FALLS}",
):
    """An HE attack on a building rolled a KIA: does it make rubble (B24.11, AD4.42)?

    Attributes:
        hex: the building's hex.
        calibre: in mm.
        kia: the KIA number that the Original IFT DR gave on its column.
        level: the level attacked; 0 is ground level.
    """

    hex: Hex
    calibre: Calibre
    kia: NumberByName
    level: NumberByName = 0


@frozen
class RubbleLevel(Command, word="rubble", about="a building level is rubbled", rolls=_FALLS):
    """A building level is rubbled by something that the players resolved (B24.1).

    Attributes:
        hex: the building's hex.
        material: what the players expect it to be; None leaves it to the rules.
        level: the lowest level rubbled; all above it in the hex go too.
    """

    hex: Hex
    material: Material | None = None
    level: NumberByName = 0


@frozen
class Clear(Command, word="clear", about="clear Fallen rubble or debris", rolls="DR"):
    """A Clearance DR against Fallen rubble or debris (B24.71, AD3.45).

    Attributes:
        squads: squads that take part.
        hs: HS and crews that take part.
        leader: Leadership DRM of the one leader who helps.
        bulldozers: bulldozers that take part.
        across: the two hexsides (1-6, as Random Direction counts them) that a Trail Break joins;
            None takes the first two that no Trail Break crosses yet.
        side: whose units work; None is the ATTACKER, whose CCPh it is.
    """

    hex: Hex
    squads: NumberByName = 0
    hs: NumberByName = 0
    leader: NumberByName = 0
    bulldozers: NumberByName = 0
    across: PairByName | None = None
    side: Side | None = None


@frozen
class Abandon(Command, word="abandon", about="the units at work leave"):
    """The units at work leave the hex; their Labor counter goes (B24.8)."""

    hex: Hex


@frozen
class Breach(Command, word="breach", about="a High Wall is breached"):
    """A High Wall is breached by something that the players resolved (AD4.6).

    Attributes:
        hex: one of its hexes.
        to: the other.
    """

    hex: Hex
    to: Hex


@frozen
class PlaceDebris(Command, word="debris", about="Arid Debris comes to a hex"):
    """Arid Debris comes to a hex in play; it is not printed (AD3.45)."""

    hex: Hex


@frozen
class PlaceShellholes(Command, word="shellholes", about="shellholes come to a hex"):
    """Shellholes come to a hex (B2.1, AD3.44)."""

    hex: Hex
