"""11.71 and 11.72 Light and Moderate Dust: DLV of half a subsequent dr, rounded down or up.

Heavier densities bring it with them: Heavy and Very Heavy as Light, Extremely Heavy as Moderate
(11.73-11.732).
"""

from typing import Final

from events.terms import Density
from sim.chapter_11.low_visibility import no_dlv
from sim.modifiers import Halved, Kind, Modifier, Near, Verdict
from sim.shot import Shot

__all__ = ["DIE", "RULES", "dust_die", "light_or_moderate_dust"]

RULES: Final = ("11.71", "11.72")

DIE: Final = {
    Density.LIGHT: Halved(round_up=False),
    Density.MODERATE: Halved(round_up=True),
    Density.HEAVY: Halved(round_up=False),
    Density.VERY_HEAVY: Halved(round_up=False),
    Density.EXTREMELY_HEAVY: Halved(round_up=True),
}
"""The die of each density."""


def dust_die(density: Density) -> tuple[str, str, Halved] | None:
    """Name, rule and die of the DLV that a density brings; None without Dust."""
    die = DIE.get(density)
    if die is None:
        return None
    return ("Moderate Dust", "11.72", die) if die.round_up else ("Light Dust", "11.71", die)


def light_or_moderate_dust(shot: Shot) -> Verdict:
    """What Light or Moderate Dust does to a shot."""
    found = dust_die(shot.state.density)
    if found is None:
        rained = " (it has rained, 11.77)" if shot.state.sky.rained else ""
        open_ = shot.state.dust is None
        said = "the density is still to be rolled" if open_ else f"there is no Dust{rained}"
        return Near("Dust", "11.71", Kind.DLV, said)
    name, rule, die = found
    if (why := no_dlv(shot.attack)) is not None:
        return Near(name, rule, Kind.DLV, why)
    if shot.los.inside:
        return Near(name, rule, Kind.DLV, "the LOS lies within one building (11.792)")
    return Modifier(name, rule, Kind.DLV, None, die, f"density is {shot.state.density}")
