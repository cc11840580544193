"""Watching a game of a library: each new entry is told as it comes, whoever records it."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import attrs

from events.entry import Entry
from events.errors import BadInput
from events.log import LogReader
from replays.library.database import ConnectionLost
from replays.library.library import Library
from replays.library.recording import LibraryLog
from replays.library.states import position_in
from replays.playing.logs import start_of
from replays.playing.moments import END, When
from replays.playing.position import Position, follow

__all__ = ["Changes", "NewEntries", "watch"]

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
    """

    before: Position
    entries: Sequence[Entry]
    after: Position
    entry: int


class _From:
    """Follows a game to its end, and keeps where it stood after an entry."""

    def __init__(self, entry: int) -> None:
        self._entry = entry
        self.position: Position | None = None

    def __call__(self, reader: LogReader) -> Position:
        position = Position(start_of(reader.header.scenario), dice=reader.header.dice)
        if self._entry == 0:
            self.position = position
        for entry in reader.entries():
            position = follow(position, entry)
            if entry.n == self._entry:
                self.position = position
        return position


def watch(
    library: Library,
    name: str,
    when: When = END,
    lost: Callable[[BadInput], None] = lambda _: None,
) -> Iterator[NewEntries]:
    """New entries of a game as they come, without end: each once, and in order.

    First comes what was recorded behind a point of it, then whatever is new; where nothing is for
    some time, that is told too.

    Args:
        library: the library.
        name: the game.
        when: the point.
        lost: told when a server went away, once; it is asked again until it is back.

    Raises:
        BadInput: when there is no such game, it did not come that far, or it cannot be read.
    """
    number, there = position_in(library, library.game(name), when)
    start = _From(number)
    recorder = LibraryLog(library.database, name).resume(start)
    position, game, told = start.position or there, library.game(name).id, False
    while True:
        try:
            new = recorder.others(number)
        except ConnectionLost as error:
            if not told:
                lost(error)
            told = True
            time.sleep(_AT_MOST)
            continue
        before, told = position, False
        for entry in new:
            position = follow(position, entry)
        number += len(new)
        yield NewEntries(before, new, position, number)
        with suppress(ConnectionLost):
            library.database.wait(_AT_MOST, game)
