"""Commands about Infantry and SW that are followed by name."""

from events.field import Hex, Name, NumberByName, Side, UnitName
from events.register import Command, frozen
from events.terms import Riding, Station, UnitKind


@frozen
class PlaceUnit(Command, word="unit", about="put Infantry or a SW in a hex"):
    """Infantry or a SW is in a hex, and is followed by name from now on.

    Attributes:
        unit: how orders and answers call it.
        kind: what it is.
        station: in a Steeple, a Shaft or a Fortification of the hex, or on its rooftop; None is in
            none.
        involuntary: it came there without its owner's will, as a created Hero does (AD3.312).
        side: its owner; None is the ATTACKER.
        pp: PP of a SW; PP that Infantry carries (A4.42).
        riding: its horses or motorcycles; None is on foot.
        moved: it expended MF in this MPh, to come there.
    """

    unit: Name
    kind: UnitKind
    hex: Hex
    station: Station | None = None
    involuntary: bool = False
    side: Side | None = None
    pp: NumberByName = 0
    riding: Riding | None = None
    moved: bool = False


@frozen
class StationUnit(
    Command,
    word="station",
    about="a unit goes to a Steeple, Shaft, Fortification or rooftop of its hex, or to none",
):
    """A unit goes to a Steeple, Shaft, Fortification or rooftop of its hex, or to none (AD3.312).

    Attributes:
        station: where to.
        involuntary: it must, as in a rout; then it may overstack.
    """

    unit: UnitName
    station: Station
    involuntary: bool = False


@frozen
class Cross(
    Command,
    word="cross",
    about="expend all MF to cross a cactus hedge; in the next MPh, to be across",
):
    """Infantry expends all MF to cross a cactus hedge, or to be across (191.3).

    Attributes:
        to: the hex beyond the hedge.
    """

    unit: UnitName
    to: Hex


@frozen
class Break(Command, word="break", about="a unit breaks, or is else no longer in Good Order"):
    """A unit breaks, or is otherwise no longer in Good Order (A.7)."""

    unit: UnitName


@frozen
class Rally(Command, word="rally", about="a unit is in Good Order again"):
    """A unit is in Good Order again."""

    unit: UnitName


@frozen
class RemoveUnit(Command, word="remove", about="a unit is eliminated or leaves"):
    """A unit is eliminated or leaves, and is no longer followed."""

    unit: UnitName
