"""The chance of each climate, one by one: what the odds of kinds of climates must add up to."""

from collections.abc import Iterator
from fractions import Fraction

from events.moment import Moment
from sim.climate.climate import Climate
from sim.climate.exact_odds import _chain
from sim.climate.table import ClimateTable, kinds_of


def climate_chances(
    table: ClimateTable, turns: int
) -> Iterator[tuple[Moment, dict[Climate, Fraction]]]:
    """The chance of each climate in every Player Turn to come, whatever it tells."""
    every = kinds_of(table, lambda climate: climate)
    for moment, weights, total in _chain(table, turns, every):
        chances = {
            table.climates[every.examples[n]]: Fraction(share, total)
            for n, share in weights.items()
        }
        yield moment, chances
