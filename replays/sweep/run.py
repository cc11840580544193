"""A sweep from its first game to its summary."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from events.codec import plain
from events.errors import BadInput
from replays.extras import demand
from replays.sweep.columns import Array
from replays.sweep.job import GameRange, Job, Jobs
from replays.sweep.tally import player_turns_json
from replays.sweep.work import Done, plan_for, work
from replays.workers.engines import Engine, here

if TYPE_CHECKING:
    from replays.sweep.store import Parts

__all__ = ["Result", "sweep"]

_LARGEST_CHUNK: Final = 1 << 24


@attrs.frozen
class Result:
    """What a sweep gives.

    Attributes:
        summary: what was asked, and the shares by Player Turn.
        path: its file, if rows were wanted.
        fresh: the file was not there already.
    """

    summary: dict[str, Any]
    path: Path | None = None
    fresh: bool = True


def sweep(
    job: Job | Jobs,
    path: Path | None = None,
    *,
    engine: Engine = here,
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

    Raises:
        BadInput: when ``path`` holds something else or cannot be written, or an extra is missing.
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
    from replays.sweep.store import Parts, clear_leftover, finished  # noqa: PLC0415 - needs PyArrow

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
