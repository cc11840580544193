"""What a log says beside what the rules give: dice, attempts, events, and missing entries."""

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from events.codec import encode_event
from events.commands import Advance, Command, Start, Stop
from events.entry import Entry, Header
from events.moment import Moment
from events.register import Event
from events.rolls import Roll
from events.terms import DiceFrom, RollSource
from events.wind import WindDirectionChanged, WindDirectionSet
from replays.game.dice_source import seed_of
from replays.game.position import IMPOSSIBLE, Position
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import SeededDice, are_dice, counters_after, next_counter, seeded
from sim.machine.telling import Refusal
from sim.state import State
from sim.state.evolve import evolve


def with_one_more(
    position: Position, header: Header, entry: Entry, outcome: Outcome | Refusal | None
) -> Iterator[Position]:
    """Where a game can stand if one order before an entry is not in its log.

    Args:
        position: where it stands by the log.
        header: that of the log.
        entry: the entry that does not fit there.
        outcome: what the rules give for it there; None if its dice do not suffice.
    """
    state = position.state
    seed = seed_of(header, position, state.moment)
    if seed is None:
        return
    for command in _orders(position, entry, outcome):
        dice = SeededDice(seed, header.game, state.moment, position.used)
        found = resolve(state, command, dice)
        if isinstance(found, Outcome):
            over = found.state.moment != state.moment
            used = counters_after(position.used, tuple(dice.rolls), moment_over=over)
            yield attrs.evolve(position, state=found.state, used=used)


def _orders(
    position: Position, entry: Entry, outcome: Outcome | Refusal | None
) -> Iterator[Command]:
    """Orders that may be missing: what is due first, a phase, or the Start or Stop of a vehicle.

    Which other order it was cannot be told from what does not fit; to guess would hide mistakes.
    """
    state = position.state
    if isinstance(outcome, Refusal) and outcome.first is not None:
        yield outcome.first
    if entry.at != state.moment:
        yield Advance(entry.at.phase)
    events = entry.then if outcome is None or isinstance(outcome, Refusal) else outcome.events
    for name in sorted(_named((entry.do, *entry.then, *events))):
        if name in state.vehicles:
            yield from (Start(name), Stop(name))


def _named(things: tuple[object, ...]) -> set[str]:
    """The vehicles that an order and events name."""
    names = (getattr(each, "vehicle", None) for each in things)
    return {name for name in names if isinstance(name, str)}


class Door:
    """Dice for an audit: those of the seed, but those that people rolled as they were entered.

    Args:
        seed: what rolls here; None where the dice are sealed still.
        game: number of the game among those of its seed.
        used: how many dice of each purpose the moment has seen.
        moment: the moment.
        rolls: the rolls of the entry as logged.

    Attributes:
        rolls: those made so far.
    """

    def __init__(
        self,
        seed: str | None,
        game: int,
        used: Mapping[str, int],
        moment: Moment,
        rolls: tuple[Roll, ...],
    ) -> None:
        """Lay the rolls of an entry ready."""
        self._seed, self._game = seed, game
        self._used = used
        self._moment = moment
        self._logged = rolls
        self.rolls: list[Roll] = []

    @property
    def laid(self) -> bool:
        """Whether the log has a further roll with this entry: it was made then."""
        return len(self.rolls) < len(self._logged)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """Dice as the seed has them, or as people could have rolled them.

        Raises:
            TooFewDiceError: when the dice are sealed still.
        """
        first = next_counter(self._used, self.rolls, purpose)
        index = len(self.rolls)
        logged = self._logged[index] if index < len(self._logged) else None
        if logged is not None and _by_hand(logged, count):
            roll = Roll(purpose, first, logged.dice, RollSource.TABLE)
        elif self._seed is None:
            raise TooFewDiceError(purpose)
        else:
            dice = seeded(self._seed, self._game, str(self._moment), purpose, first, count)
            roll = Roll(purpose, first, dice, RollSource.SEED)
        self.rolls.append(roll)
        return roll.dice


def door_at(header: Header, position: Position, moment: Moment, rolls: tuple[Roll, ...]) -> Door:
    """The true dice of an entry.

    Args:
        header: that of the log.
        position: where the game stands before it, by the log.
        moment: when it was given.
        rolls: its rolls as logged.
    """
    seed = seed_of(header, position, moment)
    return Door(seed, header.game, position.used, moment, rolls)


def _by_hand(roll: Roll, count: int) -> bool:
    """Whether a logged roll can be one that people made where ``count`` dice were due."""
    possible = len(roll.dice) == count and are_dice(roll.dice)
    return roll.source is RollSource.TABLE and possible


