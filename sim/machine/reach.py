"""Where a vehicle can go in its MPh: a path as it is planned, and every hex within reach of it.

No condition of a rule stands here. Each step is decided as an order would be; dice that a step
takes are assumed to fall well, and it is told that they are due, and how likely they fall badly.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

import attrs

from events.commands import MP, CheckBog, Command, Enter, Move, Start, Stop
from events.dust import VehicleDustPlaced
from events.moment import Phase
from events.orders import format_order
from events.register import Event
from events.vehicles import (
    BogCheckDue,
    BogChecked,
    ImmobilizationChecked,
    SecretBogRolled,
)
from sim.chapter_a.turn_sequence import ENDS
from sim.chapter_d.bog import bog_chance, stopping_chance
from sim.chapter_d.cannot_move import cannot, may_act
from sim.chapter_d.expenditure import Expenditure, mp_left, priced
from sim.chapter_f.hammada import immobilization_chance
from sim.machine.decide import Outcome, resolve
from sim.machine.due import events_of
from sim.machine.telling import Refusal
from sim.modifiers import Kind, Modifier
from sim.state import BogDue, State, replace

Step: TypeAlias = Move | Enter
"""An order that brings a vehicle into another hex."""


# Dice that fall well ------------------------------------------------------------------------------


class _Face:
    """Dice that all show one face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, _: str, count: int) -> tuple[int, ...]:
        return (self.face,) * count


_FACES: Final = tuple(_Face(face) for face in (3, 2, 1, 4, 5, 6))


def _with_luck(state: State, vehicle: str, command: Command) -> Outcome | Refusal | None:
    """What a command leads to where no dice stop the vehicle; None if all do."""
    for dice in _FACES:
        outcome = resolve(state, command, dice)
        if isinstance(outcome, Refusal) or not outcome.state.vehicles[vehicle].halted:
            return outcome
    return None


def _checked(state: State, vehicle: str) -> State | None:
    """The state once every Bog Check that waits is made, and this vehicle goes on."""
    for waiting in sorted(state.bog_checks):
        made = _with_luck(state, vehicle, CheckBog(waiting))
        if not isinstance(made, Outcome):
            return None
        state = made.state
    return state


def _unknown_to_players(state: State, vehicle: str) -> State:
    """The same, but that a Secret DR in Mud, which no player knows, stops it nowhere (D8.23)."""
    found = state.vehicles[vehicle]
    if not found.mud_dr:
        return state
    return replace(state, vehicles=state.vehicles.set(vehicle, replace(found, mud_dr=0)))


# What a step takes, and leads to ------------------------------------------------------------------


@attrs.frozen
class StepDice:
    """Dice that a step takes.

    Attributes:
        name: what they decide.
        drm: all their DRM.
        chance: how likely they stop the vehicle.
        rule: the id of their rule.
        after: they are rolled after the step, once Defensive First Fire is over; with it otherwise.
    """

    name: str
    drm: int
    chance: Fraction
    rule: str
    after: bool = False


class RaisedDust(NamedTuple):
    """Vehicle Dust that a step raises: where, by which rule."""

    hex: str
    rule: str


def _dice_of(state: State, event: Event) -> StepDice | None:
    """The dice that an event of a step stands for; None if it stands for none."""
    match event:
        case BogCheckDue(hex=name, drm=drm) | BogChecked(hex=name, drm=drm):
            chance = stopping_chance(state, BogDue(name, drm))
            later = isinstance(event, BogCheckDue)
            return StepDice("Bog Check", drm, chance, "D8.21", later)
        case ImmobilizationChecked(drm=drm, rule=rule):
            chance = immobilization_chance(_all_drm(drm, rule))
            return StepDice("Immobilization DR", drm, chance, rule)
        case SecretBogRolled(drm=drm, rule=rule):
            return StepDice("Secret Bog DR", drm, bog_chance(_all_drm(drm, rule)), rule)
    return None


def _all_drm(drm: int, rule: str) -> tuple[Modifier, ...]:
    return (Modifier("all DRM", rule, Kind.DRM, drm),)


