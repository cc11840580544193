"""Events of what lies in a hex: buildings, rubble, debris, shellholes, fire, and work on them."""

from events.moment import Moment
from events.register import GroundEvent
from events.terms import Material


class BuildingStood(GroundEvent, says="the building in {hex} stands"):
    """An attack that might have rubbled a building did not (B24.11)."""

    rule: str


class BuildingRubbled(GroundEvent, says="{hex} is {material} rubble from level {level} up"):
    """A building is rubble from ``level`` (0 is ground level) up, of this material."""

    level: int
    material: Material
    rule: str


class RubbleStayed(GroundEvent, says="the rubble of {hex} stays in its hex"):
    """A Falling rubble DR kept the rubble in its hex (B24.12)."""

    rule: str


class RubbleFell(GroundEvent):
    """Rubble fell out of a hex (B24.12)."""

    to: str | None
    """The hex into which it fell; None when it fell off the playing area."""
    material: Material
    lies: bool
    """It lies there, on top of all else; Trail Breaks through debris under it are no more."""
    rule: str
    buries: bool = False
    """All Trail Breaks there are no more (B24.121)."""

    def __str__(self) -> str:
        if self.to is None:
            return f"rubble falls from {self.hex} off the playing area"
        return f"{self.material} rubble falls from {self.hex} into {self.to}"


class TrailBreakPlaced(GroundEvent, says="a Trail Break joins hexsides {across} of {hex}"):
    """Clearance placed a Trail Break that joins two hexsides (B24.71)."""

    across: tuple[int, int]
    debris: bool
    """It goes through Arid Debris; otherwise through Fallen rubble."""
    labor: int
    """The Labor DRM from now on (B24.8)."""
    moment: Moment
    rule: str


class TrailBreakMade(GroundEvent, says="a Trail Break now joins hexsides {across} of {hex}"):
    """A vehicle that left woods or palm trees left a Trail Break behind (B13.421)."""

    across: tuple[int, int]
    rule: str


class TrailBreakEnded(GroundEvent, says="no Trail Break joins hexsides {across} of {hex} any more"):
    """A wreck, or a vehicle that cannot move, lies on a Trail Break (B13.4211)."""

    across: tuple[int, int]
    rule: str


class HighWallBreached(GroundEvent, says="the High Wall on hexside {hexside} of {hex} is breached"):
    """A High Wall was breached, along one hexside and for good (AD4.6)."""

    hexside: int
    other: str
    other_hexside: int
    """The same hexside as the other of its hexes counts it."""
    rule: str


class ClearanceFailed(GroundEvent, says="Clearance fails in {hex}; Labor {labor}"):
    """A Clearance DR failed; ``labor`` is the Labor DRM from now on (B24.8)."""

    labor: int
    moment: Moment
    rule: str


class LaborEnded(GroundEvent, says="the Labor in {hex} is lost"):
    """The Labor counter of a hex was removed (B24.8)."""

    rule: str


class RubbleCleared(GroundEvent, says="the rubble in {hex} is cleared"):
    """Trail Breaks cross every hexside: the rubble is gone, what it lay on is back (B24.71)."""

    work_ends: bool
    """Nothing is left to clear there, and no unit is at work any more."""
    rule: str


class DebrisPlaced(GroundEvent, says="Arid Debris comes to {hex}"):
    """Arid Debris that is not printed came to a hex."""

    rule: str


class DebrisCleared(GroundEvent, says="the Arid Debris in {hex} is cleared"):
    """Arid Debris was cleared (AD3.45)."""

    work_ends: bool
    """No unit is at work there any more."""
    rule: str


class DebrisEnded(GroundEvent, says="the Arid Debris in {hex} is gone"):
    """Arid Debris ceased to exist (AD3.44)."""

    work_ends: bool
    """No unit is at work there any more."""
    rule: str


class ShellholesPlaced(GroundEvent, says="shellholes in {hex}"):
    """Shellholes came to a hex."""

    rule: str


class FlamePlaced(GroundEvent, says="a Flame in {location}"):
    """A Flame was placed, beside those that a Location has already (B25.15)."""

    moment: Moment
    rule: str
    level: int = 0
    """The building level; 0 is ground level."""


class FlameStayed(GroundEvent, says="the Flame in {location} stays a Flame"):
    """The oldest Flame of a Location neither grew nor went out (B25.15)."""

    moment: Moment
    rule: str
    level: int = 0


class ExtinguishRolled(GroundEvent):
    """Units made the DR to put out the oldest Flame of a Location, with this DRM (B24.72)."""

    coloured: int
    white: int
    drm: int
    out: bool
    hampered: bool
    """It becomes no Blaze in this Player Turn (B24.721)."""
    moment: Moment
    rule: str
    level: int = 0

    def __str__(self) -> str:
        dice = f"{self.coloured},{self.white} with DRM {self.drm:+}"
        hampered = "hampered, so no Blaze in this Player Turn" if self.hampered else "it burns on"
        result = "a success" if self.out else hampered
        return f"DR {dice} vs the Flame in {self.location}: {result}"


class FlameEnded(GroundEvent, says="one Flame in {location} is out"):
    """The oldest of several Flames of a Location was gone; the others burn on (B25.15)."""

    rule: str
    level: int = 0


class BlazeBegan(GroundEvent, says="a Blaze in {location}"):
    """A Blaze began, from a Flame or at once; it is all the fire of its Location."""

    rule: str
    level: int = 0


class FireEnded(GroundEvent, says="the fire in {location} is out"):
    """The Blaze, or the last Flame, of a Location was gone."""

    rule: str
    level: int = 0
