"""A sweep from its first game to its summary."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import attrs
import numpy as np

from events.codec import to_json
from replays.game.file import demand
from replays.game.output import Output
from replays.sweep.executor import Engine
from replays.sweep.job import Job, Jobs, Piece, asked, pieces
from replays.sweep.kernel import Array, plan_of, trajectories
from replays.sweep.result import play_whole, player_turns_json, tally

ROWS: Final = Output(endings=(".parquet",))
"""What the rows of a sweep are written to."""


class Done(NamedTuple):
    """What became of a piece: its tally, and a table of its rows if they are wanted."""

    label: str
    games: int
    tally: Array
    rows: Any


def work(piece: Piece) -> Done:
    """Do a piece of a sweep."""
    job, start, games = piece
    plan = plan_of(job.scenario)
    counts = np.zeros((len(plan.turns), len(plan.table.climates)), np.int64)
    walked, columns = trajectories(plan, job.seed, start, games), dict[str, Any]()
    if job.full:
        climates, columns = play_whole(plan, piece)
        walked = iter([climates])
    blocks, rows = _counted(counts, walked), None
    if job.rows:
        from replays.sweep.parquet import table_of  # noqa: PLC0415 - needs PyArrow

        rows = table_of(plan, piece, blocks, columns)
    else:
        for _ in blocks:
            pass
    return Done(job.label, games, tally(plan, counts), rows)


def _counted(counts: Array, blocks: Iterable[Array]) -> Iterator[Array]:
    for block in blocks:
        for turn, climates in enumerate(block):
            counts[turn] += np.bincount(climates, minlength=counts.shape[1])
        yield block


def sweep(
    job: Job | Jobs,
    path: Path | None = None,
    *,
    engine: Engine = map,
    chunk: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Do a sweep, and give its summary; ``progress`` is told how many games are done.

    Of several scenarios the rows say in a column ``scenario`` of which they are. They go into a new
    file, if one is named, which is there when it is whole, or not at all. No ``chunk``, the games
    that are done at once, changes a result.
    """
    given = (job,) if isinstance(job, Job) else job
    jobs = tuple(attrs.evolve(each, rows=path is not None) for each in given)
    found: dict[str, Any] = {job.label: 0 for job in jobs}

    def all_rows() -> Iterator[Any]:
        games = 0
        for done in engine(work, pieces(jobs, chunk)):
            found[done.label] = found[done.label] + done.tally
            games += done.games
            progress(games)
            yield done.rows

    if path is None:
        for _ in all_rows():
            pass
        return _summary(jobs, found)
    demand("pyarrow", "a file of a sweep")
    from replays.sweep.parquet import file_of  # noqa: PLC0415 - needs PyArrow

    def facts() -> dict[str, Any]:
        climates = {job.label: to_json(plan_of(job.scenario).table.climates) for job in jobs}
        return {**_summary(jobs, found), "climates": climates.get("", climates)}

    ROWS.demand(path)
    ROWS.write(path, file_of(jobs, all_rows(), facts))
    return _summary(jobs, found)


def _summary(jobs: Jobs, found: dict[str, Array]) -> dict[str, Any]:
    """The summary of a sweep; one of several scenarios has those of each by what it is called."""
    each = {}
    for job in jobs:
        moments = [roll.moment for roll in plan_of(job.scenario).turns]
        each[job.label] = player_turns_json(moments, found[job.label])
    return {**asked(jobs), **({"player_turns": each[""]} if "" in each else {"sweeps": each})}
