"""D14.2 Platoon and E11 convoy movement: an Impulse moves several vehicles together.

Each vehicle makes one MP expenditure at most, and all are treated as having expended the highest of
them (D14.31). Their dust is placed and shifted at the end of the Impulse only (11.741).
"""

from typing import Final

from events.commands import MP, Exit, Impulse, ImpulseStep, Move, Start, Stop
from events.terms import Movement
from events.vehicles import MPSpent
from sim.chapter_11.vehicle_dust import shift_dust
from sim.chapter_d.expenditure import START_MP, mp_left, priced
from sim.chapter_d.movement import STOP_MP, cannot, expend, moved_trail, trail
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision
from sim.state import State

__all__ = ["impulse"]

CORE: Final = ("D14.2", "D14.31", "E11.1")


def _mp(step: ImpulseStep) -> MP:
    match step:
        case Start():
            return START_MP
        case Stop():
            return STOP_MP
        case _:
            return step.mp or 0


def _misfit(state: State, command: Impulse) -> Refusal | None:
    """Why these steps make no Impulse."""
    vehicles = [step.vehicle for step in command.steps]
    if len(vehicles) < 2:
        return Refusal(Reason.BAD_IMPULSE, "D14.2", "an Impulse moves two vehicles or more")
    if len(set(vehicles)) < len(vehicles):
        return Refusal(
            Reason.BAD_IMPULSE, "D14.31", "each vehicle makes one MP expenditure an Impulse"
        )
    for vehicle in vehicles:
        spec = state.setting.vehicles.get(vehicle)
        if spec is not None and spec.movement is Movement.HORSE_DRAWN:
            return Refusal(Reason.BAD_IMPULSE, "E11.1", f"{vehicle} is not motorized")
    return None


def impulse(state: State, command: Impulse, dice: Dice) -> Decision:
    """Play one Impulse."""
    leaving = frozenset(step.vehicle for step in command.steps if isinstance(step, Move | Exit))
    steps = [priced(state, step, leaving) for step in command.steps]
    command = Impulse(tuple(step.command for step in steps))
    highest = max((_mp(step) for step in command.steps), default=0)
    together = state.setting.rules_that("11.741-cost", "impulse")
    trails = []
    first_steps = {step.command.vehicle: step for step in reversed(steps)}.values()
    reasons = [_misfit(state, command), *(cannot(step) for step in first_steps)]
    if refusals := [each for each in reasons if each is not None]:
        return min(refusals, key=lambda refusal: refusal.reason)
    for each in steps:
        trails.append(trail(each.after(state), highest if together else None))
        state = yield from expend(each.after(state), dice)
    for step in command.steps:
        if short := highest - _mp(step):
            if mp_left(state, step.vehicle) < short:
                return Refusal(
                    Reason.BEYOND_ALLOTMENT,
                    "D14.31",
                    f"{step.vehicle} cannot expend the {highest} MP of its Impulse",
                )
            state = yield MPSpent(step.vehicle, short, "D14.31")
    yield from shift_dust(state, [moved_trail(state, behind) for behind in trails])
    return None
