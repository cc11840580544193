"""E1.7, E3.1, E3.32, E3.51 LV Hindrances of Night, rain and Mist; unlike DLV they block (B.10)."""

from collections.abc import Iterator
from typing import Final

from events.terms import Rain, TimeOfDay
from sim.chapter_ad.arid_building import is_rooftop
from sim.chapter_b.tem import tem
from sim.los.features import field_of
from sim.modifiers import Kind, Modifier, Near, Verdict, applied
from sim.shot import DIRECT, Attack, Shot
from sim.state import State

STEP: Final = 6
"""Hexes of range for each +1; the first are free in Mist, but not in heavy rain."""

TAKES_LV: Final = DIRECT | {Attack.GROUND_SUPPORT, Attack.VS_AERIAL}
"""Attacks that LV modifies; of others it can block the LOS (E3.32)."""


def lv_drm(state: State, range_: int) -> int:
    """The LV DRM at a range: +1 for each six hexes begun beyond six, one more in heavy rain."""
    if state.sky.rain is Rain.NONE and not state.sky.mist:
        return 0
    beyond = max(range_ - STEP, 0)
    return -(-beyond // STEP) + int(state.sky.rain is Rain.HEAVY)


def clear_between(shot: Shot) -> str | None:
    """Why the Weather is Clear between firer and target whatever it is elsewhere (E3.8)."""
    one, two = shot.los.firer, shot.los.target
    if shot.los.inside:
        return "the LOS lies within one building (E3.8)"
    outside = any(is_rooftop(shot.state, each.hex, each.level) for each in (one, two))
    if shot.los.range or shot.bypassing or outside or shot.attack not in DIRECT:
        return None
    return "firer and target are in the same hex (E3.8)"


def lv_on_los(shot: Shot) -> int:
    """The LV DRM of the LOS of a shot, be the attack one that takes it or not."""
    night = sum(each.fixed for each in applied(night_lv(shot))[0])
    return night + (0 if clear_between(shot) else lv_drm(shot.state, shot.range))


def low_visibility(shot: Shot) -> Verdict:
    """What rain and Mist do to a shot."""
    state = shot.state
    raining = state.sky.rain is not Rain.NONE
    name, rule = (f"Mist of {state.sky.rain}", "E3.51") if raining else ("Mist", "E3.32")
    if not raining and not state.sky.mist:
        return Near("LV", rule, Kind.LV, "there is neither rain nor Mist")
    if shot.attack not in TAKES_LV:
        return Near(name, rule, Kind.LV, f"{shot.attack} takes no LV (E3.32)")
    if (why := clear_between(shot)) is not None:
        return Near(name, rule, Kind.LV, why)
    drm = lv_drm(state, shot.range)
    if not drm:
        return Near(name, rule, Kind.LV, f"it begins beyond {STEP} hexes")
    return Modifier(name, rule, Kind.LV, drm, why=f"at range {shot.range}")


NIGHT_DRM: Final = 1


def at_night(state: State) -> bool:
    """Whether it is Night (E1)."""
    return state.sky.time_of_day is TimeOfDay.NIGHT


def night_lv(shot: Shot) -> Iterator[Verdict]:
    """What Night does to an attack; nothing is said by day."""
    if not at_night(shot.state):
        return
    why = f"{shot.attack} is excepted" if shot.attack not in DIRECT else _stands_out(shot)
    if why is None:
        yield Modifier("Night", "E1.7", Kind.LV, NIGHT_DRM, why="an attack at Night")
    else:
        yield Near("Night", "E1.7", Kind.LV, why)


def _stands_out(shot: Shot) -> str | None:
    """Why a target takes no LV of Night; None if it does."""
    los, name = shot.los, shot.los.target.hex
    if not los.range:
        return "firer and target are in the same hex"
    there = field_of(shot.state).features[name]
    above = max((each.obstacle or each.tall for each in there), default=0)
    if above and above - los.target.level + los.rise >= 1:
        return f"what stands in {name} rises a level or more above the firer"
    if any(each.rule == "B10.31" for each in applied(tem(shot))[0]):
        return "the target has Height Advantage"
    return None
