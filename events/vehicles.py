"""Events of vehicles: movement, Motion, and what happens to them."""

from typing import ClassVar

from attrs import field

from events.moment import Moment
from events.register import Event, frozen
from events.scenario import VehicleSpec
from events.terms import MP, Hatch, mp_words


class VehicleEvent(Event):
    """An event of a vehicle."""

    vehicle: str


@frozen
class VehicleAdded(VehicleSpec, Event):
    """A vehicle was added to the order of battle, and set up at its hex if it has one."""

    rule: str

    def __str__(self) -> str:
        where = "offboard" if self.at is None else f"in {self.at}"
        return f"{self.id} of the {self.side} is added {where}: {self.movement}, {self.mp} MP"


@frozen
class VehicleStarted(VehicleEvent):
    """A vehicle expended a Start MP."""

    vehicle: str
    mp: MP
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} Starts"


@frozen
class VehicleMoved(VehicleEvent):
    """A vehicle entered a new hex from another hex of the playing area.

    Attributes:
        whole: the entry took all its MP but those to Start and Stop (B13.41).
    """

    vehicle: str
    origin: str
    to: str
    mp: MP
    whole: bool = field(default=False, kw_only=True)
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} goes from {self.origin} to {self.to} ({mp_words(self.mp)})"


@frozen
class VehicleEntered(VehicleEvent):
    """A vehicle entered the playing area, in Motion.

    Attributes:
        whole: the entry took all its MP but those to Start and Stop (B13.41).
    """

    vehicle: str
    to: str
    mp: MP
    whole: bool = field(default=False, kw_only=True)
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} enters in {self.to} ({mp_words(self.mp)})"


@frozen
class VehicleExited(VehicleEvent):
    """A vehicle exited the playing area, for good."""

    vehicle: str
    origin: str
    mp: MP
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} exits from {self.origin} ({mp_words(self.mp)})"


@frozen
class MPSpent(VehicleEvent):
    """A vehicle expended MP in its hex, or is treated as if it had (D14.31)."""

    vehicle: str
    mp: MP
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} expends {mp_words(self.mp)} in its hex"


@frozen
class VehicleStopped(VehicleEvent):
    """A vehicle expended a Stop MP."""

    vehicle: str
    mp: MP
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} Stops"


@frozen
class VehicleEndedInMotion(VehicleEvent):
    """A vehicle ended its MPh in Motion."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} ends its MPh in Motion"


@frozen
class ArmoredAssaultDeclared(VehicleEvent):
    """A vehicle uses Armored Assault in this MPh."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} declares Armored Assault"


@frozen
class VehicleStunned(VehicleEvent):
    """A vehicle was Stunned and Stopped."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is Stunned, and Stopped"


@frozen
class VehicleUnstunned(VehicleEvent):
    """A Stun ended with its Player Turn."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is no longer Stunned"


@frozen
class VehicleShocked(VehicleEvent):
    """A vehicle was Shocked and Stopped."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is Shocked, and Stopped"


@frozen
class VehicleRecovered(VehicleEvent):
    """A Shocked vehicle recovered."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} recovers from Shock"


@frozen
class VehicleImmobilized(VehicleEvent):
    """A vehicle was immobilized and Stopped."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is immobilized"


@frozen
class ESBRolled(VehicleEvent):
    """A vehicle made an ESB DR, and has so many MP more in this MPh (D2.5)."""

    vehicle: str
    mp: MP
    coloured: int
    white: int
    drm: int
    rule: str

    def __str__(self) -> str:
        dice = f"{self.coloured},{self.white} with DRM {self.drm:+}"
        more = f"{mp_words(self.mp)} more" if self.mp else "it breaks down"
        return f"{self.vehicle} makes an ESB DR, {dice}: {more}"


@frozen
class MotionTried(VehicleEvent):
    """A vehicle tried for Motion at an enemy who had expended so many MF or MP (D2.401)."""

    vehicle: str
    mp: MP
    dr: int
    drm: int
    rule: str

    def __str__(self) -> str:
        drm = f" with drm {self.drm:+}" if self.drm else ""
        seen = mp_words(self.mp).removesuffix(" MP")
        return f"{self.vehicle} tries for Motion at {seen} MF or MP: dr {self.dr}{drm}"


@frozen
class MotionGained(VehicleEvent):
    """A vehicle is in Motion by an attempt in the enemy's MPh (D2.401)."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is in Motion"


