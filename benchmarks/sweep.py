"""A million games of 20 Player Turns, counted by Player Turn, against plain loops of Python and C.

Run on demand: ``pip install -e '.[bench]' && python -m benchmarks.sweep``. Every number is the best
of some rounds in this one process, in time of its own CPU, so that others on the machine disturb
little; only the ratios mean anything on another machine. All ways count the same games: whoever
gives another count ends the benchmark. The C loop needs ``gcc``; without it that part is left out.
"""

import ctypes
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np

from events.commands import Advance, Command, WindChange
from events.moment import Phase
from replays import load_scenario
from replays.sweep.columns import Shaker
from replays.sweep.compiled import available
from replays.sweep.plan import Plan, plan_of
from replays.sweep.walk import BLOCK, count_climates
from sim.chapter_11.setup import next_roll
from sim.climate.climate import climate_of
from sim.machine.decide import resolve
from sim.machine.dice import SeededDice
from sim.machine.keystream import Keystream, words
from sim.machine.refusals import Refusal
from sim.state import State

GAMES = 1_000_000
TURNS = 10
SEED = "benchmark"
ROUNDS = 15
C_BLOCK: Final = 1 << 14

Array = Any
C_LOOP = """
#include <stdint.h>
void walk(const uint64_t *words, int64_t stride, int64_t games, int64_t setup, int64_t turns,
          const uint8_t *columns, const uint16_t *rows, const int64_t *begins,
          const int64_t *widths, int64_t start, int64_t climates, int64_t *found)
{
    const uint8_t *column = columns + setup * 1296;
    const uint16_t *turn = rows + begins[setup];
    const uint64_t width = widths[setup];
    for (int64_t game = 0; game < games; game++) {
        const uint64_t *word = words + game;
        uint64_t climate = start;
        for (int64_t step = 0; step < setup; step++, word += stride) {
            uint64_t outcome = ((*word >> 11) * 1296) >> 53;
            climate = rows[begins[step] + climate * widths[step] + columns[step * 1296 + outcome]];
        }
        int64_t *count = found;
        for (int64_t step = 0; step < turns; step++, word += stride, count += climates) {
            uint64_t outcome = ((*word >> 11) * 1296) >> 53;
            climate = turn[climate * width + column[outcome]];
            count[climate]++;
        }
    }
}
"""


def best(act: Callable[[], Any], rounds: int = ROUNDS) -> tuple[float, Any]:
    """The shortest time of some rounds, in seconds of CPU, and what the act gave."""
    times, given = [], None
    for _ in range(rounds):
        start = time.process_time()
        given = act()
        times.append(time.process_time() - start)
    return min(times), given


# Python -------------------------------------------------------------------------------------


def by_engine(plan: Plan, games: int) -> Array:
    """The rules themselves, a command at a time: ``resolve`` and ``evolve``, and no table."""
    found = np.zeros((len(plan.turns), plan.climates), np.int64)
    number = {climate: n for n, climate in enumerate(plan.table.climates)}
    for game in range(games):
        state = plan.table.state
        while (due := next_roll(state)) is not None:
            state = _resolved(state, due(), game)
        for turn in range(len(plan.turns)):
            state = _resolved(state, Advance(Phase.RPH), game)
            state = _resolved(state, WindChange(), game)
            found[turn, number[climate_of(state)]] += 1
    return found


def _resolved(state: State, command: Command, game: int) -> State:
    outcome = resolve(state, command, SeededDice(SEED, game, str(state.moment), {}))
    if isinstance(outcome, Refusal):
        raise SystemExit(f"{command} is {outcome}")
    return outcome.state


