"""D9.31 Armored Assault: a vehicle declares it, and raises no Dust in that MPh (11.74)."""

from typing import Final

from events.commands import ArmoredAssault
from events.vehicles import ArmoredAssaultDeclared
from sim.chapter_d.afv import is_afv
from sim.chapter_d.cannot_move import may_act
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision
from sim.state import State

__all__ = ["declare_armored_assault"]

CORE: Final = ("D9.31",)


def declare_armored_assault(state: State, command: ArmoredAssault, _: Dice) -> Decision:
    """Declare Armored Assault for the rest of the MPh (D9.31)."""
    refusal = may_act(state, command.vehicle)
    spec = state.setting.vehicles.get(command.vehicle)
    afv = spec is None or is_afv(spec)
    if refusal and (afv or refusal.reason < Reason.NOT_AFV):
        return refusal
    if not afv:
        return Refusal(Reason.NOT_AFV, "D9.31", f"{command.vehicle} is not an AFV")
    if state.vehicles[command.vehicle].assault:
        return Refusal(Reason.ALREADY_SO, "D9.31", f"{command.vehicle} has declared it already")
    yield ArmoredAssaultDeclared(command.vehicle, "D9.31")
    return None
