"""Pieces of a sweep on a Dask cluster (the ``cluster`` extra)."""

import logging
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from distributed import Client, LocalCluster, as_completed

from events.errors import BadInput
from replays.sweep.engines import Engine, deaf
from replays.sweep.job import Job, Piece
from replays.sweep.work import Done, work

__all__ = ["on_cluster", "start_cluster"]

_AHEAD = 2
"""Pieces given out for each thread of the cluster."""

CONNECT = "10s"
"""How long a scheduler may take to answer."""


def on_cluster(scheduler: str | None = None, workers: int = 2) -> Engine:
    """Do pieces on a cluster; those of a worker that is lost are done again by another.

    Args:
        scheduler: address of its scheduler; None starts a cluster on this machine.
        workers: how many workers a cluster on this machine has.
    """

    def run(job: Job, pieces: Iterable[Piece]) -> Iterator[Done]:
        if scheduler is not None:
            with _connect(scheduler) as client:
                yield from _spread(client, job, pieces)
            return
        with start_cluster(workers) as cluster, Client(cluster) as client:
            yield from _spread(client, job, pieces)

    return run


def start_cluster(workers: int) -> Any:
    """A cluster on this machine."""
    with deaf():
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )


def _connect(scheduler: str) -> Any:
    try:
        return Client(scheduler, timeout=CONNECT)
    except (OSError, ValueError):
        raise BadInput("no Dask scheduler answers at this address", scheduler) from None


def _spread(client: Any, job: Job, pieces: Iterable[Piece]) -> Iterator[Done]:
    """Give out pieces as others come back."""
    waiting = iter(pieces)
    most = _AHEAD * max(1, sum(client.nthreads().values()))

    def submit(count: int) -> list[Any]:
        return [client.submit(work, job, each, pure=False) for each in islice(waiting, count)]

    back = as_completed(submit(most), raise_errors=False)
    for future in back:
        back.update(submit(1))
        yield future.result()
        future.release()
