"""Where a vehicle can go in its MPh: a path as it is planned, and every hex within reach of it.

No condition of a rule stands here. Each step is decided as an order would be; dice that a step
takes are assumed to fall well, and it is told that they are due, and how likely they fall badly.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
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
from sim.chapter_d.movement import made
from sim.chapter_f.hammada import immobilization_chance
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import Dice
from sim.machine.due import events_of
from sim.machine.telling import Refusal, Telling
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

    taken: Expenditure
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
    ready = _checked(state, step.vehicle)
    if ready is None:
        return None
    taken = priced(ready, step)
    return cannot(taken) or _made(taken, step)


def _telling(taken: Expenditure, dice: Dice, _: State) -> Telling:
    return made(taken, dice)


def _made(taken: Expenditure, step: Step) -> _Leg | None:
    """A step that is legal, where no dice stop the vehicle; None if all do."""
    for dice in _FACES:
        events, state = events_of(taken.state, (partial(_telling, taken, dice),))
        if not state.vehicles[step.vehicle].halted:
            return _Leg(taken, tuple(events), state)
    return None


def _step_to(state: State, vehicle: str, to: str) -> Step:
    return Move(vehicle, to) if state.vehicles[vehicle].hex is not None else Enter(vehicle, to)


def _mp(taken: Expenditure) -> MP | None:
    """What a step takes; None where it is NA."""
    return taken.command.mp if isinstance(taken.command, Step) else None


def _waits(state: State, vehicle: str) -> int | None:
    """After how many steps dice come first: none if a Bog Check waits; None if it does not."""
    return 0 if vehicle in state.bog_checks else None


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
    until = _waits(now, vehicle)
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
        spent = before - mp_left(now, vehicle)
        steps.append(
            PathStep(to, _mp(leg.taken) or 0, spent, leg.taken.entry.items, leg.dust, leg.dice)
        )
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
    """A way to a hex: the state at its end, half MP that it takes, and when dice come first."""

    state: State
    halves: int
    via: tuple[str, ...]
    until: int | None


def reach_of(state: State, vehicle: str) -> Reach | None:
    """Where a vehicle can go, each hex by the cheapest way; None where it cannot move now."""
    found = state.vehicles[vehicle]
    if may_act(state, vehicle, on_board=found.hex is not None) is not None:
        return None
    state = _unknown_to_players(state, vehicle)
    search, no = _begun(state, vehicle)
    return Reach(found.hex, mp_left(state, vehicle), search.hexes(found.hex), no)


def next_hexes(state: State, vehicle: str) -> tuple[str, ...]:
    """The hexes that a vehicle can enter with its next step, its Start before that."""
    on_board = state.vehicles[vehicle].hex is not None
    if may_act(state, vehicle, on_board=on_board) is not None:
        return ()
    return _begun(state, vehicle)[0].waiting


def _begun(state: State, vehicle: str) -> tuple["_Search", dict[str, Refusal]]:
    """A search that knows the first steps; and why others cannot be taken."""
    left, checked = mp_left(state, vehicle), _checked(state, vehicle)
    search = _Search(vehicle, _halves(left))
    if checked is None:
        return search, {}
    ready = _started(checked, vehicle)
    spent = _halves(left - mp_left(ready, vehicle))
    barred = search.go_on(_Way(ready, spent, (), _waits(state, vehicle)))
    refusals = [(step.to, cannot(priced(ready, step))) for step in barred]
    return search, {to: why for to, why in refusals if why is not None}


def _halves(mp: MP) -> int:
    """How many half MP these are: the least that a step can take, and quick to add and compare."""
    return int(mp * 2)


@attrs.define
class _Search:
    """Every hex within reach, nearest first, by Dijkstra's way.

    Attributes:
        vehicle: which goes.
        left: half MP that it has left.
    """

    vehicle: str
    left: int
    _queue: list[tuple[int, bool, int, _Way, Expenditure, Step]] = attrs.field(factory=list)
    _best: dict[str, int] = attrs.field(factory=dict)
    _count: int = 0

    def go_on(self, way: _Way) -> list[Step]:
        """Put the steps that can be taken at the end of a way into the queue; gives the others."""
        barred: list[Step] = []
        risky = way.until is not None
        for to in _next_to(way.state, self.vehicle):
            known = self._best.get(to)
            if known is not None and known <= way.halves:
                continue
            step = _step_to(way.state, self.vehicle, to)
            taken = priced(way.state, step)
            mp = _mp(taken)
            total = self.left + 1 if mp is None else way.halves + _halves(mp)
            if total > self.left or cannot(taken) is not None:
                barred.append(step)
                continue
            self._best[to] = total if known is None else min(total, known)
            self._count += 1
            heappush(self._queue, (total, risky, self._count, way, taken, step))
        return barred

    @property
    def waiting(self) -> tuple[str, ...]:
        """The hexes that are in the queue."""
        return tuple(step.to for *_, step in self._queue)

    def hexes(self, origin: str | None) -> dict[str, ReachedHex]:
        """The hexes within reach."""
        done: dict[str, ReachedHex] = {}
        while self._queue:
            halves, _, _, way, taken, step = heappop(self._queue)
            leg = None if step.to in done or step.to == origin else _made(taken, step)
            if leg is None:
                continue
            via, dice = (*way.via, step.to), leg.dice
            until = len(via) if way.until is None and dice else way.until
            stop = cannot(priced(leg.state, Stop(self.vehicle))) is None
            mp = halves // 2 if halves % 2 == 0 else Fraction(halves, 2)
            done[step.to] = ReachedHex(mp, via, stop, dice, leg.dust, until)
            ready = _checked(leg.state, self.vehicle)
            if ready is not None and halves < self.left:
                self.go_on(_Way(ready, halves, via, until))
        return done


def _next_to(state: State, vehicle: str) -> Iterable[str]:
    """The hexes into which a vehicle might go next."""
    area, here = state.setting.area, state.vehicles[vehicle].hex
    if here is not None:
        return area.neighbours(here).values()
    return filter(area.on_edge, area.record)
