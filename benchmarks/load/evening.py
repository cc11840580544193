"""An evening of a club: its recorders and watchers started, and their figures."""

import resource
import time
from collections.abc import Sequence
from itertools import cycle, islice
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path
from typing import Final, TypeAlias

import attrs
from sqlalchemy import text

from benchmarks.load.checking import Told
from benchmarks.load.people import Seat, record, watch
from replays.library.library import Library

__all__ = ["Evening", "Figures", "figures", "held"]

_Took: TypeAlias = tuple[float, int]
"""CPU seconds of a process, and how often it went on after it had waited."""

_A_PROCESS: Final = 10
"""So many watchers are threads of one process."""

_PATIENCE: Final = 120
"""Seconds within which all people have sat down, or has gone."""


@attrs.frozen
class Evening:
    """Who comes, and for how long.

    Attributes:
        library: where it is; it is begun if it is not there.
        recorders: how many.
        watchers: how many.
        pairs: so many games at once have two of the recorders.
        one_game: all recorders are in one game.
        seconds: how long it is recorded.
        pause: seconds that a recorder thinks after each order.
        orders: a recorder goes after so many of his own; 0 is never.
    """

    library: str
    recorders: int = 8
    watchers: int = 50
    pairs: int = 2
    one_game: bool = False
    seconds: float = 180.0
    pause: float = 0.0
    orders: int = 0

    def games(self) -> list[str]:
        """What the games of each recorder are called."""
        if self.one_game:
            return ["one"] * self.recorders
        shared = [f"pair{n // 2 + 1}" for n in range(2 * self.pairs)]
        own = [f"own{n + 1}" for n in range(self.recorders - len(shared))]
        return [*own, *shared]


@attrs.frozen
class Spent:
    """What an evening took.

    Attributes:
        seconds: from the first order to the last.
        players: CPU seconds of recorders and watchers, that of starting them with it.
        connections: to the library, at its half or before; 0 where the database cannot say.
        watchers: CPU seconds of watchers alone, without that of starting them.
        wakings: how often a watcher went on after it had waited for something.
    """

    seconds: float
    players: float
    connections: int
    watchers: float
    wakings: int


def _sit(seat: Seat, barrier: Barrier, seconds: float) -> None:
    barrier.wait(_PATIENCE)
    record(seat, time.monotonic() + seconds)


def _look_on(seats: Sequence[Seat], barrier: Barrier, over: Event, took: "Queue[_Took]") -> None:
    barrier.wait(_PATIENCE)
    before = resource.getrusage(resource.RUSAGE_SELF)
    watch(seats, over)
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    took.put((seconds, after.ru_nvcsw - before.ru_nvcsw))


def held(evening: Evening, folder: Path) -> Spent:
    """Hold an evening; who was told what is in the folder then.

    Raises:
        RuntimeError: when a person did not come to its end.
    """
    Library.open(evening.library, create=True).close()
    games = evening.games()
    recorders = [
        Seat(evening.library, f"recorder-{n}", name, folder, evening.pause, evening.orders)
        for n, name in enumerate(games)
    ]
    followed = islice(cycle(dict.fromkeys(games)), evening.watchers)
    watchers = [
        Seat(evening.library, f"watcher-{n}", name, folder) for n, name in enumerate(followed)
    ]
    rows = [watchers[at : at + _A_PROCESS] for at in range(0, len(watchers), _A_PROCESS)]
    context, before = get_context("spawn"), _cpu()
    barrier, over = context.Barrier(len(recorders) + len(rows) + 1), context.Event()
    playing = [
        context.Process(target=_sit, args=(seat, barrier, evening.seconds)) for seat in recorders
    ]
    took: Queue[_Took] = context.Queue()
    looking = [context.Process(target=_look_on, args=(row, barrier, over, took)) for row in rows]
    everybody = [*playing, *looking]
    for each in everybody:
        each.start()
    try:
        barrier.wait(_PATIENCE)
        start = time.monotonic()
        for each in playing[:1]:
            each.join(evening.seconds / 2)
        connections = _connections(evening.library)
        for each in playing:
            each.join(evening.seconds + _PATIENCE)
        seconds = time.monotonic() - start
        over.set()
        for each in looking:
            each.join(_PATIENCE)
        if codes := [each.exitcode for each in everybody if each.exitcode != 0]:
            raise RuntimeError(f"{len(codes)} did not come to the end: exit codes {codes}")
        spent = [took.get(timeout=_PATIENCE) for _ in looking]
    finally:
        for each in everybody:
            if each.is_alive():
                each.kill()
    looked, wakings = sum(each for each, _ in spent), sum(each for _, each in spent)
    return Spent(seconds, _cpu() - before, connections, looked, wakings)


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _connections(where: str) -> int:
    if not where.startswith("postgres"):
        return 0
    with Library.open(where) as library:
        ((count,),) = library.database.read(
            text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        )
    return int(count) - 1


@attrs.frozen
class Figures:
    """What was measured; times in milliseconds, sorted.

    Attributes:
        orders: how many were acknowledged.
        alone: from an order to its acknowledgement, in games of one recorder.
        shared: likewise in games of several, from the first try on.
        tries: how many tries each of those took.
        busiest: orders of the recorder who gave most, and of the one who gave fewest, of a game.
        seen: from an acknowledgement until a watcher has the entry; below 0 where he was first.
        given: from the order until then.
    """

    orders: int
    alone: list[float]
    shared: list[float]
    tries: list[int]
    busiest: list[int]
    seen: list[float]
    given: list[float]


def figures(told: Told) -> Figures:
    """The figures of what was told."""
    acknowledged: dict[tuple[str, int], tuple[float, float]] = {}
    alone, shared, tries = list[float](), list[float](), list[int]()
    counts = []
    for lines in told.recorders.values():
        counts.append(len(lines))
        for name, _, last, _, given, done, tried in lines:
            acknowledged[name, last] = given, done
            mine = name.startswith("own")
            (alone if mine else shared).append(1000 * (done - given))
            if not mine:
                tries.append(tried)
    seen, since = list[float](), list[float]()
    for lines in told.watchers.values():
        for name, n, _, at in lines:
            if (name, n) in acknowledged:
                given, done = acknowledged[name, n]
                seen.append(1000 * (at - done))
                since.append(1000 * (at - given))
    return Figures(
        sum(counts),
        sorted(alone),
        sorted(shared),
        sorted(tries),
        sorted(counts),
        sorted(seen),
        sorted(since),
    )
