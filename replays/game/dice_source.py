"""Who rolls the dice of a game, what can be taken back, and how its log closes."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence

from events.chain import header_line
from events.commands import (
    Acknowledged,
    AddVehicle,
    Advance,
    Asked,
    BookCommand,
    ChooseDice,
    Command,
    Declined,
    Doing,
    Finish,
    Note,
    Opened,
    SidePassed,
    Undo,
)
from events.entry import Header, Roll
from events.errors import BadInput
from events.field import NOTE
from events.moment import Phase
from events.orders import format_order
from events.terms import DiceFrom
from replays.game.position import MOST_UNDONE, Position, demand_unfinished
from sim.chapter_11.setup import SETUP_STEPS, next_roll
from sim.machine.dice import DiceLeft, EnteredDice, SeededDice
from sim.machine.due import due
from sim.state import State
from sim.trust.mail import (
    Faults,
    asked_text,
    book_faults,
    ended_faults,
    finish_faults,
    opened_faults,
    round_seed,
    turn_faults,
    word_faults,
)
from sim.trust.signing import LogPoint, acknowledged_faults


def step_before(state: State, command: Command) -> Command | None:
    """What happens by itself before an order of play: the rolls of setup, and its end."""
    if state.moment.phase is not Phase.SETUP or type(command) in (*SETUP_STEPS, AddVehicle):
        return None
    if (due := next_roll(state)) is not None:
        return due()
    return None if isinstance(command, Advance) else Advance()


def to_play(position: Position) -> Command | None:
    """The command that a batch plays next; None where no batch is open."""
    left = position.exchange.left
    return (step_before(position.state, left[0]) or left[0]) if left else None


def played_faults(position: Position, command: Command) -> Iterator[tuple[str, str]]:
    """What is wrong with an order where orders were asked for: what it is, and what is expected."""
    exchange = position.exchange
    if exchange.asked is not None:
        yield (
            f"`{format_order(command)}` while a question waits",
            f"the answer of the other side to {asked_text(exchange.asked)}",
        )
    elif exchange.ending:
        yield f"`{format_order(command)}` after both agreed on the end", "`finish`"
    elif (due := to_play(position)) not in (None, command):
        yield f"`{format_order(command)}` in the middle of a batch", f"`{format_order(due)}`"


def dice_from(word: DiceFrom | str) -> DiceFrom:
    """Where dice come from, as people say it."""
    try:
        return DiceFrom(word)
    except ValueError:
        known = ", ".join(DiceFrom)
        raise BadInput(f"{str(word)[:40]!r} is none of {known}", "dice") from None


def seed_of(header: Header, position: Position) -> str | None:
    """The seed that rolls where a game stands; None where its dice are not open."""
    if header.mail is None:
        return header.seed
    opened = position.opened
    return round_seed(opened) if opened is not None and position.exchange.left else None


class UnopenedDice:
    """Dice that neither side of a game by mail knows yet."""

    rolls: tuple[Roll, ...] = ()

    def __init__(self, command: Command) -> None:
        self._command = command

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:  # noqa: ARG002 - none is made
        """Refuse."""
        words = shlex.quote(format_order(self._command))
        raise BadInput(
            f"{purpose}: no side knows these dice before both agree on the order; "
            f"`khamsin mail ask GAME {words} -o FILE` asks for them"
        )


def dice_for(
    header: Header, position: Position, entered: Sequence[int], command: Command
) -> EnteredDice | SeededDice | UnopenedDice:
    """The dice of an order: those that people entered, or those of the seed."""
    if position.dice is DiceFrom.TABLE:
        return EnteredDice(entered, position.used)
    if header.mail is not None:
        _demand_none(played_faults(position, command))
        _demand_none(turn_faults(header, position.exchange, position.state.attacker, command))
        if entered:
            raise DiceLeft("both sides make the dice of this game by mail, so enter none")
    if not entered:
        seed = seed_of(header, position)
        if seed is None:
            return UnopenedDice(command)
        return SeededDice(seed, header.game, position.state.clock.moment, position.used)
    if position.dice is DiceFrom.SEED:
        raise DiceLeft(
            "the seed rolls in this game, so enter no dice; `dice either` or `dice table` change it"
        )
    return EnteredDice(entered, position.used)


def _demand_none(faults: Iterable[tuple[str, str]]) -> None:
    for said, expected in faults:
        raise BadInput(f"{said}; expected: {expected}")


def of_dice(position: Position, command: Doing, error: DiceLeft) -> str:
    """A complaint of the dice of an order; where it takes none, by which order they are entered."""
    if position.dice is not DiceFrom.TABLE or command.rolls:
        return error.what
    first = [f"`{each.order}`" for each in due(position.state) if each.order and each.dice]
    before = f"it takes none itself, so {first[0]} comes before it" if first else "it takes none"
    return f"{error.what.split(';')[0]}; {before}"


def by_itself(position: Position) -> Doing | None:
    """What is due by itself: the next order of a batch, or the end of a game that is over.

    Nothing closes a game again whose closing entry was taken back.
    """
    if (order := to_play(position)) is not None:
        return order
    if position.finished or position.reopened:
        return None
    return Finish() if position.state.clock.over or position.exchange.ending else None


def fill_in(
    header: Header,
    command: BookCommand,
    position: Position,
    n: int,
    seal: Callable[[], str],
    point: Callable[[], LogPoint],
) -> BookCommand:
    """A command of the log with all that its entry, of number ``n``, has.

    ``seal`` finds the hash of the last line, ``point`` what a checkpoint says of the log.
    """
    if position.finished:
        _demand_none(ended_faults(header, command))
        if not isinstance(command, Undo | Acknowledged):
            demand_unfinished(position, header)
    _demand_in_place(header, position, command)
    match command:
        case Undo(entry):
            return Undo(_undone(header, position, entry))
        case Note(text):
            return Note(NOTE.read(text))
        case Finish():
            return Finish(n - 1, seal())
        case Opened() | SidePassed() | Declined():
            _demand_none(_unsigned(header, position, command, point()))
        case Acknowledged():
            log = header_line(header)[1]
            if command.log != log:
                raise BadInput(f"what is acknowledged is another log than this one, {log}")
            _demand_none(acknowledged_faults(log, n, command))
        case ChooseDice(source) if source is position.dice:
            raise BadInput(f"the dice of this game are `{source}` already", "dice")
    return command


def _unsigned(header: Header, position: Position, command: BookCommand, point: LogPoint) -> Faults:
    if isinstance(command, Opened):
        return opened_faults(header, position.exchange, position.opened, point, command)
    return word_faults(header, position.exchange, point, command)


def _demand_in_place(header: Header, position: Position, command: BookCommand) -> None:
    """See that an entry of the log itself can stand here, as far as a game by mail goes."""
    if isinstance(command, Asked) and command == Asked():
        raise BadInput("`khamsin mail ask` asks for orders, and no order does")
    if isinstance(command, Opened) and not command.round:
        raise BadInput("`khamsin mail take` opens a round of dice, and no order")
    if isinstance(command, SidePassed | Declined) and not command.signed:
        raise BadInput("`khamsin mail` signs that, and no order does")
    if isinstance(command, Acknowledged) and not command.key:
        raise BadInput("`khamsin checkpoint add` writes what a person signed, and no order")
    exchange = position.exchange
    if isinstance(command, Finish):
        over = position.state.clock.over
        if any(finish_faults(header, exchange, over=over)):
            raise BadInput(
                "a game by mail ends before its last Player Turn only if both sides say so: "
                "`khamsin mail ask GAME finish -o FILE` asks for it"
            )
    _demand_none(book_faults(header, exchange, position.opened, command))
    if isinstance(command, ChooseDice) and header.mail is not None:
        raise BadInput("both sides make the dice of this game, and no player rolls them", "dice")


def _undone(header: Header, position: Position, entry: int | None) -> int:
    """The entry that an ``undo`` takes back."""
    if position.before is None:
        if header.mail is not None and position.entry:
            raise BadInput(
                f"nothing more can be taken back: what was asked for, rolled or handed over "
                f"stays, and the last {MOST_UNDONE} entries after it are kept"
            )
        if position.entry:
            raise BadInput(
                f"entry {position.entry} is too long ago to be taken back: the last {MOST_UNDONE} "
                f"are kept for that; `khamsin branch` goes back further"
            )
        raise BadInput("there is nothing to take back")
    if entry is not None and entry != position.entry:
        raise BadInput(
            f"entry {entry} cannot be taken back: the last one that stands is {position.entry}"
        )
    return position.entry
