"""The state of a game in a library, from the nearest snapshot on."""

from events.entry import FORMAT
from events.errors import BadInput
from replays.game.named_moment import END, When, pin, position_at
from replays.game.open_log import Told, happenings, start_of
from replays.game.position import Position, in_play
from replays.library.library import Library, LibraryGame
from replays.library.shortcuts import Shortcuts
from sim.state import State


def position_in(
    library: Library, game: LibraryGame, when: When = END, told: Told = None
) -> tuple[int, Position]:
    """Where a game of a library stands at a point, and the number of the entry that led there.

    The end, and any entry, are read from the nearest snapshot on; the hash chain is checked from
    there. Any other moment is looked for from the beginning, in bounded memory.

    Args:
        library: the library.
        game: the game.
        when: the point.
        told: who is told how many bytes were read, where it is looked for from the beginning.

    Raises:
        BadInput: when the game did not come that far, or its lines were changed.
    """
    with library.reader(game) as reader:
        beginning = start_of(reader.header.scenario)
        whole = reader.header.sealed is not None  # snapshots say nothing of who owes whom what
        if not whole and when in (END, When(entry=when.entry)):
            n = game.entries if when.entry is None else when.entry
            if n <= game.entries:
                found = _from_snapshot(library, game, n, beginning)
                if found is not None:
                    return n, found
    if when.note is not None:
        with library.reader(game) as reader:
            when = pin(when, reader.happenings())
    with library.reader(game) as reader:
        number, position = position_at(beginning, happenings(reader, told), when)
    in_play(position.state)
    return number, position


def _from_snapshot(
    library: Library, game: LibraryGame, n: int, beginning: State
) -> Position | None:
    """Where a game stands after an entry, if a snapshot leads there."""
    shortcuts = Shortcuts(library.database, game, beginning)
    for point in shortcuts.before(n):
        if point.entry != n and game.format != FORMAT:
            continue  # what an older format left out is worked out from the beginning
        try:
            after = shortcuts.position(point, n)
            in_play(after.state)
        except BadInput:
            continue  # something is broken, which the whole log tells
        return after
    return None
