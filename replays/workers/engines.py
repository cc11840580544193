"""Where pieces of work are done: in this process, in several, or on a Dask cluster.

An engine takes pieces in any number and gives them back done, in any order. It never holds more
than a few pieces at once, so no work is larger than memory.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import wait as wait_for
from typing import Final, Protocol, TypeVar

from events.errors import BadInput

P = TypeVar("P")
D = TypeVar("D")


class WorkLostError(BadInput):
    """Those who were at work are gone: a process was killed, or a cluster was lost."""


class Engine(Protocol):
    """Does pieces of work, in any order."""

    def __call__(self, do: Callable[[P], D], pieces: Iterable[P], /) -> Iterator[D]:
        """Do pieces, and give each back as it is done.

        Args:
            do: what is done to a piece; other processes import it, so it is a function of a module.
            pieces: what it is done to, asked for a few at a time.

        Raises:
            WorkLostError: when those who were at work are gone.
        """


_AHEAD: Final = 2
"""Pieces given out for each process, so that none waits for work."""


def here(do: Callable[[P], D], pieces: Iterable[P], /) -> Iterator[D]:
    """Do all pieces in this process, in order."""
    for piece in pieces:
        yield do(piece)


def in_processes(processes: int) -> Engine:
    """Do pieces in this many processes of their own.

    They start from nothing (``spawn``), so they run alike on every system. They end with this
    process, however it ends.
    """

    def run(do: Callable[[P], D], pieces: Iterable[P], /) -> Iterator[D]:
        context = get_context("spawn")
        with ProcessPoolExecutor(processes, context, initializer=_be_a_worker) as pool:
            try:
                yield from _bounded(pool, do, iter(pieces), _AHEAD * processes)
            except BrokenProcessPool:
                why = "a process that was at work was killed; give the same command again"
                raise WorkLostError(why) from None
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    return run


def _bounded(
    pool: ProcessPoolExecutor, do: Callable[[P], D], pieces: Iterator[P], most: int
) -> Iterator[D]:
    """Give out pieces as others come back."""
    with deaf():
        out: set[Future[D]] = {pool.submit(do, each) for each in islice(pieces, most)}
    while out:
        back, out = wait(out, return_when=FIRST_COMPLETED)
        out |= {pool.submit(do, each) for each in islice(pieces, len(back))}
        for future in back:
            yield future.result()


@contextmanager
def deaf() -> Iterator[None]:
    """While processes are started: they will not hear Ctrl-C, which is for this process to hear."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if not hasattr(signal, "pthread_sigmask"):
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        return
    # Blocked signals stay so in the processes started; one that comes meanwhile waits for us. The
    # resource tracker would unblock them as it starts, so it has to be there before.
    resource_tracker.ensure_running()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _be_a_worker() -> None:
    """Leave Ctrl-C to the process that gives out the work, and end when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)
