"""Events of SMOKE counters and of what drifts from them and from Vehicle Dust."""

from typing import TypeAlias

import attrs


@attrs.frozen
class SmokePlaced:
    """A SMOKE counter was placed under a name of its own."""

    smoke: str
    hex: str
    gray: bool
    dispersed: bool
    side: str
    rule: str


@attrs.frozen
class SmokeDispersed:
    """A SMOKE counter was flipped to Dispersed."""

    smoke: str
    rule: str


@attrs.frozen
class SmokeRemoved:
    """A SMOKE counter was removed."""

    smoke: str
    rule: str


@attrs.frozen
class DriftChanged:
    """The gray counters that drift from a source now fill exactly these hexes, nearest first.

    Attributes:
        source: name of the SMOKE counter or of the vehicle whose Dust drifts.
        hexes: empty when the drift is gone.
        rule: the rule that did it.
    """

    source: str
    hexes: tuple[str, ...]
    rule: str


SmokeEvent: TypeAlias = SmokePlaced | SmokeDispersed | SmokeRemoved | DriftChanged
