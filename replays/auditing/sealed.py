"""What an audit asks of sealed dice: were they sealed when they were, and opened as agreed?"""

from collections.abc import Iterator

from events.commands import BookCommand, ChooseDice, Opened
from events.entry import Entry, Header
from replays.auditing.differences import roll_text
from replays.playing.bookkeeping import seed_of
from replays.playing.position import Position
from sim.machine.sealing import opened_faults, player_turn, stretch_of

__all__ = ["book_faults", "sealed_rolls"]


def book_faults(
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
    if isinstance(command, Opened):
        head = before or command.head
        moment = position.state.moment
        yield from opened_faults(header, moment, position.opened, entry.n, head, command)
    elif isinstance(command, ChooseDice) and header.sealed is not None:
        yield f"dice {command.source}", "the sealed dice of this game alone"


def sealed_rolls(header: Header, position: Position, entry: Entry) -> Iterator[tuple[str, str]]:
    """The rolls of an entry that nobody could make, because their dice were sealed."""
    if seed_of(header, position, position.state.moment) is None:
        turn = player_turn(stretch_of(position.state.moment))
        for roll in entry.dice:
            yield roll_text(roll), f"no roll before the dice of Player Turn {turn} are opened"
