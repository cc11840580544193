"""11.601 HIP and concealment in DLV: entrenchments stay hidden, and far Concealment Terrain too.

Which terrain that is (A12.12), its row on the charts says.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from sim.chapter_11.heat_haze import haze
from sim.chapter_11.sun_blindness import in_sun_blindness_zone, sun_direction
from sim.los.line import distance
from sim.state import State


class Seeker(StrEnum):
    """Who is in the Concealment Terrain."""

    INFANTRY = "infantry"
    EMPLACED_GUN = "emplaced-gun"
    GUN = "gun"
    CAVALRY = "cavalry"
    VEHICLE = "vehicle"

    @property
    def is_served(self) -> bool:
        """Whether far Concealment Terrain is as out of LOS for its concealment gain."""
        return self in (Seeker.INFANTRY, Seeker.EMPLACED_GUN)


REVEALED_WITHIN: Final = 6
"""An enemy this near reveals a HIP entrenchment in Concealment Terrain by its LOS alone."""

OUT_OF_LOS_FROM: Final = 17
"""Concealment Terrain this far from all unbroken enemies is as if out of their LOS."""


def dlv_in_effect(state: State) -> tuple[str, ...]:
    """The types of DLV in effect now."""
    types = []
    if sun_direction(state) is not None:
        types.append("Sun Blindness")
    if haze(state) is not None:
        types.append("Heat Haze")
    if state.density.level:
        types.append("Dust")
    return tuple(types)


def why_not_in_effect(state: State, name: str, enemies: Iterable[str]) -> str | None:
    """Why this rule does not apply to a hex seen by all of these enemies; None if it does."""
    types = dlv_in_effect(state)
    if not types:
        return "no DLV is in effect"
    if types == ("Sun Blindness",):
        seeing = [enemy for enemy in enemies if not in_sun_blindness_zone(state, enemy, name)]
        if seeing:
            return (
                f"Sun Blindness is the only DLV, and {name} is outside the zone of "
                f"{', '.join(seeing)}"
            )
    return None


def why_seen_as_usual(state: State, name: str, enemy: str, enemies: Iterable[str]) -> str | None:
    """Why an enemy's LOS reveals an entrenchment there as ever; None if this rule limits it.

    Whether the zones of the others matter too is the ruling 11.601-enemies.
    """
    all_of_them = state.setting.rules_that("11.601-enemies", "all")
    return why_not_in_effect(state, name, enemies if all_of_them else (enemy,))


def counts_as_out_of_los(state: State, name: str, enemies: Iterable[str]) -> bool:
    """Whether Concealment Terrain is as if out of LOS for "?" gain, this rule applying."""
    area = state.setting.area
    here = area.place(name)
    return all(distance(here, area.place(enemy)) >= OUT_OF_LOS_FROM for enemy in enemies)
