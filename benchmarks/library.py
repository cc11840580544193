"""Audits of a library of many small games: here, in processes, and on a local Dask cluster.

CPU time is that of all processes together, so what else runs on the machine disturbs little. How
long one waits is told too, and means something on a machine that does nothing else.
"""

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs

from benchmarks.table import Row, per_second
from replays.auditing.audit import audit
from replays.game.bundled import bundled
from replays.game.drive import drive
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.library.batch import AUDIT, forget, run_jobs, without
from replays.library.library import Library
from replays.workers.cluster import on_cluster
from replays.workers.engines import here, in_processes

__all__ = ["rows", "write_logs"]

GAMES: Final = 10_000
QUICK: Final = 200
ROUNDS: Final = 3

LEAST_ENTRIES: Final = 20
_LENGTHS: Final = 181
"""Games have 20 to 200 entries, or a Player Turn more, each as often."""


def write_logs(folder: Path, games: int) -> Iterator[Path]:
    """Logs of the bundled scenarios in turn, each played on to 20 to 200 entries."""
    first = dict[str, Game]()
    for number in range(games):
        name = bundled()[number % len(bundled())]
        if name not in first:
            scenario = load_scenario(name)
            longer = attrs.evolve(scenario, turns=max(scenario.turns, 14))
            first[name] = Game.new(longer, "s")
        game, wanted = first[name].numbered(number), LEAST_ENTRIES + number * 79 % _LENGTHS
        for _ in drive(game):
            if len(game.entries) >= wanted:
                break
        path = folder / f"{number:05}.jsonl"
        game.save(path)
        yield path


def _files(logs: list[Path]) -> None:
    """Each log audited as a file: what an audit of a library cannot do without."""
    for log in logs:
        if not audit(log).clean:
            raise SystemExit(f"{log} is not clean")


def _library(where: Path, engine: Any, *, travel: bool = False) -> None:
    with Library.open(where) as library:
        games = library.games()
        forget(library, AUDIT, games)
        left = without(library, AUDIT, games)
        found = run_jobs(library, AUDIT, left, engine=engine, travel=travel)
        if not all(each.clean for each in found):
            raise SystemExit("the audit of a library is not clean")


def _spent(act: Callable[[], Any]) -> tuple[float, float, float]:
    """CPU seconds of all processes, those of this one, and seconds that passed."""
    before, began = os.times(), time.perf_counter()
    act()
    while multiprocessing.active_children():  # what they took counts once they are gone
        time.sleep(0.01)
    after, ended = os.times(), time.perf_counter()
    own = after.user + after.system - before.user - before.system
    others = after.children_user + after.children_system
    others -= before.children_user + before.children_system
    return own + others, own, ended - began


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure a library of logs of many lengths."""
    games = QUICK if quick else GAMES
    with tempfile.TemporaryDirectory() as folder:
        logs = list(write_logs(Path(folder), games))
        where = Path(folder) / "l.db"
        with Library.open(where, create=True) as library:
            for log in logs:
                library.add(log)
            entries = sum(game.entries for game in library.games())
            order = [
                Path(folder, f"{game.name}.jsonl")
                for game in without(library, AUDIT, library.games())
            ]
        acts = {
            "files": partial(_files, order),
            "1 process": partial(_library, where, here),
            "2 processes": partial(_library, where, in_processes(2)),
            "Dask, 2 workers": partial(_library, where, on_cluster(workers=2)),
            "Dask, 2 workers, logs travel": partial(
                _library, where, on_cluster(workers=2), travel=True
            ),
        }
        spent: dict[str, list[tuple[float, float, float]]] = {name: [] for name in acts}
        for _ in range(1 if quick else ROUNDS):
            for name, act in acts.items():
                spent[name].append(_spent(act))
    yield Row(f"logs as files ({games}, {entries} entries)", _rate(games, spent["files"], 0))
    for name in list(acts)[1:]:
        cpu = [a[0] / b[0] for a, b in zip(spent["files"], spent[name], strict=True)]
        took = [a[2] / b[2] for a, b in zip(spent["1 process"], spent[name], strict=True)]
        own = [each[1] / each[0] for each in spent[name]]
        yield Row(f"library audit, {name}", _rate(games, spent[name], 0), cpu, "logs as files")
        yield Row("  until it was done", _rate(games, spent[name], 2), took, "1 process")
        yield Row("  CPU time of who gives it out", "", own, "all CPU time")


def _rate(games: int, spent: list[tuple[float, float, float]], which: int) -> str:
    middle = sorted(each[which] for each in spent)[len(spent) // 2]
    return per_second(games, middle, "games")
