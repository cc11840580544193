"""One piece of a sweep, done: what runs in other processes and on other machines."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from events.codec import decode_scenario
from events.json_bytes import loads
from replays.sweep.columns import Array
from replays.sweep.job import GameRange, Job
from replays.sweep.plan import Plan, plan_of
from replays.sweep.tally import tally
from replays.sweep.walk import count_climates, trajectories
from replays.sweep.whole import play_whole

__all__ = ["Done", "plan_for", "work"]


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
    from replays.sweep.rows import file_of, table_of  # noqa: PLC0415 - needs PyArrow

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
