"""Those at a library: recorders, who play games of the built-in drivers, and watchers.

A recorder is a process, some watchers are the threads of one; each has a connection of its own. All
write down what they were told, and when by the clock that this machine's processes share.
"""

import itertools
import json
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final, TextIO

import attrs

from events.chain import LogLine
from events.commands import Doing
from events.entry import Entry
from events.recorder import RecordConflict
from replays.game.drive import drive
from replays.game.game import Game, OrderRefused
from replays.game.scenario_file import load_scenario
from replays.library.library import Library
from replays.library.library_game import LibraryGame, LibraryLog, raw_lines
from replays.library.watch import Changes
from sim.machine.telling import Refusal

__all__ = ["SCENARIO", "Seat", "record", "watch"]

SCENARIO: Final = "bir-el-qaha"

_LOOKS: Final = 0.5
"""Seconds after which a watcher looks whether he may go, or a new game is there."""


@attrs.frozen
class Seat:
    """A person at a library.

    Attributes:
        library: where it is.
        who: what he is called in what is written down.
        games: the games that he records or follows, one after another, are called so and numbered.
        folder: where it is written down.
        pause: seconds that a recorder thinks after each order.
        orders: after so many orders of his own he goes, at the end of a Player Turn; 0 is never.
    """

    library: str
    who: str
    games: str
    folder: Path
    pause: float = 0.0
    orders: int = 0

    def names(self) -> Iterator[str]:
        """The games in order."""
        return (f"{self.games}-{number:05}" for number in itertools.count(1))

    def told(self) -> TextIO:
        """The file of what he was told."""
        return (self.folder / f"{self.who}.jsonl").open("w")


class _TimedGame(Game):
    """A game that writes down each acknowledgement.

    A line is: name, numbers of its first and its last entry, the hash of the last, when the order
    was given, when it was acknowledged, how many times it was tried.
    """

    told: TextIO
    called: str
    pause = 0.0
    acknowledged = 0
    tries = 1
    given = 0.0

    def attempt(self, command: Doing, dice: Sequence[int] = ()) -> Entry | Refusal:
        with _timed(self):
            return super().attempt(command, dice)

    def demand(self, command: Doing, dice: Sequence[int] = ()) -> Entry:
        with _timed(self):
            return super().demand(command, dice)

    def do(self, order: str | Doing, dice: Sequence[int] = ()) -> Entry:
        with _timed(self):
            return super().do(order, dice)


class _timed:  # noqa: N801 - it reads as a statement
    """An order of a game, from when it was given for the first time."""

    def __init__(self, game: _TimedGame) -> None:
        self._game = game

    def __enter__(self) -> None:
        game = self._game
        self._count = len(game.entries)
        game.given = game.given or time.monotonic()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        game = self._game
        if kind is not None:  # another was first: he is about to try again
            return
        if len(game.entries) == self._count:
            game.given = 0.0
            return
        now, count = time.monotonic(), len(game.entries)
        said = [game.called, self._count + 1, count, game.seal(), game.given, now, game.tries]
        game.told.write(f"{json.dumps(said)}\n")
        game.acknowledged += 1
        game.tries, game.given = 1, 0.0
        if game.pause:
            time.sleep(game.pause)


def record(seat: Seat, until: float) -> None:
    """Record games, one after another, until a moment of the clock."""
    given = 0
    with seat.told() as told, Library.open(seat.library) as library:
        for name in seat.names():
            given += _record(seat, library, name, told, until, given)
            if time.monotonic() >= until or 0 < seat.orders <= given:
                return


def _record(
    seat: Seat, library: Library, name: str, told: TextIO, until: float, before: int
) -> int:
    """Record a game to its end, others perhaps with us; how many orders were ours."""
    game = _opened(library, name)
    game.told, game.called, game.pause = told, name, seat.pause
    with game:
        while not game.position.finished and time.monotonic() < until:
            if 0 < seat.orders <= before + game.acknowledged:
                break
            try:
                for _ in drive(game, 1):
                    pass
                if game.state.clock.over:
                    next(drive(game), None)
            except RecordConflict:
                game.tries += 1
                game.catch_up()
            except OrderRefused:
                game.catch_up()
    return game.acknowledged


def _opened(library: Library, name: str) -> _TimedGame:
    while True:
        try:
            place = LibraryLog(library.database, name)
            return _TimedGame.open(place, load_scenario(SCENARIO), seed=name)
        except RecordConflict:  # another person has begun it just now
            continue


def watch(seats: Sequence[Seat], over: Event) -> None:
    """Follow games, each seat in a thread of its own, until it is over and all was seen."""
    threads = [threading.Thread(target=_watch, args=(seat, over)) for seat in seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _watch(seat: Seat, over: Event) -> None:
    """Follow games; a line is: name, number and hash of an entry, when it was seen."""
    with seat.told() as told, Library.open(seat.library) as library:
        for name in seat.names():
            while (game := library.find(name)) is None:
                if over.is_set():
                    return
                time.sleep(_LOOKS)
            if not _follow(library, game, name, told, over):
                return


def _follow(library: Library, game: LibraryGame, name: str, told: TextIO, over: Event) -> bool:
    """Follow a game to its end; whether there is one."""
    seen, seal, changes = 0, "", Changes(library, game)
    while True:
        ended = over.is_set()  # before it is looked, so that nothing comes after the look
        rows = list(raw_lines(library.database, game.id, seen + 1, seen + 10_000))
        now = time.monotonic()
        for found, raw in rows:
            line = LogLine(found, bytes(raw))
            if found != seen + 1 or (seal and not line.follows(seal)):
                raise AssertionError(f"{name}: line {found} after line {seen}")
            seen, seal = found, line.hash
            told.write(f"{json.dumps([name, found - 1, seal, now])}\n")
        if seen > 1 and rows and line.json()["do"]["order"] == "finish":
            return True
        if ended:
            return False
        if not rows:
            changes.wait(_LOOKS)
