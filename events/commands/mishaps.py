"""Commands about what happens to vehicles, their hatches and the Guns that they tow."""

from events.field import Hexside, NumberByName, VehicleByName
from events.register import VehicleCommand, frozen
from events.terms import Hatch


@frozen
class Stun(VehicleCommand, word="stun", about="its crew is Stunned"):
    """A vehicle's crew is Stunned (D5.34)."""


@frozen
class Shock(VehicleCommand, word="shock", about="it is Shocked"):
    """A vehicle is Shocked (C7.4)."""


@frozen
class Immobilize(VehicleCommand, word="immobilize", about="it is immobilized"):
    """A vehicle is immobilized (D8.1)."""


@frozen
class Bog(VehicleCommand, word="bog", about="it bogs, as the players rolled"):
    """A vehicle bogs by a roll that the players made, such as the Secret DR of Mud (D8.23)."""


@frozen
class Unbog(VehicleCommand, word="unbog", about="its Bog Removal DR", rolls="DR"):
    """The Bog Removal DR of a bogged vehicle, in its MPh (D8.3).

    Attributes:
        helper: an AFV in its Location that pulls, for all its MP.
        leader: Leadership DRM of the Armor Leader of either.
    """

    helper: VehicleByName | None = None
    leader: NumberByName = 0


@frozen
class Destroy(VehicleCommand, word="destroy", about="it is destroyed"):
    """A vehicle is destroyed; it is a wreck from now on (D10).

    Attributes:
        vehicle: which one; a wreck, if it begins to burn.
        burning: it burns (B25.14).
    """

    burning: bool = False


@frozen
class Recover(VehicleCommand, word="recover", about="it recovers from Shock"):
    """A Shocked vehicle recovers (C7.42)."""


@frozen
class SetHatch(VehicleCommand, word="hatch", about="go BU or CE"):
    """The crew of an AFV goes BU or CE (D5.3)."""

    hatch: Hatch


@frozen
class Hook(VehicleCommand, word="hook", about="hook up a Gun"):
    """A vehicle hooks up a Gun and tows it from now on (C10.1)."""


@frozen
class Unhook(VehicleCommand, word="unhook", about="unhook a Gun"):
    """A vehicle unhooks the Gun that it towed (C10.1)."""


@frozen
class Bypass(
    VehicleCommand, word="bypass", about="a vehicle stands in Bypass along a hexside of its hex"
):
    """A vehicle stands in Bypass along a hexside of its hex, as its owner moved it (D2.3)."""

    hexside: Hexside
