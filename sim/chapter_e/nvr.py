"""E1.1 Night Visibility Range: how far anything is seen at Night, and how it changes."""

from math import ceil
from typing import Final

from events.sky import NVRChanged
from events.terms import TRACKED, Clouds, Moon
from sim.chapter_a.sight import Location
from sim.chapter_e.illumination import gunflashes, is_lit
from sim.chapter_e.low_visibility import at_night
from sim.los.line import distance
from sim.machine.telling import Dice, Telling
from sim.state import State

MOST_NVR: Final = 6
"""The Base NVR never becomes more (E1.12)."""

# E1.12 The Wind Change DR changes the Base NVR, but not that of the first RPh.

CHANGES_AT: Final = 6
"""The coloured dr that changes it."""

FALLS_AT_MOST: Final = 3
RISES_UNLIT_AT: Final = 4
"""The white dr up to which it falls, and the one that raises it only before any starshell or IR."""

DIVISOR: Final = {Moon.HALF: 3, Moon.FULL: 2}
"""What a dr is divided by (FRU) for the change under scattered clouds."""


def settle_nvr(state: State, coloured: int, white: int, dice: Dice) -> Telling:
    """Change the Base NVR as a Wind Change DR says."""
    moment, old = state.moment, state.nvr
    first = (moment.turn, moment.player) == (1, 1)
    if old is None or not at_night(state) or first or coloured != CHANGES_AT:
        return state
    if white == RISES_UNLIT_AT and state.lit:
        return state
    change = _change(state, dice) * (-1 if white <= FALLS_AT_MOST else 1)
    new = min(max(old + change, 0), MOST_NVR)
    return state if new == old else (yield NVRChanged(old, new, "E1.12"))


def _change(state: State, dice: Dice) -> int:
    scenario = state.setting.scenario
    if scenario.clouds is not Clouds.SCATTERED or scenario.moon not in DIVISOR:
        return 1
    (dr,) = dice.roll("wind change", 1)
    return ceil(dr / DIVISOR[scenario.moon])


def nvr_in_words(state: State) -> str | None:
    """The Base NVR, or that none was stated; None by day."""
    if not at_night(state):
        return None
    return "not considered: give nvr = N" if state.nvr is None else _hexes(state.nvr)


def _hexes(number: int) -> str:
    return f"{number} hex" if number == 1 else f"{number} hexes"


TIMES_IN_MOTION: Final = {True: 2, False: 1.5}
"""How many times NVR a vehicle in Motion is seen, tracked or not (FRU)."""


def _motion_seen(state: State, name: str, *, moving: bool) -> float:
    """How many times NVR the vehicles of a hex are seen that move or are in Motion."""
    specs = state.setting.vehicles
    return max(
        (
            TIMES_IN_MOTION[specs[each].movement in TRACKED]
            for each, found in state.vehicles.items()
            if found.hex == name and (found.in_motion or moving)
        ),
        default=TIMES_IN_MOTION[False] if moving else 1,
    )


def out_of_sight(
    state: State,
    viewer: Location,
    target: Location,
    *,
    bu: bool = False,
    vehicle: bool = False,
    moving: bool = False,
    flash: bool = False,
) -> str | None:
    """Why a Location is out of LOS by Night alone; None if it is not, or no NVR was stated.

    Args:
        state: the state.
        viewer: where the unit is that looks.
        target: what it looks at.
        bu: it looks from a BU AFV, for which NVR is halved (E1.14).
        vehicle: it looks at vehicles there, which are seen farther off while they move (E1.14).
        moving: they move now.
        flash: there is a Gunflash.
    """
    if state.nvr is None or not at_night(state) or viewer == target:
        return None
    if flash or is_lit(state, target) or target.hex in gunflashes(state):
        return None
    if is_lit(state, viewer):
        return f"{viewer} is illuminated, and sees only what is so too (E1.101)"
    area = state.setting.area
    range_ = distance(area.place(viewer.hex), area.place(target.hex))
    nvr, rule = state.nvr, "E1.1"
    times = _motion_seen(state, target.hex, moving=moving) if vehicle else 1
    if bu:
        nvr, rule = nvr // 2, "E1.14"
    if times > 1:
        nvr, rule = ceil(nvr * times) if nvr else int(times), "E1.14"
    if nvr and range_ <= nvr:
        return None
    return f"{target} is {_hexes(range_)} away, and NVR is {nvr} ({rule})"


def seen_by_night(state: State, target: Location) -> str | None:
    """What Night says of a Location that may be in LOS, in a sentence; None by day."""
    if not at_night(state):
        return None
    if state.nvr is None:
        return "NVR was not considered: give nvr = N (E1.1)"
    said = f"NVR is {_hexes(state.nvr)} (E1.1)"
    if is_lit(state, target):
        return f"{said}; {target} is illuminated (E1.9)"
    return f"{said}; {target} is a Gunflash (E1.87)" if target.hex in gunflashes(state) else said
