"""Commands of the turn sequence."""

from events.field import PhaseToCome
from events.register import Command, frozen


@frozen
class Advance(
    Command,
    word="phase",
    about="go on to a phase, or to the next one; RPh is the next Player Turn",
    title="Next phase",
    rolls="dr for each unit among which one of an overstacked Steeple or Shaft is selected",
):
    """Go on to a phase of this Player Turn, to the next phase, or (RPh) to the next Player Turn.

    Attributes:
        to: the phase; None is whichever comes next.
    """

    to: PhaseToCome | None = None


@frozen
class WindChange(
    Command,
    word="wc",
    about="the Wind Change DR, first in each RPh",
    title="Wind Change DR",
    rolls="DR; dr of the change after a 2; dr of the direction where wind begins",
):
    """The Wind Change DR, the first act of every RPh (B25.65)."""
