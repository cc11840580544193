"""AD4.2 On which coloured dr a Gun loses concealment by firing (A12.34); AD4.51 as well.

A vehicle that fires is not helped by A12.34 and loses its "?" on any dr (A12.14). A Dug-In one in
Broken Ground counts as an Emplaced Gun instead, contrary to D9.52; but never as a Large Target.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import attrs

from events.terms import EC
from sim.chapter_ad.arid_debris import never_doubled
from sim.chapter_ad.broken_terrain import in_ad_broken_ground, open_broken_ground
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.map.terrain_kind import RUBBLE, TerrainKind
from sim.modifiers import DR, Kind, Modifier, Near, Verdict
from sim.state import State

# C5.11 Case A, the TH DRM for fire outside the CA, and what AD Terrain makes of it.
#
# It goes by the hexspines that the CA turns, and by the mount. A non-turreted weapon doubles it in
# woods, in a building and in rubble; in Arid Debris never (AD3.48). A Dug-In vehicle in Broken
# Ground is as if in rubble for all of it (AD4.51), so that a turreted one doubles it as well.

MOST_HEXSPINES: Final = 3
"""A CA turns by three hexspines at most, one way or the other."""


class Mount(StrEnum):
    """How a weapon is mounted: non-turreted, in a slow turret, or in a fast one (C5.11)."""

    NT = "NT"
    ST = "ST"
    T = "T"


_FIRST: Final = {Mount.NT: 3, Mount.ST: 2, Mount.T: 1}
"""The DRM of the first hexspine; each further one adds one."""


@attrs.frozen
class CaseA:
    """The Case A TH DRM of a weapon in a hex."""

    drm: tuple[int, ...]
    """For a CA change by one, two and three hexspines."""
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
    """The Case A TH DRM of a weapon that fires from a hex: a Gun, or a Dug-In vehicle."""
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
    doubles = (each.name for each in kinds if each.woods or each.building or each.name in RUBBLE)
    doubling = next(doubles, None)
    if not dug_in and (debris := never_doubled(state, name, emplaced=emplaced)):
        return False, "AD3.48", debris
    if doubling is None:
        return False, "C5.11", f"{name} is neither woods nor a building nor rubble"
    if mount is not Mount.NT:
        return False, "C5.11", "it is turreted"
    return True, "C5.11", f"non-turreted in {doubling}"


LEAST: Final = 5
"""The least coloured dr of an Original TH DR on which a Gun loses its "?" (A12.34)."""

NEAR_ENEMY: Final = 16
"""Hexes within which an enemy sees a Gun fire on that dr; beyond, on one more (A12.34)."""


@attrs.frozen
class ConcealmentLoss:
    """When a weapon loses concealment by firing."""

    on: tuple[int, ...]
    """The coloured dr of its Original TH DR, as rolled."""
    rule: str
    verdicts: tuple[Verdict, ...] = ()
    """What makes it easier, and what nearly does: the drm to the coloured dr."""


def concealment_loss(
    state: State,
    name: str,
    *,
    large: bool = False,
    emplaced: bool = False,
    dug_in: bool = False,
    vehicular: bool = False,
    always: bool = False,
    nearest: int | None = None,
) -> ConcealmentLoss:
    """When a weapon in a hex loses concealment by firing: a Gun, a Dug-In or another vehicle.

    A RCL always does, and a Gun that fires at an enemy in its own hex; on a 6 only it does where
    the nearest enemy who sees it is beyond 16 hexes.
    """
    as_emplaced = dug_in and in_ad_broken_ground(ground_terrain(state, name))
    gun = not (dug_in or vehicular)
    verdicts = (
        *_large(state, large=large, gun=gun),
        *_broken_ground(state, name, emplaced=emplaced or as_emplaced),
    )
    if not gun and not as_emplaced:
        return ConcealmentLoss(tuple(DR), "A12.14", verdicts)
    if always or nearest == 0:
        return ConcealmentLoss(tuple(DR), "A12.34", verdicts)
    drm = sum(each.fixed for each in verdicts if isinstance(each, Modifier))
    far = nearest is not None and nearest > NEAR_ENEMY
    least = LEAST + int(far)
    return ConcealmentLoss(tuple(dr for dr in DR if dr + drm >= least), "A12.34", verdicts)


def _dry(state: State) -> bool:
    """Whether EC are such that AD4.2 and AD4.51 have their effect."""
    return state.sky.ec not in (EC.WET, EC.MUD)


def _large(state: State, *, large: bool, gun: bool) -> Iterator[Verdict]:
    """AD4.2 The Large Target, which loses it on one less."""
    if not large:
        return
    why = None
    if not state.setting.scenario.ad:
        why = "AD Terrain is not in effect"
    elif not gun:
        why = "a vehicle's gun is not a non-vehicular Gun"
    elif not _dry(state):
        why = f"EC are {state.sky.ec}"
    name, rule = "Large Target", "AD4.2"
    yield Modifier(name, rule, Kind.DRM, 1) if why is None else Near(name, rule, Kind.DRM, why)


def _broken_ground(state: State, name: str, *, emplaced: bool) -> Iterator[Verdict]:
    """AD4.51 Open Ground that is Broken Ground."""
    kinds = ground_terrain(state, name)
    if not in_ad_broken_ground(kinds):
        return
    why = None
    if not open_broken_ground(kinds):
        why = f"{name} is Brush, not Open Ground"
    elif not emplaced:
        why = "it is not Emplaced, nor Dug-In"
    elif not _dry(state):
        why = f"EC are {state.sky.ec}"
    title, rule = "Broken Ground", "AD4.51"
    if why is None:
        yield Modifier(title, rule, Kind.DRM, 1, why="Emplaced or Dug-In")
    else:
        yield Near(title, rule, Kind.DRM, why)
