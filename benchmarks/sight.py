"""LOS: all pairs within 20 hexes of one 33-column board, one at a time and in bulk.

Run on demand: ``pip install -e '.[bench]' && python -m benchmarks.sight``. Every number is the best
of some rounds in this one process; only the ratios mean anything on another machine. Each board
has SMOKE, an FFE and wrecks strewn over it. What is asked is whether the LOS is blocked and what
hinders it, which is what VASL's engine answers for a pair.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import attrs

from events.codec import decode_scenario
from replays.scenarios.bundled import bundled_boards
from replays.scenarios.library import load_board
from sim.bulk.los import LosGrid, pairs_within
from sim.chapter_a.los import Location, trace
from sim.los.features import depressions_of, field_of
from sim.los.line import line_to
from sim.machine.opening import initial_state
from sim.questions.view import ViewQuestion, answer
from sim.state import FFE, Smoke, State, but

RANGE = 20
ROUNDS = 5


def best(act: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """The shortest time of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return min(times)


def strewn(board: str) -> State:
    """The state of a board with counters in hexes drawn from a fixed seed."""
    facts = decode_scenario(
        {
            "name": "sight",
            "land": "Libya",
            "month": "June",
            "turns": 1,
            "sides": ["A", "B"],
            "ec": "Very Dry",
            "dust": "Moderate",
            "boards": [{"name": "X", "desert": True}],
        }
    )
    state = initial_state(attrs.evolve(facts, boards=(load_board(board),)))
    chance = random.Random(7)  # noqa: S311 - which hexes the benchmark draws
    names = list(state.setting.area.record)
    smoke, ffes = state.smoke, state.ffes
    for n in range(20):
        smoke = smoke.set(f"s{n}", Smoke(chance.choice(names), "A", dispersed=n % 2 == 0))
    ffes = ffes.set("f", FFE(chance.choice(names), 105, 1))
    return but(state, smoke=smoke, ffes=ffes)


def measure(board: str) -> None:
    """Measure one board and print a row for each way."""
    state = strewn(board)
    pairs = pairs_within(state.setting, RANGE)
    line_to.cache_clear()
    start = time.perf_counter()
    grid = LosGrid(state.setting, pairs)
    geometry = time.perf_counter() - start
    bulk = best(lambda: grid.trace(state))
    depressions = depressions_of(state.setting)
    some = random.Random(1).sample(pairs, 4000)  # noqa: S311 - a sample of pairs
    ends = [tuple(Location(name, -(name in depressions)) for name in pair) for pair in some]
    field = field_of(state)
    single = best(lambda: [trace(field, one, two) for one, two in ends], 3) / len(ends)
    view = best(lambda: answer(state, ViewQuestion(firer=Location("Q5"))), ROUNDS)
    print(f"{board}: {len(pairs)} pairs within {RANGE} hexes")
    print(f"  geometry, once                {geometry:8.3f} s")
    print(f"  in bulk                       {len(pairs) / bulk:10,.0f} pairs/s")
    print(f"  one at a time                 {1 / single:10,.0f} pairs/s")
    print(f"  bulk against one at a time    {len(pairs) / bulk * single:10.1f} times")
    print(f"  what one hex sees, with DRM   {view * 1000:10.1f} ms")


def main() -> int:
    """Measure every bundled board."""
    for board in bundled_boards():
        measure(board)
    return 0


if __name__ == "__main__":
    sys.exit(main())
