"""Events of vehicles: movement, Motion, and what befalls them."""

from typing import TypeAlias

import attrs

from events.mp import MP
from events.terms import Hatch


@attrs.frozen
class VehicleStarted:
    """A vehicle expended a Start MP."""

    vehicle: str
    mp: MP
    rule: str


@attrs.frozen
class VehicleMoved:
    """A vehicle entered a new hex from another hex of the playing area."""

    vehicle: str
    origin: str
    to: str
    mp: MP
    rule: str


@attrs.frozen
class VehicleEntered:
    """A vehicle entered the playing area."""

    vehicle: str
    to: str
    mp: MP
    rule: str


@attrs.frozen
class VehicleExited:
    """A vehicle exited the playing area."""

    vehicle: str
    origin: str
    mp: MP
    rule: str


@attrs.frozen
class MPSpent:
    """A vehicle expended MP in its hex, or is treated as if it had (D14.31)."""

    vehicle: str
    mp: MP
    rule: str


@attrs.frozen
class VehicleStopped:
    """A vehicle expended a Stop MP."""

    vehicle: str
    mp: MP
    rule: str


@attrs.frozen
class VehicleEndedInMotion:
    """A vehicle ended its MPh in Motion."""

    vehicle: str
    rule: str


@attrs.frozen
class ArmoredAssaultDeclared:
    """A vehicle uses Armored Assault in this MPh."""

    vehicle: str
    rule: str


@attrs.frozen
class VehicleStunned:
    """A vehicle was Stunned and Stopped."""

    vehicle: str
    rule: str


@attrs.frozen
class VehicleUnstunned:
    """A Stun ended with its Player Turn."""

    vehicle: str
    rule: str


@attrs.frozen
class VehicleShocked:
    """A vehicle was Shocked and Stopped."""

    vehicle: str
    rule: str


@attrs.frozen
class VehicleRecovered:
    """A Shocked vehicle recovered."""

    vehicle: str
    rule: str


@attrs.frozen
class VehicleImmobilized:
    """A vehicle was immobilized and Stopped."""

    vehicle: str
    rule: str


@attrs.frozen
class BogChecked:
    """A vehicle made a Bog Check DR in a hex, with this DRM (D8.21)."""

    vehicle: str
    hex: str
    coloured: int
    white: int
    drm: int
    rule: str


@attrs.frozen
class ImmobilizationChecked:
    """A vehicle made an Immobilization DR in or beside hammada, with this DRM (F3.31)."""

    vehicle: str
    hex: str
    coloured: int
    white: int
    drm: int
    rule: str


@attrs.frozen
class VehicleBogged:
    """A vehicle bogged and Stopped (D8.2)."""

    vehicle: str
    hex: str
    rule: str


@attrs.frozen
class VehicleFreed:
    """A bogged vehicle freed itself, and is in Motion (D8.3)."""

    vehicle: str
    rule: str


@attrs.frozen
class VehicleMired:
    """A bogged vehicle became Mired: the next Bog Removal DR is harder (D8.3)."""

    vehicle: str
    rule: str


@attrs.frozen
class VehicleDestroyed:
    """A vehicle was destroyed."""

    vehicle: str
    rule: str


@attrs.frozen
class HatchSet:
    """An AFV's crew went BU or CE."""

    vehicle: str
    hatch: Hatch
    rule: str


@attrs.frozen
class TowingChanged:
    """A vehicle hooked up or unhooked a Gun, for ``mp`` MP."""

    vehicle: str
    towing: bool
    mp: MP
    rule: str


VehicleEvent: TypeAlias = (
    VehicleStarted
    | VehicleMoved
    | VehicleEntered
    | VehicleExited
    | MPSpent
    | VehicleStopped
    | VehicleEndedInMotion
    | ArmoredAssaultDeclared
    | VehicleStunned
    | VehicleUnstunned
    | VehicleShocked
    | VehicleRecovered
    | VehicleImmobilized
    | BogChecked
    | ImmobilizationChecked
    | VehicleBogged
    | VehicleFreed
    | VehicleMired
    | VehicleDestroyed
    | HatchSet
    | TowingChanged
)
