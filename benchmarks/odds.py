"""Compiles tables of climates, and works out 20 Player Turns, in whole numbers and in fractions."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import attrs

from benchmarks.table import Row, turns
from events.terms import Month
from replays import load_scenario
from sim.climate.exact_odds import chance_reached, climate_odds
from sim.climate.table import OUTCOMES, ClimateTable
from sim.climate.walk import climate_table
from sim.machine.opening import initial_state

__all__ = ["rows"]

TURNS: Final = 10
COMPILED: Final = 2.0
"""Seconds that a table of climates shall take at most."""

TOLD: Final = 0.010
"""Seconds that all odds shall take at most."""


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


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure a printed scenario, a DYO one, and a DYO one in the month with most climates."""
    yield from _measured("bir-el-qaha", Month.JUNE, quick=quick)
    yield from _measured("dyo-gazala", Month.MAY, quick=quick)
    yield from _measured("dyo-gazala", Month.NOVEMBER, quick=quick)


def _measured(name: str, month: Month, *, quick: bool) -> Iterator[Row]:
    """Measure one scenario."""
    state = initial_state(attrs.evolve(load_scenario(name), month=month))
    table = climate_table(state)
    compiling = turns(1 if quick else 3, table=lambda: climate_table(state))
    found = turns(
        3 if quick else 9,
        told=lambda: climate_odds(table, TURNS),
        whole=lambda: chance_reached(table, TURNS),
        plain=lambda: plainly(table),
    )
    shown = f"{name} in {month}"
    of = f"{len(table.climates)} climates"
    seconds = compiling.seconds["table"]
    yield Row(
        f"{shown}, {of}", f"{compiling.median('table'):.2f} s", seconds, "a second", 2, most=True
    )
    told = found.seconds["told"]
    ratios = [each / TOLD for each in told]
    yield Row(
        f"{shown}, all odds", f"{found.median('told') * 1000:.1f} ms", ratios, "10 ms", 1, most=True
    )
    rate = f"{found.median('whole') * 1000:.1f} ms"
    against = "a chain of fractions"
    yield Row(f"{shown}, ever reached", rate, found.ratios("whole", "plain"), against)
