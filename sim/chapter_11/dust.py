"""11.7 Dust: its five densities, and how its types add up.

Beside the densities there are Vehicle Dust (11.74) and FFE Dust (11.75), whose counters are LOS
Hindrances of their own. All of them are cumulative, with two exceptions: DLV never counts toward
the blockage of a LOS (11.6), and a Sighting TC takes +1 in all (11.793).
"""

from typing import Final

from events.terms import Density
from sim.chapter_11.aerial import dust_counters
from sim.chapter_11.heavy_dust import heavy_dust
from sim.chapter_11.heavy_wind import into_heavy_wind
from sim.chapter_11.light_and_moderate_dust import light_or_moderate_dust
from sim.modifiers import Verdict
from sim.shot import Shot

__all__ = ["LADDER", "RULES", "dust_on_shot"]

RULES: Final = ("11.7", "11.79")

LADDER: Final = tuple(Density)
"""The densities, from none to the densest; a level is a step on it."""


def dust_on_shot(shot: Shot) -> tuple[Verdict, ...]:
    """All that Dust does to a shot, but for counters along its LOS, which are in the LOS."""
    return (
        *dust_counters(shot),
        heavy_dust(shot),
        light_or_moderate_dust(shot),
        into_heavy_wind(shot),
    )
