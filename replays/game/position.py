"""Where a game stands after each entry, with what was taken back left out.

Rules fold events; this folds entries, those of the log itself among them. Whatever follows a game
through its log (play, replay, story, audit, page) follows it by ``follow``.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

import attrs

from events.commands import (
    Asked,
    BookCommand,
    ChooseDice,
    Declined,
    Doing,
    Finish,
    Note,
    Opened,
    SidePassed,
    Struck,
    Undo,
)
from events.converters import short
from events.entry import Entry, Header, Roll
from events.errors import BadInput
from events.log import Happened
from events.register import Event
from events.terms import DiceFrom
from sim.chapter_a.smoke import blaze_source, burning_wrecks, wreck_source
from sim.machine.dice import counters_after
from sim.state import State
from sim.state.evolve import evolve
from sim.trust.mail import NOTHING_ASKED, Exchange


def in_play(state: State) -> State:
    """The state, if all that is in it is in a hex in play and of a vehicle of the scenario."""
    for name in _named(state, "hex"):
        if not isinstance(name, str) or name not in state.setting.area.around:
            raise _forged(f"hex {short(name)}, which is not in play")
    for name in _named(state, "vehicle"):
        if name not in state.setting.vehicles:
            raise _forged(f"vehicle {short(name)}, which is not of its scenario")
    for spec in state.setting.vehicles.values():
        if spec.side not in state.setting.sides:
            vehicle = f"vehicle {short(spec.id)} of side {short(spec.side)}"
            raise _forged(f"{vehicle}, which is not of its scenario")
    if state.drift:
        fires = *map(blaze_source, state.ground), *map(wreck_source, burning_wrecks(state))
        for source in sorted({*state.drift}.difference(state.smoke, state.vehicle_dust, fires)):
            raise _forged(f"drift from {short(source)}, which is not there")
    return state


def _forged(what: str) -> BadInput:
    return BadInput(f"this log tells of {what}; khamsin audit tells more")


def _named(state: State, what: str) -> Iterator[object]:
    """Every hex, or vehicle, that a state names; a forged log can have anything in its place."""
    if what == "hex":
        yield from (name for name, _ in state.breaches)
    for field in attrs.fields(State):
        if "keys" not in field.metadata:
            continue
        things = getattr(state, field.name)
        if field.metadata["keys"] == what:
            yield from things
        if what == "hex":
            for thing in things.values():
                found = thing if isinstance(thing, tuple) else (getattr(thing, "hex", None),)
                yield from (name for name in found if name is not None)


MOST_UNDONE: Final = 1000
"""So many of the last entries that stand can be taken back; a branch goes back further."""

HELD_EVERY: Final = 64
"""Of the last entries that stand, one in so many holds its whole Position."""

IMPOSSIBLE: Final = (
    *(LookupError, AssertionError, TypeError, AttributeError, ValueError, ArithmeticError),
)
"""What goes wrong when an event that cannot have happened is folded all the same, or an order or a
scenario that no engine wrote is decided."""


@attrs.define(eq=False)
class Position:
    """A point of a game: what counts there. Never changed, but that it forgets what was long ago.

    It is not frozen, as one is made an entry.
    """

    state: State
    entry: int = 0
    """Number of the last entry that stands; 0 before the first."""
    dice: DiceFrom = DiceFrom.EITHER
    used: Mapping[str, int] = attrs.field(factory=dict)
    """How many dice of each purpose the moment has seen."""
    finished: bool = False
    """The last entry that stands closed the log."""
    _before: "Position | _Step | None" = attrs.field(default=None, repr=False)
    deep: int = 0
    """How many entries can be taken back, one after the other."""
    opened: Opened | None = None
    """The entry that opened the last round of a game by mail, if there is one."""
    exchange: Exchange = NOTHING_ASKED
    """Who gives orders and what was asked for, in a game by mail."""
    reopened: bool = False
    """The closing entry was taken back, and nothing was played since."""

    @property
    def before(self) -> "Position | None":
        """Where the game stands when that entry is taken back; None when nothing can be."""
        found = self._before
        if found is None or self.deep == 0:
            return None
        if isinstance(found, tuple):
            found = _position_at(found[0])
        if found.deep != self.deep - 1:
            found = attrs.evolve(found, deep=self.deep - 1)
        self._before = found
        return found


_Step: TypeAlias = (
    "tuple[Position | _Step, int, int, Doing | None, tuple[Roll, ...], tuple[Event, ...]]"
)
"""An entry that can be taken back: the step before it, or the Position that it was played in; how
many steps there are from that Position; number, command, dice and events."""


def _position_at(point: "Position | _Step") -> Position:
    """Where a game stood after a step, followed from the last Position that is held."""
    steps: list[_Step] = []
    while isinstance(point, tuple):
        steps.append(point)
        point = point[0]
    for _, _, n, command, rolls, events in reversed(steps):
        point = after_it(point, n, command, rolls, events)
    return point


def _shallow(position: Position) -> Position:
    """The same; what cannot be taken back any more is forgotten, so that memory stays bounded."""
    count = 0
    point: Position | _Step = position
    while count < MOST_UNDONE or isinstance(point, tuple):
        before = point[0] if isinstance(point, tuple) else point._before
        if before is None:
            break
        count += isinstance(point, tuple) or isinstance(before, Position)
        point = before
    else:
        point._before = None
    return attrs.evolve(position, deep=MOST_UNDONE)


def play_on(
    position: Position,
    n: int,
    rolls: tuple[Roll, ...],
    state: State,
    command: Doing | None = None,
    events: tuple[Event, ...] | None = None,
) -> Position:
    """After an entry that a rule decided."""
    now, then = state.clock.moment, position.state.clock.moment
    used = position.used
    if rolls or now is not then:
        used = counters_after(used, rolls, moment_over=now is not then and now != then)
    if position.deep >= 2 * MOST_UNDONE:
        position = _shallow(position)
    dice, opened, exchange = position.dice, position.opened, position.exchange
    if exchange.left and command is not None:  # no side takes back what was asked for
        exchange = exchange.played(command, then)
        return Position(state, n, dice, used, opened=opened, exchange=exchange)
    last = position._before
    before: Position | _Step
    if events is None:
        before = position
    elif isinstance(last, tuple) and last[1] < HELD_EVERY and not position.reopened:
        before = last, last[1] + 1, n, command, rolls, events
    else:
        before = position, 1, n, command, rolls, events
    # by place: names would take as long again
    return Position(state, n, dice, used, False, before, position.deep + 1, opened, exchange)


def position_after(position: Position, n: int, command: BookCommand) -> Position:
    """After an entry of the log itself."""
    match command:
        case Undo(entry):
            before = position.before
            if before is None or entry != position.entry:
                raise BadInput(
                    f"entry {n} takes back entry {entry}, and the last that stands is "
                    f"{position.entry}"
                )
            return attrs.evolve(before, reopened=True) if position.finished else before
        case ChooseDice(source):
            return attrs.evolve(_noted(position, n), dice=source)
        case Finish():
            after = play_on(position, n, (), position.state)
            return attrs.evolve(after, finished=True, exchange=position.exchange.after(command))
        case Note():
            return _noted(position, n)
        case (
            Opened() | Asked() | Struck() | Declined() | SidePassed()
        ):  # no player takes back what a side signed
            opened = command if isinstance(command, Opened) else position.opened
            exchange = position.exchange.after(command)
            return attrs.evolve(
                position, entry=n, before=None, deep=0, opened=opened, exchange=exchange
            )
        case _:  # `Acknowledged` says what a person saw, and is no step of the game
            return position


def _noted(position: Position, n: int) -> Position:
    after = play_on(position, n, (), position.state)
    return attrs.evolve(after, reopened=True) if position.reopened else after


def follow(position: Position, entry: Entry) -> Position:
    """After an entry of a log, rules unasked."""
    return after_it(position, entry.n, entry.do, entry.dice, entry.then)


def after_it(
    position: Position,
    n: int,
    command: Doing | None,
    rolls: tuple[Roll, ...],
    events: tuple[Event, ...],
) -> Position:
    """After what counts of an entry."""
    if isinstance(command, BookCommand):
        return position_after(position, n, command)
    state = position.state
    for event in events:
        state = happen(state, event, n)
    return play_on(position, n, rolls, state, command, events)


def happen(state: State, event: Event, n: int) -> State:
    """The state after an event of a log."""
    try:
        return evolve(state, event)
    except IMPOSSIBLE:
        raise cannot_have_happened(n) from None


def cannot_have_happened(n: int) -> BadInput:
    """The complaint of an entry that no game can have."""
    return BadInput(
        f"entry {n} tells of something that cannot have happened; khamsin audit tells more"
    )


def way_on(header: Header) -> str:
    """What can be done in a game that is finished."""
    if header.mail is not None:
        return "`khamsin mail pass` signs that end, and no side takes it back"
    return "`undo` opens it again"


def demand_unfinished(position: Position, header: Header) -> None:
    """See that a game was not finished."""
    if position.finished:
        raise BadInput(f"this game was finished with entry {position.entry}; {way_on(header)}")


def taken_back(happenings: Iterable[Happened]) -> dict[int, int]:
    """The entries of a game that were taken back, each with the entry that did it."""
    return {
        command.entry: n
        for n, command, _ in happenings
        if isinstance(command, Undo) and command.entry is not None
    }
