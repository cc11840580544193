"""Infantry or a SW at one moment."""

import attrs

from events.moment import Moment
from events.terms import Riding, Station, UnitKind


@attrs.frozen(slots=False)
class Unit:
    """Infantry or a SW that is followed by name.

    Attributes:
        hex: where it is.
        side: its owner.
        kind: what it is.
        pp: PP of a SW; PP that Infantry carries (A4.42).
        good_order: it is in Good Order (A.7); a SW always is.
        station: where in its hex.
        crossing: the hex to which it crosses a cactus hedge; it is TI then (191.3).
        spent: the MPh in which it last expended all its MF at a cactus hedge.
        riding: its horses or motorcycles; None is on foot.
        moved: the MPh in which it expended MF to come to its hex, as far as somebody said so.
    """

    hex: str
    side: str
    kind: UnitKind
    pp: int = 0
    good_order: bool = True
    station: Station = Station.GROUND
    crossing: str | None = None
    spent: Moment | None = None
    riding: Riding | None = None
    moved: Moment | None = None

    @property
    def ti(self) -> bool:
        """Whether it is TI, and under Hazardous Movement (A4.62, 191.3)."""
        return self.crossing is not None and self.good_order
