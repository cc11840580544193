"""Commands about what happens to vehicles, their hatches and the Guns that they tow."""

from typing import TypeAlias

from attrs import field

from events.commands.base import BaseCommand
from events.frozen import frozen
from events.pieces import NUMBER, VEHICLE, one_of, place
from events.terms import Hatch


@frozen
class Stun(BaseCommand):
    """A vehicle's crew is Stunned (D5.34)."""

    word = "stun"
    about = "its crew is Stunned"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Shock(BaseCommand):
    """A vehicle is Shocked (C7.4)."""

    word = "shock"
    about = "it is Shocked"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Immobilize(BaseCommand):
    """A vehicle is immobilized (D8.1)."""

    word = "immobilize"
    about = "it is immobilized"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Bog(BaseCommand):
    """A vehicle bogs by a roll that the players made, such as the Secret DR of Mud (D8.23)."""

    word = "bog"
    about = "it bogs, as the players rolled"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Unbog(BaseCommand):
    """The Bog Removal DR of a bogged vehicle, in its MPh (D8.3)."""

    word = "unbog"
    about = "its Bog Removal DR"
    rolls = "DR"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Destroy(BaseCommand):
    """A vehicle is destroyed; it is a wreck from now on (D10)."""

    word = "destroy"
    about = "it is destroyed"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Recover(BaseCommand):
    """A Shocked vehicle recovers (C7.42)."""

    word = "recover"
    about = "it recovers from Shock"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class SetHatch(BaseCommand):
    """The crew of an AFV goes BU or CE (D5.3)."""

    word = "hatch"
    about = "go BU or CE"

    vehicle: str = field(metadata=place(VEHICLE))
    hatch: Hatch = field(metadata=one_of(Hatch, must=True))


@frozen
class Hook(BaseCommand):
    """A vehicle hooks up a Gun and tows it from now on (C10.1)."""

    word = "hook"
    about = "hook up a Gun"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Unhook(BaseCommand):
    """A vehicle unhooks the Gun that it towed (C10.1)."""

    word = "unhook"
    about = "unhook a Gun"

    vehicle: str = field(metadata=place(VEHICLE))


@frozen
class Bypass(BaseCommand):
    """A vehicle stands in Bypass along a hexside of its hex, as its owner moved it (D2.3)."""

    word = "bypass"
    about = "a vehicle stands in Bypass along a hexside of its hex"

    vehicle: str = field(metadata=place(VEHICLE))
    hexside: int = field(metadata=place(NUMBER))


MishapCommand: TypeAlias = (
    Stun | Shock | Immobilize | Bog | Unbog | Destroy | Recover | SetHatch | Hook | Unhook | Bypass
)
