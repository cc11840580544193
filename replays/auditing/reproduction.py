"""What a log says beside what the rules give: dice, attempts, missing entries, why, in words."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final

import attrs

from events.codec import encode_event
from events.commands import (
    Advance,
    BookCommand,
    Command,
    Doing,
    Exit,
    Impulse,
    ImpulseStep,
    Move,
    Start,
    Stop,
)
from events.dust import VehicleDustPlaced
from events.entry import Entry, Header, Roll
from events.moment import Moment
from events.register import Event
from events.sky import WindDirectionChanged, WindDirectionSet
from events.terms import DiceFrom, RollSource
from events.vehicles import BogCheckDue, BogChecked, VehicleEntered, VehicleMoved
from replays.auditing.finding import NOTHING
from replays.game.dice_source import seed_of
from replays.game.position import IMPOSSIBLE, Position, play_on
from replays.game.state_view import name_of_place, value_in_words
from sim.chapter_b.bog_terrain import paid_for
from sim.chapter_b.mover import mover_of
from sim.chapter_d.bog import bog_drm
from sim.chapter_d.cannot_move import cannot
from sim.chapter_d.expenditure import Entering, Expenditure, priced
from sim.chapter_d.movement import trail
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import SeededDice, are_dice, counters_after, next_counter, seeded
from sim.machine.telling import Refusal
from sim.modifiers import WhyNot, total_of
from sim.state import State
from sim.state.evolve import evolve


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
    command = step.command.but(mp=paid.mp)
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


_NAMING_A_BOARD: Final = (WindDirectionSet, WindDirectionChanged)
"""Events that name the board of a Random Direction (B.8), which formats before 3 do not."""


# Dice -------------------------------------------------------------------------------------------


class TooFewDiceError(Exception):
    """The log has no such dice with its entry, or no side can know them yet."""


class TrueDice:
    """Dice of an entry: those of the seed, but those that people rolled as they were entered."""

    def __init__(
        self,
        seed: str | None,
        game: int,
        used: Mapping[str, int],
        moment: Moment,
        logged: tuple[Roll, ...],
    ) -> None:
        """A seed of None stands for dice that are not open."""
        self._seed, self._game, self._used, self._moment = seed, game, used, moment
        self._logged = logged
        self._entered = any(roll.source is RollSource.TABLE for roll in logged)
        self.rolls: list[Roll] = []
        self.lacking: str | None = None
        """The roll that ended the attempt: nobody but its people can know it."""

    @property
    def laid(self) -> bool:
        """Whether the log has a further roll with this entry: it was made then."""
        return len(self.rolls) < len(self._logged)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """Dice as the seed has them, or as people could have rolled them."""
        first = next_counter(self._used, self.rolls, purpose)
        index = len(self.rolls)
        logged = self._logged[index] if index < len(self._logged) else None
        if logged is not None and logged.source is RollSource.TABLE and _fits(logged, count):
            roll = Roll(purpose, first, logged.dice, RollSource.TABLE)
        elif self._seed is None or (self._entered and not self.laid):
            self.lacking = f"{purpose}: {count} dice, of which the entry has none"
            raise TooFewDiceError(purpose)
        else:
            dice = seeded(self._seed, self._game, str(self._moment), purpose, first, count)
            roll = Roll(purpose, first, dice, RollSource.SEED)
        self.rolls.append(roll)
        return roll.dice


def dice_of_entry(
    header: Header, position: Position, moment: Moment, logged: tuple[Roll, ...]
) -> TrueDice:
    """The true dice of an entry given at a moment, where a log stands at a position before it."""
    return TrueDice(seed_of(header, position), header.game, position.used, moment, logged)


class LoggedDice:
    """Dice for an audit that believes the log; too few of them end the attempt."""

    def __init__(self, rolls: tuple[Roll, ...]) -> None:
        self._rolls = list(rolls)

    @property
    def laid(self) -> bool:
        """Whether the log has a further roll with this entry."""
        return bool(self._rolls)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """Dice as logged."""
        if not self._rolls or not _fits(self._rolls[0], count):
            raise TooFewDiceError(purpose)
        return self._rolls.pop(0).dice


def _fits(roll: Roll, count: int) -> bool:
    return len(roll.dice) == count and are_dice(roll.dice)


# What the rules give ----------------------------------------------------------------------------


def attempt(state: State, command: Doing, dice: TrueDice | LoggedDice) -> Outcome | Refusal | None:
    """What the rules give for an order; None when the dice do not suffice, or it is none."""
    if isinstance(command, BookCommand):
        return None
    try:
        return resolve(state, command, dice)
    except (TooFewDiceError, *IMPOSSIBLE):
        return None


def folded(state: State, events: tuple[Event, ...]) -> State | None:
    """The state after events, or None when they cannot have happened in it."""
    try:
        for event in events:
            state = evolve(state, event)
    except IMPOSSIBLE:
        return None
    return state


def most_of(state: State, events: tuple[Event, ...]) -> State:
    """The state after those of the events that can have happened in it."""
    for event in events:
        state = folded(state, (event,)) or state
    return state


@attrs.frozen
class Reproduction:
    """What the rules give for an entry in one of the two states."""

    outcome: Outcome | Refusal | None
    """With true dice; None when they do not suffice."""
    rolls: tuple[Roll, ...]
    fits: bool
    """These give the events of the log."""
    fits_logged_dice: bool
    """The dice as logged give them."""
    lacking: str | None
    """The roll that the log lacks and that only people can know, in words."""


def reproduce(header: Header, written: Position, state: State, entry: Entry) -> Reproduction:
    """What the rules give for an entry in a state; the log stands at ``written`` before it."""
    dice = dice_of_entry(header, written, state.moment, entry.dice)
    outcome = attempt(state, entry.do, dice)
    fits = _tells(outcome, entry)
    by_dice = not fits and _tells(attempt(state, entry.do, LoggedDice(entry.dice)), entry)
    return Reproduction(outcome, tuple(dice.rolls), fits, by_dice, dice.lacking)


def _tells(outcome: Outcome | Refusal | None, entry: Entry) -> bool:
    """Whether an entry tells these events, or all but the board of a Random Direction."""
    if not isinstance(outcome, Outcome):
        return False
    return outcome.events == entry.then or entry.then == tuple(
        event.but(board="") if isinstance(event, _NAMING_A_BOARD) else event
        for event in outcome.events
    )


# An entry that is missing -----------------------------------------------------------------------


def with_missing_order(
    position: Position, header: Header, entry: Entry, outcome: Outcome | Refusal | None
) -> Position | None:
    """Where a game stands after an entry that fits as if one order before it had been given.

    By the rules it stands at ``position`` before the entry, and they give ``outcome`` for it there.
    """
    state = position.state
    seed = seed_of(header, position)
    if seed is None:
        return None
    for command in _orders(state, entry, outcome):
        seeded_dice = SeededDice(seed, header.game, state.moment, position.used)
        found = resolve(state, command, seeded_dice)
        if isinstance(found, Outcome):
            over = found.state.moment != state.moment
            used = counters_after(position.used, tuple(seeded_dice.rolls), moment_over=over)
            then = attrs.evolve(position, state=found.state, used=used)
            dice = dice_of_entry(header, then, found.state.moment, entry.dice)
            fitting = attempt(found.state, entry.do, dice)
            if (
                isinstance(fitting, Outcome)
                and fitting.events == entry.then
                and tuple(dice.rolls) == entry.dice
                and entry.at == found.state.moment
            ):
                return play_on(then, entry.n, entry.dice, fitting.state, entry.do)
    return None


def _orders(state: State, entry: Entry, outcome: Outcome | Refusal | None) -> Iterator[Command]:
    """Orders that may be missing: what is due first, a phase, or the Start or Stop of a vehicle.

    Which other order it was cannot be told from what does not fit; to guess would hide mistakes.
    """
    if isinstance(outcome, Refusal) and outcome.first is not None:
        yield outcome.first
    if entry.at != state.moment:
        yield Advance(entry.at.phase)
    events = outcome.events if isinstance(outcome, Outcome) else entry.then
    names = {getattr(each, "vehicle", None) for each in (entry.do, *entry.then, *events)}
    for name in sorted(name for name in names if isinstance(name, str)):
        if name in state.vehicles:
            yield from (Start(name), Stop(name))


# In words ---------------------------------------------------------------------------------------


def roll_text(roll: Roll) -> str:
    """A roll in words."""
    shown = ",".join(str(die) for die in roll.dice)
    counter = f" (from die {roll.first})" if roll.first else ""
    return f"{roll.purpose}{counter}: {shown} from the {roll.source.value}"


def source_faults(rolls: tuple[Roll, ...], dice: DiceFrom) -> Iterator[tuple[str, str]]:
    """Dice that are not from one place, or not from where this game has them."""
    if len({roll.source for roll in rolls}) > 1:
        yield "dice from the seed and from a table", "one source an entry"
    for roll in rolls:
        if dice is not DiceFrom.EITHER and roll.source.value != dice.value:
            yield roll_text(roll), f"dice from the {dice.value}, as this game has them"


def dice_faults(logged: tuple[Roll, ...], found: Reproduction) -> Iterator[tuple[str, str]]:
    """Dice that are not the true ones; too many or too few only where the order is lawful."""
    lawful = isinstance(found.outcome, Outcome)
    for one, right in zip_longest(logged, found.rolls):
        if one != right and (lawful or (one and right)):
            yield roll_text(one) if one else "no roll", roll_text(right) if right else "no roll"


@attrs.frozen
class Difference:
    """Where the events of an entry are not those that the rules give, in the story's words."""

    rule: str
    logged: str
    expected: str
    """What the rules give, and why where that is known."""
    events: tuple[Event, ...]


