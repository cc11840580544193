"""Play many seeds, or tell one: ``python -m tests.faults --seeds 10000``, ``... --seed 4711``."""

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.faults.broken import BROKEN
from tests.faults.search import SOUND, Found, chunk, tell

CHUNK: Final = 100


def _all(args: argparse.Namespace) -> Iterator[Found]:
    end, processes = args.first + args.seeds, args.processes
    with tempfile.TemporaryDirectory() as folder:
        tasks = [
            (at, min(CHUNK, end - at), args.writer, folder) for at in range(args.first, end, CHUNK)
        ]
        if processes == 1:
            for task in tasks:
                yield from chunk(task)
            return
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            for found in pool.imap(chunk, tasks):
                yield from found


def _many(args: argparse.Namespace) -> int:
    start, wrong, calls, lives, entries, finished = time.perf_counter(), 0, 0, 0, 0, 0
    for number, found in enumerate(_all(args), 1):
        if found.played is None:
            wrong += 1
            again = f"python -m tests.faults --seed {found.seed}"
            words = "" if args.writer == SOUND else f" --writer {args.writer}"
            sys.stdout.write(f"\r{found}\n  {again}{words} tells it\n")
        else:
            calls, lives = calls + found.played.calls, lives + found.played.lives
            entries += found.played.acknowledged
            finished += found.played.finished
        if sys.stderr.isatty() or number % 1000 == 0:
            seconds = time.perf_counter() - start
            sys.stderr.write(f"\r{number} of {args.seeds} seeds, {seconds:.0f} s, {wrong} broke")
            sys.stderr.write("" if sys.stderr.isatty() else "\n")
    seconds = time.perf_counter() - start
    sys.stdout.write(
        f"\r{args.seeds} seeds in {seconds:.0f} s: {lives} lives, {calls} system calls, {entries} "
        f"entries acknowledged, {finished} games finished; {wrong} seeds broke a promise\n"
    )
    return 1 if wrong else 0


def _one(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder) / "log.jsonl"
        lines = list(tell(args.seed, scratch, args.writer))
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if lines[-1].endswith("kept") else 1


def main() -> int:
    """Run it; exit code 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10_000, help="how many; 10000 unless told")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--seed", type=int, help="tell this one alone, system call by system call")
    parser.add_argument("--processes", type=int, default=1, help="how many work at it")
    names = [SOUND, *BROKEN]
    parser.add_argument(
        "--writer", choices=names, default=SOUND, help="a writer that is broken on purpose"
    )
    args = parser.parse_args()
    return _many(args) if args.seed is None else _one(args)


if __name__ == "__main__":
    sys.exit(main())
