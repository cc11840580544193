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
    Doing,
    Finish,
    Note,
    Opened,
    Undo,
)
from events.entry import Header
from events.errors import BadInput
from events.field import NOTE
from events.moment import Moment, Phase
from events.orders import format_order
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
from sim.trust.signing import acknowledged_faults


def step_before(state: State, command: Command) -> Command | None:
    """What happens by itself before an order of play: the rolls of setup, and its end."""
    if state.moment.phase is not Phase.SETUP or type(command) in (*SETUP_STEPS, AddVehicle):
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
    known = position.exchange.left if is_together(header) else opened.stretch == stretch_of(moment)
    return stretch_key(header.seed, opened) if known else None


class SealedDice:
    """Dice that no side knows yet."""

    rolls: tuple[Roll, ...] = ()

    def __init__(self, command: Command) -> None:
        self._command = command

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:  # noqa: ARG002 - none is made
        """Refuse."""
        words = shlex.quote(format_order(self._command))
        raise BadInput(
            f"{purpose}: no side knows these dice before both agree on the order; "
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
        _demand_none(played_faults(position, command))
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


def _demand_none(faults: Iterable[tuple[str, str]]) -> None:
    for said, expected in faults:
        raise BadInput(f"{said}; expected: {expected}")


def _demand_open(header: Header, position: Position, command: Doing) -> None:
    """See that nothing is recorded where dice are sealed still, or orders wait for them.

    Who handed the game over, or waits for it, would have a log of his own with every word that he
    adds to it.
    """
    moment, opened = position.state.moment, position.opened
    if isinstance(command, Opened):
        return
    over = position.finished or position.state.clock.over
    by_turns = header.sealed is not None and not is_together(header)
    if by_turns and not over and not isinstance(command, Undo):
        stretch = stretch_of(moment)
        if opened is None or opened.stretch != stretch:
            raise BadInput(
                f"the dice of Player Turn {player_turn(stretch)} are sealed: `khamsin seal next` "
                f"hands the game over, and `khamsin seal take` opens them; nothing else comes "
                f"before that"
            )
    if position.exchange.asked:
        first = format_order(position.exchange.asked[0])
        raise BadInput(
            f"`{first}` was asked for, and the answer comes before all else: `khamsin seal take` "
            f"takes it"
        )


def of_dice(position: Position, command: Doing, error: DiceLeft) -> str:
    """A complaint of the dice of an order; where it takes none, by which order they are entered."""
    if position.dice is not DiceFrom.TABLE or command.rolls:
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
    """A command of the log with all that its entry, of number ``n``, has.

    ``seal`` finds the hash of the last line.
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
        case Opened():
            moment, last, exchange = position.state.moment, position.opened, position.exchange
            _demand_none(opened_faults(header, moment, exchange, last, n, seal(), command))
        case Acknowledged():
            log = header_line(header)[1]
            if command.log != log:
                raise BadInput(f"what is acknowledged is another log than this one, {log}")
            _demand_none(acknowledged_faults(log, n, command))
        case ChooseDice(source) if source is position.dice:
            said = source if source is DiceFrom.EITHER else f"the {source}"
            raise BadInput(f"dice are from {said} already", "dice")
    return command


def _demand_in_place(header: Header, position: Position, command: BookCommand) -> None:
    """See that an entry of the log itself can stand here, as far as sealed dice go."""
    if isinstance(command, Asked) and not command.orders:
        raise BadInput("`khamsin seal ask` asks for orders, and no order does")
    if isinstance(command, Opened) and not command.stretch:
        raise BadInput("`khamsin seal take` opens the links of a stretch, and no order")
    if isinstance(command, Acknowledged) and not command.key:
        raise BadInput("`khamsin checkpoint add` writes what a person signed, and no order")
    _demand_open(header, position, command)
    if not isinstance(command, Opened):
        used = 0 if position.opened is None else position.opened.stretch
        _demand_none(book_faults(header, position.exchange, used, command))
    if isinstance(command, ChooseDice) and header.sealed is not None:
        raise BadInput("the dice of this game are sealed, and no player rolls them", "dice")


def _undone(header: Header, position: Position, entry: int | None) -> int:
    """The entry that an ``undo`` takes back."""
    if position.before is None:
        stays = ""
        if is_together(header) and position.entry:
            stays = "what was asked for, rolled or handed over stays"
        elif position.opened is not None:
            turn = player_turn(position.opened.stretch)
            stays = f"what was played before the dice of Player Turn {turn} were opened stays"
        if stays:
            raise BadInput(
                f"nothing more can be taken back: {stays}, and the last {MOST_UNDONE} entries "
                f"after it are kept"
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
