"""Looking for a seed that breaks a promise."""

import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import attrs

from tests.faults.broken import BROKEN
from tests.faults.broken_store import BROKEN_STORES
from tests.faults.play import Broken, Played, play
from tests.faults.store import play_store

__all__ = ["Found", "chunk", "look", "search", "tell"]

SOUND: Final = "sound"
"""The name of the writer, and of the library, that is not broken."""


@attrs.frozen
class Found:
    """What became of a seed.

    Attributes:
        seed: the seed.
        wrong: the promise that was broken, or the error that nobody should see; "" if none.
        played: how it went, if nothing was wrong.
    """

    seed: int
    wrong: str
    played: Played | None

    def __str__(self) -> str:
        return f"seed {self.seed}: {self.wrong or 'all promises were kept'}"


def look(
    seed: int,
    scratch: Path,
    broken: str = SOUND,
    trace: list[str] | None = None,
    *,
    store: bool = False,
) -> Found:
    """Play a seed, and see whether a promise is broken.

    Args:
        seed: the seed.
        scratch: a file to write to.
        broken: a name of ``BROKEN``, or of ``BROKEN_STORES`` for a library; or ``sound``.
        trace: takes what happens, in words.
        store: play with a library, and not with a log.
    """
    played = _play_store if store else _play_log
    try:
        return Found(seed, "", played(seed, scratch, broken, trace))
    except Broken as error:
        return Found(seed, str(error), None)
    except Exception as error:  # noqa: BLE001 - nobody may see anything but BadInput
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Found(seed, f"{type(error).__name__}: {error} ({where.name})", None)


def _play_log(seed: int, scratch: Path, broken: str, trace: list[str] | None) -> Played:
    if broken == SOUND:
        return play(seed, scratch, trace=trace)
    wrong = BROKEN[broken]
    with wrong.patched():
        return play(seed, scratch, writer=wrong.writer, behind=wrong.behind, trace=trace)


def _play_store(seed: int, scratch: Path, broken: str, trace: list[str] | None) -> Played:
    if broken == SOUND:
        return play_store(seed, scratch, trace=trace)
    wrong = BROKEN_STORES[broken]
    return play_store(seed, scratch, machine=wrong.machine, patched=wrong.patched, trace=trace)


def search(
    seeds: Iterable[int], scratch: Path, broken: str = SOUND, *, store: bool = False
) -> Iterator[Found]:
    """Play seeds one after the other."""
    for seed in seeds:
        yield look(seed, scratch, broken, store=store)


def chunk(task: tuple[int, int, str, str, bool]) -> list[Found]:
    """Some seeds in a process of its own: first, how many, what is broken, a folder, a store."""
    first, count, broken, folder, store = task
    scratch = Path(folder) / f"{first}.jsonl"
    return list(search(range(first, first + count), scratch, broken, store=store))


def tell(seed: int, scratch: Path, broken: str = SOUND, *, store: bool = False) -> Iterator[str]:
    """All that happens in a seed, a line each, and how it ends."""
    trace: list[str] = []
    found = look(seed, scratch, broken, trace, store=store)
    yield from trace
    yield str(found)
