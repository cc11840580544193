"""Commands about what happens to vehicles, their hatches and the Guns that they tow."""

from attrs import field

from events.pieces import NUMBER, VEHICLE, one_of, place
from events.register import Command, frozen
from events.terms import Hatch


@frozen
class Stun(Command):
    """A vehicle's crew is Stunned (D5.34)."""

    word = "stun"
    about = "its crew is Stunned"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Shock(Command):
    """A vehicle is Shocked (C7.4)."""

    word = "shock"
    about = "it is Shocked"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Immobilize(Command):
    """A vehicle is immobilized (D8.1)."""

    word = "immobilize"
    about = "it is immobilized"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Bog(Command):
    """A vehicle bogs by a roll that the players made, such as the Secret DR of Mud (D8.23)."""

    word = "bog"
    about = "it bogs, as the players rolled"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Unbog(Command):
    """The Bog Removal DR of a bogged vehicle, in its MPh (D8.3)."""

    word = "unbog"
    about = "its Bog Removal DR"
    rolls = "DR"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Destroy(Command):
    """A vehicle is destroyed; it is a wreck from now on (D10)."""

    word = "destroy"
    about = "it is destroyed"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Recover(Command):
    """A Shocked vehicle recovers (C7.42)."""

    word = "recover"
    about = "it recovers from Shock"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class SetHatch(Command):
    """The crew of an AFV goes BU or CE (D5.3)."""

    word = "hatch"
    about = "go BU or CE"

    vehicle: str = field(metadata=place(VEHICLE))
    hatch: Hatch = field(metadata=one_of(Hatch, must=True))


@frozen
class Hook(Command):
    """A vehicle hooks up a Gun and tows it from now on (C10.1)."""

    word = "hook"
    about = "hook up a Gun"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Unhook(Command):
    """A vehicle unhooks the Gun that it towed (C10.1)."""

    word = "unhook"
    about = "unhook a Gun"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Bypass(Command):
    """A vehicle stands in Bypass along a hexside of its hex, as its owner moved it (D2.3)."""

    word = "bypass"
    about = "a vehicle stands in Bypass along a hexside of its hex"

    vehicle: str = field(metadata=place(VEHICLE))
    hexside: int = field(metadata=place(NUMBER))
