"""LOS: all pairs within 20 hexes of one 33-column board, one at a time and in bulk.

Each board has SMOKE and an FFE strewn over it. What is asked is whether the LOS is blocked and what
hinders it, which is what VASL's engine answers for a pair.
"""

import random
import time
from collections.abc import Iterator
from typing import Final

import attrs

from benchmarks.table import YARDSTICK, Row, per_second, turns, yardstick
from events.codec import decode_scenario
from replays.game.bundled import bundled_boards
from replays.game.scenario_file import load_board
from sim.bulk.los import LosGrid
from sim.chapter_a.los import Location, trace
from sim.los.features import depressions_of, field_of
from sim.los.line import distance, line_to
from sim.machine.opening import initial_state
from sim.questions.view import ViewQuestion, answer
from sim.state import FFE, Smoke, State, replace

__all__ = ["rows"]

RANGE: Final = 20

AIMS: Final = {"arid-village": 2190, "desert-33": 2710, "hills": 2460}
"""LOS one at a time for each 1,000,000 steps of a plain loop: 1.7 times what 0.1.0 did."""


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
    return replace(state, smoke=smoke, ffes=ffes)


def pairs_within(state: State, range_: int) -> list[tuple[str, str]]:
    """Every pair of different hexes within a range of each other, once."""
    places = list(state.setting.area.names.items())
    return [
        (one, two)
        for n, (here, one) in enumerate(places)
        for there, two in places[n + 1 :]
        if there.column - here.column <= range_ and distance(here, there) <= range_
    ]


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure every bundled board."""
    for board in bundled_boards():
        yield from _measured(board, 3 if quick else 9, 1000 if quick else 4000)


def _measured(board: str, rounds: int, count: int) -> Iterator[Row]:
    state = strewn(board)
    pairs = pairs_within(state, RANGE)
    line_to.cache_clear()
    start = time.process_time()
    grid = LosGrid(state.setting, pairs)
    geometry = time.process_time() - start
    depressions = depressions_of(state.setting)
    some = random.Random(1).sample(pairs, count)  # noqa: S311 - a sample of pairs
    ends = [tuple(Location(name, -(name in depressions)) for name in pair) for pair in some]
    field = field_of(state)
    found = turns(
        rounds,
        single=lambda: [trace(field, one, two) for one, two in ends],
        steps=yardstick,
        bulk=lambda: grid.trace(state),
        field=lambda: [field_of(state) for _ in range(100)],
        view=lambda: answer(state, ViewQuestion(firer=Location("Q5"))),
    )
    rate = per_second(count, found.median("single"), "LOS")
    weight = 1e6 * count / YARDSTICK
    ratios = found.ratios("single", "steps", weight)
    loop = "1,000,000 steps of a plain loop"
    yield Row(f"{board}, one at a time", rate, ratios, loop, AIMS.get(board))
    rate = per_second(len(pairs), found.median("bulk"), "LOS")
    times = found.ratios("bulk", "single", len(pairs) / count)
    yield Row(f"{board}, {len(pairs)} in bulk", rate, times, "one at a time")
    yield Row(f"{board}, geometry of all pairs, once", f"{geometry:.2f} s")
    yield Row(f"{board}, what stands where, gathered", f"{found.median('field') * 1e4:.0f} us")
    yield Row(f"{board}, what one hex sees, with DRM", f"{found.median('view') * 1000:.0f} ms")
