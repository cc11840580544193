"""A sweep from its first game to its summary."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs
import numpy as np

from events.codec import decode_scenario, plain
from events.errors import BadInput
from events.json_bytes import loads
from replays.game.file import demand
from replays.sweep.executor import Engine
from replays.sweep.job import GameRange, Job, Jobs
from replays.sweep.kernel import Array, Plan, count_climates, plan_of, trajectories
from replays.sweep.result import play_whole, player_turns_json, tally

if TYPE_CHECKING:
    from replays.sweep.parquet import Parts


class Done(NamedTuple):
    """What became of a piece: its tally, and its file if rows are wanted."""

    piece: GameRange
    tally: Array
    file: bytes | None


def plan_for(job: Job) -> Plan:
    """The plan of a job; a process makes it once."""
    return _plan(job.scenario_json)


@lru_cache(maxsize=4)
def _plan(scenario: bytes) -> Plan:
    return plan_of(decode_scenario(loads(scenario)))


def work(given: tuple[Job, GameRange]) -> Done:
    """Do a piece of a sweep."""
    job, piece = given
    plan = plan_for(job)
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


_LARGEST_CHUNK: Final = 1 << 24


@attrs.frozen
class Result:
    """What a sweep gives."""

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
    job = _with_rows(job, rows=path is not None)
    chunk = job.usual_chunk if chunk is None else chunk
    if not 1 <= chunk <= _LARGEST_CHUNK:
        raise BadInput(f"{chunk} is not a number from 1 to {_LARGEST_CHUNK}", "chunk")
    if chunk < job.least_chunk:
        least = job.least_chunk
        raise BadInput(f"pieces of {chunk} games would be too many; at least {least}", "chunk")
    told = progress or (lambda _: None)
    if path is not None:
        demand("pyarrow", "a file of a sweep")
        return _into_file(job, path, engine, chunk, told)
    found = [np.asarray(np.int64(0)) for _ in job.jobs]
    for each in _told(engine(work, _given(job, job.pieces(chunk))), 0, told):
        found[each.piece.of] = found[each.piece.of] + each.tally
    return Result(_summary(job, found))


def _with_rows(job: Job | Jobs, *, rows: bool) -> Job | Jobs:
    if isinstance(job, Job):
        return attrs.evolve(job, rows=rows)
    return Jobs(tuple(attrs.evolve(each, rows=rows) for each in job.jobs))


def _given(job: Job | Jobs, pieces: Iterable[GameRange]) -> Iterator[tuple[Job, GameRange]]:
    """Pieces, each with the sweep that it is of."""
    return ((job.jobs[piece.of], piece) for piece in pieces)


def _told(pieces: Iterable[Done], games: int, progress: Callable[[int], None]) -> Iterator[Done]:
    """The same pieces, each mentioned when it is done with."""
    progress(games)
    for done in pieces:
        yield done
        games += done.piece.games
        progress(games)


def _into_file(
    job: Job | Jobs, path: Path, engine: Engine, chunk: int, progress: Callable[[int], None]
) -> Result:
    from replays.sweep.parquet import Parts, clear_leftover, finished  # noqa: PLC0415 - needs PyArrow

    facts = finished(path, job)
    if facts is not None:
        clear_leftover(path, job)
        return Result(_without_climates(facts), path, fresh=False)
    parts = Parts(path, job, chunk)
    try:
        summary = _fill(parts, job, engine, progress)
    finally:
        parts.close()
    return Result(summary, path)


def _fill(
    parts: "Parts", job: Job | Jobs, engine: Engine, progress: Callable[[int], None]
) -> dict[str, Any]:
    """Do the parts that are not there, and join all of them."""
    waiting = parts.waiting()
    there = job.games - sum(piece.games for piece in waiting)
    for done in _told(engine(work, _given(job, waiting)) if waiting else (), there, progress):
        parts.keep(done.piece, done.file or b"")
    summary = _summary(job, parts.tallies())
    parts.join({**summary, "climates": _climates(job)})
    return summary


def _climates(job: Job | Jobs) -> list[Any] | dict[str, list[Any]]:
    """All climates of a scenario; of several, by what they are called."""
    found = {each.label: [plain(c) for c in plan_for(each).table.climates] for each in job.jobs}
    return found[""] if isinstance(job, Job) else found


def _without_climates(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if key != "climates"}


def _summary(job: Job | Jobs, found: Sequence[Array]) -> dict[str, Any]:
    """The summary of a sweep; one of several scenarios has those of each by what it is called."""
    each = {
        one.label: player_turns_json([roll.moment for roll in plan_for(one).turns], tally)
        for one, tally in zip(job.jobs, found, strict=True)
    }
    turns = {"player_turns": each[""]} if isinstance(job, Job) else {"sweeps": each}
    return {**job.asked(), **turns}
