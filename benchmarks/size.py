"""Logs of any length: ``python -m benchmarks.size [--entries N ...]``.

Each command is a process of its own, whose CPU time and peak of memory the system tells. Nothing is
compared within a run; what counts is that the peak does not grow with the log. This module loads
nothing of Khamsin, because Linux counts in the peak of a process that of the one that started it.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

__all__ = ["Spent", "spent"]

_HEAD: Final = f"{'entries':>9}  {'command':44}  {'peak MB':>8}  {'CPU s':>7}  {'entries/s':>9}"

_LOAD: Final = "import sys; from replays import Game; Game.load(sys.argv[1])"


class Spent(NamedTuple):
    """What a process took.

    Attributes:
        code: its exit code.
        peak: the most memory that it had, in MB (1,000,000 bytes).
        seconds: of CPU time.
        said: what it said, both ways.
    """

    code: int
    peak: float
    seconds: float
    said: bytes


def spent(words: list[str]) -> Spent:
    """Run a process to its end."""
    started = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if started.stdout is None:
        raise AssertionError("its output is piped")
    kept = b""
    while more := started.stdout.read(1 << 16):
        kept = (kept + more)[-2000:]
    _, status, usage = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    started.stdout.close()
    seconds = usage.ru_utime + usage.ru_stime
    return Spent(started.returncode, usage.ru_maxrss * 1024 / 1e6, seconds, kept)


def _commands(folder: Path, entries: int) -> Iterator[tuple[str, list[str]]]:
    """What is measured of one log, in order."""
    khamsin = [sys.executable, "-m", "replays"]
    log, library = str(folder / "g.jsonl"), ["--library", str(folder / "library.db")]
    at, early = ["--at", f"#{entries // 2}"], ["--at", "2.1/MPh"]
    of_library = [*khamsin, "library"]
    yield "show (replay)", [*khamsin, "show", log]
    yield "show --at 2.1/MPh", [*khamsin, "show", log, *early]
    yield "story", [*khamsin, "story", log]
    yield "audit", [*khamsin, "audit", log]
    yield "library add", [*of_library, "add", log, *library]
    yield "show library:g", [*khamsin, "show", "library:g", *library]
    yield "show library:g --at the middle", [*khamsin, "show", "library:g", *at, *library]
    yield "library audit", [*of_library, "audit", "g", *library]
    yield "library export", [*of_library, "export", "g", "-o", f"{log}.out", *library]
    yield "Game.load", [sys.executable, "-c", _LOAD, log]
    yield "do 'note tea' (Game.open, one entry more)", [*khamsin, "do", log, "note tea"]


def main() -> int:
    """Measure logs of some lengths."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.size", description=__doc__)
    parser.add_argument(
        "--entries", type=int, nargs="+", default=[10_000, 100_000, 1_000_000], metavar="N"
    )
    print(_HEAD, flush=True)
    wrong = 0
    for entries in parser.parse_args().entries:
        with TemporaryDirectory() as folder:
            made = [sys.executable, "-m", "benchmarks.endless_game", f"{folder}/g.jsonl"]
            subprocess.run([*made, "--entries", str(entries)], check=True, capture_output=True)
            for what, words in _commands(Path(folder), entries):
                took = spent(words)
                rate = entries / took.seconds
                row = f"{entries:>9,}  {what:44}  {took.peak:>8.1f}  {took.seconds:>7.2f}"
                print(f"{row}  {rate:>9,.0f}", flush=True)
                if took.code:
                    wrong += 1
                    print(f"  exit code {took.code}: {took.said.decode(errors='replace')[-300:]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
