"""Work on many games of a library: given out, taken back, and kept as it comes."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Generic, TypeVar

import attrs

from replays.library.handing import Batch, GameLog, Handed, Unread, batches, work_on
from replays.library.library import Library, LibraryGame
from replays.library.results import GameNote, keep
from replays.workers.engines import Engine, here

R = TypeVar("R")
S = TypeVar("S")

Told = Callable[[int], None]
"""Who is told of how many games something is kept, whenever that grows."""


@attrs.frozen
class Errand(Generic[R, S]):
    """Something to do with games of a library.

    Attributes:
        kind: under what the results are kept.
        work: what is done with the log of a game, perhaps elsewhere; a function of a module.
        settle: what is made of that beside the library, and what is to be kept of it.
    """

    kind: str
    work: Callable[[Handed, GameLog], R]
    settle: Callable[[Library, Handed, R | Unread], tuple[S, GameNote | None]]


def work_through(
    library: Library,
    errand: Errand[R, S],
    games: Iterable[LibraryGame],
    *,
    engine: Engine = here,
    travel: bool = False,
    told: Told | None = None,
) -> Iterator[S]:
    """Do something with games, and give what was found in their order.

    What is found in a batch of games is kept, in one transaction, as soon as the batch is back. So
    whatever ends this, nothing that was told is lost.

    Args:
        library: where the games are.
        errand: what is to be done.
        games: the games.
        engine: who does it.
        travel: the logs go with the work; those who do it cannot open the library.
        told: is told of how many games something is kept.

    Raises:
        BadInput: when the library cannot be read or written.
        WorkLostError: when those who were at work are gone.
    """
    out: dict[int, Batch] = {}
    back: dict[int, list[S]] = {}
    done, due = 0, 0
    given = _noted(batches(library, library.database.address, games, travel=travel), out)
    for worked in engine(partial(work_on, errand.work), given):
        batch = out.pop(worked.number)
        settled = [
            errand.settle(library, each, found)
            for each, found in zip(batch.games, worked.found, strict=True)
        ]
        keep(library, errand.kind, [note for _, note in settled if note is not None])
        done += len(settled)
        if told is not None:
            told(done)
        back[batch.number] = [found for found, _ in settled]
        while due in back:
            yield from back.pop(due)
            due += 1


def _noted(given: Iterable[Batch], out: dict[int, Batch]) -> Iterator[Batch]:
    """The same batches, each noted as it is given out, without the logs that go with it."""
    for batch in given:
        games = tuple(attrs.evolve(each, log=None) for each in batch.games)
        out[batch.number] = attrs.evolve(batch, games=games)
        yield batch