def differences(
    state: State, command: Doing, logged: tuple[Event, ...], expected: tuple[Event, ...]
) -> Iterator[Difference]:
    """Each event of an entry that differs from what the rules give."""
    extra = _without(logged, expected)
    missing = _without(expected, logged)
    if not extra and not missing:
        says, ought = ("; ".join(map(str, events)) for events in (logged, expected))
        first = next(one for one, right in zip(logged, expected, strict=True) if one != right)
        why = why_in_another_order(command, first)
        yield _difference(first.rule, says, ought, why, first)
    for right in missing:
        twin = next((event for event in extra if type(event) is type(right)), None)
        if twin is None:
            yield _difference(right.rule, NOTHING, str(right), None, right)
            continue
        extra.remove(twin)
        why = why_otherwise(state, command, twin, right)
        yield _difference(right.rule, *_both_in_words(twin, right), why, twin, right)
    for event in extra:
        why = why_otherwise(state, command, event, None)
        yield _difference(event.rule, str(event), NOTHING, why, event)


def _difference(rule: str, says: str, ought: str, why: WhyNot | None, *events: Event) -> Difference:
    """A difference, by the rule and in the words of its reason where one is known."""
    if why is not None:
        rule, ought = why.rule, f"{ought}: {why.why}"
    return Difference(rule, says, ought, events)


def _both_in_words(one: Event, two: Event) -> tuple[str, str]:
    """Two events of a kind; where the story tells no difference, what differs is added."""
    if str(one) != str(two):
        return str(one), str(two)
    a, b = encode_event(one), encode_event(two)
    apart = [key for key in {**a, **b} if a.get(key) != b.get(key)]

    def said(event: Event, fields: Mapping[str, Any]) -> str:
        told = (f"{name_of_place(key)} {value_in_words(fields.get(key))}" for key in apart)
        return f"{event} ({', '.join(told)})"

    return said(one, a), said(two, b)


def _without(events: tuple[Event, ...], others: tuple[Event, ...]) -> list[Event]:
    left, rest = [], list(others)
    for event in events:
        if event in rest:
            rest.remove(event)
        else:
            left.append(event)
    return left