@attrs.frozen
class _Leg:
    """A step that was decided: what it cost, and what came of it."""

    order: Step
    priced: Expenditure
    events: tuple[Event, ...]
    state: State

    @property
    def dice(self) -> tuple[StepDice, ...]:
        """The dice that it takes."""
        found = (_dice_of(self.state, event) for event in self.events)
        return tuple(each for each in found if each is not None)

    @property
    def dust(self) -> RaisedDust | None:
        """The Vehicle Dust that it raises."""
        raised = (each for each in self.events if isinstance(each, VehicleDustPlaced))
        return next((RaisedDust(each.hex, each.rule) for each in raised), None)


def _take(state: State, step: Step) -> _Leg | Refusal | None:
    """Decide a step, the checks that wait made before it; None where dice stop the vehicle."""
    ready = _checked(state, step.vehicle) if state.bog_checks else state
    if ready is None:
        return None
    outcome = _with_luck(ready, step.vehicle, step)
    if not isinstance(outcome, Outcome):
        return outcome
    return _Leg(step, priced(ready, step), outcome.events, outcome.state)


def _step_to(state: State, vehicle: str, to: str) -> Step:
    return Move(vehicle, to) if state.vehicles[vehicle].hex is not None else Enter(vehicle, to)


def _started(state: State, vehicle: str) -> State:
    """The state once a vehicle expends a Start MP, if it is to expend one."""
    start = Start(vehicle)
    if cannot(priced(state, start)) is not None:
        return state
    outcome = _with_luck(state, vehicle, start)
    return outcome.state if isinstance(outcome, Outcome) else state


# A path -------------------------------------------------------------------------------------------


@attrs.frozen
class PathStep:
    """A step of a path.

    Attributes:
        hex: the hex entered.
        mp: MP that it takes.
        sum: all MP of the path up to it, a Start MP included.
        items: what makes up those MP.
        dust: the Vehicle Dust that it raises.
        dice: the dice that it takes.
        refused: why it cannot be taken; then it is the last.
    """

    hex: str
    mp: MP = 0
    sum: MP = 0
    items: tuple[Modifier, ...] = ()
    dust: RaisedDust | None = None
    dice: tuple[StepDice, ...] = ()
    refused: Refusal | None = None


@attrs.frozen
class PlannedPath:
    """A path that a vehicle might take now.

    Attributes:
        lines: the orders that take it.
        steps: its steps.
        mp: MP that it takes, a Start MP included.
        left: MP that it leaves.
        stands: whether all of it can be ordered.
        until: after so many steps dice come first; None if none do.
        then: what comes of the vehicle if it does no more in this MPh.
        state: the state after it.
    """

    lines: tuple[str, ...]
    steps: tuple[PathStep, ...]
    mp: MP
    left: MP
    stands: bool
    until: int | None
    then: tuple[str, ...]
    state: State


def path_of(state: State, vehicle: str, hexes: Sequence[str]) -> PlannedPath:
    """What comes of a vehicle that goes from hex to hex, for the least MP, its Start included."""
    now = _unknown_to_players(state, vehicle)
    before = mp_left(now, vehicle)
    until = 0 if vehicle in now.bog_checks else None
    lines: list[str] = []
    steps: list[PathStep] = []
    stands = True
    for to in hexes:
        step = _step_to(now, vehicle, to)
        ready = now if steps else _started(now, vehicle)
        if ready is not now:
            lines.append(format_order(Start(vehicle)))
        leg = _take(ready, step)
        if not isinstance(leg, _Leg):
            steps.append(PathStep(to, refused=leg))
            stands = False
            break
        now = leg.state
        mp = leg.priced.command.mp if isinstance(leg.priced.command, Step) else 0
        items = leg.priced.entry.items
        spent = before - mp_left(now, vehicle)
        steps.append(PathStep(to, mp or 0, spent, items, leg.dust, leg.dice))
        lines.append(format_order(step))
        until = len(steps) if until is None and leg.dice else until
    left = mp_left(now, vehicle)
    then = _at_the_end(now, vehicle)
    return PlannedPath(tuple(lines), tuple(steps), before - left, left, stands, until, then, now)


def _at_the_end(state: State, vehicle: str) -> tuple[str, ...]:
    """What comes of a vehicle as its MPh ends, each with its rule."""
    if state.moment.phase is not Phase.MPH or state.vehicles[vehicle].hex is None:
        return ()
    events, _ = events_of(state, ENDS[Phase.MPH])
    mine = (each for each in events if getattr(each, "vehicle", None) == vehicle)
    return tuple(f"{str(each).removeprefix(f'{vehicle} ')} ({each.rule})" for each in mine)


