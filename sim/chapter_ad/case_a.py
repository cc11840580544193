"""C5.11 Case A, the TH DRM for fire outside the CA, and what AD Terrain makes of it.

It goes by the hexspines that the CA turns, and by the mount. A non-turreted weapon doubles it in
woods, in a building and in rubble; in Arid Debris never (AD3.48). A Dug-In vehicle in Broken Ground
is as if in rubble for all of it (AD4.51), so that a turreted one doubles it as well.
"""

from enum import StrEnum, unique
from typing import Final

import attrs

from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_b.ground_terrain import ground_terrain
from sim.map.terrain import Terrain
from sim.map.terrain_kind import RUBBLE, TerrainKind
from sim.state import State

__all__ = ["RULES", "CaseA", "Mount", "case_a"]

RULES: Final = ("AD3.48",)
CORE: Final = ("C5.11",)

MOST_HEXSPINES: Final = 3
"""A CA turns by three hexspines at most, one way or the other."""


@unique
class Mount(StrEnum):
    """How a weapon is mounted: non-turreted, in a slow turret, or in a fast one (C5.11)."""

    NT = "NT"
    ST = "ST"
    T = "T"


_FIRST: Final = {Mount.NT: 3, Mount.ST: 2, Mount.T: 1}
"""The DRM of the first hexspine; each further one adds one."""


@attrs.frozen
class CaseA:
    """The Case A TH DRM of a weapon in a hex.

    Attributes:
        drm: for a CA change by one, two and three hexspines.
        doubled: whether it is doubled.
        rule: the rule that decides that.
        why: in a few words, why it is or is not.
    """

    drm: tuple[int, ...]
    doubled: bool
    rule: str
    why: str


def case_a(
    state: State,
    name: str,
    mount: Mount = Mount.NT,
    *,
    emplaced: bool = False,
    dug_in: bool = False,
) -> CaseA:
    """The Case A TH DRM of a weapon that fires from a hex.

    Args:
        state: now.
        name: the hex.
        mount: how it is mounted.
        emplaced: it is an Emplaced Gun.
        dug_in: it is a Dug-In vehicle, and not a Gun.
    """
    doubled, rule, why = _doubled(state, name, mount, emplaced=emplaced, dug_in=dug_in)
    single = range(_FIRST[mount], _FIRST[mount] + MOST_HEXSPINES)
    return CaseA(tuple(each * (1 + doubled) for each in single), doubled, rule, why)


def _doubled(
    state: State, name: str, mount: Mount, *, emplaced: bool, dug_in: bool
) -> tuple[bool, str, str]:
    """Whether it is doubled, by which rule, and why."""
    kinds = ground_terrain(state, name)
    if dug_in and any(kind.name is TerrainKind.BROKEN_GROUND for kind in kinds):
        if state.setting.ad_hex(name):
            return True, "AD4.51", "Dug-In in Broken Ground, as if in rubble"
        return False, "C5.11", "Broken Ground counts as rubble on AD boards only"
    doubling = next((kind.name for kind in kinds if _doubles(kind)), None)
    if not dug_in and arid_debris_in(state, name):
        how = "Emplaced" if emplaced else "not Emplaced"
        return False, "AD3.48", f"in Arid Debris, {how}"
    if doubling is None:
        return False, "C5.11", f"{name} is neither woods nor a building nor rubble"
    if mount is not Mount.NT:
        return False, "C5.11", "it is turreted"
    return True, "C5.11", f"non-turreted in {doubling}"


def _doubles(kind: Terrain) -> bool:
    """Whether terrain doubles Case A: woods of some sort, a building, rubble (C5.11)."""
    return kind.woods or kind.building or kind.name in RUBBLE
