"""What the entry of a hex costs, once it is worked out."""

from fractions import Fraction
from functools import cached_property
from typing import Final

import attrs

from events.mp import MP
from sim.modifiers import Modifier

__all__ = ["EntryCost"]

CORE: Final = ("B9.4", "D8.21")


@attrs.frozen
class EntryCost:
    """What it costs to enter a hex.

    Attributes:
        amount: MF or MP; None if it may not enter.
        items: what makes up the cost.
        bog: a Bog Check is due in the hex entered (D8.21).
        why_not: why it may not enter.
        bog_drm: what terrain adds to that Bog Check.
        hexside_bog: what terrain adds to a Bog Check that is due at once, in the hex that is left,
            as the hexside is crossed (B9.4, AD4.6); None if none is due.
        breaches: it breaches a High Wall as it enters (AD4.6).
        whole: it takes the whole allotment.
        rule: the rule that keeps it out, where one does.
        leaving_bog: what terrain adds to a Bog Check that is due at once, in the hex that is left,
            as the vehicle leaves its road or Trail Break (B13.421); None if none is due.
        minimum: the vehicle has less than it costs, and makes a Minimum Move (D2.15).
    """

    amount: Fraction | None
    items: tuple[Modifier, ...]
    bog: bool = False
    why_not: str = ""
    bog_drm: tuple[Modifier, ...] = ()
    hexside_bog: tuple[Modifier, ...] | None = None
    breaches: bool = False
    whole: bool = False
    rule: str = "B.2"
    leaving_bog: tuple[Modifier, ...] | None = None
    minimum: bool = False

    @property
    def at_once(self) -> tuple[tuple[Modifier, ...], ...]:
        """What terrain adds to each Bog Check in the hex that is left, in their order."""
        leaving = () if self.leaving_bog is None else (self.leaving_bog,)
        return leaving if self.hexside_bog is None else (*leaving, self.hexside_bog)

    @cached_property
    def least(self) -> MP | None:
        """The fewest MP or MF that do; None if it may not enter."""
        amount = self.amount
        if amount is None:
            return None
        return amount.numerator if amount.denominator == 1 else amount
