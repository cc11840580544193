"""Events of Infantry and SW that are followed by name: where they are, Good Order, crossings."""

from typing import Final

from events.moment import Moment
from events.register import UnitEvent
from events.terms import Riding, Station, UnitKind

_WHERE: Final = {
    Station.GROUND: "on the ground",
    Station.SHAFT: "in the Shaft",
    Station.STEEPLE: "in the Steeple",
    Station.ENTRENCHED: "beneath the entrenchment",
    Station.PILLBOX: "in the pillbox",
    Station.ROOFTOP: "on the rooftop",
}


class UnitPlaced(UnitEvent):
    """A unit or SW is in a hex, and is followed from now on; ``moved``: it moved in this MPh."""

    kind: UnitKind
    side: str
    hex: str
    station: Station
    pp: int
    rule: str
    riding: Riding | None = None
    moved: Moment | None = None

    def __str__(self) -> str:
        pp = "" if not self.pp else f", {self.pp} PP"
        if self.moved is not None:
            pp += ", MF expended"
        on = "" if self.riding is None else f", by {self.riding}"
        where = "" if self.station is Station.GROUND else f", {_WHERE[self.station]}"
        return f"{self.unit}, {self.kind} of the {self.side}{pp}{on}, is in {self.hex}{where}"


class UnitStationed(UnitEvent):
    """A unit or SW went to a Steeple, Shaft or rooftop, or left it; ``moved``: in its own MPh."""

    station: Station
    rule: str
    moved: Moment | None = None

    def __str__(self) -> str:
        return f"{self.unit} is {_WHERE[self.station]}"


class GoodOrderLost(UnitEvent, says="{unit} is no longer in Good Order"):
    """A unit broke, or was otherwise no longer in Good Order."""

    rule: str


class GoodOrderRegained(UnitEvent, says="{unit} is in Good Order"):
    """A unit was in Good Order again."""

    rule: str


class CrossingBegan(
    UnitEvent, says="{unit} begins to cross the cactus hedge from {hex} to {to}: TI"
):
    """A unit expended all its MF to cross a cactus hedge: it is TI, in Hazardous Movement."""

    hex: str
    to: str
    moment: Moment
    rule: str


class CrossingFinished(UnitEvent, says="{unit} is across the cactus hedge in {to}"):
    """A unit expended all its MF, is TI no more, and is across."""

    hex: str
    to: str
    moment: Moment
    rule: str


class CrossingEnded(UnitEvent, says="{unit} crosses no cactus hedge to {to}, and is TI no more"):
    """A crossing is off: the unit stays where it is, and is TI no more."""

    to: str
    rule: str


class UnitEliminated(
    UnitEvent, says="{unit} is too much for its Location in {hex}, and is eliminated"
):
    """Random Selection eliminated a unit or SW that was too much for a Steeple or Shaft."""

    hex: str
    rule: str


class UnitKilled(UnitEvent, says="{unit} is eliminated in {hex}"):
    """A unit or SW was eliminated by what befell its Location, as rubble or a Blaze."""

    hex: str
    rule: str


class UnitFell(UnitEvent):
    """A unit or SW was eliminated with the Location that it was in, as its building was rubbled."""

    hex: str
    station: Station
    rule: str

    def __str__(self) -> str:
        where = _WHERE[self.station]
        return f"{self.unit}, {where} of {self.hex}, is eliminated as that Location is no more"


class UnitRemoved(UnitEvent, says="{unit} is removed"):
    """A unit or SW is no longer followed."""

    rule: str
