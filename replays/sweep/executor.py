"""Work done piece by piece: in this process, in several, or on a Dask cluster.

An *engine* does to items what `map` does, which is the engine of this process. Results come in the
order of the items, and few items are given out at a time, so that no work is larger than memory.
"""

import logging
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, Final, TypeAlias

from events.errors import BadInput
from replays.version import ENGINE

Engine: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""Applies a function of a module to items; see `map`."""

LOCAL: Final = "local"
"""The address of a cluster that is started on this machine."""

_AHEAD: Final = 4
"""Items given out for each worker."""

_CONNECT: Final = "10s"
"""How long a scheduler may take to answer."""

_PATIENCE: Final = 30.0
"""How long a cluster may be without any worker, in seconds."""


def engine_of(jobs: int, cluster: str | None = None) -> Engine:
    """What applies a function to items in so many processes, or on the cluster of a scheduler."""
    if cluster is None:
        return map if jobs == 1 else partial(_in_processes, jobs)
    return partial(_on_cluster, jobs, cluster)


def _in_processes(jobs: int, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
    """They start from nothing (``spawn``) and end with this process, however it ends."""
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin_worker)
    try:
        yield from _in_order(pool, _AHEAD * jobs, function, items, Future.result)
    except BrokenProcessPool:
        why = "a process that was at work was killed; give the same command again"
        raise BadInput(why) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _begin_worker() -> None:
    """Leave Ctrl-C to the process that gives out the work, and end when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _on_cluster(
    jobs: int, address: str, function: Callable[[Any], Any], items: Iterable[Any]
) -> Iterator[Any]:
    """The items of a worker that is lost are given to another."""
    with _client(jobs, address) as client:

        def result(future: "Future[Any]") -> Any:
            while True:
                try:
                    return future.result(_PATIENCE)
                except TimeoutError:
                    if not client.nthreads():
                        why = "the Dask cluster has no worker left; give the same command again"
                        raise BadInput(f"{why} when it has") from None

        ahead = _AHEAD * max(1, sum(client.nthreads().values()))
        try:
            yield from _in_order(client.get_executor(pure=False), ahead, function, items, result)
        except (OSError, CancelledError):
            why = "the Dask scheduler was lost midway; give the same command again"
            raise BadInput(why) from None
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                raise BadInput("a piece of this has killed every worker that had it") from None
            if isinstance(error, ImportError | AttributeError) or "deserializ" in str(error):
                why = "a worker of this cluster has no Khamsin, or one of another version"
                raise BadInput(why) from None
            raise


@contextmanager
def _client(jobs: int, address: str) -> Iterator[Any]:
    from distributed import Client, LocalCluster  # noqa: PLC0415 - an extra

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said in words
    if address != LOCAL:
        try:
            client = Client(address, timeout=_CONNECT)
        except (OSError, ValueError):
            raise BadInput("no Dask scheduler answers at this address", address) from None
        with client:
            yield client
        return
    options = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}  # any free port
    with _ctrl_c_later():
        cluster = LocalCluster(n_workers=jobs, silence_logs=logging.CRITICAL, **options)
    with cluster, Client(cluster) as client:
        yield client


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Ctrl-C waits for the end of this block, and processes started in it never hear it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where nothing of this is handed on
        yield
        return
    heard = list[Any]()  # by this thread or by one of a library, which blocks nothing
    main = threading.current_thread() is threading.main_thread()
    answer = signal.signal(signal.SIGINT, lambda *it: heard.append(it)) if main else None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if main:
            signal.signal(signal.SIGINT, answer)
        if heard:
            signal.raise_signal(signal.SIGINT)


def _in_order(
    pool: Executor,
    ahead: int,
    function: Callable[[Any], Any],
    items: Iterable[Any],
    result: Callable[[Any], Any],
) -> Iterator[Any]:
    """Results in the order of the items, of which so many are given out ahead."""
    waiting, left = deque[Any](), iter(items)

    def give_out(count: int) -> None:
        with _ctrl_c_later():  # a pool may start a process for any item
            for item in islice(left, count):
                waiting.append(pool.submit(_apply, ENGINE, function, item))

    give_out(ahead)
    while waiting:
        done = result(waiting.popleft())
        give_out(1)
        yield done


def _apply(engine: str, function: Callable[[Any], Any], item: Any) -> Any:
    """Apply a function in a worker; one of another version would do it by other rules."""
    if engine != ENGINE:
        raise BadInput(f"a worker of the cluster has Khamsin {ENGINE}, and this is {engine}")
    return function(item)
