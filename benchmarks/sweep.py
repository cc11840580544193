"""A million games of 20 Player Turns, counted by Player Turn, against plain loops of Python and C.

All ways count the same games: whoever gives another count ends the benchmark. The C loop needs
``gcc``; without it that part is left out.
"""

import ctypes
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from enum import Enum, auto, unique
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np

from benchmarks.table import Act, Row, per_second, turns
from events.commands import Advance, Command, WindChange
from events.moment import Phase
from replays import load_scenario
from replays.sweep.kernel import BLOCK, Plan, Shaker, count_climates, plan_of
from sim.chapter_11.setup import next_roll
from sim.climate.climate import climate_of
from sim.machine.decide import resolve
from sim.machine.dice import Keystream, SeededDice, words
from sim.machine.telling import Refusal
from sim.state import State

__all__ = ["rows"]

GAMES: Final = 1_000_000
FEW: Final = 200
SOME: Final = 20_000
"""Games of the ways that are slow."""

TURNS: Final = 10
SEED: Final = "benchmark"
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


@unique
class Dice(Enum):
    """Whether a loop makes its dice, or finds those of the last time."""

    MADE = auto()
    AT_HAND = auto()


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

    def count(self, games: int, dice: "Dice") -> Array:
        """The counts; with dice at hand they mean nothing, but take as long to make."""
        plan = self._plan
        found = np.zeros((len(plan.turns), plan.climates), np.int64)
        streams = [
            Keystream(SEED, roll.moment, roll.look.purpose, 0, 0) if roll.look.purpose else None
            for roll in (*plan.setup, *plan.turns)
        ]
        for first in range(0, games, C_BLOCK):
            count = min(C_BLOCK, games - first)
            if dice is Dice.MADE:
                for row, stream in zip(self._words, streams, strict=True):
                    if stream is not None:
                        stream.read_into(self._zeros[: 8 * count], row[:count].data.cast("B"))
            self._call(count, found)
        return found

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

        yield name, turns(3, part=whole).median("part")


# All of it ----------------------------------------------------------------------------------


def demand_same(one: Array, two: Array) -> None:
    """End where two ways do not count the same."""
    if not (one == two).all():
        raise SystemExit("two ways give other counts")


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure a printed scenario, and one whose setup is all rolled."""
    for name in ("bir-el-qaha", "dyo-gazala"):
        yield from _measured(name, quick=quick)


def _measured(name: str, *, quick: bool) -> Iterator[Row]:
    """Measure one scenario: every way counts the same games, and takes turns with the others."""
    plan = plan_of(attrs.evolve(load_scenario(name), turns=TURNS))
    counts = count_climates(plan, SEED, 0, GAMES)
    demand_same(by_engine(plan, FEW), count_climates(plan, SEED, 0, FEW))
    demand_same(by_python(plan, SOME), count_climates(plan, SEED, 0, SOME))
    sides: dict[str, Act] = {
        "numpy": lambda: count_climates(plan, SEED, 0, GAMES),
        "rules": lambda: by_engine(plan, FEW),
        "loop": lambda: by_python(plan, SOME),
    }
    games = {"rules": FEW, "loop": SOME}
    with tempfile.TemporaryDirectory() as folder:
        if shutil.which("gcc") is not None:
            loop = InC(plan, Path(folder))
            demand_same(counts, loop.count(GAMES, Dice.MADE))
            sides["c"] = lambda: loop.count(GAMES, Dice.AT_HAND)
            sides["c and dice"] = lambda: loop.count(GAMES, Dice.MADE)
            games["c"] = games["c and dice"] = GAMES
        found = turns(3 if quick else 9, **sides)
    rate = per_second(GAMES, found.median("numpy"), "games")
    for against, what, aim in (
        ("rules", "the rules, one command at a time", 140),
        ("loop", "a loop of Python over the table", None),
        ("c", "a loop of C, dice at hand", 0.3),
        ("c and dice", "a loop of C and its dice", None),
    ):
        if against in sides:
            ratios = found.ratios("numpy", against, GAMES / games[against])
            yield Row(f"{name}, NumPy", rate, ratios, what, aim)
    if "c" not in sides:
        yield Row(f"{name}, C", "left out", against="gcc is not on this machine")
    took = found.median("numpy")
    for what, seconds in parts(plan):
        yield Row(f"{name}, of NumPy: {what}", f"{1000 * seconds:.1f} ms", [seconds / took], "all")
