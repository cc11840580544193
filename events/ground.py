"""Events of what lies in a hex: buildings, rubble, debris, shellholes, fire, and work on them."""

from events.moment import Moment
from events.register import Event, frozen
from events.terms import Material


def at_level(hex_: str, level: int) -> str:
    """A Location of a hex as players write it: ``E4``, or ``E4@1`` above ground level."""
    return f"{hex_}@{level}" if level else hex_


class GroundEvent(Event):
    """An event of what lies in a hex."""

    hex: str


@frozen
class BuildingStood(GroundEvent):
    """An attack that might have rubbled a building did not (B24.11)."""

    hex: str
    rule: str

    def __str__(self) -> str:
        return f"the building in {self.hex} stands"


@frozen
class BuildingRubbled(GroundEvent):
    """A building is rubble from ``level`` (0 is ground level) up, of this material."""

    hex: str
    level: int
    material: Material
    rule: str

    def __str__(self) -> str:
        return f"{self.hex} is {self.material} rubble from level {self.level} up"


@frozen
class RubbleStayed(GroundEvent):
    """A Falling rubble DR kept the rubble in its hex (B24.12)."""

    hex: str
    rule: str

    def __str__(self) -> str:
        return f"the rubble of {self.hex} stays in its hex"


@frozen
class RubbleFell(GroundEvent):
    """Rubble fell out of a hex (B24.12).

    Attributes:
        hex: where it came from.
        to: the hex into which it fell; None when it fell off the playing area.
        material: what it is made of.
        lies: it lies there from now on, on top of all else; Trail Breaks through debris under it
            are no more.
        buries: all Trail Breaks there are no more (B24.121).
    """

    hex: str
    to: str | None
    material: Material
    lies: bool
    rule: str
    buries: bool = False

    def __str__(self) -> str:
        if self.to is None:
            return f"rubble falls from {self.hex} off the playing area"
        return f"{self.material} rubble falls from {self.hex} into {self.to}"


@frozen
class TrailBreakPlaced(GroundEvent):
    """Clearance placed a Trail Break that joins two hexsides (B24.71).

    Attributes:
        hex: where.
        across: the hexsides.
        debris: it goes through Arid Debris; otherwise through Fallen rubble.
        labor: the Labor DRM from now on (B24.8).
    """

    hex: str
    across: tuple[int, int]
    debris: bool
    labor: int
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"a Trail Break joins hexsides {self.across} of {self.hex}"


@frozen
class TrailBreakMade(GroundEvent):
    """A vehicle that left woods or palm trees left a Trail Break behind (B13.421)."""

    hex: str
    across: tuple[int, int]
    rule: str

    def __str__(self) -> str:
        return f"a Trail Break now joins hexsides {self.across} of {self.hex}"


@frozen
class HighWallBreached(GroundEvent):
    """A High Wall was breached, along one hexside and for good (AD4.6).

    Attributes:
        hex: one of its hexes.
        hexside: the hexside of that hex.
        other: the other hex.
        other_hexside: the same hexside as the other hex counts it.
    """

    hex: str
    hexside: int
    other: str
    other_hexside: int
    rule: str

    def __str__(self) -> str:
        return f"the High Wall on hexside {self.hexside} of {self.hex} is breached"


@frozen
class ClearanceFailed(GroundEvent):
    """A Clearance DR failed; ``labor`` is the Labor DRM from now on (B24.8)."""

    hex: str
    labor: int
    moment: Moment
    rule: str

    def __str__(self) -> str:
        return f"Clearance fails in {self.hex}; Labor {self.labor}"


@frozen
class LaborEnded(GroundEvent):
    """The Labor counter of a hex was removed (B24.8)."""

    hex: str
    rule: str

    def __str__(self) -> str:
        return f"the Labor in {self.hex} is lost"


@frozen
class RubbleCleared(GroundEvent):
    """Trail Breaks cross every hexside: the rubble is gone, what it lay on is back (B24.71).

    Attributes:
        hex: where.
        work_ends: nothing is left to clear there, and no unit is at work any more.
    """

    hex: str
    work_ends: bool
    rule: str

    def __str__(self) -> str:
        return f"the rubble in {self.hex} is cleared"


@frozen
class DebrisPlaced(GroundEvent):
    """Arid Debris that is not printed came to a hex."""

    hex: str
    rule: str

    def __str__(self) -> str:
        return f"Arid Debris comes to {self.hex}"


@frozen
class DebrisCleared(GroundEvent):
    """Arid Debris was cleared (AD3.45).

    Attributes:
        hex: where.
        work_ends: no unit is at work there any more.
    """

    hex: str
    work_ends: bool
    rule: str

    def __str__(self) -> str:
        return f"the Arid Debris in {self.hex} is cleared"


@frozen
class DebrisEnded(GroundEvent):
    """Arid Debris ceased to exist (AD3.44).

    Attributes:
        hex: where.
        work_ends: no unit is at work there any more.
    """

    hex: str
    work_ends: bool
    rule: str

    def __str__(self) -> str:
        return f"the Arid Debris in {self.hex} is gone"


@frozen
class ShellholesPlaced(GroundEvent):
    """Shellholes came to a hex."""

    hex: str
    rule: str

    def __str__(self) -> str:
        return f"shellholes in {self.hex}"


@frozen
class FlamePlaced(GroundEvent):
    """A Flame was placed, beside those that a Location has already (B25.15).

    Attributes:
        hex: where.
        level: the building level; 0 is ground level.
    """

    hex: str
    moment: Moment
    rule: str
    level: int = 0

    def __str__(self) -> str:
        return f"a Flame in {at_level(self.hex, self.level)}"


@frozen
class FlameStayed(GroundEvent):
    """The oldest Flame of a Location neither grew nor went out (B25.15)."""

    hex: str
    moment: Moment
    rule: str
    level: int = 0

    def __str__(self) -> str:
        return f"the Flame in {at_level(self.hex, self.level)} stays a Flame"


@frozen
class ExtinguishRolled(GroundEvent):
    """Units made the DR to put out the oldest Flame of a Location, with this DRM (B24.72).

    Attributes:
        out: it goes out.
        hampered: it becomes no Blaze in this Player Turn (B24.721).
    """

    hex: str
    coloured: int
    white: int
    drm: int
    out: bool
    hampered: bool
    moment: Moment
    rule: str
    level: int = 0

    def __str__(self) -> str:
        dice = f"{self.coloured},{self.white} with DRM {self.drm:+}"
        hampered = "hampered, so no Blaze in this Player Turn" if self.hampered else "it burns on"
        result = "a success" if self.out else hampered
        return f"DR {dice} vs the Flame in {at_level(self.hex, self.level)}: {result}"


@frozen
class FlameEnded(GroundEvent):
    """The oldest of several Flames of a Location was gone; the others burn on (B25.15)."""

    hex: str
    rule: str
    level: int = 0

    def __str__(self) -> str:
        return f"one Flame in {at_level(self.hex, self.level)} is out"


@frozen
class BlazeBegan(GroundEvent):
    """A Blaze began, from a Flame or at once; it is all the fire of its Location."""

    hex: str
    rule: str
    level: int = 0

    def __str__(self) -> str:
        return f"a Blaze in {at_level(self.hex, self.level)}"


@frozen
class FireEnded(GroundEvent):
    """The Blaze, or the last Flame, of a Location was gone."""

    hex: str
    rule: str
    level: int = 0

    def __str__(self) -> str:
        return f"the fire in {at_level(self.hex, self.level)} is out"
