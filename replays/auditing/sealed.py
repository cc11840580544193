"""What an audit asks of sealed dice: were they sealed when they were, and opened as agreed?"""

from collections.abc import Iterator

from events.commands import BookCommand, ChooseDice, Command, Opened, Struck
from events.entry import Entry, Header
from events.orders import format_order
from replays.auditing.attempts import attempt
from replays.auditing.differences import roll_text
from replays.auditing.doors import door_at
from replays.playing.bookkeeping import seed_of
from replays.playing.position import Position
from replays.playing.sheets import played_faults, to_play
from sim.machine.decide import Outcome
from sim.machine.exchange import book_faults, is_together
from sim.machine.sealing import ended_faults, opened_faults, player_turn, stretch_of

__all__ = ["is_out_of_place", "sealed_book_faults", "sealed_play_faults"]


def sealed_book_faults(
    header: Header, position: Position, entry: Entry, command: BookCommand, before: str
) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry of the log itself in a game with sealed dice.

    Args:
        header: that of the log.
        position: where the game stands.
        entry: the entry.
        command: what it does.
        before: the hash of the line before it; empty where nobody can say.

    Yields:
        What the log says, and what is expected.
    """
    exchange, opened = position.exchange, position.opened
    if isinstance(command, Opened):
        head, moment = before or command.head, position.state.moment
        yield from opened_faults(header, moment, exchange, opened, entry.n, head, command)
        return
    if position.finished:
        yield from ended_faults(header, command)
    used = 0 if opened is None else opened.stretch
    yield from book_faults(header, exchange, used, command)
    if isinstance(command, ChooseDice) and header.sealed is not None:
        yield f"dice {command.source}", "the sealed dice of this game alone"
    elif isinstance(command, Struck) and (due := to_play(position)) is not None:
        door = door_at(header, position, position.state.moment, ())
        if isinstance(attempt(position.state, due, door), Outcome):
            words = f"`{format_order(due)}`"
            yield f"{words} struck out", f"{words} played: the rules allow it"


def sealed_play_faults(
    header: Header, position: Position, entry: Entry
) -> Iterator[tuple[str, str]]:
    """The rolls of an entry that nobody could make, and an order where another was agreed on."""
    if seed_of(header, position, position.state.moment) is None:
        when = (
            f"the dice of Player Turn {player_turn(stretch_of(position.state.moment))} are opened"
        )
        if is_together(header):
            when = "its order was asked for and answered"
        for roll in entry.dice:
            yield roll_text(roll), f"no roll before {when}"
    if header.sealed is not None and not isinstance(entry.do, BookCommand):
        yield from played_faults(position, entry.do)


def is_out_of_place(position: Position, command: Command) -> bool:
    """Whether both sides agreed on another order here."""
    return any(played_faults(position, command))
