"""Commands about SMOKE and FFE."""

from attrs import field

from events.order_parts import CALIBRE, HEX, NAME, SIDE, flag, keyword, one_of, required
from events.register import Command, frozen
from events.terms import FFEKind


@frozen
class PlaceSmoke(Command, word="smoke", about="place SMOKE"):
    """A SMOKE counter is placed (A24).

    Attributes:
        hex: where.
        gray: a gray counter, which neither drifts nor leaves in a PFPh; white otherwise.
        dispersed: placed Dispersed.
        side: its owner; None is the ATTACKER.
    """

    hex: str = field(metadata=required(HEX))
    gray: bool = field(default=False, metadata=flag())
    dispersed: bool = field(default=False, metadata=flag())
    side: str | None = field(default=None, metadata=keyword(SIDE, "by"))


@frozen
class PlaceFFE(Command, word="ffe", about="place a HE Concentration, or another FFE"):
    """A HE Concentration (FFE), or another FFE, is placed.

    Attributes:
        name: how orders and answers call it.
        hex: the hex of its counter, the middle of the Blast Area.
        calibre: in mm.
        kind: what it is; None is a HE Concentration.
    """

    name: str = field(metadata=required(NAME))
    hex: str = field(metadata=required(HEX))
    calibre: int = field(metadata=required(CALIBRE))
    kind: FFEKind | None = field(default=None, metadata=one_of(FFEKind))


@frozen
class Lift(Command, word="lift", about="end an FFE"):
    """An FFE ends."""

    name: str = field(metadata=required(NAME))
