"""Events of vehicles: movement, Motion, and what happens to them."""

from typing import ClassVar

from attrs import field

from events.moment import Moment
from events.register import Event, VehicleEvent
from events.scenario import VehicleSpec
from events.terms import MP, Hatch, mp_words


class VehicleAdded(Event, VehicleSpec):
    """A vehicle was added to the order of battle, and set up at its hex if it has one."""

    rule: str

    def __str__(self) -> str:
        where = "offboard" if self.at is None else f"in {self.at}"
        return f"{self.id} of the {self.side} is added {where}: {self.movement}, {self.mp} MP"


class VehicleStarted(VehicleEvent, says="{vehicle} Starts"):
    """A vehicle expended a Start MP."""

    mp: MP
    rule: str


class VehicleMoved(VehicleEvent):
    """A vehicle entered a new hex from another hex of the playing area."""

    origin: str
    to: str
    mp: MP
    whole: bool = field(default=False, kw_only=True)
    """The entry took all its MP but those to Start and Stop (B13.41)."""
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} goes from {self.origin} to {self.to} ({mp_words(self.mp)})"


class VehicleEntered(VehicleEvent):
    """A vehicle entered the playing area, in Motion."""

    to: str
    mp: MP
    whole: bool = field(default=False, kw_only=True)
    """The entry took all its MP but those to Start and Stop (B13.41)."""
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} enters in {self.to} ({mp_words(self.mp)})"


class VehicleExited(VehicleEvent):
    """A vehicle exited the playing area, for good."""

    origin: str
    mp: MP
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} exits from {self.origin} ({mp_words(self.mp)})"


class MPSpent(VehicleEvent):
    """A vehicle expended MP in its hex, or is treated as if it had (D14.31)."""

    mp: MP
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} expends {mp_words(self.mp)} in its hex"


class VehicleStopped(VehicleEvent, says="{vehicle} Stops"):
    """A vehicle expended a Stop MP."""

    mp: MP
    rule: str


class VehicleEndedInMotion(VehicleEvent, says="{vehicle} ends its MPh in Motion"):
    """A vehicle ended its MPh in Motion."""

    rule: str


class ArmoredAssaultDeclared(VehicleEvent, says="{vehicle} declares Armored Assault"):
    """A vehicle uses Armored Assault in this MPh."""

    rule: str


class VehicleStunned(VehicleEvent, says="{vehicle} is Stunned, and Stopped"):
    """A vehicle was Stunned and Stopped."""

    rule: str


class VehicleUnstunned(VehicleEvent, says="{vehicle} is no longer Stunned"):
    """A Stun ended with its Player Turn."""

    rule: str


class VehicleShocked(VehicleEvent, says="{vehicle} is Shocked, and Stopped"):
    """A vehicle was Shocked and Stopped."""

    rule: str


class VehicleRecovered(VehicleEvent, says="{vehicle} recovers from Shock"):
    """A Shocked vehicle recovered."""

    rule: str


class VehicleImmobilized(VehicleEvent, says="{vehicle} is immobilized"):
    """A vehicle was immobilized and Stopped."""

    rule: str


class ESBRolled(VehicleEvent):
    """A vehicle made an ESB DR, and has so many MP more in this MPh (D2.5)."""

    mp: MP
    coloured: int
    white: int
    drm: int
    rule: str

    def __str__(self) -> str:
        dice = f"{self.coloured},{self.white} with DRM {self.drm:+}"
        more = f"{mp_words(self.mp)} more" if self.mp else "it breaks down"
        return f"{self.vehicle} makes an ESB DR, {dice}: {more}"


class MotionTried(VehicleEvent):
    """A vehicle tried for Motion at an enemy who had expended so many MF or MP (D2.401)."""

    mp: MP
    dr: int
    drm: int
    rule: str

    def __str__(self) -> str:
        drm = f" with drm {self.drm:+}" if self.drm else ""
        seen = mp_words(self.mp).removesuffix(" MP")
        return f"{self.vehicle} tries for Motion at {seen} MF or MP: dr {self.dr}{drm}"


class MotionGained(VehicleEvent, says="{vehicle} is in Motion"):
    """A vehicle is in Motion by an attempt in the enemy's MPh (D2.401)."""

    rule: str