@frozen
class BogCheckDue(VehicleEvent):
    """A Bog Check will be made once Defensive First Fire at the vehicle is over (D8.2, AD3.42).

    Attributes:
        vehicle: which one.
        hex: where it will be made.
        drm: all its DRM.
        immobilization: the DRM of an Immobilization DR that follows if it does not bog (F3.31);
            None if none does.
    """

    vehicle: str
    hex: str
    drm: int
    immobilization: int | None
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} has a Bog Check to make in {self.hex}, with DRM {self.drm:+}"


@frozen
class BogChecked(VehicleEvent):
    """A vehicle made a Bog Check DR in a hex, with this DRM (D8.21)."""

    vehicle: str
    hex: str
    coloured: int
    white: int
    drm: int
    rule: str

    def __str__(self) -> str:
        dice = f"{self.coloured},{self.white} with DRM {self.drm:+}"
        return f"{self.vehicle} makes a Bog Check in {self.hex}: {dice}"


@frozen
class SecretBogRolled(VehicleEvent):
    """A vehicle's Secret Bog DR for this MPh in Mud, and the Secret dr if it bogs (D8.23)."""

    vehicle: str
    coloured: int
    white: int
    drm: int
    dr: int | None
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} has its Secret Bog DR made for this MPh"


@frozen
class MudHexCounted(VehicleEvent):
    """A vehicle entered a hex that counts for its Secret dr: the ``number``-th (11.8).

    Only of a vehicle that will bog.
    """

    secret: ClassVar[bool] = True

    vehicle: str
    hex: str
    number: int
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is in Mud in {self.hex}, hex {self.number} of its Secret dr"


@frozen
class ImmobilizationChecked(VehicleEvent):
    """A vehicle made an Immobilization DR in or beside hammada, with this DRM (F3.31)."""

    vehicle: str
    hex: str
    coloured: int
    white: int
    drm: int
    rule: str

    def __str__(self) -> str:
        dice = f"{self.coloured},{self.white} with DRM {self.drm:+}"
        return f"{self.vehicle} makes an Immobilization DR in {self.hex}: {dice}"


@frozen
class VehicleBogged(VehicleEvent):
    """A vehicle bogged and Stopped (D8.2)."""

    vehicle: str
    hex: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} bogs in {self.hex}"


@frozen
class VehicleFreed(VehicleEvent):
    """A bogged vehicle freed itself, by a Start MP, and is in Motion (D8.3)."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is free again, and in Motion"


@frozen
class VehicleMired(VehicleEvent):
    """A bogged vehicle became Mired: the next Bog Removal DR is harder (D8.3)."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is Mired"


@frozen
class VehicleDestroyed(VehicleEvent):
    """A vehicle was destroyed: a wreck is not in Motion and tows nothing."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is destroyed"


@frozen
class WreckAblaze(VehicleEvent):
    """A wreck burns, and will for the rest of the game (B25.14)."""

    vehicle: str
    hex: str
    rule: str

    def __str__(self) -> str:
        return f"the wreck of {self.vehicle} burns in {self.hex}"


@frozen
class WreckFireChecked(VehicleEvent):
    """Whether a burning wreck sets its Location afire was rolled for (B25.14)."""

    vehicle: str
    hex: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"the fire of the wreck of {self.vehicle} in {self.hex} was rolled for"


@frozen
class WreckRemoved(VehicleEvent):
    """A wreck was taken off the playing area: buried (B24.121), burnt (D10.41) or none (D10.1)."""

    vehicle: str
    rule: str

    def __str__(self) -> str:
        done = {"D10.41": "burns up", "D10.1": "counts for nothing"}.get(self.rule, "is buried")
        return f"the wreck of {self.vehicle} {done}"


@frozen
class HatchSet(VehicleEvent):
    """An AFV's crew went BU or CE."""

    vehicle: str
    hatch: Hatch
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is {self.hatch}"


@frozen
class TowingChanged(VehicleEvent):
    """A vehicle hooked up or unhooked a Gun, for ``mp`` MP."""

    vehicle: str
    towing: bool
    mp: MP
    rule: str

    def __str__(self) -> str:
        return (
            f"{self.vehicle} {'hooks up' if self.towing else 'unhooks'} a Gun ({mp_words(self.mp)})"
        )


@frozen
class VehicleBypassed(VehicleEvent):
    """A vehicle stands in Bypass along a hexside of its hex, until it goes elsewhere (D2.3)."""

    vehicle: str
    hex: str
    hexside: int
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} is in Bypass along hexside {self.hexside} of {self.hex}"
