"""D8.2-D8.3 When a Bog Check is made, and the DR that frees a bogged vehicle.

Out again comes a vehicle that expends a Start MP, as the first thing in a later MPh: the dice of
its Bog Removal DR multiply to the MP that it takes, twice that without tracks, and the coloured die
says whether it is free; an AFV beside it and an Armor Leader help.
"""

from collections.abc import Mapping
from functools import wraps
from typing import Final, TypeVar

from events import vehicles
from events.commands import CheckBog, Command, Impulse, Unbog
from events.moment import Phase
from events.terms import TRACKED, Movement
from sim.chapter_11.vehicle_and_ffe_dust import Trail, shift_dust
from sim.chapter_a.random_selection import random_selection
from sim.chapter_b.mover import Mover
from sim.chapter_b.rubble import driven_into
from sim.chapter_d.bog import bog_due, bogs, suffer_bog
from sim.chapter_d.presence import demand_there
from sim.chapter_f.hammada import roll_immobilization
from sim.machine.dice import Dice, are_laid
from sim.machine.telling import Decider, Decision, Reason, Telling, decider, in_phase, refuse
from sim.modifiers import Modifier, total_of
from sim.state import BogDue, State

C = TypeVar("C", bound=Command)

FREED_AT_MOST: Final = 4
MIRED_AT: Final = 5
"""Final coloured dr of a Bog Removal that frees, and that mires; above it, the vehicle is lost."""

MIRED_DRM: Final = 1
HELP_DRM: Final = -1
"""What an AFV that pulls adds to the coloured dr."""

BEST_LEADER: Final = -3
"""The best Leadership DRM there is."""

NOT_TRACKED_TIMES: Final = 2
"""A vehicle that is non-tracked takes twice the MP to free itself."""

# D8.2 When a Bog Check is made: once Defensive First Fire at that MP expenditure is over (AD3.42).
#
# So an entry or a VCA change leaves a check that is *due*. An order rolls it, or the next order by
# which any vehicle expends MP, or the end of the MPh; a vehicle that is destroyed or immobilized
# before makes none. Dice that come with the entry say that no unit fired: it is made with it.


def put_off_bog_check(
    state: State,
    mover: Mover,
    name: str,
    terrain: tuple[Modifier, ...],
    immobilization: tuple[Modifier, ...] | None,
    dice: Dice,
) -> Telling:
    """Leave a Bog Check to be made, or make it where its dice were rolled with the order.

    An Immobilization DR may follow.
    """
    vehicle = mover.vehicle or ""
    drm = bog_due(state, mover, name, terrain).drm
    later = None if immobilization is None else int(total_of(immobilization).fixed)
    if are_laid(dice):
        return (yield from _roll(state, {vehicle: BogDue(name, drm, later)}, dice))
    return (yield vehicles.BogCheckDue(vehicle, name, drm, later, "D8.2"))


def _roll(state: State, due: Mapping[str, BogDue], dice: Dice, rule: str = "D8.21") -> Telling:
    """Make the checks of some vehicles by one DR, and the Immobilization DR that follow.

    Of several, which are of one platoon, chance selects among those that the DR would bog.
    """
    coloured, white = dice.roll(f"bog {' '.join(due)}", 2)
    would = []
    for name, check in due.items():
        state = yield vehicles.BogChecked(name, check.hex, coloured, white, check.drm, rule)
        if bogs(state, check, coloured, white) is not None:
            would.append(name)
    selected = random_selection(would, dice, "platoon") if would else ()
    spared = {*would} - {*selected}
    for name, check in due.items():
        if name not in spared:
            state = yield from suffer_bog(state, name, check, coloured, white)
    for name, check in due.items():
        state = yield from driven_into(state, check.hex, coloured, dice)
        drm = check.immobilization
        if drm is not None and not state.vehicles[name].halted:
            state = yield from roll_immobilization(state, name, check.hex, drm, dice)
    return state


def roll_waiting(
    state: State, dice: Dice, rule: str = "D8.21", leaving: Mapping[str, BogDue] | None = None
) -> Telling:
    """Make all checks that are due: several are of one platoon, and have one DR (D14.21).

    Those of vehicles that are about to leave their hexes are made with them.
    """
    waiting = dict(sorted({**state.bog_checks, **(leaving or {})}.items()))
    return (yield from _roll(state, waiting, dice, "D14.21" if len(waiting) > 1 else rule))


@decider
def make_bog_check(state: State, command: CheckBog, dice: Dice) -> Decision:
    """Make the Bog Check of a vehicle that is due, and that of its platoon."""
    vehicle = command.vehicle
    demand_there(state, vehicle, "D8.2")
    if vehicle not in state.bog_checks:
        refuse(Reason.ALREADY_SO, "D8.2", f"{vehicle} has no Bog Check to make")
    yield from roll_waiting(state, dice)


