"""Events of fire that spreads: Kindling, Spreading Fire and Fire Collapse."""

from events.ground import at_level
from events.moment import Moment
from events.register import Event, frozen


@frozen
class KindlingFailed(Event):
    """A Kindling DR placed no Flame (B25.11)."""

    hex: str
    rule: str
    level: int = 0

    def __str__(self) -> str:
        return f"Kindling fails in {at_level(self.hex, self.level)}"


@frozen
class GustsTurned(Event):
    """Gusts in No Wind spread fire in this direction (B25.651)."""

    direction: int
    rule: str

    def __str__(self) -> str:
        return f"the Gusts drive fire to hexside {self.direction}"


@frozen
class BlazeSpread(Event):
    """A Blaze set another Location afire: a further Flame is there (B25.6).

    Attributes:
        hex: the hex ablaze.
        to: the hex to which it spread.
        rule: the rule by which it did.
        level: the level ablaze; 0 is ground level.
        to_level: the level to which it spread.
    """

    hex: str
    to: str
    moment: Moment
    rule: str
    level: int = 0
    to_level: int = 0

    def __str__(self) -> str:
        blaze, there = at_level(self.hex, self.level), at_level(self.to, self.to_level)
        return f"the Blaze in {blaze} spreads: a Flame in {there}"


@frozen
class BlazeChecked(Event):
    """The Spreading Fire DR near a Blaze were made for this Player Turn (B25.6)."""

    hex: str
    moment: Moment
    rule: str
    level: int = 0

    def __str__(self) -> str:
        return f"the Blaze in {at_level(self.hex, self.level)} has been rolled for"


@frozen
class BuildingHeld(Event):
    """A building ablaze did not collapse in this Player Turn (B25.66)."""

    hex: str
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"the building ablaze in {self.hex} stands"
