"""D14.2 Platoon and E11 convoy movement: an Impulse moves several vehicles together.

Each vehicle makes one MP expenditure at most, and all are treated as having expended the highest of
them (D14.31). AFV stay beside one another, and one Bog Check DR is made for all (D14.21). Their
dust is placed and shifted at the end of the Impulse only (11.741). The Bog Check comes after
Defensive First Fire, unless its dice were rolled with the Impulse (AD3.42), or one is made on the
way out of a hex: then all are made before that vehicle goes.
"""

from collections.abc import Sequence

from events.commands import MP, VBM, ArmoredAssault, Exit, Impulse, ImpulseStep, Move, Start, Stop
from events.terms import Movement
from events.vehicles import ArmoredAssaultDeclared, MPSpent
from sim.chapter_11.vehicle_and_ffe_dust import Trail, shift_dust
from sim.chapter_a.los import los
from sim.chapter_a.sight import Location
from sim.chapter_b.artificial_terrain import artificial_terrain
from sim.chapter_b.depressions import sunken_of
from sim.chapter_b.mover import mover_of
from sim.chapter_b.no_entry import lane_taken
from sim.chapter_d.bog import bog_due
from sim.chapter_d.bog_checks import after_bog_checks, roll_waiting
from sim.chapter_d.cannot_move import cannot, may_act
from sim.chapter_d.expenditure import START_MP, STOP_MP, Entering, Expenditure, mp_left, priced
from sim.chapter_d.movement import expend, moved_trail, trail
from sim.chapter_d.presence import is_afv
from sim.machine.dice import are_laid
from sim.machine.telling import (
    Decision,
    Dice,
    Reason,
    Refusal,
    Refused,
    Telling,
    decider,
    refuse,
)
from sim.state import BogDue, State


@decider
@after_bog_checks
def declare_armored_assault(state: State, command: ArmoredAssault, _: Dice) -> Decision:
    """Declare Armored Assault for the rest of the MPh (D9.31): it raises no Dust (11.74)."""
    refusal = may_act(state, command.vehicle)
    spec = state.setting.vehicles.get(command.vehicle)
    afv = spec is None or is_afv(spec)
    if refusal and (afv or refusal.reason < Reason.NOT_AFV):
        raise Refused(refusal)
    if not afv:
        refuse(Reason.NOT_AFV, "D9.31", f"{command.vehicle} is not an AFV")
    if state.vehicles[command.vehicle].assault:
        refuse(Reason.ALREADY_SO, "D9.31", f"{command.vehicle} has declared it already")
    yield ArmoredAssaultDeclared(command.vehicle, "D9.31")


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
        why = "each vehicle makes one MP expenditure an Impulse"
        return Refusal(Reason.BAD_IMPULSE, "D14.31", why)
    for vehicle in vehicles:
        spec = state.setting.vehicles.get(vehicle)
        if spec is not None and spec.movement is Movement.HORSE_DRAWN:
            return Refusal(Reason.BAD_IMPULSE, "E11.1", f"{vehicle} is not motorized")
        if spec is None or vehicle not in state.vehicles or not is_afv(spec):
            continue
        if state.vehicles[vehicle].sped_in == state.moment:
            why = f"{vehicle} has made its ESB DR in this MPh, and moves in no platoon"
            return Refusal(Reason.BAD_IMPULSE, "D14.21", why)
    return None


def _demand_mp(steps: Sequence[Expenditure]) -> None:
    """Refuse a platoon that goes where one of it has too few MP to go."""
    for step in steps:
        command, spec = step.command, step.state.setting.vehicles.get(step.command.vehicle)
        if spec is not None and isinstance(command, Entering) and step.entry.minimum:
            why = f"{command.vehicle} has too few MP to enter {command.to} with its platoon"
            refuse(Reason.BAD_IMPULSE, "D14.21", why)


def _demand_platoon(state: State, command: Impulse) -> None:
    """Refuse AFV that are no platoon at the end of the Impulse (D14.21).

    One that is Immobile is no part of it any more; the others need not close up before one of them
    enters a hex (D14.22).
    """
    names = [step.vehicle for step in command.steps]
    if not all(is_afv(state.setting.vehicles[name]) for name in names):
        return
    found = {name: state.vehicles[name] for name in names if not state.vehicles[name].halted}
    here = {name: each.hex for name, each in found.items() if each.hex is not None}
    ways = {step.reverse for step in command.steps if isinstance(step, Move | VBM)}
    if len({found[name].in_motion for name in here}) > 1 or len(ways) > 1:
        why = "the AFV of a platoon are all Stopped, or all go forward, or all in Reverse"
        refuse(Reason.BAD_IMPULSE, "D14.21", why)
    moves = any(isinstance(step, Entering | Start) for step in command.steps)
    for name, at in here.items() if moves else ():
        others = [other for label, other in here.items() if label != name]
        if others and not any(_together(state, at, other) for other in others):
            why = f"{name} in {at} is beside no other AFV of its platoon that it sees"
            refuse(Reason.BAD_IMPULSE, "D14.21", why)


def _together(state: State, one: str, two: str) -> bool:
    """Whether two hexes are the same, or adjacent with a LOS; SMOKE is no matter (D14.21)."""
    if one == two or state.setting.area.hexside(one, two) is None:
        return one == two
    low = sunken_of(state.setting)
    ends = [Location(each, -int(each in low)) for each in (one, two)]
    return not los(state, ends[0], ends[1]).blocked


