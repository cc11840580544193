"""Work that reads only a few things, remembered as long as those stay as they are."""

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

__all__ = ["remembered"]

P = ParamSpec("P")
T = TypeVar("T")


def remembered(
    reads: Callable[P, Hashable], *, most: int
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Do some work once for each value of what it reads.

    The work itself stays at hand as ``__wrapped__``.

    Args:
        reads: all that the work depends on, from the same arguments.
        most: how many results are kept; the oldest is forgotten first.
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
