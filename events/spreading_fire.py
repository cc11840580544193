"""Events of fire that spreads: Kindling, Spreading Fire and Fire Collapse."""

from events.moment import Moment
from events.register import Event, GroundEvent, at_level


class KindlingFailed(GroundEvent, says="Kindling fails in {location}"):
    """A Kindling DR placed no Flame (B25.11)."""

    rule: str
    level: int = 0


class GustsTurned(Event, says="the Gusts drive fire to hexside {direction}"):
    """Gusts in No Wind spread fire in this direction (B25.651)."""

    direction: int
    rule: str


class BlazeSpread(GroundEvent):
    """A Blaze set another Location afire, ``to``: a further Flame is there (B25.6)."""

    to: str
    moment: Moment
    rule: str
    level: int = 0
    to_level: int = 0

    def __str__(self) -> str:
        there = at_level(self.to, self.to_level)
        return f"the Blaze in {self.location} spreads: a Flame in {there}"


class BlazeChecked(GroundEvent, says="the Blaze in {location} has been rolled for"):
    """The Spreading Fire DR near a Blaze were made for this Player Turn (B25.6)."""

    moment: Moment
    rule: str
    level: int = 0


class BuildingHeld(GroundEvent, says="the building ablaze in {hex} stands"):
    """A building ablaze did not collapse in this Player Turn (B25.66)."""

    moment: Moment
    rule: str
