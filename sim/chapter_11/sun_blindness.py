"""11.61, 11.611 and 11.612 Sun Blindness: +2 DLV to fire toward the low sun.

The Sun Blindness Zone of a firer is the wedge of 60 degrees centred on due east in an Early
Morning, on due west in a Late Afternoon. Our copy of the rule has lost its list of conditions; the
ruling 11.611-conditions has it.
"""

from typing import Final

from events.terms import North, TimeOfDay
from sim.chapter_11.applicability import SUN_BLINDNESS
from sim.chapter_11.low_visibility import no_dlv
from sim.chapter_11.weather_and_time_of_day import SUN_BLINDNESS_AT
from sim.los.line import offset, point
from sim.map.hexes import Hex
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.shot import AERIAL, Attack, Shot
from sim.state import State

DRM: Final = 2

_EAST: Final = {North.UP: (1, 0), North.RIGHT: (0, 1), North.DOWN: (-1, 0), North.LEFT: (0, -1)}
"""Due east on the map: right and down, by where north is."""


def sun_direction(state: State) -> tuple[int, int] | None:
    """Where the low sun blinds, as right and down on the map; None when it does not."""
    if SUN_BLINDNESS.in_play(state) is not True:
        return None
    right, down = _EAST[state.setting.scenario.north]
    if state.sky.time_of_day is TimeOfDay.LATE_AFTERNOON:
        right, down = -right, -down
    return right, down


def zone_side(firer: Hex, other: Hex, toward: tuple[int, int], vertex: int = 0) -> int:
    """Where a hex's centre dot or vertex lies: 1 inside the zone, 0 on its border, -1 outside.

    The firer's own hex is inside. The middle of the zone is given as right and down.
    """
    step = offset(firer, other)
    if step == (0, 0):
        return 1
    x, y = point(step, vertex)  # y is stretched by root 3
    right, down = toward
    if right:
        # a wedge along a hexspine; its borders rise 1 in y for 3 in x
        ahead, aside = right * x, 3 * abs(y)
    else:
        # a wedge across a hexside; its borders rise 1 in x for 1 in y
        ahead, aside = down * y, abs(x)
    return (ahead > aside) - (ahead < aside)


def in_sun_blindness_zone(state: State, firer: str, other: str, vertex: int = 0) -> bool:
    """Whether a hex, or a vertex of it, is in the Sun Blindness Zone of a unit in another, now."""
    toward = sun_direction(state)
    if toward is None:
        return False
    area = state.setting.area
    side = zone_side(area.place(firer), area.place(other), toward, vertex)
    return side > 0 or (side == 0 and state.setting.rules_that("11.611-conditions", "in-or-on"))


def why_not_blinded(state: State) -> str | None:
    """Why Sun Blindness is not in effect; None if it is."""
    time = state.sky.time_of_day
    if time is None:
        return "the Time of Day is still to be rolled"
    if time not in SUN_BLINDNESS_AT:
        return f"it is neither Early Morning nor Late Afternoon (Time of Day: {time})"
    against = SUN_BLINDNESS.against(state)
    return against[0].otherwise if against else None


def sun_blindness(shot: Shot) -> Verdict:
    """What Sun Blindness does to a shot."""
    state = shot.state
    rule = SUN_BLINDNESS_AT.get(state.sky.time_of_day or TimeOfDay.NONE, "11.61")
    why = why_not_blinded(state) or _why_not(shot)
    if why is not None:
        return Near("Sun Blindness", rule, Kind.DLV, why)
    sun = "east" if rule == "11.611" else "west"
    return Modifier("Sun Blindness", rule, Kind.DLV, DRM, why=f"the LOS looks {sun} into the sun")


def _why_not(shot: Shot) -> str | None:
    if shot.attack in AERIAL - {Attack.GROUND_SUPPORT}:
        return "the target is not a ground target"
    if (excepted := no_dlv(shot.attack)) is not None:
        return excepted
    plane = shot.attack is Attack.GROUND_SUPPORT
    if plane and shot.state.setting.rules_that("11.611-plane", "none"):
        return "no sun blinds an aircraft, by the ruling 11.611-plane"
    if shot.los.inside:
        return "the LOS lies within one building (11.792)"
    firer, target = shot.los.firer.hex, shot.los.target.hex
    if not in_sun_blindness_zone(shot.state, firer, target):
        return f"{target} is outside the Sun Blindness Zone of {firer}"
    vertex = shot.los.vertex
    if not in_sun_blindness_zone(shot.state, firer, target, vertex):
        return f"vertex {vertex} of {target} is outside the Sun Blindness Zone of {firer}"
    if firer == target:
        return "the target is in the firer's own hex"
    return None
