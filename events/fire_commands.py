"""Commands of fire: Kindling, Flames, Blazes and what they do (B25)."""

import attrs

from events.terms import Kindler

__all__ = ["Blaze", "CheckFlame", "Collapse", "Extinguish", "Flame", "Kindle", "Spread"]


@attrs.frozen
class Flame:
    """A Flame is placed in Burnable Terrain (B25.1)."""

    hex: str


@attrs.frozen
class CheckFlame:
    """The DR by which a Flame grows, stays or goes, in an AFPh (B25.15)."""

    hex: str


@attrs.frozen
class Blaze:
    """Burnable Terrain is set ablaze by something that the players resolved (B25.1)."""

    hex: str


@attrs.frozen
class Extinguish:
    """A Flame is put out (B24.72)."""

    hex: str


@attrs.frozen
class Kindle:
    """A Kindling attempt, in a PFPh (B25.11).

    Attributes:
        hex: the hex that the unit occupies.
        by: who makes it; None is a squad.
        leader: Leadership DRM of the leader who directs it.
    """

    hex: str
    by: Kindler | None = None
    leader: int = 0


@attrs.frozen
class Spread:
    """The Spreading Fire DR of a Blaze, in an AFPh (B25.6).

    Attributes:
        hex: the hex ablaze; None is every Blaze that is due.
    """

    hex: str | None = None


@attrs.frozen
class Collapse:
    """The dr by which a building ablaze collapses or holds (B25.66).

    Attributes:
        hex: the hex ablaze; None is every building that is due.
    """

    hex: str | None = None
