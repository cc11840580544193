"""Caches of work that depends on a few things only."""

from collections.abc import Callable, Hashable
from functools import wraps
from operator import is_
from threading import Lock
from typing import ParamSpec, TypeVar, TypeVarTuple

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def cached(
    key: Callable[P, Hashable], *, maxsize: int
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache some work by its key.

    The work itself stays at hand as ``__wrapped__``.

    ``key`` gives all that the work depends on; of ``maxsize`` results the oldest goes first.
    """

    def decorate(work: Callable[P, T]) -> Callable[P, T]:
        known: dict[Hashable, T] = {}
        lock = Lock()

        @wraps(work)
        def recall(*args: P.args, **kwargs: P.kwargs) -> T:
            of = key(*args, **kwargs)
            try:
                return known[of]
            except KeyError:
                found = work(*args, **kwargs)
            with lock:
                if len(known) >= maxsize:
                    known.pop(next(iter(known)), None)
                known[of] = found
            return found

        return recall

    return decorate


def last_cached(work: Callable[[*Ts], T]) -> Callable[[*Ts], T]:
    """Cache the last result of some work, for as long as its arguments are the very same.

    Arguments are the same by identity, so none is compared or hashed.
    """
    last: tuple[tuple[object, ...], T] | None = None

    @wraps(work)
    def recall(*args: *Ts) -> T:
        nonlocal last
        kept = last
        if kept is not None and all(map(is_, kept[0], args)):
            return kept[1]
        found = work(*args)
        last = args, found
        return found

    return recall
