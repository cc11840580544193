"""Commands about vehicles: what they do in their MPh, and what befalls them."""

from fractions import Fraction
from typing import TypeAlias

import attrs

from events.terms import Hatch, Road

__all__ = [
    "MP",
    "ArmoredAssault",
    "Bog",
    "Destroy",
    "Enter",
    "Exit",
    "Hook",
    "Immobilize",
    "Impulse",
    "ImpulseStep",
    "Move",
    "Recover",
    "SetHatch",
    "Shock",
    "Spend",
    "Start",
    "Stop",
    "Stun",
    "Turn",
    "Unbog",
    "Unhook",
]

MP: TypeAlias = int | Fraction
"""Movement Points; road rates are halves."""


@attrs.frozen
class Start:
    """A vehicle expends a Start MP (D2.12)."""

    vehicle: str


@attrs.frozen
class Move:
    """A vehicle enters an adjacent hex.

    Attributes:
        vehicle: which one.
        to: the hex entered.
        mp: all MP expended to enter, a declared overspending included (11.74); None is what
            the hex costs.
        road: the kind of road whose hexside it crosses, if it does (11.74, B3.41).
    """

    vehicle: str
    to: str
    mp: MP | None = None
    road: Road | None = None


@attrs.frozen
class Enter:
    """A vehicle enters the playing area from offboard.

    Attributes:
        vehicle: which one.
        to: the hex entered, on the edge.
        mp: all MP expended to enter; None is what the hex costs.
        road: the kind of road by which it enters, if it does (B3.41).
    """

    vehicle: str
    to: str
    mp: MP | None = None
    road: Road | None = None


@attrs.frozen
class Exit:
    """A vehicle exits the playing area, for ``mp`` MP."""

    vehicle: str
    mp: MP


@attrs.frozen
class Spend:
    """A vehicle expends ``mp`` MP in its hex: Delay, smoke discharger and so on."""

    vehicle: str
    mp: MP


@attrs.frozen
class Turn:
    """A vehicle changes its VCA by one hexspine (D2.11); None is the MP that it costs there."""

    vehicle: str
    mp: MP | None = None


@attrs.frozen
class Stop:
    """A vehicle expends a Stop MP (D2.13)."""

    vehicle: str


@attrs.frozen
class ArmoredAssault:
    """A vehicle declares Armored Assault for this MPh (D9.31)."""

    vehicle: str


ImpulseStep: TypeAlias = Start | Move | Enter | Exit | Spend | Turn | Stop
"""What one vehicle of a platoon can do in an Impulse."""


@attrs.frozen
class Impulse:
    """One Impulse of platoon or convoy movement: its steps happen together (D14.2, 11.741)."""

    steps: tuple[ImpulseStep, ...]


@attrs.frozen
class Stun:
    """A vehicle's crew is Stunned (D5.34)."""

    vehicle: str


@attrs.frozen
class Shock:
    """A vehicle is Shocked (C7.4)."""

    vehicle: str


@attrs.frozen
class Immobilize:
    """A vehicle is immobilized (D8.1)."""

    vehicle: str


@attrs.frozen
class Bog:
    """A vehicle bogs by a roll that the players made, such as the Secret DR of Mud (D8.23)."""

    vehicle: str


@attrs.frozen
class Unbog:
    """The Bog Removal DR of a bogged vehicle, in its MPh (D8.3)."""

    vehicle: str


@attrs.frozen
class Destroy:
    """A vehicle is destroyed; it is a wreck from now on (D10)."""

    vehicle: str


@attrs.frozen
class Recover:
    """A Shocked vehicle recovers (C7.42)."""

    vehicle: str


@attrs.frozen
class SetHatch:
    """The crew of an AFV goes BU or CE (D5.3)."""

    vehicle: str
    hatch: Hatch


@attrs.frozen
class Hook:
    """A vehicle hooks up a Gun and tows it from now on (C10.1)."""

    vehicle: str


@attrs.frozen
class Unhook:
    """A vehicle unhooks the Gun that it towed (C10.1)."""

    vehicle: str
