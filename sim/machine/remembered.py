"""What follows from some parts of a state alone, remembered as long as those stay as they are."""

from collections.abc import Callable
from operator import attrgetter
from threading import Lock
from typing import Any, TypeVar

from sim.state import State

__all__ = ["remembered"]

T = TypeVar("T")


def remembered(*parts: str, most: int) -> Callable[[Callable[[State], T]], Callable[[State], T]]:
    """Work something out once for each value that some parts of a state have.

    Args:
        parts: all that the work reads of a state, by name.
        most: how many values are kept; the oldest is forgotten first.
    """
    read: Callable[[State], Any] = attrgetter(*parts)

    def decorate(work: Callable[[State], T]) -> Callable[[State], T]:
        kept: dict[Any, T] = {}
        lock = Lock()

        def recall(state: State) -> T:
            key = read(state)
            try:
                return kept[key]
            except KeyError:
                found = work(state)
            with lock:
                if len(kept) >= most:
                    kept.pop(next(iter(kept)), None)
                kept[key] = found
            return found

        return recall

    return decorate