def by_python(plan: Plan, games: int) -> Array:
    """A plain loop over the table, with dice that are made in bulk."""
    found = [[0] * plan.climates for _ in plan.turns]
    steps = [(step, str(moment)) for moment, step in plan.table.path(TURNS)]
    made = [
        struct.unpack(f"<{games}Q", words(SEED, moment, step.purpose, 0, 0, games))
        if step.purpose
        else (0,) * games
        for step, moment in steps
    ]
    setup = len(plan.setup)
    for game in range(games):
        climate = plan.table.start
        for place, (step, _) in enumerate(steps):
            outcome = ((made[place][game] >> 11) * 1296) >> 53
            climate = step.rows[climate][step.column[outcome]]
            if place >= setup:
                found[place - setup][climate] += 1
    return np.array(found)


# C ------------------------------------------------------------------------------------------


class InC:
    """A loop in C over the same table, a block of games at a time."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Compile it."""
        source, library = folder / "walk.c", folder / "walk.so"
        source.write_text(C_LOOP)
        flags = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run(["gcc", *flags, "-o", str(library), str(source)], check=True)
        self._walk = ctypes.CDLL(str(library)).walk
        kinds = [*plan.setup, plan.turns[0]]
        self._plan = plan
        self._columns = np.array([roll.look.columns for roll in kinds], np.uint8)
        self._rows = np.concatenate([roll.rows for roll in kinds]).astype(np.uint16)
        begins = np.cumsum([0, *(len(roll.rows) for roll in kinds)])[:-1]
        self._begins = begins.astype(np.int64)
        self._widths = np.array([roll.look.width for roll in kinds], np.int64)
        self._words = np.zeros((len(plan.setup) + len(plan.turns), C_BLOCK), np.uint64)
        self._zeros = memoryview(bytes(C_BLOCK * 8))

    def count(self, games: int) -> tuple[Array, float]:
        """The counts, and how many seconds of CPU making the dice took."""
        plan, dice = self._plan, 0.0
        found = np.zeros((len(plan.turns), plan.climates), np.int64)
        rolls = [*plan.setup, *plan.turns]
        streams = [
            Keystream(SEED, roll.moment, roll.look.purpose, 0, 0) if roll.look.purpose else None
            for roll in rolls
        ]
        for first in range(0, games, C_BLOCK):
            count = min(C_BLOCK, games - first)
            start = time.process_time()
            for row, stream in zip(self._words, streams, strict=True):
                if stream is not None:
                    stream.read_into(self._zeros[: 8 * count], row[:count].data.cast("B"))
            dice += time.process_time() - start
            self._call(count, found)
        return found, dice

    def _call(self, games: int, found: Array) -> None:
        plan = self._plan
        numbers = (C_BLOCK, games, len(plan.setup), len(plan.turns))
        table = (self._columns, self._rows, self._begins, self._widths)
        self._walk(
            ctypes.c_void_p(self._words.ctypes.data),
            *(ctypes.c_int64(each) for each in numbers),
            *(ctypes.c_void_p(each.ctypes.data) for each in table),
            ctypes.c_int64(plan.table.start),
            ctypes.c_int64(plan.climates),
            ctypes.c_void_p(found.ctypes.data),
        )


def in_c(plan: Plan) -> tuple[float, float, Array] | None:
    """Seconds of CPU of the C loop alone, those of making its dice, and its counts."""
    if shutil.which("gcc") is None:
        print("no gcc on this machine: the C loop is left out")
        return None
    with tempfile.TemporaryDirectory() as folder:
        loop = InC(plan, Path(folder))
        alone, making, found = [], [], None
        for _ in range(ROUNDS):
            took, (found, dice) = best(lambda: loop.count(GAMES), 1)
            alone.append(took - dice)
            making.append(dice)
    return min(alone), min(making), found


# Where the time goes ------------------------------------------------------------------------


