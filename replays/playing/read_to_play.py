"""A game read from its log to be played on: where it stands, and how to come to its entries."""

import attrs

from events.entry import FORMAT, Header
from events.errors import in_file
from events.log import LogReader
from replays.playing.entries import Entries, entry_in
from replays.playing.in_play import in_play
from replays.playing.position import Position, after_it, follow
from sim.machine.opening import initial_state
from sim.state import State

__all__ = ["GameRead", "read_to_play"]


@attrs.frozen
class GameRead:
    """A game as far as it was read.

    Attributes:
        header: that of its log.
        beginning: the state before the first entry.
        position: where it stands after the last.
        entries: those that it has.
        torn: a crash left a part of a line behind them.
    """

    header: Header
    beginning: State
    position: Position
    entries: Entries
    torn: bool = False


def read_to_play(reader: LogReader) -> GameRead:
    """Read a log to its end, through its hash chain.

    Of each entry that is read which counts for who plays on; the rest of it when somebody asks.

    Raises:
        BadInput: at the first line that does not belong there, or that tells of what cannot be.
    """
    header = reader.header
    beginning = initial_state(header.scenario)
    position, lines = Position(beginning, dice=header.dice), list[bytes]()
    with in_file(str(reader.path)):
        if reader.format == FORMAT and header.sealed is None:
            for raw, (said, rolls, events) in reader.what_counts():
                lines.append(raw)
                n, command = len(lines), said
                if command is None and position.exchange.left:
                    command = entry_in(raw, n).do
                position = after_it(position, n, command, rolls, events)
            entries = Entries(here=lines, where=str(reader.path))
        else:  # an older log has other lines; what was sealed follows every order
            entries = Entries()
            for entry in reader.entries():
                position = follow(position, entry)
                entries.append(entry)
        in_play(position.state)
    return GameRead(header, beginning, position, entries, reader.torn is not None)
