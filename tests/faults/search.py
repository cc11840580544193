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


def look(seed: int, scratch: Path, writer: str = SOUND, trace: list[str] | None = None) -> Found:
    """Play a seed, and see whether a promise is broken.

    Args:
        seed: the seed.
        scratch: a file to write to.
        writer: a name of ``BROKEN``, or ``sound``.
        trace: takes what happens, in words.
    """
    try:
        if writer == SOUND:
            return Found(seed, "", play(seed, scratch, trace=trace))
        wrong = BROKEN[writer]
        with wrong.patched():
            played = play(seed, scratch, writer=wrong.writer, behind=wrong.behind, trace=trace)
        return Found(seed, "", played)
    except Broken as error:
        return Found(seed, str(error), None)
    except Exception as error:  # noqa: BLE001 - nobody may see anything but BadInput
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Found(seed, f"{type(error).__name__}: {error} ({where.name})", None)


def search(seeds: Iterable[int], scratch: Path, writer: str = SOUND) -> Iterator[Found]:
    """Play seeds one after the other."""
    for seed in seeds:
        yield look(seed, scratch, writer)


def chunk(task: tuple[int, int, str, str]) -> list[Found]:
    """Some seeds in a process of its own: the first, how many, the writer, a folder to write to."""
    first, count, writer, folder = task
    return list(search(range(first, first + count), Path(folder) / f"{first}.jsonl", writer))


def tell(seed: int, scratch: Path, writer: str = SOUND) -> Iterator[str]:
    """All that happens in a seed, a line each, and how it ends."""
    trace: list[str] = []
    found = look(seed, scratch, writer, trace)
    yield from trace
    yield str(found)
