"""Which density the Dust has (11.7), in words: also while it is still to be rolled (11.701)."""

from typing import Final

from events.terms import Density
from sim.chapter_11.applicability import LIGHT_DUST
from sim.chapter_11.ec import with_sure_ec
from sim.state import State

_OPEN: Final = "the density is still to be rolled"


def dust_to_be_rolled(state: State) -> bool:
    """Whether the density is open: not rolled or said, and none of what is known rules it out."""
    return state.dust is None and LIGHT_DUST.in_effect(with_sure_ec(state)) is not False


def at_least(state: State, density: Density) -> bool:
    """Whether the Dust is as dense as this, or denser."""
    return state.density.level >= density.level


def density_said(state: State, short_of: Density | None = None) -> str:
    """Which density there is, as the reason of what it brings, or of what needs another one."""
    if dust_to_be_rolled(state):
        return _OPEN
    needed = "" if short_of is None else f", not {short_of} or denser"
    return f"density is {state.density}{needed}"


def no_dust_said(state: State) -> str:
    """Why what needs Dust of any density does not hold."""
    return _OPEN if dust_to_be_rolled(state) else "there is no Dust"
