"""Looking for a seed that breaks a promise."""

import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import attrs

from tests.faults.broken import BROKEN
from tests.faults.play import Broken, Played, play

__all__ = ["Found", "chunk", "look", "search", "tell"]

SOUND: Final = "sound"
"""The name of the writer that is not broken."""


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
) -> Found:
    """Play a seed, and see whether a promise is broken.

    Args:
        seed: the seed.
        scratch: a file to write to.
        broken: a name of ``BROKEN``, or ``sound``.
        trace: takes what happens, in words.
    """
    try:
        return Found(seed, "", _play(seed, scratch, broken, trace))
    except Broken as error:
        return Found(seed, str(error), None)
    except Exception as error:  # noqa: BLE001 - nobody may see anything but BadInput
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Found(seed, f"{type(error).__name__}: {error} ({where.name})", None)


def _play(seed: int, scratch: Path, broken: str, trace: list[str] | None) -> Played:
    if broken == SOUND:
        return play(seed, scratch, trace=trace)
    wrong = BROKEN[broken]
    with wrong.patched():
        return play(seed, scratch, writer=wrong.writer, behind=wrong.behind, trace=trace)


def search(seeds: Iterable[int], scratch: Path, broken: str = SOUND) -> Iterator[Found]:
    """Play seeds one after the other."""
    for seed in seeds:
        yield look(seed, scratch, broken)


def chunk(task: tuple[int, int, str, str]) -> list[Found]:
    """Some seeds in a process of its own: first, how many, what is broken, a folder."""
    first, count, broken, folder = task
    scratch = Path(folder) / f"{first}.jsonl"
    return list(search(range(first, first + count), scratch, broken))


def tell(seed: int, scratch: Path, broken: str = SOUND) -> Iterator[str]:
    """All that happens in a seed, a line each, and how it ends."""
    trace: list[str] = []
    found = look(seed, scratch, broken, trace)
    yield from trace
    yield str(found)
