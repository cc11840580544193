"""11.4 and 11.6111 The EC that need no dr; the Arid EC Chart is beside the other charts."""

from typing import Final

from events.sky import ECChanged, ECSet
from events.terms import EC, Rain, TimeOfDay
from sim.chapter_11.applicability import SUN_BLINDNESS
from sim.machine.telling import Telling
from sim.state import State, replace

# 11.6111 Early Morning Sun Blindness makes EC Moist, unless rain or Mud makes them wetter.


def forced_ec(state: State) -> EC | None:
    """The EC that Early Morning Sun Blindness forces; None when it is not in effect."""
    if state.sky.time_of_day is not TimeOfDay.EARLY_MORNING or not SUN_BLINDNESS.in_effect(state):
        return None
    if state.sky.mud_exists:
        return EC.MUD
    wet = state.sky.rain is not Rain.NONE or state.sky.ec is EC.WET
    return EC.WET if wet else EC.MOIST


def settle_early_morning_ec(state: State) -> Telling:
    """Bring the EC to what the Early Morning forces."""
    forced = forced_ec(state)
    if forced is not None and forced is not state.sky.ec:
        if state.sky.ec is None:
            state = yield ECSet(forced, "11.6111")
        else:
            state = yield ECChanged(state.sky.ec, forced, "11.6111")
    return state


EC_DRM: Final = dict(zip(EC, (-3, -2, -1, 0, 1, 2), strict=True))
"""The EC DRM/drm of each result, from Mud to Very Dry."""


def ec_without_dr(state: State) -> EC | None:
    """The EC that no dr decides: Mud (E3.6), what the sun forces (11.6111), or Moist by Mist."""
    if state.sky.mud:
        return EC.MUD
    return forced_ec(state) or (EC.MOIST if state.sky.mist else None)


def settle_mud_ec(state: State) -> Telling:
    """Bring the EC to Mud where the Weather is (E3.6)."""
    if state.sky.mud and state.sky.ec is not EC.MUD:
        state = yield ECSet(EC.MUD, "E3.6")
    return state


DRIER_THAN_MIST: Final = frozenset({None, EC.MODERATE, EC.DRY, EC.VERY_DRY})
"""EC that there cannot be in Mist; None is to be rolled (E3.3)."""


def settle_mist_ec(state: State) -> Telling:
    """Bring the EC to Moist where there is Mist."""
    old = state.sky.ec
    if state.sky.mist and old in DRIER_THAN_MIST:
        moist = ECSet(EC.MOIST, "E3.3") if old is None else ECChanged(old, EC.MOIST, "E3.3")
        state = yield moist
    return state


def known_ec(state: State) -> EC | None:
    """The EC: as rolled, or what no dr decides; None while they are to be rolled (11.4)."""
    return state.sky.ec or ec_without_dr(state)


def with_sure_ec(state: State) -> State:
    """The state before the first RPh with the EC that no dr decides, which the game tells then."""
    sure = ec_without_dr(state) if state.sky.ec is None else None
    return state if sure is None else replace(state, sky=replace(state.sky, ec=sure))
