"""D8.2 When a Bog Check is made: once Defensive First Fire at that MP expenditure is over (AD3.42).

So an entry or a VCA change leaves a check that is *due*. An order rolls it, or the next order by
which any vehicle expends MP, or the end of the MPh; a vehicle that is destroyed or immobilized
before makes none. Dice that come with the entry say that nobody fired: it is made with it.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from events.commands import CheckBog, Command, Impulse
from events.vehicles import BogCheckDue
from sim.chapter_b.mover import Mover
from sim.chapter_d.bog import bog_drm, roll_bog
from sim.chapter_d.presence import absent
from sim.chapter_f.hammada import roll_immobilization
from sim.machine.dice import Dice, are_laid
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision, Telling
from sim.modifiers import Modifier, total_of
from sim.state import BogDue, State

__all__ = ["after_bog_checks", "make_bog_check", "put_off_bog_check"]

CORE: Final = ("D8.2",)

C = TypeVar("C", bound=Command)


def put_off_bog_check(
    state: State,
    mover: Mover,
    name: str,
    terrain: tuple[Modifier, ...],
    immobilization: tuple[Modifier, ...] | None,
    dice: Dice,
) -> Telling:
    """Leave a Bog Check to be made, or make it where its dice were rolled with the order.

    Args:
        state: now.
        mover: a vehicle of the game.
        name: the hex in which it makes the check.
        terrain: what terrain adds.
        immobilization: the DRM of an Immobilization DR that follows; None if none does.
        dice: those of the order.
    """
    vehicle = mover.vehicle or ""
    drm = int(total_of(bog_drm(state, mover, terrain, name)).fixed)
    later = None if immobilization is None else int(total_of(immobilization).fixed)
    if are_laid(dice):
        return (yield from _roll(state, vehicle, BogDue(name, drm, later), dice))
    return (yield BogCheckDue(vehicle, name, drm, later, "D8.2"))


def _roll(state: State, vehicle: str, due: BogDue, dice: Dice) -> Telling:
    """Make a check that is due, and the Immobilization DR that follows."""
    state = yield from roll_bog(state, vehicle, due, dice)
    if due.immobilization is not None and not state.vehicles[vehicle].halted:
        state = yield from roll_immobilization(state, vehicle, due.hex, due.immobilization, dice)
    return state


def make_bog_check(state: State, command: CheckBog, dice: Dice) -> Decision:
    """Make the Bog Check of a vehicle that is due."""
    vehicle = command.vehicle
    if refusal := absent(state, vehicle, "D8.2"):
        return refusal
    due = state.vehicles[vehicle].bog_check_due
    if due is None:
        return Refusal(Reason.ALREADY_SO, "D8.2", f"{vehicle} has no Bog Check to make")
    yield from _roll(state, vehicle, due, dice)
    return None


def after_bog_checks(
    state: State, command: C, dice: Dice, act: Callable[[State, C, Dice], Decision]
) -> Decision:
    """Do what is ordered once the checks that are due are made.

    Whoever bogs in one does not do it.
    """
    for found in state.vehicles.values():
        if found.bog_check_due is not None:
            return _checks_first(state, command, dice, act)
    return act(state, command, dice)


def _checks_first(
    state: State, command: C, dice: Dice, act: Callable[[State, C, Dice], Decision]
) -> Decision:
    """Make the checks that are due, then do what is ordered."""
    waiting = {name: found.bog_check_due for name, found in state.vehicles.items()}
    checked = []
    for vehicle, due in sorted(waiting.items()):
        if due is not None:
            checked.append(vehicle)
            state = yield from _roll(state, vehicle, due, dice)
    if any(state.vehicles[name].halted for name in _acting(command) if name in checked):
        return None
    return (yield from act(state, command, dice))


def _acting(command: Command) -> list[str]:
    """The vehicles that an order is for."""
    if isinstance(command, Impulse):
        return [step.vehicle for step in command.steps]
    vehicle = getattr(command, "vehicle", None)
    return [vehicle] if isinstance(vehicle, str) else []
