"""Who rolls the dice of a game, what can be taken back, and how its log closes."""

import shlex
from collections.abc import Callable, Iterator, Sequence

from events.chain import header_line
from events.commands import (
    Acknowledged,
    Advance,
    Asked,
    BookCommand,
    ChooseDice,
    Command,
    Doing,
    Finish,
    Note,
    Opened,
    Undo,
)
from events.entry import Header
from events.errors import BadInput
from events.moment import Moment, Phase
from events.orders import FORMS, format_order
from events.pieces import proper_note
from events.rolls import Roll
from events.terms import DiceFrom
from replays.game.position import MOST_UNDONE, Position, demand_unfinished
from sim.chapter_11.setup import SETUP_STEPS, next_roll
from sim.machine.dice import DiceLeft, EnteredDice, SeededDice
from sim.machine.due import due
from sim.state import State
from sim.trust.sealing import (
    book_faults,
    ended_faults,
    is_together,
    opened_faults,
    player_turn,
    stretch_key,
    stretch_of,
)


def step_before(state: State, command: Command) -> Command | None:
    """What happens by itself before an order of play: the rolls of setup, and its end."""
    if state.moment.phase is not Phase.SETUP or type(command) in SETUP_STEPS:
        return None
    if (due := next_roll(state)) is not None:
        return due()
    return None if isinstance(command, Advance) else Advance()


def to_play(position: Position) -> Command | None:
    """The command that a sheet plays next; None where no sheet is open."""
    left = position.exchange.left
    return (step_before(position.state, left[0]) or left[0]) if left else None


def played_faults(position: Position, command: Command) -> Iterator[tuple[str, str]]:
    """What is wrong with an order where orders were asked for: what it is, and what is expected."""
    if position.exchange.asked:
        first = format_order(position.exchange.asked[0])
        yield (
            f"`{format_order(command)}` while orders wait for their dice",
            f"the answer of the other side, which opens the dice of `{first}`",
        )
    elif (due := to_play(position)) not in (None, command):
        yield f"`{format_order(command)}` in the middle of a sheet", f"`{format_order(due)}`"


def dice_from(word: DiceFrom | str) -> DiceFrom:
    """Where dice come from, as people say it."""
    try:
        return DiceFrom(word)
    except ValueError:
        known = ", ".join(DiceFrom)
        raise BadInput(f"{str(word)[:40]!r} is none of {known}", "dice") from None


def seed_of(header: Header, position: Position, moment: Moment) -> str | None:
    """The seed that rolls at a moment of a game; None where its dice are sealed still."""
    if header.sealed is None:
        return header.seed
    opened = position.opened
    if opened is None:
        return None
    if is_together(header):
        return stretch_key(header.seed, opened) if position.exchange.left else None
    if opened.stretch != stretch_of(moment):
        return None
    return stretch_key(header.seed, opened)


class SealedDice:
    """Dice that nobody knows yet."""

    rolls: tuple[Roll, ...] = ()

    def __init__(self, command: Command) -> None:
        """Stand before an order that was not asked for."""
        self._command = command

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:  # noqa: ARG002 - none is made
        """Refuse."""
        words = shlex.quote(format_order(self._command))
        raise BadInput(
            f"{purpose}: nobody knows these dice before both sides agree on the order; "
            f"`khamsin seal ask GAME {words} -o FILE` asks for them"
        )


def dice_for(
    header: Header, position: Position, entered: Sequence[int], command: Command
) -> EnteredDice | SeededDice | SealedDice:
    """The dice of an order: those that people entered, or those of the seed."""
    if position.dice is DiceFrom.TABLE:
        return EnteredDice(entered, position.used)
    if header.sealed is not None:
        _demand_open(header, position, command)
        _demand_answered(position, command)
        for said, expected in played_faults(position, command):
            raise BadInput(f"{said}; expected: {expected}")
    if not entered:
        moment = position.state.clock.moment
        seed = header.seed if header.sealed is None else seed_of(header, position, moment)
        if seed is None:
            return SealedDice(command)
        return SeededDice(seed, header.game, moment, position.used)
    if header.sealed is not None:
        raise DiceLeft("the dice of this game are sealed, so enter none")
    if position.dice is DiceFrom.SEED:
        raise DiceLeft(
            "the seed rolls in this game, so enter no dice; `dice either` or `dice table` change it"
        )
    return EnteredDice(entered, position.used)


def _demand_open(header: Header, position: Position, command: Doing) -> None:
    """See that nothing is recorded in a Player Turn whose dice are sealed still.

    Who handed the game over, or waits for it, would have a log of his own with every word that he
    adds to it.
    """
    moment, opened = position.state.moment, position.opened
    if header.sealed is None or is_together(header) or isinstance(command, Opened | Undo):
        return
    ends = position.finished or position.state.clock.over
    if not ends and (opened is None or opened.stretch != stretch_of(moment)):
        raise BadInput(
            f"the dice of Player Turn {player_turn(stretch_of(moment))} are sealed: `khamsin seal "
            f"next` hands the game over, and `khamsin seal take` opens them; nothing else comes "
            f"before that"
        )


