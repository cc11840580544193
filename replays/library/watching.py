"""Watching a game of a library: each new entry is told as it comes, whoever records it.

Who watches only reads; so a game that nobody can go on with is watched all the same.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import attrs

from events.entry import FORMAT, Entry
from events.errors import BadInput, in_file
from replays.game.named_moment import END, When
from replays.game.open_log import Ending, entry_in
from replays.game.position import Position, follow, in_play
from replays.library.database import ConnectionLost
from replays.library.games import LibraryGame, path_of
from replays.library.library import Library
from replays.library.shortcuts import changed, lines_from_entry
from replays.library.states import position_in

_AT_MOST: Final = 2.0
"""So many seconds pass at most until it is looked again, whatever the database says."""


class Changes:
    """Tells when others record in a game of a library.

    Args:
        library: the library; it is closed with this.
        game: the number of the game in it.
    """

    def __init__(self, library: Library, game: int) -> None:
        """Begin to listen."""
        self._library, self._game = library, game

    def wait(self, seconds: float) -> bool:
        """Wait until there may be new entries, but no longer than so; False if there are none.

        Raises:
            BadInput: when the library cannot be asked now.
        """
        return self._library.database.wait(seconds, self._game)

    def close(self) -> None:
        """Let go of the library."""
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


class _Followed:
    """A game that is only read: how far it was, and what is new.

    Args:
        library: the library.
        game: the game as it stood.
        n: the last entry that is known.
        position: where it stood there.
    """

    def __init__(self, library: Library, game: LibraryGame, n: int, position: Position) -> None:
        """Begin behind an entry."""
        self._library, self._game, self._seal = library, game, ""
        self.n, self.position = n, position

    def new(self) -> NewEntries:
        """What is new since the last look.

        Raises:
            BadInput: when it cannot be read, does not follow from what is known, or cannot have
                happened. Nothing was looked at then.
        """
        now = self._library.perhaps(self._game.name)
        if now is None or now.id != self._game.id:
            raise BadInput(
                "this game is not in the library any more", str(path_of(self._game.name))
            )
        before, found = self.position, list[Entry]()
        if now.entries < self.n:
            raise changed(self.n + 1)
        if now.entries > self.n or not self._seal:
            with in_file(str(path_of(now.name))):
                found = self._behind(now)
        ending = Ending.of(self.position, torn=bool(now.torn), closes=now.format == FORMAT)
        return NewEntries(before, found, self.position, self.n, ending, _left_out(now))

    def _behind(self, now: LibraryGame) -> list[Entry]:
        read = self._lines(now) if now.format == FORMAT else self._older(now)
        position, found, seal = self.position, list[Entry](), ""
        for hash_, entry in read:
            if entry is None and self._seal not in ("", hash_):
                raise changed(self.n + 1)
            if entry is not None:
                position = follow(position, entry)
                found.append(entry)
            seal = hash_
        if seal != now.seal:
            raise changed(now.entries + 1)
        in_play(position.state)
        self.n, self.position, self._seal = now.entries, position, seal
        return found

    def _lines(self, now: LibraryGame) -> Iterator[tuple[str, Entry | None]]:
        """The hash of the last line that is known, then of each behind it with its entry."""
        for line in lines_from_entry(self._library.database, now.id, self.n, now.entries):
            n = line.number - 1
            yield line.hash, entry_in(line.raw, n) if n > self.n else None

    def _older(self, now: LibraryGame) -> Iterator[tuple[str, Entry | None]]:
        """The same of an older format, each of whose entries takes all before it."""
        with self._library.reader(now) as reader:
            if self.n == 0:
                yield reader.head.hash, None
            for entry in reader.entries():
                if entry.n >= self.n:
                    yield reader.seal, entry if entry.n > self.n else None


def _left_out(game: LibraryGame) -> str:
    """What of a game cannot be watched, and why; empty where all can be."""
    if game.torn:
        return (
            "the last line of this game is torn and left out; nobody goes on before `khamsin "
            f"recover library:{game.name}` has put it aside"
        )
    if game.format != FORMAT:
        return (
            f"this game is of format {game.format}, in which nobody records any more; `khamsin "
            f"upgrade library:{game.name} -o library:OTHER` makes one that goes on"
        )
    return ""


def watch(
    library: Library,
    name: str,
    when: When = END,
    lost: Callable[[BadInput], None] = lambda _: None,
) -> Iterator[NewEntries]:
    """New entries of a game as they come, without end: each once, and in order.

    First comes what was recorded behind a point of it, then whatever is new; where nothing is for
    some time, that is told too. It only reads: also a game in which nobody can record.

    Args:
        library: the library.
        name: the game.
        when: the point.
        lost: told when a server went away, once; it is asked again until it is back.

    Raises:
        BadInput: when there is no such game, it did not come that far, or it cannot be read.
    """
    game = library.game(name)
    with in_file(str(path_of(name))):
        number, _ = position_in(library, game, when)  # it can stand in the middle of that entry
        number, position = position_in(library, game, When(entry=number))
    followed, told = _Followed(library, game, number, position), False
    while True:
        try:
            new = followed.new()
        except ConnectionLost as error:
            if not told:
                lost(error)
            told = True
            time.sleep(_AT_MOST)
            continue
        told = False
        yield new
        with suppress(ConnectionLost):
            library.database.wait(_AT_MOST, game.id)
