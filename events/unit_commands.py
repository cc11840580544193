"""Commands about Infantry and SW that are followed by name; see `events.commands`."""

import attrs

from events.terms import Station, UnitKind

__all__ = ["Break", "Cross", "PlaceUnit", "Rally", "RemoveUnit", "StationUnit"]


@attrs.frozen
class PlaceUnit:
    """Infantry or a SW is in a hex, and is followed by name from now on.

    Attributes:
        unit: how orders and answers call it.
        kind: what it is.
        hex: where.
        station: in a Steeple or a Shaft of the hex; None is neither.
        involuntary: it came there without its owner's will, as a created Hero does (AD3.312).
        side: its owner; None is the ATTACKER.
        pp: PP of a SW; PP that Infantry carries (A4.42).
    """

    unit: str
    kind: UnitKind
    hex: str
    station: Station | None = None
    involuntary: bool = False
    side: str | None = None
    pp: int = 0


@attrs.frozen
class StationUnit:
    """A unit goes to a Steeple or Shaft of its hex, or leaves both (AD3.312).

    Attributes:
        unit: which one.
        station: where to.
        involuntary: it must, as in a rout; then it may overstack.
    """

    unit: str
    station: Station
    involuntary: bool = False


@attrs.frozen
class Cross:
    """Infantry expends all MF to cross a cactus hedge, or to be across (191.3).

    Attributes:
        unit: which one.
        to: the hex beyond the hedge.
    """

    unit: str
    to: str


@attrs.frozen
class Break:
    """A unit breaks, or is otherwise no longer in Good Order (A.7)."""

    unit: str


@attrs.frozen
class Rally:
    """A unit is in Good Order again."""

    unit: str


@attrs.frozen
class RemoveUnit:
    """A unit is eliminated or leaves, and is no longer followed."""

    unit: str
