"""Events of fire that spreads: Kindling, Spreading Fire and Fire Collapse."""

from typing import TypeAlias

from events.frozen import frozen
from events.moment import Moment


@frozen
class KindlingFailed:
    """A Kindling DR placed no Flame (B25.11)."""

    hex: str
    rule: str

    def __str__(self) -> str:
        return f"Kindling fails in {self.hex}"


@frozen
class BlazeSpread:
    """A Blaze set an adjacent hex afire: a Flame is there (B25.6)."""

    hex: str
    to: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"the Blaze in {self.hex} spreads: a Flame in {self.to}"


@frozen
class BlazeChecked:
    """The Spreading Fire DR of a Blaze were made for this Player Turn (B25.6)."""

    hex: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"the Blaze in {self.hex} has been rolled for"


@frozen
class BuildingHeld:
    """A building ablaze did not collapse in this Player Turn (B25.66)."""

    hex: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"the building ablaze in {self.hex} stands"


SpreadingFireEvent: TypeAlias = KindlingFailed | BlazeSpread | BlazeChecked | BuildingHeld
