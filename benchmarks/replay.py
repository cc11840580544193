"""Play, replay and audit of a long game, side by side with ``eventsourcing``.

Run on demand: ``pip install -e '.[bench]' && python -m benchmarks.replay``. Every number is the
best of some rounds in this one process; only the ratios mean anything on another machine.
"""

import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.long_game import long_game
from replays.auditing.audit import audit
from replays.playing.logs import open_log
from replays.playing.moments import state_at
from sim.machine.opening import initial_state

ROUNDS = 7


class Tanks(Aggregate):
    """The same vehicles as an ``eventsourcing`` aggregate, as its tutorial writes one."""

    def __init__(self) -> None:
        """Begin with no vehicle anywhere."""
        self.places: dict[str, str] = {}
        self.used: dict[str, int] = {}

    @event("Moved")
    def move(self, vehicle: str, origin: str, to: str, mp: int, rule: str) -> None:  # noqa: ARG002 - the fields of our event
        """A vehicle moves."""
        self.places[vehicle] = to
        self.used[vehicle] = self.used.get(vehicle, 0) + mp


def best(act: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """The shortest time of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return min(times)


def other(count: int) -> float:
    """Events per second of ``eventsourcing``'s default reconstruction of an aggregate."""
    app: Application[Any] = Application()
    tanks = Tanks()
    for index in range(count):
        tanks.move(f"V{index % 24}", "D4", "D5", 2, "D2.1")
    app.save(tanks)
    return count / best(lambda: app.repository.get(tanks.id), 3)


def main() -> int:
    """Measure, and print a table."""
    start = time.perf_counter()
    game = long_game()
    played = time.perf_counter() - start
    entries = len(game.entries)
    events = sum(len(entry.then) for entry in game.entries)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        game.save(path)

        def replay() -> None:
            with open_log(path) as reader:
                state_at(initial_state(reader.header.scenario), reader.happenings())

        replayed = events / best(replay)
        audited = entries / best(lambda: audit(path), 3)
        reference = other(events)
        tracemalloc.start()
        replay()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        size = path.stat().st_size
    print(f"a game of {entries:,} entries and {events:,} events, {size / 1e6:.1f} MB")
    print(f"play           {entries / played:12,.0f} entries/s")
    print(f"replay         {replayed:12,.0f} events/s (decode, check the hash chain, fold)")
    print(f"audit          {audited:12,.0f} entries/s")
    print(f"eventsourcing  {reference:12,.0f} events/s")
    print(f"replay is {replayed / reference:.1f} times eventsourcing")
    print(f"replay holds {peak / 1e6:.2f} MB at its peak, {100 * peak / size:.0f}% of the log")
    return 0


if __name__ == "__main__":
    sys.exit(main())
