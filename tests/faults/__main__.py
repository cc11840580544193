"""Play many seeds, or tell one: ``python -m tests.faults --seeds 10000``, ``... --seed 4711``.

With ``--calls`` each system call of each command fails instead.
"""

import argparse
import sys
import tempfile
import time
import traceback
from pathlib import Path

import attrs

from tests.faults.calls import COMMANDS, look_at_calls
from tests.faults.play import Broken, Played, play


@attrs.frozen
class Found:
    """What became of a seed: the promise that was broken, or the error that no user should see."""

    seed: int
    wrong: str
    played: Played | None = None

    def __str__(self) -> str:
        return f"seed {self.seed}: {self.wrong or 'all promises were kept'}"


def look(seed: int, folder: Path, trace: list[str] | None = None) -> Found:
    """Play a seed in a folder: is a promise broken? ``trace`` takes what happens."""
    scratch = folder / f"{seed}.jsonl"
    try:
        return Found(seed, "", play(seed, scratch, trace=trace))
    except Broken as error:
        return Found(seed, str(error))
    except Exception as error:  # noqa: BLE001 - a user may see BadInput alone
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Found(seed, f"{type(error).__name__}: {error} ({where.name})")
    finally:
        scratch.unlink(missing_ok=True)


def _many(args: argparse.Namespace, folder: Path) -> int:
    start, wrong, played = time.perf_counter(), 0, list[Played]()
    seeds = range(args.first, args.first + args.seeds)
    for seed in seeds:
        found = look(seed, folder)
        if found.played is None:
            wrong += 1
            sys.stdout.write(f"{found}\n  python -m tests.faults --seed {seed} tells it\n")
        else:
            played.append(attrs.evolve(found.played, disk={}))
    calls, lives, entries, finished = (
        sum(getattr(each, name) for each in played)
        for name in ("calls", "lives", "acknowledged", "finished")
    )
    sys.stdout.write(
        f"{args.seeds} seeds in {time.perf_counter() - start:.0f} s: {lives} lives, {calls} system "
        f"calls, {entries} entries acknowledged, {finished} games finished; {wrong} seeds broke a "
        f"promise\n"
    )
    return 1 if wrong else 0


def _one(args: argparse.Namespace, folder: Path) -> int:
    trace = list[str]()
    found = look(args.seed, folder, trace)
    sys.stdout.write("\n".join([*trace, str(found)]) + "\n")
    return 1 if found.wrong else 0


def _calls(folder: Path) -> int:
    count = wrong = 0
    for what, found in look_at_calls(folder):
        count, wrong = count + 1, wrong + bool(found)
        sys.stdout.write(f"{what}: {'; '.join(found)}\n" if found else "")
    sys.stdout.write(f"{len(COMMANDS)} commands, {count} failing calls; {wrong} did harm\n")
    return 1 if wrong else 0


def main() -> int:
    """Run it; exit code 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10_000, help="how many; 10000 unless told")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--seed", type=int, help="tell this one alone, system call by system call")
    parser.add_argument("--calls", action="store_true", help="commands whose calls fail in turn")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if args.calls:
            return _calls(Path(folder).resolve())
        return (_many if args.seed is None else _one)(args, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