def _acting(command: Command) -> list[str]:
    """The vehicles that an order is for."""
    if isinstance(command, Impulse):
        return [step.vehicle for step in command.steps]
    vehicle = getattr(command, "vehicle", None)
    return [vehicle] if isinstance(vehicle, str) else []


def after_bog_checks(act: Decider[C]) -> Decider[C]:
    """A decider of what is done once the checks that are due are made.

    A vehicle that bogs in one does not do it.
    """

    @wraps(act)
    def decide(state: State, command: C, dice: Dice) -> Decision:
        if state.bog_checks:
            return _checks_first(state, command, dice, act)
        return act(state, command, dice)

    return decide


def _checks_first(state: State, command: C, dice: Dice, act: Decider[C]) -> Decision:
    """Make the checks that are due, then do what is ordered."""
    if any(name not in state.vehicles for name in _acting(command)):
        return (yield from act(state, command, dice))  # which refuses an unknown vehicle
    waiting = state.bog_checks
    state = yield from roll_waiting(state, dice)
    if any(state.vehicles[name].halted for name in _acting(command) if name in waiting):
        return
    return (yield from act(state, command, dice))


def _demand_try(state: State, vehicle: str) -> None:
    in_phase(state, Phase.MPH, "D8.3", "a Bog Removal DR is made in")
    demand_there(state, vehicle, "D8.3")
    found, spec = state.vehicles[vehicle], state.setting.vehicles[vehicle]
    stunned = found.stunned or found.shocked
    for holds, reason, why in (
        (spec.side != state.attacker, Reason.NOT_ATTACKER, "its side is not the ATTACKER"),
        (found.immobile, Reason.IMMOBILE, "it is immobilized"),
        (stunned, Reason.STUNNED_OR_SHOCKED, "its crew is Stunned or Shocked"),
        (not found.bogged, Reason.ALREADY_SO, "it is not bogged"),
        (found.bogged_in == state.moment, Reason.ALREADY_TRIED, "it bogged in this MPh"),
        (found.mp_used, Reason.ALREADY_TRIED, "Bog Removal comes first in an MPh, and once"),
    ):
        if holds:
            refuse(reason, "D8.3", f"{vehicle}: {why}")


def _demand_help(state: State, command: Unbog) -> None:
    """Refuse a helper that is no Mobile, CE, stationary AFV beside it with all its MP."""
    if not BEST_LEADER <= command.leader <= 0:
        refuse(Reason.IMPOSSIBLE_NUMBER, "D8.3", f"{command.leader} is no DRM of an Armor Leader")
    if command.helper is None:
        return
    demand_there(state, command.helper, "D8.3", afv=True)
    vehicle, found = state.vehicles[command.vehicle], state.vehicles[command.helper]
    spec = state.setting.vehicles[command.helper]
    moves = found.in_motion or found.mp_used > 0
    for holds, reason, why in (
        (command.helper == command.vehicle, Reason.ALREADY_SO, "it is the bogged one"),
        (spec.side != state.attacker, Reason.NOT_ATTACKER, "its side is not the ATTACKER"),
        (found.hex != vehicle.hex, Reason.NOT_ADJACENT, f"it is not in {vehicle.hex}"),
        (found.halted, Reason.IMMOBILE, "it is not Mobile"),
        (found.bu, Reason.ALREADY_SO, "it is not CE"),
        (moves, Reason.IN_MOTION, "it is not stationary with all its MP"),
    ):
        if holds:
            refuse(reason, "D8.3", f"{command.helper} does not help: {why}")


@decider
@after_bog_checks
def unbog(state: State, command: Unbog, dice: Dice) -> Decision:
    """Make a Bog Removal DR: at most the whole allotment is expended, and all of it with help."""
    vehicle = command.vehicle
    _demand_try(state, vehicle)
    _demand_help(state, command)
    found, spec = state.vehicles[vehicle], state.setting.vehicles[vehicle]
    coloured, white = dice.roll(f"bog removal {vehicle}", 2)
    part = state.setting.rules_that("D8.3-tracked", "part")
    tracked = spec.movement in TRACKED if part else spec.movement is Movement.FULLY_TRACKED
    times = 1 if tracked else NOT_TRACKED_TIMES
    mp = min(coloured * white * times, spec.mp)
    final = coloured + command.leader + (MIRED_DRM if found.mired else 0)
    if command.helper is not None:
        final += HELP_DRM
        mp, pulls = spec.mp, state.setting.vehicles[command.helper].mp
        state = yield vehicles.MPSpent(command.helper, pulls, "D8.3")
    state = yield vehicles.MPSpent(vehicle, mp, "D8.3")
    if final <= FREED_AT_MOST:
        state = yield vehicles.VehicleFreed(vehicle, "D8.3")
    elif final == MIRED_AT:
        state = yield vehicles.VehicleMired(vehicle, "D8.3")
    else:
        state = yield vehicles.VehicleImmobilized(vehicle, "D8.3")
    yield from shift_dust(state, (Trail(vehicle),))