def parts(plan: Plan) -> Iterator[tuple[str, float]]:
    """The parts of the NumPy sweep, each done alone for as many games and steps."""
    blocks = -(-GAMES // BLOCK)
    room, zeros = np.zeros(BLOCK, "<u8"), memoryview(bytes(8 * BLOCK))
    look, strides = plan.turns[0].look, plan.strides
    columns = np.zeros(BLOCK, look.columns.dtype)
    shaker = Shaker(look, SEED, "1.1/RPh", 0)
    cells = np.random.default_rng(1).integers(0, len(strides[0].ahead), BLOCK)
    climates = np.zeros(BLOCK, np.intp)
    ahead = strides[0].ahead
    rolled = sum(roll.look.purpose is not None for roll in (*plan.setup, *plan.turns))
    acts: list[tuple[str, int, Callable[[], Any]]] = [
        ("dice (ChaCha20)", rolled, lambda: shaker.roll(room, zeros)),
        ("columns of the dice (take)", rolled, lambda: shaker.shown(room, columns)),
        ("histogram (bincount)", len(strides), lambda: np.bincount(cells)),
        ("next climates (take)", len(strides), lambda: ahead.take(cells, 0, climates, "clip")),
    ]
    for name, times, act in acts:

        def whole(act: Callable[[], Any] = act, times: int = times) -> None:
            for _ in range(blocks * times):
                act()

        yield name, best(whole)[0]


# All of it ----------------------------------------------------------------------------------


def row(what: str, games: float, seconds: float) -> float:
    """Print a way and its games a second; also gives them."""
    print(f"  {what:46}{games / seconds:14,.0f} games/s")
    return games / seconds


def demand_same(one: Array, two: Array) -> None:
    """End where two ways do not count the same."""
    if not (one == two).all():
        raise SystemExit("two ways give other counts")


def measure(name: str) -> None:
    """Measure one scenario, and print a row for each way."""
    plan = plan_of(attrs.evolve(load_scenario(name), turns=TURNS))
    steps = len(plan.setup) + len(plan.turns)
    print(f"{name}: {GAMES:,} games of {len(plan.turns)} Player Turns, {steps} steps each,")
    print(f"  {plan.climates} climates; {plan.strides[0].turns} Player Turns a stride")
    took, counts = best(lambda: count_climates(plan, SEED, 0, GAMES))
    numpy_rate = row("NumPy", GAMES, took)
    numba_rate = 0.0
    if available():
        compiled, same = best(lambda: count_climates(plan, SEED, 0, GAMES, compiled=True))
        demand_same(counts, same)
        numba_rate = row("Numba", GAMES, compiled)
    few, some = 200, 20_000
    engine, found = best(lambda: by_engine(plan, few), 3)
    demand_same(found, count_climates(plan, SEED, 0, few))
    engine_rate = row("Python: the rules, resolve and evolve", few, engine)
    loop, found = best(lambda: by_python(plan, some), 5)
    demand_same(found, count_climates(plan, SEED, 0, some))
    loop_rate = row("Python: a loop over the same table and dice", some, loop)
    print(f"  NumPy is {numpy_rate / engine_rate:,.0f} times the rules,", end=" ")
    print(f"{numpy_rate / loop_rate:.0f} times the loop over the table")
    against_c(plan, counts, numpy_rate, numba_rate)
    print("  where the time of NumPy goes:")
    found_parts = list(parts(plan))
    rest = took - sum(seconds for _, seconds in found_parts)
    for what, seconds in [*found_parts, ("the rest", rest)]:
        print(f"    {what:44}{1000 * seconds:8.1f} ms {100 * seconds / took:5.0f}%")


def against_c(plan: Plan, counts: Array, numpy_rate: float, numba_rate: float) -> None:
    """Print what the C loop does, and what part of it the others reach."""
    measured = in_c(plan)
    if measured is None:
        return
    alone, dice, found = measured
    demand_same(counts, found)
    for what, seconds in (
        ("C -O3: the loop alone, dice at hand", alone),
        ("C -O3: the loop and its dice", alone + dice),
    ):
        rate = row(what, GAMES, seconds)
        print(f"    NumPy, dice and all, is {numpy_rate / rate:.2f} of it", end="")
        print(f"; Numba {numba_rate / rate:.2f}" if numba_rate else "")


def main() -> int:
    """Measure a printed scenario, and one whose setup is all rolled."""
    for name in ("bir-el-qaha", "dyo-gazala"):
        measure(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
