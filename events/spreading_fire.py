"""Events of fire that spreads: Kindling, Spreading Fire and Fire Collapse."""

from typing import TypeAlias

import attrs

from events.moment import Moment


@attrs.frozen
class KindlingFailed:
    """A Kindling DR placed no Flame (B25.11)."""

    hex: str
    rule: str

    def __str__(self) -> str:
        return f"Kindling fails in {self.hex}"


@attrs.frozen
class BlazeSpread:
    """A Blaze set an adjacent hex afire: a Flame is there (B25.6)."""

    hex: str
    to: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"the Blaze in {self.hex} spreads: a Flame in {self.to}"


@attrs.frozen
class BlazeChecked:
    """The Spreading Fire DR of a Blaze were made for this Player Turn (B25.6)."""

    hex: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"the Blaze in {self.hex} has been rolled for"


@attrs.frozen
class BuildingHeld:
    """A building ablaze did not collapse in this Player Turn (B25.66)."""

    hex: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"the building ablaze in {self.hex} stands"


SpreadingFireEvent: TypeAlias = KindlingFailed | BlazeSpread | BlazeChecked | BuildingHeld
