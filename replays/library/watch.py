"""Watching a game of a library: each new entry is told as it comes, whatever process records it."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs
from sqlalchemy import select

from events.entry import Entry
from events.errors import BadInput, in_file
from replays.game.named_moment import END, When
from replays.game.position import Position, follow, in_play
from replays.library.database import GAME, ConnectionLost
from replays.library.game_recorder import gone
from replays.library.library import Library
from replays.library.library_game import LibraryGame, entries_behind

_LOOK: Final = 0.1
"""Seconds between two looks."""

_PATIENCE: Final = 2.0
"""Seconds between two tries where a server went away."""


class Changes:
    """Tells when others record in a game of a library, which is closed with this."""

    def __init__(self, library: Library, game: LibraryGame) -> None:
        self._library, self._seen = library, (game.entries, game.head_hash, game.torn)
        columns = select(GAME.c.entries, GAME.c.head_hash, GAME.c.torn)
        self._asked = columns.where(GAME.c.id == game.id)

    def wait(self, seconds: float) -> bool:
        """Wait until there are new entries, but no longer than so; False if there are none."""
        end = time.monotonic() + seconds
        while not self._changed():
            if time.monotonic() >= end:
                return False
            time.sleep(_LOOK)
        return True

    def _changed(self) -> bool:
        rows = self._library.database.read(self._asked)
        before, self._seen = self._seen, tuple(rows[0]) if rows else (0, "", b"")
        return self._seen != before

    def close(self) -> None:
        """Let go of the library."""
        self._library.close()


@attrs.frozen
class NewEntries:
    """New entries of a game that is watched, none as the watch begins.

    It tells where the game stood before and stands after them, and has the game as it is now.
    """

    before: Position
    entries: Sequence[Entry]
    after: Position
    game: LibraryGame


def watch(
    library: Library, name: str, when: When = END, lost: Callable[[BadInput], None] = lambda _: None
) -> Iterator[NewEntries]:
    """New entries of a game as they come, without end: each once, and in order.

    First comes what was recorded behind a point of it, then whatever is new. It only reads: also a
    game in which nothing can be recorded. ``lost`` is called when a server went away, once; it is
    asked again until it is back.
    """
    game = library.game(name)
    with in_file(str(game.path)):
        n = library.position(game, when).entry  # it can stand in the middle of that entry
        position = library.position(game, When(entry=n)).position
    changes, told, head_hash = Changes(library, game), False, ""
    while True:
        try:
            now = library.find(name)
            if now is None or now.id != game.id:
                raise gone(game)
            after, found = position, list[Entry]()
            with in_file(str(game.path)):
                for _, entry in entries_behind(library.database, now, n, head_hash):
                    after = follow(after, entry)
                    found.append(entry)
                in_play(after.state)
            yield NewEntries(position, found, after, now)
            n, position, head_hash, told = now.entries, after, now.head_hash, False
            while not changes.wait(_PATIENCE):
                pass
        except ConnectionLost as error:
            if not told:
                lost(error)
            told = True
            time.sleep(_PATIENCE)