def _is_convoy(state: State, command: Impulse) -> bool:
    """Whether an Impulse is of a Convoy: none of its vehicles is an AFV, which make a platoon."""
    specs = [state.setting.vehicles.get(step.vehicle) for step in command.steps]
    return len(specs) > 1 and all(spec is not None and not is_afv(spec) for spec in specs)


def _demand_convoy(state: State, command: Impulse) -> None:
    """Refuse a Convoy that is no unbroken line, one vehicle a hex, at the end of the Impulse."""
    if not _is_convoy(state, command):
        return
    area, names = state.setting.area, [step.vehicle for step in command.steps]
    here = {name: at for name in names if (at := state.vehicles[name].hex) is not None}
    for name, at in here.items():
        others = [other for label, other in here.items() if label != name]
        why = ""
        if at in others:
            why = f"in a Convoy there is one vehicle a hex, and {at} has two"
        elif others and not any(area.hexside(at, other) for other in others):
            why = f"{name} in {at} is not beside another vehicle of its Convoy"
        if why:
            refuse(Reason.BAD_IMPULSE, "E11.1", why)


def _demand_lanes(state: State, command: Impulse) -> None:
    """Refuse a platoon of which two would end on one single-lane road (AD4.5)."""
    for name in (step.vehicle for step in command.steps if isinstance(step, Entering)):
        here = state.vehicles[name].hex
        if here is None:
            continue
        others = artificial_terrain(state, here, without=frozenset((name,)))
        if why := lane_taken(state, mover_of(state, name), here, others):
            refuse(Reason.CANNOT_ENTER, why.rule, f"{name} may not enter {here}: {why.why}")


class _AtTheEnd:
    """Dice of an Impulse, which puts the Bog Check of each of its vehicles off."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        return self._dice.roll(purpose, count)


def _checks_on_leaving(state: State, steps: Sequence[Expenditure]) -> dict[str, BogDue]:
    """The Bog Checks of vehicles in the hexes that they leave: for each the one that bogs most."""
    found = {}
    for step in steps:
        vehicle = step.command.vehicle
        here = state.vehicles[vehicle].hex
        if here is not None and isinstance(step.command, Entering) and step.entry.at_once:
            mover = mover_of(state, vehicle)
            dues = [bog_due(state, mover, here, terrain) for terrain in step.entry.at_once]
            found[vehicle] = max(dues, key=lambda due: due.drm)
    return found


def _expend(
    state: State,
    steps: Sequence[Expenditure],
    trails: list[Trail],
    mp: MP | None,
    dice: Dice,
    *,
    checked: bool = False,
) -> Telling:
    """Do what each does, and note what it leaves behind; one that bogs on its way out stays."""
    for each in steps:
        step = each.after(state, checked=checked)
        vehicle = step.command.vehicle
        trails.append(trail(step, mp))
        if checked and state.vehicles[vehicle].halted:
            state = yield MPSpent(vehicle, _mp(step.command), "D8.2")
        else:
            state = yield from expend(step, _AtTheEnd(dice))
    return state


@decider
@after_bog_checks
def impulse(state: State, command: Impulse, dice: Dice) -> Decision:
    """Play one Impulse."""
    leaves = Move | VBM | Exit if state.setting.rules_that("D2.14-impulse", "gone") else ()
    leaving = frozenset(step.vehicle for step in command.steps if isinstance(step, leaves))
    convoy = _is_convoy(state, command)
    steps = [priced(state, step, leaving, convoy=convoy) for step in command.steps]
    command = Impulse(tuple(step.command for step in steps))
    highest = max((_mp(step) for step in command.steps), default=0)
    together = state.setting.rules_that("11.741-cost", "impulse")
    first_steps = {step.command.vehicle: step for step in reversed(steps)}.values()
    reasons = [_misfit(state, command), *(cannot(step) for step in first_steps)]
    if refusals := [each for each in reasons if each is not None]:
        raise Refused(min(refusals, key=lambda refusal: refusal.reason))
    _demand_mp(steps)
    trails: list[Trail] = []
    mp = highest if together else None
    checks = _checks_on_leaving(state, steps)
    others = [step for step in steps if step.command.vehicle not in checks]
    state = yield from _expend(state, others, trails, mp, dice)
    if checks:
        state = yield from roll_waiting(state, dice, leaving=checks)
        leavers = [step for step in steps if step.command.vehicle in checks]
        state = yield from _expend(state, leavers, trails, mp, dice, checked=True)
    for step in command.steps:
        if short := highest - _mp(step):
            if mp_left(state, step.vehicle) < short:
                why = f"{step.vehicle} cannot expend the {highest} MP of its Impulse"
                refuse(Reason.BEYOND_ALLOTMENT, "D14.31", why)
            state = yield MPSpent(step.vehicle, short, "D14.31")
    _demand_lanes(state, command)
    _demand_platoon(state, command)
    _demand_convoy(state, command)
    if state.bog_checks and are_laid(dice):
        state = yield from roll_waiting(state, dice, "D14.21")
    yield from shift_dust(state, [moved_trail(state, behind) for behind in trails])
