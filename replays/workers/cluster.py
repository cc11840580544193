"""Pieces of work on a Dask cluster (the ``cluster`` extra)."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from distributed import Client, LocalCluster, wait
from distributed.scheduler import KilledWorker

from events.errors import BadInput
from replays.version import ENGINE
from replays.workers.engines import Engine, WorkLostError, deaf

P = TypeVar("P")
D = TypeVar("D")

_AHEAD = 2
"""Pieces given out for each thread of the cluster."""

CONNECT = "10s"
"""How long a scheduler may take to answer."""

PATIENCE = 30.0
"""How long a cluster may be without any worker before the work is given up, in seconds."""

_LOOK = 1.0
"""How long to wait for a piece before looking whether there are workers at all, in seconds."""


def on_cluster(scheduler: str | None = None, workers: int = 2) -> Engine:
    """Do pieces on a cluster; those of a worker that is lost are done again by another.

    Args:
        scheduler: address of its scheduler; None starts a cluster on this machine.
        workers: how many workers a cluster on this machine has.
    """

    def run(do: Callable[[P], D], pieces: Iterable[P], /) -> Iterator[D]:
        if scheduler is not None:
            with _silent(), _connect(scheduler) as client:
                yield from _spread(client, do, pieces)
            return
        with start_cluster(workers) as cluster, Client(cluster) as client:
            yield from _spread(client, do, pieces)

    return run


def start_cluster(workers: int) -> Any:
    """A cluster on this machine."""
    with deaf():
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",  # any port: another cluster may have the usual one
            silence_logs=logging.CRITICAL,
        )


@contextmanager
def _silent() -> Iterator[None]:
    """While Dask would tell of a lost connection at length, which is told in a sentence here."""
    logger = logging.getLogger("distributed.client")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


def _connect(scheduler: str) -> Any:
    try:
        return Client(scheduler, timeout=CONNECT)
    except (OSError, ValueError):
        raise BadInput("no Dask scheduler answers at this address", scheduler) from None


def _spread(client: Any, do: Callable[[P], D], pieces: Iterable[P]) -> Iterator[D]:
    """Give out pieces as others come back.

    Raises:
        WorkLostError: when the scheduler is lost, or all workers are and none comes back.
    """
    waiting = iter(pieces)

    def submit(count: int) -> set[Any]:
        return {
            client.submit(_done, ENGINE, do, each, pure=False) for each in islice(waiting, count)
        }

    try:
        out = submit(_AHEAD * max(1, sum(client.nthreads().values())))
        while out:
            back, out = _next(client, out)
            out |= submit(len(back))
            for future in back:
                try:
                    done = _result(future)
                except TimeoutError:  # lost again, with the worker that had done it
                    out.add(future)
                    continue
                yield done
                future.release()
    except (OSError, CancelledError):
        why = "the Dask scheduler was lost midway; give the same command again"
        raise WorkLostError(why) from None


def _done(engine: str, do: Callable[[P], D], piece: P) -> D:
    """A piece, done by a worker; one of another version would do it by other rules.

    Raises:
        BadInput: when the worker has another version of the engine.
    """
    if engine != ENGINE:
        raise BadInput(f"a worker of the cluster has Khamsin {ENGINE}, and this is {engine}")
    return do(piece)


def _result(future: Any) -> Any:
    """What became of a piece that is done.

    Raises:
        TimeoutError: when it was lost again.
        BadInput: what the work complains of, or that no worker can do it.
    """
    try:
        return future.result(timeout=PATIENCE)
    except KilledWorker:
        why = "one piece of this has killed every worker that had it; there is no other to do it"
        raise WorkLostError(why) from None
    except (ImportError, AttributeError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and "deserializ" not in str(error):
            raise
        why = (
            "a worker of this cluster cannot do this; it has no Khamsin, or one of another version"
        )
        raise BadInput(why) from None


def _next(client: Any, out: set[Any]) -> tuple[set[Any], set[Any]]:
    """Wait for pieces that are done, and tell them from the others.

    Raises:
        WorkLostError: when nobody is there who could do one, for as long as ``PATIENCE``.
    """
    alone_since: float | None = None
    while True:
        try:
            found = wait(out, timeout=_LOOK, return_when="FIRST_COMPLETED")
        except TimeoutError:
            if client.nthreads():
                alone_since = None
            elif alone_since is None:
                alone_since = time.monotonic()
            elif time.monotonic() - alone_since > PATIENCE:
                what = "the Dask cluster has no worker left; give the same command again"
                raise WorkLostError(f"{what} when it has") from None
        else:
            return found.done, found.not_done