def _demand_answered(position: Position, command: Doing) -> None:
    """See that no orders wait for their dice."""
    if position.exchange.asked and not isinstance(command, Opened):
        first = format_order(position.exchange.asked[0])
        raise BadInput(
            f"`{first}` was asked for, and the answer comes before all else: `khamsin seal take` "
            f"takes it"
        )


def of_dice(position: Position, command: Doing, error: DiceLeft) -> str:
    """A complaint of the dice of an order; where it takes none, by which order they are entered."""
    if position.dice is not DiceFrom.TABLE or FORMS[command.word].rolls:
        return error.what
    first = [f"`{each.order}`" for each in due(position.state) if each.order and each.dice]
    before = f"it takes none itself, so {first[0]} comes before it" if first else "it takes none"
    return f"{error.what.split(';')[0]}; {before}"


def by_itself(position: Position) -> Doing | None:
    """What is due by itself: the next order of a sheet, or the end of a game that is over.

    Nothing closes a game again whose closing entry was taken back.
    """
    if (order := to_play(position)) is not None:
        return order
    if position.finished or position.reopened or not position.state.clock.over:
        return None
    return Finish()


def fill_in(
    header: Header, command: BookCommand, position: Position, n: int, seal: Callable[[], str]
) -> BookCommand:
    """A command of the log with what it names, as its entry has it."""
    if position.finished:
        _demand_after_the_end(header, position, command)
    _demand_in_place(header, position, command)
    match command:
        case Undo(entry):
            return Undo(_undone(header, position, entry))
        case Note(text):
            return Note(proper_note(text))
        case Finish():
            return Finish(n - 1, seal())
        case Opened():
            return _proper_opened(header, position, n, seal(), command)
        case Acknowledged():
            return _proper_acknowledged(header, n, command)
        case ChooseDice(source) if source is position.dice:
            raise BadInput(f"dice are from {_SAID[source]} already", "dice")
        case _:
            return command


def _demand_after_the_end(header: Header, position: Position, command: BookCommand) -> None:
    """See that an entry can come after the closing one."""
    for said, expected in ended_faults(header, command):
        raise BadInput(f"{said}; expected: {expected}")
    if not isinstance(command, Undo | Acknowledged):
        demand_unfinished(position, header)


def _demand_in_place(header: Header, position: Position, command: BookCommand) -> None:
    """See that two sides who asked each other for orders have agreed on no other entry here."""
    if isinstance(command, Asked) and not command.orders:
        raise BadInput("`khamsin seal ask` asks for orders, and no order does")
    _demand_open(header, position, command)
    _demand_answered(position, command)
    if not isinstance(command, Opened):
        used = 0 if position.opened is None else position.opened.stretch
        for said, expected in book_faults(header, position.exchange, used, command):
            raise BadInput(f"{said}; expected: {expected}")
    if isinstance(command, ChooseDice) and header.sealed is not None:
        raise BadInput("the dice of this game are sealed, and nobody else rolls", "dice")


_SAID = {DiceFrom.TABLE: "the table", DiceFrom.SEED: "the seed", DiceFrom.EITHER: "either"}


def _proper_opened(header: Header, position: Position, n: int, head: str, opened: Opened) -> Opened:
    if not opened.stretch:
        raise BadInput("`khamsin seal take` opens the links of a stretch, and no order")
    moment, last, exchange = position.state.moment, position.opened, position.exchange
    for said, expected in opened_faults(header, moment, exchange, last, n, head, opened):
        raise BadInput(f"{said}; expected: {expected}")
    return opened


def _proper_acknowledged(header: Header, n: int, command: Acknowledged) -> Acknowledged:
    if not command.key:
        raise BadInput("`khamsin checkpoint add` writes what somebody signed, and no order")
    from sim.trust.signing import acknowledged_faults  # noqa: PLC0415 - few games have any

    log = header_line(header)[1]
    if command.log != log:
        raise BadInput(f"what is acknowledged is another log than this one, {log}")
    for said, expected in acknowledged_faults(log, n, command):
        raise BadInput(f"{said}; expected: {expected}")
    return command


def _undone(header: Header, position: Position, entry: int | None) -> int:
    if position.before is None:
        if is_together(header) and position.entry:
            raise BadInput(
                f"nothing more can be taken back: what was asked for, rolled or handed over stays, "
                f"and the last {MOST_UNDONE} entries after it are kept"
            )
        if position.opened is not None:
            turn = player_turn(position.opened.stretch)
            raise BadInput(
                f"nothing more can be taken back: what was played before the dice of Player Turn "
                f"{turn} were opened stays, and the last {MOST_UNDONE} entries after it are kept"
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
