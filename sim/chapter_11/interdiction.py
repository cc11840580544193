"""11.711 Interdiction in Dust: a die with its sign reversed, or none at all in Heavy Dust."""

from enum import StrEnum
from typing import Final

import attrs

from events.terms import Density
from sim.chapter_11.density import at_least, density_said, no_dust_said
from sim.chapter_11.dust import dust_die
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import State

ELIMINATING_DR: Final = 12


class InterdictionResult(StrEnum):
    """What an Interdiction does to the routing unit (A10.31, A10.53)."""

    ELIMINATED = "eliminated"
    CASUALTY_REDUCTION = "Casualty Reduction"
    PINNED = "pinned"
    UNAFFECTED = "unaffected"


def dust_prevents(state: State) -> str | None:
    """Why Dust prevents Interdiction altogether; None if it does not.

    Vehicle and FFE Dust are LOS Hindrances of the LOS itself, and prevent it there.
    """
    if at_least(state, Density.HEAVY):
        return f"{state.density} Dust is a LOS Hindrance"
    return None


def interdiction_die(state: State) -> Verdict:
    """The Dust DRM to an Interdiction DR: that of a shot, with its sign reversed."""
    found = dust_die(state.density)
    if found is None or dust_prevents(state) is not None:
        why = dust_prevents(state) or no_dust_said(state)
        return Near("Dust", "11.711", Kind.DRM, why)
    name, _, die = found
    why = f"{density_said(state)}; the sign is reversed"
    return Modifier(name, "11.711", Kind.DRM, None, attrs.evolve(die, sign=-1), why)


def resolve_interdiction(
    state: State, morale: int, original: int, dust_drm: int
) -> InterdictionResult:
    """What an Interdiction does to a Morale Level, other DRM of its NMC counted in.

    A ruling says what a Final DR equal to the Morale Level does.
    """
    if original == ELIMINATING_DR:
        return InterdictionResult.ELIMINATED
    final = original + dust_drm
    if final > morale:
        return InterdictionResult.CASUALTY_REDUCTION
    pins = final == morale and state.setting.rules_that("11.711-pin", "pins")
    return InterdictionResult.PINNED if pins else InterdictionResult.UNAFFECTED
