"""The CPU time of a command from its start to its end, against ``python -c pass``."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from benchmarks.table import Row
from replays import load_scenario, play

__all__ = ["rows"]

_ASKED: Final = ("ask", "shot", "GAME", "--at", "1.1/MPh", "--from", "B3", "--to", "H6")
COMMANDS: Final[dict[tuple[str, ...], float]] = {
    ("--version",): 0.05,
    ("--help",): 0.1,
    ("rules",): 0.25,
    _ASKED: 0.4,
}
"""Commands, and the most CPU seconds that each shall take."""


def cpu_seconds(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """CPU time of a process of its own."""
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen(command, stdout=told, stderr=told, env=environment)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            told.seek(0)
            raise SystemExit(f"{' '.join(command)}: {told.read().decode(errors='replace')}")
    return used.ru_utime + used.ru_stime


def _compiled(folder: str) -> dict[str, str]:
    """An environment in which modules stay compiled, as those of an installation are."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure each command: the least of some rounds, for whatever else runs only adds to it."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "game.jsonl"
        play(load_scenario("bir-el-qaha"), "start").save(game)
        bare = [sys.executable, "-c", "pass"]
        sides = [bare] + [
            [sys.executable, "-m", "replays", *(str(game) if w == "GAME" else w for w in words)]
            for words in COMMANDS
        ]
        rounds = 3 if quick else 15
        compiled = _compiled(folder)
        for side in sides:
            cpu_seconds(side, compiled)
        times = [[cpu_seconds(side, compiled) for side in sides] for _ in range(rounds)]
    least = [min(column) for column in zip(*times, strict=True)]
    yield Row("python -c pass", f"{least[0]:.3f} s")
    for (words, most), seconds in zip(COMMANDS.items(), least[1:], strict=True):
        shown = " ".join(words[:2])
        rate = f"{seconds:.3f} s, {seconds / least[0]:.0f} times"
        yield Row(f"khamsin {shown}", rate, [seconds], "a second of CPU", most, most=True)
