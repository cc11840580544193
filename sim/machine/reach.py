"""Where a vehicle can go in its MPh: a path as it is planned, and every hex within reach of it.

No condition of a rule stands here. Each step is decided as an order would be; dice that a step
takes are assumed to fall as well as they can, and it is told that they are due, and how likely they
fall badly.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

import attrs

from events.commands import CheckBog, Command, Enter, Move, Start, Stop
from events.dust import VehicleDustPlaced
from events.field import as_word
from events.moment import Phase
from events.orders import format_order
from events.register import Event
from events.vehicles import BogCheckDue, BogChecked, ImmobilizationChecked, SecretBogRolled
from sim.chapter_11.mud import bog_hex
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


class _Face:
    """Dice that all show one face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, _: str, count: int) -> tuple[int, ...]:
        return (self.face,) * count


_FACES: Final = tuple(_Face(face) for face in (3, 2, 1, 4, 5, 6))


def _with_luck(state: State, vehicle: str, command: Command) -> Outcome:
    """What a command leads to by dice that do not stop a vehicle, or by others if all do.

    It leads to nothing where it is refused.
    """
    outcome = Outcome((), state)
    for dice in _FACES:
        found = resolve(state, command, dice)
        outcome = outcome if isinstance(found, Refusal) else found
        if not outcome.state.vehicles[vehicle].halted:
            break
    return outcome


def _checked(state: State, vehicle: str) -> State:
    """The state once every Bog Check that waits is made."""
    for waiting in sorted(state.bog_checks):
        state = _with_luck(state, vehicle, CheckBog(waiting)).state
    return state


def _told(state: State, vehicle: str) -> State:
    """As players know it: a Secret DR in Mud stops the vehicle nowhere (D8.23)."""
    found = state.vehicles[vehicle]
    if not found.mud_dr:
        return state
    return replace(state, vehicles=state.vehicles.set(vehicle, replace(found, mud_dr=0)))


_OF_MUD: Final = "Secret Bog DR"


@attrs.frozen
class StepDice:
    """Dice that a step takes."""

    name: str
    """What they decide."""
    drm: int
    """All their DRM."""
    chance: Fraction
    """How likely they stop the vehicle; a Secret Bog DR, on the whole way asked about."""
    rule: str


@attrs.frozen
class RaisedDust:
    """Vehicle Dust that a step raises: where, by which rule."""

    hex: str
    rule: str


def _dice_of(state: State, event: Event) -> StepDice | None:
    """The dice that an event of a step stands for; None if it stands for none."""
    match event:
        case BogCheckDue(hex=name, drm=drm) | BogChecked(hex=name, drm=drm):
            chance = stopping_chance(state, BogDue(name, drm))
            return StepDice("Bog Check", drm, chance, "D8.21")
        case ImmobilizationChecked(drm=drm, rule=rule):
            chance = immobilization_chance((Modifier("all DRM", rule, Kind.DRM, drm),))
            return StepDice("Immobilization DR", drm, chance, rule)
        case SecretBogRolled(drm=drm, rule=rule):
            chance = bog_chance((Modifier("all DRM", rule, Kind.DRM, drm),))
            return StepDice(_OF_MUD, drm, chance, rule)
    return None


def _on_way(state: State, dice: StepDice, way: Sequence[str]) -> StepDice:
    """Dice of a whole way: a Secret DR stops the vehicle only in a hex that counts (11.8)."""
    if dice.name != _OF_MUD:
        return dice
    bogs = sum(bog_hex(state, way, dr) is not None for dr in range(1, 7))
    return attrs.evolve(dice, chance=dice.chance * bogs / 6)


class _Leg(NamedTuple):
    """A step that is made: the state after it, its dice, and the Vehicle Dust that it raises."""

    state: State
    dice: tuple[StepDice, ...]
    dust: RaisedDust | None


def _make(vehicle: str, taken: Expenditure) -> _Leg:
    """Make a step that is legal."""
    events, state = attrs.astuple(_with_luck(taken.state, vehicle, taken.command), recurse=False)
    found = (_dice_of(state, each) for each in events)
    dust = (each for each in events if isinstance(each, VehicleDustPlaced))
    raised = next((RaisedDust(each.hex, each.rule) for each in dust), None)
    return _Leg(state, tuple(each for each in found if each is not None), raised)


def _step(state: State, vehicle: str, to: str) -> Expenditure:
    """A step into another hex, with what it takes."""
    kind = Enter if state.vehicles[vehicle].hex is None else Move
    return priced(state, kind(vehicle, to))


@attrs.frozen
class PathStep:
    """A step of a path."""

    hex: str
    """The hex entered."""
    mp: Fraction | None = None
    """MP that it takes."""
    sum: Fraction | None = None
    """All MP of the path up to it, a Start MP included."""
    items: tuple[Modifier, ...] | None = None
    """What makes up those MP."""
    dust: RaisedDust | None = None
    dice: tuple[StepDice, ...] | None = None
    """The dice that it takes; None if it takes none."""
    refused: Refusal | None = None
    """Why it cannot be taken; then it is the last."""


@attrs.frozen
class PlannedPath:
    """A path that a vehicle might take now."""

    lines: tuple[str, ...]
    """The orders that take it."""
    mp: Fraction
    """MP that it takes, a Start MP included."""
    left: Fraction
    """MP that it leaves."""
    stands: bool
    """Whether all of it can be ordered."""
    steps: tuple[PathStep, ...]
    then: tuple[str, ...]
    """What comes of the vehicle if it does no more in this MPh."""
    until: int | None
    """After so many steps dice come first; None if none do."""


