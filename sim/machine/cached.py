"""Work that reads only a few things, remembered as long as those stay as they are."""

from collections.abc import Callable, Hashable
from functools import wraps
from operator import is_
from threading import Lock
from typing import ParamSpec, TypeVar, TypeVarTuple

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def remembered(
    reads: Callable[P, Hashable], *, most: int
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Do some work once for each value of what it reads.

    The work itself stays at hand as ``__wrapped__``.

    ``reads`` gives all that the work depends on; of ``most`` results the oldest is forgotten first.
    """

    def decorate(work: Callable[P, T]) -> Callable[P, T]:
        kept: dict[Hashable, T] = {}
        lock = Lock()

        @wraps(work)
        def recall(*args: P.args, **kwargs: P.kwargs) -> T:
            key = reads(*args, **kwargs)
            try:
                return kept[key]
            except KeyError:
                found = work(*args, **kwargs)
            with lock:
                if len(kept) >= most:
                    kept.pop(next(iter(kept)), None)
                kept[key] = found
            return found

        return recall

    return decorate


def lately(work: Callable[[*Ts], T]) -> Callable[[*Ts], T]:
    """Do some work once while one asks for the very same things again and again.

    Only the last result is kept. Things are the same by identity, so none is compared or hashed.
    """
    last: tuple[tuple[object, ...], T] | None = None

    @wraps(work)
    def recall(*asked: *Ts) -> T:
        nonlocal last
        kept = last
        if kept is not None and all(map(is_, kept[0], asked)):
            return kept[1]
        found = work(*asked)
        last = asked, found
        return found

    return recall
