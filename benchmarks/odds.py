"""Compiles tables of climates, and works out 20 Player Turns, in whole numbers and in fractions.

Run ``python -m benchmarks.odds``.
"""

import sys
import time
from collections.abc import Callable
from fractions import Fraction

import attrs

from events.terms import Month
from replays import load_scenario
from sim.climate.odds import chance_reached, climate_odds
from sim.climate.table import OUTCOMES, ClimateTable
from sim.climate.walk import climate_table
from sim.machine.opening import initial_state

TURNS = 10


def best(work: Callable[[], object], rounds: int) -> float:
    """The least time of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def plainly(table: ClimateTable) -> dict[tuple[int, int], Fraction]:
    """The last distribution, with a fraction for each step of each climate."""
    chances = {(table.start, 0): Fraction(1)}
    for _, step in table.path(TURNS):
        after: dict[tuple[int, int], Fraction] = {}
        for (number, most), chance in chances.items():
            for to, share in step.shares(number).items():
                key = to, max(most, table.climates[to].density.level)
                after[key] = after.get(key, Fraction(0)) + chance * Fraction(share, OUTCOMES)
        chances = after
    return chances


def measure(name: str, month: Month) -> None:
    """Measure one scenario."""
    state = initial_state(attrs.evolve(load_scenario(name), month=month))
    compiled = best(lambda: climate_table(state), 3)
    table = climate_table(state)
    told = best(lambda: climate_odds(table, TURNS), 5)
    whole = best(lambda: chance_reached(table, TURNS), 5)
    plain = best(lambda: plainly(table), 2)
    print(f"{name}, {month}: {len(table.climates)} climates, {2 * TURNS} Player Turns")
    print(f"  compile                           {compiled * 1000:8.1f} ms")
    print(f"  all odds                          {told * 1000:8.1f} ms")
    print(f"  ever reached, in whole numbers    {whole * 1000:8.1f} ms")
    print(f"  the same with a Fraction a step   {plain * 1000:8.1f} ms")
    print(f"  whole numbers against fractions   {plain / whole:8.1f} times")


def main() -> int:
    """Measure a printed scenario, a DYO one, and a DYO one in the month with most climates."""
    measure("bir-el-qaha", Month.JUNE)
    measure("dyo-gazala", Month.MAY)
    measure("dyo-gazala", Month.NOVEMBER)
    return 0


if __name__ == "__main__":
    sys.exit(main())