class AsLogged:
    """Dice for an audit that believes the log; too few of them end the attempt."""

    def __init__(self, rolls: tuple[Roll, ...]) -> None:
        """Lay the rolls of an entry ready."""
        self._rolls = list(rolls)

    @property
    def laid(self) -> bool:
        """Whether the log has a further roll with this entry."""
        return bool(self._rolls)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """Dice as logged.

        Raises:
            TooFewDiceError: when the log has none of this kind.
        """
        if not self._rolls:
            raise TooFewDiceError(purpose)
        roll = self._rolls.pop(0)
        if len(roll.dice) != count or not are_dice(roll.dice):
            raise TooFewDiceError(purpose)
        return roll.dice


class TooFewDiceError(Exception):
    """The log has no such dice with its entry, or nobody can know them yet."""


def may_come_from(roll: Roll, dice: DiceFrom) -> bool:
    """Whether a game whose dice come from there has such a roll."""
    return dice is DiceFrom.EITHER or roll.source.value == dice.value


def mixed(rolls: tuple[Roll, ...]) -> bool:
    """Whether rolls are from more than one place."""
    return len(rolls) > 1 and len({roll.source for roll in rolls}) > 1


UNLAWFUL: Final = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What goes wrong when a command or scenario that no engine wrote is decided all the same."""


def attempt(state: State, command: Command, door: Door | AsLogged) -> Outcome | Refusal | None:
    """What the rules give for an entry's command; None when the dice do not suffice."""
    try:
        return resolve(state, command, door)
    except (TooFewDiceError, *UNLAWFUL):
        return None


def folded(state: State, events: tuple[Event, ...]) -> State | None:
    """The state after events, or None when they cannot have happened in it."""
    try:
        for event in events:
            state = evolve(state, event)
    except IMPOSSIBLE:
        return None
    return state


@attrs.frozen
class Judgement:
    """What the rules give for an entry in one of the two states.

    Attributes:
        outcome: with true dice; None when they do not suffice.
        rolls: the true dice.
        fits: these give the events of the log.
        fits_logged_dice: the dice as logged give them.
    """

    outcome: Outcome | Refusal | None
    rolls: tuple[Roll, ...]
    fits: bool
    fits_logged_dice: bool


_NAMING_A_BOARD: Final = (WindDirectionSet, WindDirectionChanged)
"""Events that name the board of a Random Direction (B.8), which formats before 3 do not."""


def tells(events: tuple[Event, ...], entry: Entry) -> bool:
    """Whether an entry tells these events, or all but the board of a Random Direction."""
    return events == entry.then or entry.then == tuple(
        attrs.evolve(event, board="") if isinstance(event, _NAMING_A_BOARD) else event
        for event in events
    )


def roll_text(roll: Roll) -> str:
    """A roll in words."""
    shown = ",".join(str(die) for die in roll.dice)
    counter = f" (from die {roll.first})" if roll.first else ""
    return f"{roll.purpose}{counter}: {shown} from the {roll.source.value}"


def _event_text(event: Event) -> str:
    fields = encode_event(event)
    name = str(fields.pop("event")).replace("_", " ")
    fields.pop("rule")
    shown = ", ".join(f"{key} {value}" for key, value in fields.items())
    return f"{name} ({shown})" if shown else name


def differences(
    logged: tuple[Event, ...], expected: tuple[Event, ...]
) -> Iterator[tuple[str, str, str]]:
    """Rule, what the log says and what the rules give, for each event that differs."""
    extra = _without(logged, expected)
    missing = _without(expected, logged)
    if not extra and not missing:
        yield (
            logged[0].rule,
            "; ".join(_event_text(event) for event in logged),
            "; ".join(_event_text(event) for event in expected),
        )
    for right in missing:
        twin = next((event for event in extra if type(event) is type(right)), None)
        if twin is None:
            yield right.rule, "nothing", _event_text(right)
            continue
        extra.remove(twin)
        says, ought = _event_text(twin), _event_text(right)
        if says == ought:
            says, ought = f"{says} by {twin.rule}", f"{ought} by {right.rule}"
        yield right.rule, says, ought
    for event in extra:
        yield event.rule, _event_text(event), "nothing"


def _without(events: tuple[Event, ...], others: tuple[Event, ...]) -> list[Event]:
    left, rest = [], list(others)
    for event in events:
        if event in rest:
            rest.remove(event)
        else:
            left.append(event)
    return left