class BogCheckDue(
    VehicleEvent, says="{vehicle} has a Bog Check to make in {hex}, with DRM {drm:+}"
):
    """A Bog Check will be made once Defensive First Fire at the vehicle is over (D8.2, AD3.42)."""

    hex: str
    drm: int
    """All its DRM."""
    immobilization: int | None
    """The DRM of an Immobilization DR that follows if it does not bog (F3.31); None if none
    does."""
    rule: str


class BogChecked(
    VehicleEvent, says="{vehicle} makes a Bog Check in {hex}: {coloured},{white} with DRM {drm:+}"
):
    """A vehicle made a Bog Check DR in a hex, with this DRM (D8.21)."""

    hex: str
    coloured: int
    white: int
    drm: int
    rule: str


class SecretBogRolled(VehicleEvent, says="{vehicle} has its Secret Bog DR made for this MPh"):
    """A vehicle's Secret Bog DR for this MPh in Mud, and the Secret dr if it bogs (D8.23)."""

    coloured: int
    white: int
    drm: int
    dr: int | None
    rule: str


class MudHexCounted(
    VehicleEvent, says="{vehicle} is in Mud in {hex}, hex {number} of its Secret dr"
):
    """A vehicle entered a hex that counts for its Secret dr: the ``number``-th (11.8).

    Only of a vehicle that will bog.
    """

    secret: ClassVar[bool] = True

    hex: str
    number: int
    rule: str


class ImmobilizationChecked(
    VehicleEvent,
    says="{vehicle} makes an Immobilization DR in {hex}: {coloured},{white} with DRM {drm:+}",
):
    """A vehicle made an Immobilization DR in or beside hammada, with this DRM (F3.31)."""

    hex: str
    coloured: int
    white: int
    drm: int
    rule: str


class VehicleBogged(VehicleEvent, says="{vehicle} bogs in {hex}"):
    """A vehicle bogged and Stopped (D8.2)."""

    hex: str
    rule: str


class VehicleFreed(VehicleEvent, says="{vehicle} is free again, and in Motion"):
    """A bogged vehicle freed itself, by a Start MP, and is in Motion (D8.3)."""

    rule: str


class VehicleMired(VehicleEvent, says="{vehicle} is Mired"):
    """A bogged vehicle became Mired: the next Bog Removal DR is harder (D8.3)."""

    rule: str


class VehicleDestroyed(VehicleEvent, says="{vehicle} is destroyed"):
    """A vehicle was destroyed: a wreck is not in Motion and tows nothing."""

    rule: str


class WreckAblaze(VehicleEvent, says="the wreck of {vehicle} burns in {hex}"):
    """A wreck burns, and will for the rest of the game (B25.14)."""

    hex: str
    rule: str


class WreckFireChecked(
    VehicleEvent, says="the fire of the wreck of {vehicle} in {hex} was rolled for"
):
    """Whether a burning wreck sets its Location afire was rolled for (B25.14)."""

    hex: str
    moment: Moment
    rule: str


class WreckRemoved(VehicleEvent):
    """A wreck was taken off the playing area: buried (B24.121), burnt (D10.41) or none (D10.1)."""

    rule: str

    def __str__(self) -> str:
        done = {"D10.41": "burns up", "D10.1": "counts for nothing"}.get(self.rule, "is buried")
        return f"the wreck of {self.vehicle} {done}"


class HatchSet(VehicleEvent, says="{vehicle} is {hatch}"):
    """An AFV's crew went BU or CE."""

    hatch: Hatch
    rule: str


class TowingChanged(VehicleEvent):
    """A vehicle hooked up or unhooked a Gun, for ``mp`` MP."""

    towing: bool
    mp: MP
    rule: str

    def __str__(self) -> str:
        return (
            f"{self.vehicle} {'hooks up' if self.towing else 'unhooks'} a Gun ({mp_words(self.mp)})"
        )


class VehicleBypassed(VehicleEvent, says="{vehicle} is in Bypass along hexside {hexside} of {hex}"):
    """A vehicle stands in Bypass along a hexside of its hex, until it goes elsewhere (D2.3)."""

    hex: str
    hexside: int
    rule: str
