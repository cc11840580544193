"""Commands about SMOKE, FFE, and what lights the field at Night."""

from events.field import Calibre, Hex, Name, Side
from events.register import Command, frozen
from events.terms import FFEKind, LightKind


@frozen
class PlaceSmoke(Command, word="smoke", about="place SMOKE"):
    """A SMOKE counter is placed (A24).

    Attributes:
        hex: where.
        gray: a gray counter, which neither drifts nor leaves in a PFPh; white otherwise.
        dispersed: placed Dispersed.
        side: its owner; None is the ATTACKER.
    """

    hex: Hex
    gray: bool = False
    dispersed: bool = False
    side: Side | None = None


@frozen
class PlaceFFE(Command, word="ffe", about="place a HE Concentration, or another FFE"):
    """A HE Concentration (FFE), or another FFE, is placed.

    Attributes:
        name: how orders and answers call it.
        hex: the hex of its counter, the middle of the Blast Area.
        calibre: in mm.
        kind: what it is; None is a HE Concentration.
    """

    name: Name
    hex: Hex
    calibre: Calibre
    kind: FFEKind | None = None


@frozen
class Lift(Command, word="lift", about="end an FFE"):
    """An FFE ends."""

    name: Name


@frozen
class PlaceLight(Command, word="light", about="place a starshell or IR"):
    """A starshell or IR is placed where its dice have put it (E1.92, E1.93).

    Attributes:
        kind: which.
        hex: where.
    """

    kind: LightKind
    hex: Hex
