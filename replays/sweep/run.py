"""A sweep from its first game to its summary."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import numpy as np

from events.codec import decode_scenario, to_json
from events.json_bytes import loads
from replays.game.file import demand
from replays.sweep.executor import Engine
from replays.sweep.job import GameRange, Job, Jobs, asked, pieces, valid_chunk
from replays.sweep.kernel import Array, Plan, count_climates, plan_of, trajectories
from replays.sweep.result import play_whole, player_turns_json, tally


class Done(NamedTuple):
    """What became of a piece: its tally, and its file if rows are wanted."""

    piece: GameRange
    tally: Array
    file: bytes | None


@lru_cache(maxsize=4)
def _plan(scenario: bytes) -> Plan:
    return plan_of(decode_scenario(loads(scenario)))


def work(given: tuple[Job, GameRange]) -> Done:
    """Do a piece of a sweep."""
    job, piece = given
    plan = _plan(job.scenario_json)
    if not job.full and not job.rows:
        counts = count_climates(plan, job.seed, piece.start, piece.games)
        return Done(piece, tally(plan, counts), None)
    counts = np.zeros((len(plan.turns), plan.climates), np.int64)
    whole = play_whole(plan, job, piece) if job.full else None
    walked = [whole.climates] if whole else trajectories(plan, job.seed, piece.start, piece.games)
    blocks = _counted(counts, walked)
    if not job.rows:
        for _ in blocks:
            pass
        return Done(piece, tally(plan, counts), None)
    from replays.sweep.parquet import file_of, table_of  # noqa: PLC0415 - needs PyArrow

    table = table_of(plan, piece.start, blocks, trajectories=job.trajectories)
    for name, column in (whole.columns if whole else {}).items():
        table = table.append_column(name, [column])
    if job.label:
        table = table.add_column(0, "scenario", [[job.label] * table.num_rows])
    found = tally(plan, counts)
    return Done(piece, found, file_of(table, found))


def _counted(counts: Array, blocks: Iterable[Array]) -> Iterator[Array]:
    """The same blocks, their climates counted."""
    for block in blocks:
        for turn, climates in enumerate(block):
            counts[turn] += np.bincount(climates, minlength=counts.shape[1])
        yield block


@attrs.frozen
class Result:
    """What a sweep gives: its summary, its file if rows were wanted, and whether that is new."""

    summary: dict[str, Any]
    path: Path | None = None
    fresh: bool = True


def sweep(
    job: Job | Jobs,
    path: Path | None = None,
    *,
    engine: Engine = map,
    chunk: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Do a sweep, or what is left of it.

    Args:
        job: what is asked for; of several scenarios too, whose rows say in a column ``scenario``
            of which they are.
        path: where the rows go; None is the summary alone.
        engine: what does the pieces.
        chunk: games of a piece; None is as many as are usual. Changes no result.
        progress: told how many games are done.
    """
    given = (job,) if isinstance(job, Job) else job
    jobs = tuple(attrs.evolve(each, rows=path is not None) for each in given)
    chunk, progress = valid_chunk(jobs, chunk), progress or (lambda _: None)
    if path is not None:
        demand("pyarrow", "a file of a sweep")
        return _into_file(jobs, path, engine, chunk, progress)
    found = [np.asarray(np.int64(0)) for _ in jobs]
    for each in _done(engine, jobs, pieces(jobs, chunk), progress):
        found[each.piece.of] = found[each.piece.of] + each.tally
    return Result(_summary(jobs, found))


def _done(
    engine: Engine, jobs: Jobs, waiting: list[GameRange], progress: Callable[[int], None]
) -> Iterator[Done]:
    """The pieces that wait, each as it is done."""
    games = sum(job.games for job in jobs) - sum(piece.games for piece in waiting)
    progress(games)
    if not waiting:
        return
    for done in engine(work, [(jobs[piece.of], piece) for piece in waiting]):
        yield done
        games += done.piece.games
        progress(games)


def _into_file(
    jobs: Jobs, path: Path, engine: Engine, chunk: int, progress: Callable[[int], None]
) -> Result:
    """Do the parts that are not there, and join all of them."""
    from replays.sweep.parquet import Parts, clear_leftover, finished  # noqa: PLC0415 - needs PyArrow

    facts = finished(path, jobs)
    if facts is not None:
        clear_leftover(path, jobs)
        facts.pop("climates", None)
        return Result(facts, path, fresh=False)
    parts = Parts(path, jobs, chunk)
    try:
        for done in _done(engine, jobs, parts.waiting(), progress):
            parts.keep(done.piece, done.file or b"")
        summary = _summary(jobs, parts.tallies())
        climates = {
            job.label: [to_json(climate) for climate in _plan(job.scenario_json).table.climates]
            for job in jobs
        }
        parts.join({**summary, "climates": climates.get("", climates)})
    finally:
        parts.close()
    return Result(summary, path)


def _summary(jobs: Jobs, found: Sequence[Array]) -> dict[str, Any]:
    """The summary of a sweep; one of several scenarios has those of each by what it is called."""
    each = {}
    for job, counts in zip(jobs, found, strict=True):
        moments = [roll.moment for roll in _plan(job.scenario_json).turns]
        each[job.label] = player_turns_json(moments, counts)
    return {**asked(jobs), **({"player_turns": each[""]} if "" in each else {"sweeps": each})}
