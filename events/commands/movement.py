"""Commands of vehicle movement: what vehicles do in their MPh."""

from typing import Final, TypeAlias

from attrs import field

from events.errors import BadInput
from events.field import Hex, Hexside, NumberByName
from events.register import Command, VehicleCommand, frozen
from events.scenario import VehicleSpec
from events.terms import MP, Road

MOST_STEPS: Final = 500
"""An Impulse has no more steps."""

_BOG: Final = "DR of each Bog Check, then of an Immobilization DR, that is due"
_BOG_LATER: Final = "DR of the Bog Check, then of an Immobilization DR that is due"
_MUD: Final = f"the Secret DR of an MPh in Mud, and its dr if it bogs; {_BOG}"


@frozen
class Start(VehicleCommand, word="start", about="expend a Start MP"):
    """A vehicle expends a Start MP (D2.12)."""


@frozen
class Move(
    VehicleCommand,
    word="move",
    about="enter an adjacent hex, for so many MP or what it costs",
    rolls=_MUD,
):
    """A vehicle enters an adjacent hex.

    Attributes:
        to: the hex entered.
        mp: all MP expended to enter, a declared overspending included (11.74); None is what
            the hex costs.
        road: the kind of road whose hexside it crosses, if it does (11.74, B3.41).
        reverse: it goes backwards, for a multiple of what the hex costs (D2.2).
        ovr: it makes an OVR there, for a quarter of its allotment more (D7.1).
    """

    to: Hex
    mp: MP | None = None
    road: Road | None = None
    reverse: bool = False
    ovr: bool = False


@frozen
class VBM(
    VehicleCommand,
    word="vbm",
    about="pass a hex, or a further hexside of it, in Bypass",
    title="VBM",
    rolls=_MUD,
):
    """A vehicle passes the obstacle of a hex along one of its hexsides (D2.3).

    Attributes:
        to: the hex passed: an adjacent one, or its own where it is in Bypass already.
        hexside: of that hex, along which it goes.
        mp: all MP expended; None is what it costs.
        reverse: it goes backwards, for a multiple of what that costs (D2.21).
    """

    to: Hex
    hexside: Hexside
    mp: MP | None = None
    reverse: bool = False


@frozen
class Enter(VehicleCommand, word="enter", about="enter the playing area", rolls=_MUD):
    """A vehicle enters the playing area from offboard.

    Attributes:
        to: the hex entered, on the edge.
        mp: all MP expended to enter; None is what the hex costs.
        road: the kind of road by which it enters, if it does (B3.41).
    """

    to: Hex
    mp: MP | None = None
    road: Road | None = None


@frozen
class AddVehicle(
    VehicleSpec,
    Command,
    word="vehicle",
    about="add a vehicle, in setup at a hex, later offboard",
    title="Add a vehicle",
):
    """A vehicle that the scenario lacks is added to it, as the scenario could have had it (A2.9).

    It sets up at its hex; without one it is offboard, as it is when it is added in play (A2.52).
    """


@frozen
class Exit(VehicleCommand, word="exit", about="exit the playing area"):
    """A vehicle exits the playing area, for ``mp`` MP."""

    mp: MP


@frozen
class Spend(VehicleCommand, word="spend", about="expend MP in the same hex"):
    """A vehicle expends ``mp`` MP in its hex: Delay, smoke discharger and so on."""

    mp: MP


@frozen
class Turn(VehicleCommand, word="turn", about="change its VCA by one hexspine", rolls=_BOG):
    """A vehicle changes its VCA by one hexspine (D2.11); None is the MP that it costs there."""

    mp: MP | None = None


@frozen
class Stop(VehicleCommand, word="stop", about="expend a Stop MP"):
    """A vehicle expends a Stop MP (D2.13)."""


@frozen
class ESB(
    VehicleCommand, word="esb", about="seek MP beyond the allotment", title="ESB", rolls="DR"
):
    """A tracked vehicle seeks so many MP beyond its allotment (D2.5).

    Attributes:
        mp: how many.
        drm: what its maker and red MP add to the DRM of its side and of the MP.
    """

    mp: MP
    drm: NumberByName = 0


@frozen
class TryMotion(
    VehicleCommand, word="motion", about="try for Motion: MP of an enemy in LOS", rolls="dr"
):
    """A vehicle tries for Motion at an enemy who has just come into its LOS (D2.401).

    Attributes:
        mp: the MF or MP that the enemy has expended in its LOS.
        drm: that of a platoon, or of a lone AFV without radio (D14.23).
    """

    mp: MP
    drm: NumberByName = 0


@frozen
class CheckBog(
    VehicleCommand, word="bog-check", about="make the Bog Check that is due", rolls=_BOG_LATER
):
    """The Bog Check that waited until Defensive First Fire at the vehicle was over (D8.2)."""


@frozen
class ArmoredAssault(VehicleCommand, word="assault", about="declare Armored Assault for this MPh"):
    """A vehicle declares Armored Assault for this MPh (D9.31)."""


ImpulseStep: TypeAlias = Start | Move | VBM | Enter | Exit | Spend | Turn | Stop
"""What one vehicle of a platoon can do in an Impulse."""


def _few_enough(_: object, __: object, steps: tuple[ImpulseStep, ...]) -> None:
    if len(steps) > MOST_STEPS:
        raise BadInput(f"an Impulse of {len(steps)} steps is too long; at most {MOST_STEPS}")


@frozen
class Impulse(Command, word="impulse", about="an Impulse of a platoon or convoy", rolls=_MUD):
    """One Impulse of platoon or convoy movement: its steps happen together (D14.2, 11.741)."""

    steps: tuple[ImpulseStep, ...] = field(validator=_few_enough)
