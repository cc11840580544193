"""Commands of setup, the rolls before the first RPh, and of the turn sequence."""

from typing import TypeAlias

from events.field import PhaseToCome
from events.register import Command, frozen


@frozen
class RollWeather(Command, word="weather", about="roll for Weather, in setup", rolls="DR"):
    """The DR on the Arid Weather Chart of a DYO scenario (11.2)."""


@frozen
class RollTimeOfDay(
    Command, word="time-of-day", about="roll for the Time of Day, in setup", rolls="dr"
):
    """The Time of Day dr of a DYO scenario (11.3)."""


@frozen
class RollEC(Command, word="ec", about="roll for EC, in setup", title="EC", rolls="dr"):
    """The dr on the Arid EC Chart of a DYO scenario (11.4)."""


@frozen
class RollWindForce(Command, word="wind-force", about="roll for Wind Force, in setup", rolls="dr"):
    """The dr on the Arid Wind Force Table of a DYO scenario (11.5)."""


@frozen
class RollWindDirection(
    Command, word="wind-direction", about="roll for Wind Direction, in setup", rolls="dr"
):
    """The dr for the first Wind Direction, when there is wind (B25.64, B.8)."""


@frozen
class RollDust(Command, word="dust", about="roll for Dust, in setup", rolls="dr"):
    """The dr on the DYO Dust Table (11.701)."""


SetupCommand: TypeAlias = (
    RollWeather | RollTimeOfDay | RollEC | RollWindForce | RollWindDirection | RollDust
)
"""The commands of setup, in the order in which they are due."""


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