def path_of(state: State, vehicle: str, hexes: Sequence[str]) -> tuple[PlannedPath, State]:
    """A way from hex to hex, for the least MP, its Start included; and the state at its end."""
    now = _told(state, vehicle)
    left = mp_left(now, vehicle)
    lines: list[str] = []
    steps: list[PathStep] = []
    until = 0 if vehicle in now.bog_checks else None
    ready = _checked(now, vehicle)
    started = _with_luck(ready, vehicle, Start(vehicle)).state if hexes else ready
    if started is not ready:
        lines.append(format_order(Start(vehicle)))
    for to in hexes:
        taken = _step(started if not steps else _checked(now, vehicle), vehicle, to)
        if (refusal := cannot(taken)) is not None:
            steps.append(PathStep(to, refused=refusal))
            break
        now, dice, dust = _make(vehicle, taken)
        mp, total = Fraction(taken.entry.least or 0), Fraction(left - mp_left(now, vehicle))
        steps.append(PathStep(to, mp, total, taken.entry.items, dust, dice or None))
        until = len(steps) if until is None and dice else until
        lines.append(f"{taken.command.word} {as_word(vehicle)} {to}")
    way = (state.vehicles[vehicle].hex or "", *(each.hex for each in steps if not each.refused))
    steps = [
        attrs.evolve(each, dice=tuple(_on_way(state, one, way) for one in each.dice))
        if each.dice
        else each
        for each in steps
    ]
    spent, stands = left - mp_left(now, vehicle), not steps or steps[-1].refused is None
    then = _at_the_end(now, vehicle)
    path = PlannedPath(
        (*lines,), Fraction(spent), Fraction(left - spent), stands, (*steps,), then, until
    )
    return path, now


def _at_the_end(state: State, vehicle: str) -> tuple[str, ...]:
    """What comes of a vehicle as its MPh ends, each with its rule."""
    if state.moment.phase is not Phase.MPH or state.vehicles[vehicle].hex is None:
        return ()
    events, _ = events_of(state, ENDS[Phase.MPH])
    mine = (each for each in events if getattr(each, "vehicle", None) == vehicle)
    return tuple(f"{str(each).removeprefix(f'{vehicle} ')} ({each.rule})" for each in mine)


@attrs.frozen
class ReachedHex:
    """A hex that a vehicle can enter, by the cheapest way."""

    mp: Fraction
    """MP that the way takes, a Start MP included."""
    via: tuple[str, ...]
    """The hexes of that way."""
    stop: bool
    """Whether it can end its MPh there otherwise than in Motion."""
    bog: StepDice | None
    """The first dice of the last step that can stop it there, such as a Bog Check."""
    dust: RaisedDust | None
    """The Vehicle Dust that the last step raises."""
    until: int | None
    """After so many steps dice come first; None if none do."""


@attrs.frozen
class Reach:
    """Every hex that a vehicle can enter in this MPh."""

    start: str | None
    """Where it is; None is offboard."""
    left: Fraction
    """MP that it has left."""
    hexes: dict[str, ReachedHex]
    """Those that it can enter."""
    no: dict[str, Refusal]
    """Hexes next to it (offboard, on the edge) that it cannot enter, and why not."""


class _Way(NamedTuple):
    """A way to a hex: the state at its end, half MP that it takes, and when dice come first."""

    state: State
    halves: int
    via: tuple[str, ...]
    until: int | None


def reach_of(state: State, vehicle: str, most: int = 1_000) -> Reach | None:
    """Where a vehicle can go, each hex by the cheapest way; None where it cannot move now.

    With ``most`` in so many steps.
    """
    start, left = state.vehicles[vehicle].hex, mp_left(state, vehicle)
    if may_act(state, vehicle, on_board=start is not None) is not None:
        return None
    ready = _checked(_told(state, vehicle), vehicle)
    ready = _with_luck(ready, vehicle, Start(vehicle)).state
    until = 0 if vehicle in state.bog_checks else None
    way = _Way(ready, int(2 * (left - mp_left(ready, vehicle))), (), until)
    reach = Reach(start, Fraction(left), {}, {})
    queue: list[tuple[int, bool, int, str, _Way, Expenditure]] = []
    best: dict[str, int] = {} if start is None else {start: 0}
    number = count()
    while True:
        goes_on = not way.via or (way.halves < 2 * left and len(way.via) < most)
        for to in _next_to(way.state, vehicle) if goes_on else ():
            if to in best and best[to] <= way.halves:
                continue
            taken = _step(way.state, vehicle, to)
            if (refusal := cannot(taken)) is None:
                halves = way.halves + int(2 * (taken.entry.least or 0))
                best[to] = min(halves, best.get(to, halves))
                heappush(queue, (halves, way.until is not None, next(number), to, way, taken))
            elif not way.via:
                reach.no[to] = refusal
        while queue and queue[0][3] in reach.hexes:
            heappop(queue)
        if not queue:
            return reach
        halves, _, _, to, way, taken = heappop(queue)
        now, dice, dust = _make(vehicle, taken)
        via = (*way.via, to)
        until = len(via) if way.until is None and dice else way.until
        moves = now.vehicles[vehicle].in_motion
        stop = not moves or cannot(priced(now, Stop(vehicle))) is None
        risks = (_on_way(state, each, (start or "", *via)) for each in dice)
        bog = next((each for each in risks if each.chance), None)
        reach.hexes[to] = ReachedHex(Fraction(halves, 2), via, stop, bog, dust, until)
        way = _Way(_checked(now, vehicle), halves, via, until)


def _next_to(state: State, vehicle: str) -> Iterable[str]:
    """The hexes into which a vehicle might go next."""
    area, here = state.setting.area, state.vehicles[vehicle].hex
    if here is not None:
        return area.neighbours(here).values()
    return filter(area.on_edge, area.record)
