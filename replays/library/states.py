"""The state of a game in a library, from the nearest snapshot on."""

from typing import Final

from events.chain import LogLine, line_of
from events.codec import decode_entry
from events.entry import FORMAT
from events.errors import BadInput
from events.log import MAX_LINE
from replays.library.library import Library, LibraryGame
from replays.library.snapshots import SHAPE, digest_of, unpack
from replays.playing.in_play import in_play
from replays.playing.logs import Told, happenings, start_of
from replays.playing.moments import END, When, pin, position_at
from replays.playing.position import Position, follow
from sim.state import State

__all__ = ["position_in"]

_TAIL: Final = (
    "SELECT number, substr(raw, 1, ?) FROM line "
    "WHERE game = ? AND number >= ? AND number <= ? ORDER BY number"
)


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
    rows = library.database.rows(
        "SELECT entry, seal, digest, body FROM snapshot "
        "WHERE game = ? AND shape = ? AND entry <= ? ORDER BY entry DESC LIMIT 2",
        *(game.id, SHAPE, n),
    )
    for entry, seal, digest, body in rows:
        if entry != n and game.format != FORMAT:
            continue  # what an older format left out is worked out from the beginning
        if digest_of(str(seal), bytes(body)) != digest:
            continue
        position = unpack(bytes(body), beginning)
        if position is None:
            continue
        try:
            after = _read_on(library, game, position, int(entry), str(seal), n)
            in_play(after.state)
        except BadInput:
            continue  # it takes back what came before; or it is broken, which the whole log tells
        return after
    return None


def _read_on(
    library: Library, game: LibraryGame, position: Position, entry: int, seal: str, n: int
) -> Position:
    """Follow a game from a snapshot to an entry.

    Raises:
        BadInput: when a line does not follow, or takes back what a snapshot does not know.
    """
    number = entry + 1
    for found, raw in library.database.stream(_TAIL, MAX_LINE + 1, game.id, number, n + 1):
        line = line_of(number, bytes(raw))
        if found != number or (number == entry + 1 and line.hash != seal):
            raise _changed(number)
        if number > entry + 1:
            position, seal = _after(position, line, seal), line.hash
        number += 1
    if number != n + 2:
        raise _changed(number)
    return position


def _after(position: Position, line: LogLine, seal: str) -> Position:
    if not line.follows(seal):
        raise _changed(line.number)
    value = line.json()
    value.pop("hash", None)
    entry = decode_entry(value)
    if entry.n != line.number - 1:
        raise _changed(line.number)
    return follow(position, entry)


def _changed(number: int) -> BadInput:
    return BadInput("this line was changed after it was written", f"line {number}")
