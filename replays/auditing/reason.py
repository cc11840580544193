"""Why an event is not as the rules have it: the rule behind the difference, and it in words.

The rules are asked what they say of what the log has: of fewer MP the refusal, of dust why none is
raised, of a Bog Check each of its DRM.
"""

from collections.abc import Iterator

import attrs

from events.commands import Doing, Exit, Impulse, ImpulseStep, Move
from events.dust import VehicleDustPlaced
from events.register import Event
from events.vehicles import BogCheckDue, BogChecked, VehicleEntered, VehicleMoved
from sim.chapter_b.bog_terrain import paid_for
from sim.chapter_b.mover import mover_of
from sim.chapter_d.bog import bog_drm
from sim.chapter_d.cannot_move import cannot
from sim.chapter_d.expenditure import Entering, Expenditure, priced
from sim.chapter_d.movement import trail
from sim.modifiers import WhyNot, total_of
from sim.state import State


def why_otherwise(
    state: State, command: Doing, logged: Event | None, expected: Event | None
) -> WhyNot | None:
    """Why the rules have another event than the log, or none; None if no more is known."""
    for step in _steps(state, command):
        match logged, expected:
            case VehicleDustPlaced(vehicle=step.command.vehicle), None:
                return trail(step).why_not
            case (VehicleMoved() | VehicleEntered()) as paid, VehicleMoved() | VehicleEntered():
                if paid.vehicle == step.command.vehicle:
                    return _too_few(step, paid)
            case (BogChecked() | BogCheckDue()) as one, (BogChecked() | BogCheckDue()) as right:
                if right.vehicle == step.command.vehicle:
                    return _other_drm(step, one.drm, right)
    return None


def why_in_another_order(command: Doing, event: Event) -> WhyNot | None:
    """Why an event comes at another place among those of its entry."""
    if isinstance(command, Impulse) and isinstance(event, VehicleDustPlaced):
        return WhyNot("11.741", "the dust of an Impulse comes at its end")
    return None


def _steps(state: State, command: Doing) -> Iterator[Expenditure]:
    """What the vehicles of an order are about to do."""
    steps = command.steps if isinstance(command, Impulse) else (command,)
    leaving = frozenset(each.vehicle for each in steps if isinstance(each, Move | Exit))
    for step in steps:
        if isinstance(step, ImpulseStep):
            yield priced(state, step, leaving)


def _too_few(step: Expenditure, paid: VehicleMoved | VehicleEntered) -> WhyNot | None:
    if not isinstance(step.command, Entering):
        return None
    command = attrs.evolve(step.command, mp=paid.mp)
    refusal = cannot(Expenditure(step.state, command, step.leaving))
    return None if refusal is None else WhyNot(refusal.rule, refusal.why)


def _other_drm(step: Expenditure, drm: int, right: BogChecked | BogCheckDue) -> WhyNot | None:
    """What modifies the Bog Check of an entry, by the rule of what was left out or added."""
    state, mover = step.state, mover_of(step.state, right.vehicle)
    if not isinstance(step.command, Entering):
        return None
    entry, checks = step.entry, []
    if right.hex == state.setting.area.name(step.command.to):
        checks = [paid_for(state, mover, entry.bog_drm, step.command.mp or 0)]
    for terrain in checks or entry.at_once:
        items = bog_drm(state, mover, terrain, right.hex)
        if total_of(items).fixed == right.drm:
            said = ", ".join(f"{each.name} +{each.amount} ({each.rule})" for each in items)
            amiss = [each.rule for each in items if each.amount == right.drm - drm]
            return WhyNot((amiss or ["D8.21"])[-1], said)
    return None
