"""E3.1, E3.32, E3.51 LV Hindrances of rain and Mist; unlike DLV they count toward B.10."""

from typing import Final

from events.terms import Rain
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.shot import HINDERED, Shot
from sim.state import State

STEP: Final = 6
"""Hexes of range for each +1; the first are free in Mist, but not in heavy rain."""


def lv_drm(state: State, range_: int) -> int:
    """The LV DRM at a range: +1 for each six hexes begun beyond six, one more in heavy rain."""
    if state.sky.rain is Rain.NONE and not state.sky.mist:
        return 0
    beyond = max(range_ - STEP, 0)
    return -(-beyond // STEP) + int(state.sky.rain is Rain.HEAVY)


def low_visibility(shot: Shot) -> Verdict:
    """What rain and Mist do to a shot."""
    state = shot.state
    raining = state.sky.rain is not Rain.NONE
    name, rule = (f"Mist of {state.sky.rain}", "E3.51") if raining else ("Mist", "E3.32")
    if not raining and not state.sky.mist:
        return Near("LV", rule, Kind.LV, "there is neither rain nor Mist")
    if shot.attack not in HINDERED:
        return Near(name, rule, Kind.LV, f"{shot.attack} is not fire along a LOS")
    drm = lv_drm(state, shot.range)
    if not drm:
        return Near(name, rule, Kind.LV, f"it begins beyond {STEP} hexes")
    return Modifier(name, rule, Kind.LV, drm, why=f"at range {shot.range}")
