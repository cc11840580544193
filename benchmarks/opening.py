"""A game opened to be played on, against a reading of all its entries, by its length and place.

The other side decodes and follows every entry of the same log, as Khamsin did to open a game before
it took the short way from a snapshot.
"""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.endless_game import write_endless
from benchmarks.table import Row, turns
from replays.game.game import Game
from replays.game.open_log import open_log
from replays.game.position import Position, follow
from replays.library.library import Library
from sim.machine.opening import initial_state

__all__ = ["rows"]

LENGTHS: Final = (1_000, 10_000, 100_000)
QUICK: Final = (1_000, 10_000)
ROUNDS: Final = 5


def _read_whole(path: Path) -> None:
    """Decode and follow every entry of a log."""
    with open_log(path) as reader:
        position = Position(initial_state(reader.header.scenario), dice=reader.header.dice)
        for entry in reader.entries():
            position = follow(position, entry)


def _open_file(path: Path) -> None:
    with Game.open(path) as game:
        if not len(game.entries):
            raise SystemExit(f"{path} is empty")


def _open_game(library: Library, name: str) -> None:
    with library.play(name) as game:
        if not len(game.entries):
            raise SystemExit(f"{name} is empty")


@contextlib.contextmanager
def _libraries(folder: Path) -> Iterator[dict[str, Library]]:
    """New libraries: a file, and a server where there is one."""
    from tests.postgres import binaries, private_server  # noqa: PLC0415 - needs PostgreSQL

    with contextlib.ExitStack() as stack:
        file = stack.enter_context(Library.open(folder / "l.db", create=True))
        found = {"SQLite": file}
        if binaries() is not None:
            server = stack.enter_context(private_server())
            url = server.url(server.new_database())
            found["PostgreSQL"] = stack.enter_context(Library.open(url, create=True))
        yield found


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure games of some lengths in each place."""
    with tempfile.TemporaryDirectory() as folder, _libraries(Path(folder)) as libraries:
        for entries in QUICK if quick else LENGTHS:
            path = Path(folder, f"{entries}.jsonl")
            write_endless(path, entries)
            for library in libraries.values():
                library.add(path)
            sides = {"all": lambda path=path: _read_whole(path)}
            sides["a file"] = lambda path=path: _open_file(path)
            for kind, library in libraries.items():
                sides[kind] = lambda library=library, name=path.stem: _open_game(library, name)
            timed = turns(2 if quick else ROUNDS, **sides)
            for side in list(sides)[1:]:
                took = f"{1000 * timed.median(side):.1f} ms"
                what = f"{entries:,} entries opened, {side}"
                yield Row(what, took, timed.ratios(side, "all"), "all entries read")
