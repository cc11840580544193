"""11.62-11.624 Heat Haze: DLV that grows with range."""

from typing import Final

from events.terms import Month, TimeOfDay
from sim.chapter_11.applicability import HEAT_HAZE
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.shot import AERIAL, Attack, Shell, Shot, Target
from sim.state import State

HEAT_HAZE_RULE: Final = "11.62"
INTENSE_RULE: Final = "11.621"

HAZES: Final = {HEAT_HAZE_RULE: "Heat Haze", INTENSE_RULE: "Intense Heat Haze"}
"""What each Heat Haze is called, by its rule."""

STEP: Final = {Target.INFANTRY: 6, Target.VEHICLE: 12}
"""Hexes of range for each +1."""

FREE: Final = {
    HEAT_HAZE_RULE: {Target.INFANTRY: 12, Target.VEHICLE: 24},
    INTENSE_RULE: {Target.INFANTRY: 6, Target.VEHICLE: 12},
}
"""The range up to which there is no Hindrance."""

GROUND_SUPPORT_DRM: Final = {HEAT_HAZE_RULE: 1, INTENSE_RULE: 2}
SIGHTING_DRM: Final = 1
OFFBOARD_DRM: Final = 2

NOT_AT_NOTHING: Final = "only HE and SMOKE are fired at a hex with neither Infantry nor vehicle"

_INTENSE_MONTHS: Final = (Month.MAY, Month.JUNE, Month.JULY, Month.AUGUST, Month.SEPTEMBER)


def haze(state: State) -> str | None:
    """Which Heat Haze is in effect, as the rule that says so; None when there is none (11.3)."""
    if HEAT_HAZE.in_play(state) is not True:
        return None
    time = state.sky.time_of_day
    hot = time is TimeOfDay.MID_MORNING and state.setting.scenario.month in _INTENSE_MONTHS
    return INTENSE_RULE if hot or time is TimeOfDay.MIDDAY else HEAT_HAZE_RULE


def heat_haze_drm(rule: str, target: Target, range_: int) -> int:
    """The DRM at a range: one for each step begun beyond the free range.

    Of Infantry and a vehicle the lesser counts; of neither, that of Infantry (11.623).
    """
    if target is Target.BOTH:
        return min(heat_haze_drm(rule, each, range_) for each in STEP)
    if target not in STEP:
        target = Target.INFANTRY
    beyond = max(range_ - FREE[rule][target], 0)
    return -(-beyond // STEP[target])


def _near(why: str, rule: str = HEAT_HAZE_RULE) -> Near:
    return Near(HAZES[rule], rule, Kind.DLV, why)


def _missing(state: State) -> Near | None:
    failing = HEAT_HAZE.failing(state)
    if failing:
        return _near(failing[0].otherwise)
    if state.sky.time_of_day is None:
        return _near("the Time of Day is still to be rolled")
    if haze(state) is None:
        return _near(f"the Time of Day brings none ({state.sky.time_of_day})")
    return None


def heat_haze(shot: Shot) -> Verdict:
    """What Heat Haze does to a shot."""
    rule = haze(shot.state)
    if rule is None:
        return _missing(shot.state) or _near("it is not in effect")
    if shot.los.inside:
        return _near("the LOS lies within one building (11.792)", rule)
    if shot.attack is Attack.GROUND_SUPPORT:
        return Modifier(
            HAZES[rule], "11.622", Kind.DLV, GROUND_SUPPORT_DRM[rule], why="whatever the range"
        )
    if (why := _excepted(shot)) is not None:
        return _near(why, rule)
    drm = heat_haze_drm(rule, shot.target, shot.range)
    whom = _WHOM[shot.target]
    if drm == 0:
        far = shot.target in (Target.VEHICLE, Target.BOTH)
        free = FREE[rule][Target.VEHICLE if far else Target.INFANTRY]
        return _near(f"{whom} it begins beyond {free} hexes, and the range is {shot.range}", rule)
    said_by = "11.623" if shot.target in (Target.BOTH, Target.NONE) else rule
    return Modifier(HAZES[rule], said_by, Kind.DLV, drm, why=f"{whom} at range {shot.range}")


_WHOM: Final = {
    Target.INFANTRY: "vs Infantry",
    Target.VEHICLE: "vs a vehicle",
    Target.BOTH: "vs Infantry and vehicle, the lesser",
    Target.NONE: "vs a hex with neither, as if Infantry",
    Target.AERIAL: "vs an Aerial target",
}


def _excepted(shot: Shot) -> str | None:
    if shot.attack in AERIAL or shot.target is Target.AERIAL:
        return "attacks vs an Aerial target are excepted"
    if shot.attack in (Attack.OBA, Attack.FIRE_LANE, Attack.SPECIFIC_COLLATERAL):
        return f"{shot.attack} is excepted"
    if shot.attack in (Attack.RESIDUAL_FP, Attack.CC):
        return f"{shot.attack} is not fire at a range"
    shell = shot.shell or (Shell.HE if shot.attack is Attack.TO_HIT else None)
    if shot.target is Target.NONE and shell not in (Shell.HE, Shell.SMOKE):
        return f"{NOT_AT_NOTHING} (11.623)"
    return None


def offboard_observer(state: State) -> Verdict:
    """What Heat Haze does to the Accuracy dr of an Offboard Observer (11.624)."""
    rule = haze(state)
    if rule is None:
        return _missing(state) or _near("it is not in effect")
    return Modifier(
        HAZES[rule], "11.624", Kind.DLV, OFFBOARD_DRM, why="Offboard Observer, whatever the range"
    )


def sighting(state: State) -> Verdict:
    """What Heat Haze does to a Sighting TC (11.622)."""
    rule = haze(state)
    if rule is None:
        return _missing(state) or _near("it is not in effect")
    return Modifier(HAZES[rule], "11.622", Kind.DRM, SIGHTING_DRM, why="whatever the range")
