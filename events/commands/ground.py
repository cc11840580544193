"""Commands about what lies in a hex: buildings, rubble, debris, walls, and work on them."""

from typing import Final

from attrs import field

from events.order_parts import CALIBRE, HEX, NUMBER, SIDE, keyword, one_of, required
from events.register import Command, frozen
from events.terms import Material

_FALLS: Final = (
    "dr of the collapse from an upper level; DR of Falling rubble and Bog Checks, as often as due"
)


@frozen
class Bombard(
    Command,
    word="he",
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

    hex: str = field(metadata=required(HEX))
    calibre: int = field(metadata=required(CALIBRE))
    kia: int = field(metadata=keyword(NUMBER, must=True))
    level: int = field(default=0, metadata=keyword(NUMBER))


@frozen
class RubbleLevel(Command, word="rubble", about="a building level is rubbled", rolls=_FALLS):
    """A building level is rubbled by something that the players resolved (B24.1).

    Attributes:
        hex: the building's hex.
        material: what the players expect it to be; None leaves it to the rules.
        level: the lowest level rubbled; all above it in the hex go too.
    """

    hex: str = field(metadata=required(HEX))
    material: Material | None = field(default=None, metadata=one_of(Material))
    level: int = field(default=0, metadata=keyword(NUMBER))


@frozen
class Clear(Command, word="clear", about="clear Fallen rubble or debris", rolls="DR"):
    """A Clearance DR against Fallen rubble or debris (B24.71, AD3.45).

    Attributes:
        hex: where.
        squads: squads that take part.
        hs: HS and crews that take part.
        leader: Leadership DRM of the one leader who helps.
        bulldozers: bulldozers that take part.
        across: the two hexsides (1-6, as Random Direction counts them) that a Trail Break joins;
            None takes the first two that no Trail Break crosses yet.
        side: whose units work; None is the ATTACKER, whose CCPh it is.
    """

    hex: str = field(metadata=required(HEX))
    squads: int = field(default=0, metadata=keyword(NUMBER))
    hs: int = field(default=0, metadata=keyword(NUMBER))
    leader: int = field(default=0, metadata=keyword(NUMBER))
    bulldozers: int = field(default=0, metadata=keyword(NUMBER))
    across: tuple[int, int] | None = field(default=None, metadata=keyword(NUMBER, count=2))
    side: str | None = field(default=None, metadata=keyword(SIDE, "by"))


@frozen
class Abandon(Command, word="abandon", about="the units at work leave"):
    """The units at work leave the hex; their Labor counter goes (B24.8)."""

    hex: str = field(metadata=required(HEX))


@frozen
class Breach(Command, word="breach", about="a High Wall is breached"):
    """A High Wall is breached by something that the players resolved (AD4.6).

    Attributes:
        hex: one of its hexes.
        to: the other.
    """

    hex: str = field(metadata=required(HEX))
    to: str = field(metadata=required(HEX))


@frozen
class PlaceDebris(Command, word="debris", about="Arid Debris comes to a hex"):
    """Arid Debris comes to a hex in play; it is not printed (AD3.45)."""

    hex: str = field(metadata=required(HEX))


@frozen
class PlaceShellholes(Command, word="shellholes", about="shellholes come to a hex"):
    """Shellholes come to a hex (B2.1, AD3.44)."""

    hex: str = field(metadata=required(HEX))
