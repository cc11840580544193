"""Events of what lies in a hex: buildings, rubble, debris, shellholes, fire, and work on them."""

from typing import TypeAlias

import attrs

from events.moment import Moment
from events.terms import Material


@attrs.frozen
class BuildingStood:
    """An attack that might have rubbled a building did not (B24.11)."""

    hex: str
    rule: str


@attrs.frozen
class BuildingRubbled:
    """A building is rubble from ``level`` (0 is ground level) up, of this material."""

    hex: str
    level: int
    material: Material
    rule: str


@attrs.frozen
class RubbleStayed:
    """A Falling rubble DR kept the rubble in its hex (B24.12)."""

    hex: str
    rule: str


@attrs.frozen
class RubbleFell:
    """Rubble fell into a hex; ``to`` is None when it fell off the playing area (B24.12)."""

    hex: str
    to: str | None
    material: Material
    rule: str


@attrs.frozen
class TrailBreakPlaced:
    """Clearance placed a Trail Break that joins two hexsides (B24.71)."""

    hex: str
    across: tuple[int, int]
    moment: Moment
    rule: str


@attrs.frozen
class TrailBreakMade:
    """A vehicle that left woods or palm trees left a Trail Break behind (B13.421)."""

    hex: str
    across: tuple[int, int]
    rule: str


@attrs.frozen
class HighWallBreached:
    """A High Wall was breached, along one hexside and for good (AD4.6)."""

    hex: str
    hexside: int
    rule: str


@attrs.frozen
class ClearanceFailed:
    """A Clearance DR failed; ``labor`` is the Labor DRM from now on (B24.8)."""

    hex: str
    labor: int
    moment: Moment
    rule: str


@attrs.frozen
class LaborEnded:
    """The Labor counter of a hex was removed (B24.8)."""

    hex: str
    rule: str


@attrs.frozen
class RubbleCleared:
    """Trail Breaks cross every hexside: the rubble is gone, what it lay on is back (B24.71)."""

    hex: str
    rule: str


@attrs.frozen
class DebrisPlaced:
    """Arid Debris that is not printed came to a hex."""

    hex: str
    rule: str


@attrs.frozen
class DebrisCleared:
    """Arid Debris was cleared (AD3.45)."""

    hex: str
    rule: str


@attrs.frozen
class DebrisEnded:
    """Arid Debris ceased to exist (AD3.44)."""

    hex: str
    rule: str


@attrs.frozen
class ShellholesPlaced:
    """Shellholes came to a hex."""

    hex: str
    rule: str


@attrs.frozen
class FlamePlaced:
    """A Flame was placed."""

    hex: str
    moment: Moment
    rule: str


@attrs.frozen
class FlameStayed:
    """A Flame neither grew nor went out (B25.15)."""

    hex: str
    moment: Moment
    rule: str


@attrs.frozen
class BlazeBegan:
    """A Blaze began, from a Flame or at once."""

    hex: str
    rule: str


@attrs.frozen
class FireEnded:
    """A Flame or Blaze was gone."""

    hex: str
    rule: str


GroundEvent: TypeAlias = (
    BuildingStood
    | BuildingRubbled
    | RubbleStayed
    | RubbleFell
    | TrailBreakPlaced
    | TrailBreakMade
    | HighWallBreached
    | ClearanceFailed
    | LaborEnded
    | RubbleCleared
    | DebrisPlaced
    | DebrisCleared
    | DebrisEnded
    | ShellholesPlaced
    | FlamePlaced
    | FlameStayed
    | BlazeBegan
    | FireEnded
)
