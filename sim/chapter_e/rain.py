"""E3.5-E3.54 Rain: only under an Overcast sky, read from the Wind Change DR."""

from typing import Final

from events.sky import ECChanged, RainBegan, RainEnded, RainGrewHeavy
from events.terms import EC, Rain
from sim.machine.telling import Telling
from sim.state import State

STARTS_AT_LEAST: Final = 10
"""Wind Change DR from which rain begins, or becomes heavier."""

ENDS_AT_MOST: Final = 3
"""Wind Change DR up to which rain of any kind ends."""


def rain_after(rain: Rain, dr: int) -> Rain:
    """The rain that a Wind Change DR leaves under an Overcast sky (E3.51)."""
    if dr >= STARTS_AT_LEAST:
        return Rain.RAIN if rain is Rain.NONE else Rain.HEAVY
    return Rain.NONE if dr <= ENDS_AT_MOST else rain


def settle_rain(state: State, dr: int) -> Telling:
    """Begin, thicken or end rain; from the first rain on EC are Wet."""
    if not state.sky.overcast:
        return state
    old, new = state.sky.rain, rain_after(state.sky.rain, dr)
    if new is old:
        return state
    if new is Rain.RAIN:
        state = yield RainBegan("E3.51")
        return (yield from _wet(state))
    if new is Rain.HEAVY:
        return (yield RainGrewHeavy("E3.51"))
    return (yield RainEnded("E3.51"))


def _wet(state: State) -> Telling:
    ec = state.sky.ec
    ruling = "E3.51-mud" if state.sky.mud else "11.8-rain"
    keeps_mud = state.sky.mud_exists and state.setting.rules_that(ruling, "mud")
    wet = EC.MUD if keeps_mud else EC.WET
    if ec is not None and ec is not wet:
        state = yield ECChanged(ec, wet, "E3.51")
    return state
