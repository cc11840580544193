"""Watching a game of a library: each new entry is told as it comes, whatever process records it."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs
from sqlalchemy import select

from events.entry import Entry
from events.errors import BadInput, in_file
from replays.game.named_moment import END, When
from replays.game.open_log import Ending, entry_in
from replays.game.position import Position, follow, in_play
from replays.library.database import ConnectionLost
from replays.library.library import Library
from replays.library.row import LibraryGame, changed, lines_of_entries
from replays.library.schema import GAME

_PATIENCE: Final = 2.0
"""Seconds between two tries where a server went away."""

_TORN: Final = (
    "the last line of this game is torn and left out; `khamsin recover library:{}` puts it aside, "
    "and then it goes on"
)


class Changes:
    """Tells when others record in a game of a library.

    Args:
        library: the library; it is closed with this.
        game: the game, as it was read.
    """

    def __init__(self, library: Library, game: LibraryGame) -> None:
        """Begin to listen; what is recorded from here on is not missed."""
        self._library, self._game = library, game.id
        self._news = library.database.news(game.id)
        self._seen = game.entries, game.head_hash, game.torn

    def wait(self, seconds: float) -> bool:
        """Wait until there are new entries, but no longer than so; False if there are none.

        Raises:
            BadInput: when the library cannot be asked now.
        """
        end = time.monotonic() + seconds
        while not self._changed():
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._news.pause(left)
        return True

    def _changed(self) -> bool:
        columns = select(GAME.c.entries, GAME.c.head_hash, GAME.c.torn)
        rows = self._library.database.read(columns.where(GAME.c.id == self._game))
        before, self._seen = self._seen, tuple(rows[0]) if rows else self._seen
        return self._seen != before

    def end(self) -> None:
        """Listen no more."""
        self._news.close()

    def close(self) -> None:
        """Listen no more, and let go of the library."""
        self.end()
        self._library.close()


@attrs.frozen
class NewEntries:
    """New entries of a game that is watched.

    Attributes:
        before: where the game stood before them.
        entries: those that are new; none as the watch begins.
        after: where it stands now.
        entry: the number of the last entry.
        ending: how the game ends by now.
        said: what cannot be watched of it, and why, in a sentence; empty where all can be.
    """

    before: Position
    entries: Sequence[Entry]
    after: Position
    entry: int
    ending: Ending
    said: str = ""


def watch(
    library: Library,
    name: str,
    when: When = END,
    lost: Callable[[BadInput], None] = lambda _: None,
) -> Iterator[NewEntries]:
    """New entries of a game as they come, without end: each once, and in order.

    First comes what was recorded behind a point of it, then whatever is new; where nothing is for
    some time, that is told too. It only reads: also a game in which nothing can be recorded.

    Args:
        library: the library.
        name: the game.
        when: the point.
        lost: called when a server went away, once; it is asked again until it is back.

    Raises:
        BadInput: when there is no such game, it did not come that far, or it cannot be read.
    """
    game = library.game(name)
    with in_file(str(game.path)):
        n, _ = library.position(game, when)  # it can stand in the middle of that entry
        n, position = library.position(game, When(entry=n))
    changes, told, head_hash = Changes(library, game), False, ""
    try:
        while True:
            try:
                now = library.find(name)
                if now is None or now.id != game.id:
                    raise BadInput("this game is not in the library any more", str(game.path))
                with in_file(str(game.path)):
                    found, after, head_hash = _behind(library, now, n, position, head_hash)
                said = _TORN.format(name) if now.torn else ""
                ending = Ending.of(after, torn=bool(now.torn), closes=now.closes)
                yield NewEntries(position, found, after, now.entries, ending, said)
                n, position, told = now.entries, after, False
                changes.wait(_PATIENCE)
            except ConnectionLost as error:
                if not told:
                    lost(error)
                told = True
                time.sleep(_PATIENCE)
    finally:
        changes.end()


def _behind(
    library: Library, now: LibraryGame, n: int, position: Position, head_hash: str
) -> tuple[list[Entry], Position, str]:
    """What is new behind an entry: the entries, where the game stands, the hash of its last line.

    Raises:
        BadInput: when it does not follow from what is known, or cannot have happened.
    """
    found = list[Entry]()
    if now.entries < n:
        raise changed(n + 1)
    for line in lines_of_entries(library.database, now.id, n, now.entries):
        if line.number == n + 1 and head_hash not in ("", line.hash):
            raise changed(line.number)
        if line.number > n + 1:
            entry = entry_in(line.raw, line.number - 1)
            position = follow(position, entry)
            found.append(entry)
        head_hash = line.hash
    if head_hash != now.head_hash:
        raise changed(now.entries + 1)
    in_play(position.state)
    return found, position, head_hash
