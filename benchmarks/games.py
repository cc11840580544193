"""Whole games with drivers, as ``khamsin sweep --full`` plays them, against a yardstick."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from benchmarks.table import YARDSTICK, Row, per_second, turns, yardstick
from replays import load_scenario
from replays.sweep.job import Piece, job_of
from replays.sweep.kernel import plan_of
from replays.sweep.result import play_whole

__all__ = ["rows"]

GAMES: Final = 64
AIM: Final = 60
"""Games for each 1,000,000 steps of a plain loop."""


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure a printed scenario and one that is rolled."""
    for name in ("bir-el-qaha", "dyo-gazala"):
        scenario = load_scenario(name)
        job = job_of(scenario, GAMES, full=True)
        act = partial(play_whole, plan_of(scenario), Piece(job, 0, GAMES))
        found = turns(3 if quick else 9, games=act, steps=yardstick)
        rate = per_second(GAMES, found.median("games"), "games")
        ratios = found.ratios("games", "steps", 1e6 * GAMES / YARDSTICK)
        loop = "1,000,000 steps of a plain loop"
        yield Row(f"{name}, whole games", rate, ratios, loop, AIM)
