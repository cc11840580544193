"""Events of Infantry and SW that are followed by name: where they are, Good Order, crossings."""

from typing import TypeAlias

import attrs

from events.moment import Moment
from events.terms import Station, UnitKind


@attrs.frozen
class UnitPlaced:
    """A unit or SW is in a hex, and is followed from now on."""

    unit: str
    kind: UnitKind
    side: str
    hex: str
    station: Station
    pp: int
    rule: str


@attrs.frozen
class UnitStationed:
    """A unit or SW went to a Steeple or Shaft of its hex, or left both."""

    unit: str
    station: Station
    rule: str


@attrs.frozen
class GoodOrderLost:
    """A unit broke, or was otherwise no longer in Good Order."""

    unit: str
    rule: str


@attrs.frozen
class GoodOrderRegained:
    """A unit was in Good Order again."""

    unit: str
    rule: str


@attrs.frozen
class CrossingBegan:
    """A unit expended all its MF to cross a cactus hedge: it is TI, in Hazardous Movement."""

    unit: str
    hex: str
    to: str
    moment: Moment
    rule: str


@attrs.frozen
class CrossingFinished:
    """A unit expended all its MF, is TI no more, and is across."""

    unit: str
    hex: str
    to: str
    moment: Moment
    rule: str


@attrs.frozen
class CrossingEnded:
    """A crossing is off: the unit stays where it is, and is TI no more."""

    unit: str
    to: str
    rule: str


@attrs.frozen
class UnitEliminated:
    """Random Selection eliminated a unit or SW that was too much for a Steeple or Shaft."""

    unit: str
    hex: str
    rule: str


@attrs.frozen
class UnitRemoved:
    """A unit or SW is no longer followed."""

    unit: str
    rule: str


UnitEvent: TypeAlias = (
    UnitPlaced
    | UnitStationed
    | GoodOrderLost
    | GoodOrderRegained
    | CrossingBegan
    | CrossingFinished
    | CrossingEnded
    | UnitEliminated
    | UnitRemoved
)
