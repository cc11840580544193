"""A climate: what rolls of setup and Wind Change DRs can change, and nothing else.

Neither the clock nor a vehicle, a SMOKE counter or the ground has a part in what becomes of it; so
climates alone are a Markov chain, whose chances can be worked out exactly.
"""

from fractions import Fraction
from typing import Final

import attrs

from events.terms import Density
from sim.state import Sky, State, Wind, replace


def percent(chance: Fraction) -> str:
    """A chance in percent; only what is impossible or certain reads so."""
    if chance in (0, 1):
        return f"{int(100 * chance)}%"
    if chance < Fraction(1, 10_000):
        return "<0.01%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{float(100 * chance):.{2 if chance < Fraction(1, 100) else 1}f}%"


ANY_DIRECTION: Final = 1
"""The Wind Direction of every climate that has one: to Dust, rain and Gusts all are alike."""


@attrs.frozen
class Climate:
    """What rolls of setup and Wind Change DRs can change."""

    sky: Sky
    wind: Wind
    """Force and Gusts; a direction where there is one, the same for all six."""
    dust: Density | None
    """Dust density; None is still to be rolled."""

    @property
    def density(self) -> Density:
        """Dust density; none while it is still to be rolled."""
        return self.dust or Density.NONE


def climate_of(state: State) -> Climate:
    """The climate of a state."""
    wind = state.wind
    if wind.direction is not None and wind.direction != ANY_DIRECTION:
        wind = Wind(wind.force, ANY_DIRECTION, wind.gusts)
    return Climate(state.sky, wind, state.dust)


def in_climate(state: State, climate: Climate) -> State:
    """A state, but in another climate."""
    return replace(state, sky=climate.sky, wind=climate.wind, dust=climate.dust)