# Reach --------------------------------------------------------------------------------------------


@attrs.frozen
class ReachedHex:
    """A hex that a vehicle can enter, by the cheapest way.

    Attributes:
        mp: MP that the way takes, a Start MP included.
        via: the hexes of that way.
        stop: whether it can expend a Stop MP there.
        dice: the dice of the last step.
        dust: the Vehicle Dust that the last step raises.
        until: after so many steps dice come first; None if none do.
    """

    mp: MP
    via: tuple[str, ...]
    stop: bool
    dice: tuple[StepDice, ...]
    dust: RaisedDust | None
    until: int | None


@attrs.frozen
class Reach:
    """Every hex that a vehicle can enter in this MPh.

    Attributes:
        start: where it is; None is offboard.
        left: MP that it has left.
        hexes: those that it can enter.
        no: hexes next to it (offboard, on the edge) that it cannot enter, and why not.
    """

    start: str | None
    left: MP
    hexes: dict[str, ReachedHex]
    no: dict[str, Refusal]


class _Way(NamedTuple):
    """A way to a hex, and the state at its end."""

    state: State
    via: tuple[str, ...]
    until: int | None


def reach_of(state: State, vehicle: str) -> Reach | None:
    """Where a vehicle can go, each hex by the cheapest way; None where it cannot move now."""
    found = state.vehicles[vehicle]
    if may_act(state, vehicle, on_board=found.hex is not None) is not None:
        return None
    state = _unknown_to_players(state, vehicle)
    left = mp_left(state, vehicle)
    begin = _Way(_started(state, vehicle), (), 0 if vehicle in state.bog_checks else None)
    no: dict[str, Refusal] = {}
    hexes = _reached(begin, vehicle, left, no)
    return Reach(found.hex, left, hexes, no)


def _reached(begin: _Way, vehicle: str, left: MP, no: dict[str, Refusal]) -> dict[str, ReachedHex]:
    """The hexes within reach, nearest first, by Dijkstra's way; ``no`` gets those refused."""
    done: dict[str, ReachedHex] = {}
    origin = begin.state.vehicles[vehicle].hex
    queue: list[tuple[MP, int, int, _Way, Step]] = []
    push = _Pusher(vehicle, left, queue)
    no.update(push(begin, _next_to(begin.state, vehicle), done))
    while queue:
        mp, _, _, way, step = heappop(queue)
        if step.to in done or step.to == origin:
            continue
        leg = _take(way.state, step)
        if not isinstance(leg, _Leg):
            continue
        via = (*way.via, step.to)
        until = len(via) if way.until is None and leg.dice else way.until
        stop = cannot(priced(leg.state, Stop(vehicle))) is None
        done[step.to] = ReachedHex(mp, via, stop, leg.dice, leg.dust, until)
        push(_Way(leg.state, via, until), _next_to(leg.state, vehicle), done)
    return done


def _next_to(state: State, vehicle: str) -> Iterable[str]:
    """The hexes into which a vehicle might go next."""
    area, here = state.setting.area, state.vehicles[vehicle].hex
    if here is not None:
        return area.neighbours(here).values()
    return filter(area.on_edge, area.record)


@attrs.define
class _Pusher:
    """Puts the steps that can be taken at the end of a way into a queue, cheapest first."""

    vehicle: str
    left: MP
    queue: list[tuple[MP, int, int, _Way, Step]]
    count: int = 0

    def __call__(
        self, way: _Way, hexes: Iterable[str], done: dict[str, ReachedHex]
    ) -> Iterator[tuple[str, Refusal]]:
        """Put them there; gives those that are refused."""
        refused = []
        state, vehicle = way.state, self.vehicle
        spent, risky = self.left - mp_left(state, vehicle), way.until is not None
        for to in hexes:
            if to in done:
                continue
            step = _step_to(state, vehicle, to)
            expenditure = priced(state, step)
            if (refusal := cannot(expenditure)) is not None:
                refused.append((to, refusal))
                continue
            mp = expenditure.command.mp if isinstance(expenditure.command, Step) else 0
            self.count += 1
            heappush(self.queue, (spent + (mp or 0), risky, self.count, way, step))
        return iter(refused)
