"""AD4.2 and AD4.51 On which coloured dr a Gun loses concealment by firing (A12.34).

A vehicle that fires is not helped by A12.34 and loses its "?" on any dr (A12.14). A Dug-In one in
Broken Ground counts as an Emplaced Gun instead, contrary to D9.52; but never as a Large Target.
"""

from collections.abc import Iterator
from typing import Final

import attrs

from events.terms import EC
from sim.chapter_ad.broken_terrain import in_ad_broken_ground, open_broken_ground
from sim.chapter_b.ground_terrain import ground_terrain
from sim.modifiers import DR, Kind, Modifier, Near, Verdict
from sim.state import State

__all__ = ["RULES", "ConcealmentLoss", "concealment_loss"]

RULES: Final = ("AD4.2",)
CORE: Final = ("A12.14", "A12.34")

LEAST: Final = 5
"""The least coloured dr of an Original TH DR on which a Gun loses its "?" (A12.34)."""


@attrs.frozen
class ConcealmentLoss:
    """When a weapon loses concealment by firing.

    Attributes:
        on: the coloured dr of its Original TH DR, as rolled.
        rule: A12.34 of Guns, A12.14 of vehicles.
        verdicts: what makes it easier, and what nearly does: the drm to the coloured dr.
    """

    on: tuple[int, ...]
    rule: str
    verdicts: tuple[Verdict, ...] = ()


def concealment_loss(
    state: State,
    name: str,
    *,
    large: bool = False,
    emplaced: bool = False,
    dug_in: bool = False,
    vehicular: bool = False,
) -> ConcealmentLoss:
    """When a weapon in a hex loses concealment by firing.

    Args:
        state: now.
        name: the hex.
        large: it is a Large Target.
        emplaced: it is an Emplaced Gun.
        dug_in: it is that of a Dug-In vehicle.
        vehicular: it is that of another vehicle.
    """
    as_emplaced = dug_in and in_ad_broken_ground(ground_terrain(state, name))
    gun = not (dug_in or vehicular)
    verdicts = (
        *_large(state, large=large, gun=gun),
        *_broken_ground(state, name, emplaced=emplaced or as_emplaced),
    )
    if not gun and not as_emplaced:
        return ConcealmentLoss(tuple(DR), "A12.14", verdicts)
    drm = sum(int(each.amount or 0) for each in verdicts if isinstance(each, Modifier))
    return ConcealmentLoss(tuple(dr for dr in DR if dr + drm >= LEAST), "A12.34", verdicts)


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
