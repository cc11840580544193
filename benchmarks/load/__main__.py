"""Recorders and watchers at one library: ``python -m benchmarks.load [--minutes 3]``.

Without ``--library`` a PostgreSQL of its own is started, with fsync on, and removed afterwards.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.load.checking import faults, told_by
from benchmarks.load.evening import Evening, Figures, Spent, figures, held
from replays.library.library import Library

__all__ = ["at_share", "server_or"]


def main() -> int:
    """Hold an evening, check it, and print its figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--library", metavar="WHERE", help="an empty library: a file, or a URL")
    parser.add_argument("--minutes", type=float, default=3.0, metavar="N", help="how long")
    parser.add_argument("--recorders", type=int, default=8, metavar="N")
    parser.add_argument("--watchers", type=int, default=50, metavar="N")
    parser.add_argument("--pairs", type=int, default=2, metavar="N", help="games of two recorders")
    parser.add_argument("--one-game", action="store_true", help="all recorders are in one game")
    parser.add_argument(
        "--pause", type=float, default=0.0, metavar="S", help="seconds between two orders"
    )
    args = parser.parse_args()
    with TemporaryDirectory() as folder, server_or(args.library) as where:
        evening = Evening(
            where,
            args.recorders,
            args.watchers,
            args.pairs,
            args.one_game,
            60 * args.minutes,
            args.pause,
        )
        spent = held(evening, Path(folder))
        told = told_by(Path(folder))
        _print(evening, figures(told), spent)
        with Library.open(where) as library:
            games, wrong = library.games(), list(faults(library, told))
        entries = sum(game.entries for game in games)
        print(f"{len(games)} games, {entries} entries; {len(wrong) or 'no'} faults", flush=True)
        for fault in wrong[:20]:
            print(f"  {fault}")
    return 1 if wrong else 0


@contextlib.contextmanager
def server_or(named: str | None) -> Iterator[str]:
    """The library that is named, or one of a server that is there for this only."""
    if named is not None:
        yield named
        return
    from tests.postgres import private_server  # noqa: PLC0415 - needs PostgreSQL

    with private_server(shared_buffers="128MB") as server:
        yield server.url(server.new_database())


def _print(evening: Evening, found: Figures, spent: Spent) -> None:
    kind = "PostgreSQL" if evening.library.startswith("postgres") else "SQLite"
    cores = os.cpu_count() or 1
    print(
        f"{kind}: {evening.recorders} recorders, {evening.watchers} watchers, "
        f"{spent.seconds:.0f} s, pause {evening.pause} s, {spent.connections} connections"
    )
    print(
        f"{found.orders} orders, {found.orders / spent.seconds:.0f} a second; recorders and "
        f"watchers had {100 * spent.players / spent.seconds / cores:.0f}% of {cores} cores"
    )
    seen = len(found.seen) or 1
    print(
        f"watchers: {spent.watchers:.1f} s of CPU time, {1e6 * spent.watchers / seen:.0f} "
        f"microseconds and {spent.wakings / seen:.2f} wakings for each entry that one saw"
    )
    print(f"{'ms':38}{'50%':>9}{'95%':>9}{'99%':>9}{'most':>9}{'count':>10}")
    for what, values in (
        ("order acknowledged, own game", found.alone),
        ("order acknowledged, shared game", found.shared),
        ("tries of an order in a shared game", found.tries),
        ("acknowledged, then seen by a watcher", found.seen),
        ("order given, then seen by a watcher", found.given),
        ("orders of one recorder", found.busiest),
    ):
        if values:
            said = "".join(f"{at_share(values, share):>9.1f}" for share in (0.5, 0.95, 0.99, 1.0))
            print(f"{what:38}{said}{len(values):>10}")
    print(f"fewest orders of one recorder: {found.busiest[0]}", flush=True)


def at_share(values: Sequence[float], share: float) -> float:
    """The value below which a share of sorted values lies."""
    return values[min(len(values) - 1, int(share * len(values)))]


if __name__ == "__main__":
    sys.exit(main())
