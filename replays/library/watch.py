"""Games of a library as logs that are in no file, and each new entry of one as it comes."""

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast

import attrs
from sqlalchemy import select

from events.disk import Disk
from events.entry import Entry
from events.errors import BadInput, in_file
from replays.game.address import read_cache
from replays.game.named_moment import END, When
from replays.game.position import Position, follow, in_play
from replays.game.store import StoredLog
from replays.library.database import GAME, ConnectionLost, NoLibrary, usual_place
from replays.library.library import Library
from replays.library.library_game import (
    LibraryGame,
    LibraryLog,
    disk_with,
    entries_behind,
    gone,
    missing,  # noqa: F401 - this is a store, which says so
    normal_name,
)

_LOOK: Final = 0.1
"""Seconds between two looks."""

_PATIENCE: Final = 2.0
"""Seconds between two tries where a server went away."""


class Changes:
    """Tells when others record in a game of a library, which is closed with this."""

    def __init__(self, library: Library, game: LibraryGame) -> None:
        self._library, self._seen = library, (game.entries, game.head_hash)
        columns = select(GAME.c.entries, GAME.c.head_hash)
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
        before, self._seen = self._seen, tuple(rows[0]) if rows else (0, "")
        return self._seen != before

    def close(self) -> None:
        """Let go of the library."""
        self._library.close()


@attrs.frozen
class NewEntries:
    """New entries of a game that is watched, none as the watch begins.

    It tells where the game stood before them, and has the game as it is now.
    """

    before: Position
    entries: Sequence[Entry]
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
            yield NewEntries(position, found, now)
            n, position, head_hash, told = now.entries, after, now.head_hash, False
            while not changes.wait(_PATIENCE):
                pass
        except ConnectionLost as error:
            if not told:
                lost(error)
            told = True
            time.sleep(_PATIENCE)


def there(name: str) -> bool:
    """Whether the library has a game of this name; False where there is no library."""
    try:
        with Library.open() as library:
            return library.find(name) is not None
    except NoLibrary:
        return False


def demand_free(name: str) -> None:
    """See that a game can be begun under this name."""
    if there(normal_name(name)):
        why = "the library has a game of that name, which is left as it is; name another"
        raise BadInput(why, f"library:{name}")


def disk(name: str) -> Disk:
    """A disk that has the log of this game alone."""

    def chunks() -> Iterator[bytes]:
        with Library.open() as library:
            yield from library.log_bytes(_look(library, name))

    return disk_with(chunks)


def identity(name: str) -> str:
    """The library's place and the name."""
    place = usual_place()
    return f"{place if '://' in place else Path(place).absolute()}\0{name}"


def size(name: str) -> int:
    """How many bytes a log has; 0 if there is none."""
    with Library.open() as library:
        game = library.find(name)
        return 0 if game is None else game.size


def stored_log(name: str, *, create: bool) -> StoredLog:
    """Where a game is played; the caller closes it."""
    library = Library.open(create=create)
    return LibraryLog(library.database, name, close=library.close)


def watching(name: str) -> Changes:
    """Tells when others record in a game; the caller closes it."""
    library = Library.open()
    try:
        return Changes(library, _look(library, name))
    except BaseException:
        library.close()
        raise


@contextmanager
def writing(name: str) -> Iterator[Path]:
    """A temporary file, which is taken in as the block ends."""
    demand_free(name)
    with (
        Library.open(create=True) as library,
        tempfile.TemporaryDirectory(prefix="khamsin-") as folder,
    ):
        path = Path(folder, "game.jsonl")
        yield path
        library.add(path, name)


def _look(library: Library, name: str) -> LibraryGame:
    """A game as it stands, or as it stood at the first look of a consistent read."""
    seen = read_cache.get()
    if seen is not None and name in seen:
        return cast("LibraryGame", seen[name])
    game = library.game(name)
    if seen is not None:
        seen[name] = game
    return game
