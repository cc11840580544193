"""11.75 FFE Dust: an FFE is placed, and ends, with the Hindrance that dust gives it."""

from typing import Final

from events.commands import Lift, PlaceFFE
from events.dust import FFELifted, FFEPlaced
from sim.chapter_191.ffe_los_hindrance import dusty, hindrance_of
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision
from sim.state import State

__all__ = ["lift_ffe", "place_ffe"]

CORE: Final = ("C1.5",)


def place_ffe(state: State, command: PlaceFFE, _: Dice) -> Decision:
    """Place an FFE."""
    name = state.setting.area.name(command.hex)
    if name is None:
        return Refusal(Reason.UNKNOWN_HEX, "C1.5", f"{command.hex} is not in play")
    if command.name in state.ffes:
        return Refusal(Reason.NAME_TAKEN, "C1.5", f"an FFE {command.name} is in place already")
    if command.calibre < 1:
        return Refusal(Reason.IMPOSSIBLE_NUMBER, "C1.5", f"{command.calibre}mm is not a calibre")
    kind = command.kind
    rule = "11.75" if kind is None and dusty(state) else "191.8"
    drm = hindrance_of(state, command.calibre, kind)
    yield FFEPlaced(command.name, name, command.calibre, drm, rule, kind)
    return None


def lift_ffe(state: State, command: Lift, _: Dice) -> Decision:
    """End an FFE."""
    if command.name not in state.ffes:
        return Refusal(Reason.UNKNOWN_FFE, "C1.5", f"no FFE {command.name} is in place")
    yield FFELifted(command.name, "C1.5")
    return None
