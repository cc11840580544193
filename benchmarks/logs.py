"""Play, replay and audit of a long game, side by side with ``eventsourcing``."""

import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.long_game import long_game, scenario
from benchmarks.table import Act, Row, per_second, turns
from replays.auditing.audit import audit
from replays.game.game import Game
from replays.game.named_moment import state_at
from replays.game.open_log import open_log
from sim.machine.opening import initial_state

__all__ = ["rows"]

PLAY: Final = 0.75
AUDIT: Final = 0.65
REPLAY: Final = 5.0
"""The aims: entries, or events, for each event that ``eventsourcing`` reconstructs."""

QUICK: Final = 2_000
"""Orders of a quick run."""


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


def reconstruction(count: int) -> Act:
    """``eventsourcing``'s default reconstruction of an aggregate with so many events."""
    app: Application[Any] = Application()
    tanks = Tanks()
    for index in range(count):
        tanks.move(f"V{index % 24}", "D4", "D5", 2, "D2.1")
    app.save(tanks)
    return lambda: app.repository.get(tanks.id)


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure a long game."""
    most = QUICK if quick else None
    told: list[str] = []
    game = long_game(most=most, told=told)
    entries = len(game.entries)
    events = sum(len(entry.then) for entry in game.entries)

    def play() -> None:
        again = Game.new(scenario(), game.header.seed)
        for order in told:
            again.do(order)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        game.save(path)

        def replay() -> None:
            with open_log(path) as reader:
                state = initial_state(reader.header.scenario)
                state_at(state, reader.happenings(), again=reader.again)

        def check() -> None:
            if not audit(path).clean:
                raise SystemExit("the audit of a long game is not clean")

        found = turns(
            3 if quick else 9, play=play, other=reconstruction(events), replay=replay, audit=check
        )
        tracemalloc.start()
        replay()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        size = path.stat().st_size
    other = "events that eventsourcing reconstructs"
    for what, side, count, unit, aim in (
        ("play (Game.do with the text of an order)", "play", entries, "entries", PLAY),
        ("audit (derive all again, compare bytes)", "audit", entries, "entries", AUDIT),
        ("replay (check the chain, decode, fold)", "replay", events, "events", REPLAY),
    ):
        rate = per_second(count, found.median(side), unit)
        yield Row(what, rate, found.ratios(side, "other", count / events), other, aim)
    yield Row("eventsourcing, for comparison", per_second(events, found.median("other"), "events"))
    held = f"{peak / 1e6:.2f} MB"
    yield Row("memory that replay holds at its peak", held, [peak / size], "the size of the log")
