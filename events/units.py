"""Events of Infantry and SW that are followed by name: where they are, Good Order, crossings."""

from typing import Final

from events.moment import Moment
from events.register import Event, frozen
from events.terms import Riding, Station, UnitKind

_WHERE: Final = {
    Station.GROUND: "on the ground",
    Station.SHAFT: "in the Shaft",
    Station.STEEPLE: "in the Steeple",
    Station.ENTRENCHED: "beneath the entrenchment",
    Station.PILLBOX: "in the pillbox",
    Station.ROOFTOP: "on the rooftop",
}


class UnitEvent(Event):
    """An event of Infantry or a SW."""

    unit: str


@frozen
class UnitPlaced(UnitEvent):
    """A unit or SW is in a hex, and is followed from now on; ``moved``: it moved in this MPh."""

    unit: str
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


@frozen
class UnitStationed(UnitEvent):
    """A unit or SW went to a Steeple, Shaft or rooftop of its hex, or left them."""

    unit: str
    station: Station
    rule: str

    def __str__(self) -> str:
        return f"{self.unit} is {_WHERE[self.station]}"


@frozen
class GoodOrderLost(UnitEvent):
    """A unit broke, or was otherwise no longer in Good Order."""

    unit: str
    rule: str

    def __str__(self) -> str:
        return f"{self.unit} is no longer in Good Order"


@frozen
class GoodOrderRegained(UnitEvent):
    """A unit was in Good Order again."""

    unit: str
    rule: str

    def __str__(self) -> str:
        return f"{self.unit} is in Good Order"


@frozen
class CrossingBegan(UnitEvent):
    """A unit expended all its MF to cross a cactus hedge: it is TI, in Hazardous Movement."""

    unit: str
    hex: str
    to: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"{self.unit} begins to cross the cactus hedge from {self.hex} to {self.to}: TI"


@frozen
class CrossingFinished(UnitEvent):
    """A unit expended all its MF, is TI no more, and is across."""

    unit: str
    hex: str
    to: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"{self.unit} is across the cactus hedge in {self.to}"


@frozen
class CrossingEnded(UnitEvent):
    """A crossing is off: the unit stays where it is, and is TI no more."""

    unit: str
    to: str
    rule: str

    def __str__(self) -> str:
        return f"{self.unit} crosses no cactus hedge to {self.to}, and is TI no more"


@frozen
class UnitEliminated(UnitEvent):
    """Random Selection eliminated a unit or SW that was too much for a Steeple or Shaft."""

    unit: str
    hex: str
    rule: str

    def __str__(self) -> str:
        return f"{self.unit} is too much for its Location in {self.hex}, and is eliminated"


@frozen
class UnitKilled(UnitEvent):
    """A unit or SW was eliminated by what befell its Location, as rubble or a Blaze."""

    unit: str
    hex: str
    rule: str

    def __str__(self) -> str:
        return f"{self.unit} is eliminated in {self.hex}"


@frozen
class UnitFell(UnitEvent):
    """A unit or SW was eliminated with the Location that it was in, as its building was rubbled."""

    unit: str
    hex: str
    station: Station
    rule: str

    def __str__(self) -> str:
        where = _WHERE[self.station]
        return f"{self.unit}, {where} of {self.hex}, is eliminated as that Location is no more"


@frozen
class UnitRemoved(UnitEvent):
    """A unit or SW is no longer followed."""

    unit: str
    rule: str

    def __str__(self) -> str:
        return f"{self.unit} is removed"
