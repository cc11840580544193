"""Events of the wind. Directions are hexsides 1-6, the side that the wind blows to (B25.64)."""

from typing import TypeAlias

import attrs

from events.terms import WindForce


@attrs.frozen
class WindForceSet:
    """The Wind Force at the start of the scenario was determined."""

    force: WindForce
    rule: str


@attrs.frozen
class WindDirectionSet:
    """The first Wind Direction was determined."""

    direction: int
    rule: str


@attrs.frozen
class WindChangeRolled:
    """The Wind Change DR of a Player Turn was made, coloured die first (B25.65)."""

    coloured: int
    white: int
    rule: str


@attrs.frozen
class WindForceChanged:
    """The Wind Force changed."""

    old: WindForce
    new: WindForce
    rule: str


@attrs.frozen
class WindDirectionChanged:
    """The Wind Direction changed; ``old`` is None where there was no wind before."""

    old: int | None
    new: int
    rule: str


@attrs.frozen
class GustsBegan:
    """Gusts began, for this Player Turn (B25.651)."""

    rule: str


@attrs.frozen
class GustsEnded:
    """The Gusts of the Player Turn before were not renewed (B25.651)."""

    rule: str


WindEvent: TypeAlias = (
    WindForceSet
    | WindDirectionSet
    | WindChangeRolled
    | WindForceChanged
    | WindDirectionChanged
    | GustsBegan
    | GustsEnded
)
