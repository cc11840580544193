"""The weather that a game had against its exact odds: was this luck?"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

import attrs

from events.scenario import Scenario
from events.terms import Density, Rain, WindForce
from replays.chances.of_scenario import table_of
from replays.report.model import Chance, Luck
from sim.climate.climate import Climate, climate_of
from sim.climate.counts import count_chances
from sim.state import State

__all__ = ["luck_of", "luck_told", "verdict_of"]


def _dust(climate: Climate, density: Density) -> bool:
    return climate.density.level >= density.level


def _rain(climate: Climate) -> bool:
    return climate.sky.rain is not Rain.NONE


def _gusts(climate: Climate) -> bool:
    return climate.wind.gusts


def _heavy_winds(climate: Climate) -> bool:
    return climate.wind.force is WindForce.HEAVY_WINDS


def _called(density: Density) -> str:
    return f"{density} Dust" + ("" if density is Density.EXTREMELY_HEAVY else " or denser")


_MEASURES: Final[tuple[tuple[str, Callable[[Climate], bool]], ...]] = (
    *(
        (_called(density), partial(_dust, density=density))
        for density in Density
        if density is not Density.NONE
    ),
    ("Rain", _rain),
    ("Gusts", _gusts),
    ("Heavy Winds", _heavy_winds),
)
"""What is counted, Player Turn by Player Turn."""

SELDOM: Final = Fraction(1, 20)
"""Two-sided chances below this are called unusual."""


def luck_of(scenario: Scenario, seen: Sequence[State]) -> tuple[Luck, ...]:
    """Each measure of the weather against its exact chance.

    What the scenario makes impossible, or certain, has no luck in it and is left out.

    Args:
        scenario: the scenario, from whose setup on chances are worked out.
        seen: the states of all Player Turns from the first on, after their Wind Change DR.
    """
    if not seen:
        return ()
    table = table_of(scenario)
    found = []
    for what, holds in _MEASURES:
        chances = count_chances(table, len(seen), holds)
        if max(chances) < 1:
            count = sum(holds(climate_of(state)) for state in seen)
            found.append(_luck(what, count, chances))
    return tuple(attrs.evolve(each, verdict=verdict_of(each, len(found))) for each in found)


def _luck(what: str, seen: int, chances: Sequence[Fraction]) -> Luck:
    many, few = sum(chances[seen:], Fraction(0)), sum(chances[: seen + 1], Fraction(0))
    mean = sum((n * chance for n, chance in enumerate(chances)), Fraction(0))
    two = min(Fraction(1), 2 * min(many, few))
    count = len(chances) - 1
    return Luck(what, seen, count, float(mean), _chance(many), _chance(few), float(two), "")


def _chance(value: Fraction) -> Chance:
    return Chance(f"{value.numerator}/{value.denominator}", float(value))


def verdict_of(luck: Luck, measures: int) -> str:
    """A measure in words.

    Args:
        luck: the measure.
        measures: how many there are; one of so many may well look unusual.
    """
    if not luck.two_sided:
        return "impossible in this scenario"
    more = luck.as_many.decimal < luck.as_few.decimal
    much = "much" if more else "little"
    if luck.two_sided >= 4 * SELDOM:
        return "as usual"
    if luck.two_sided >= SELDOM:
        return f"rather {much}, but not unusual"
    if luck.two_sided * measures >= SELDOM:
        return f"unusually {much}, as one of {measures} may be"
    return f"very unusually {much}"


def luck_told(found: Sequence[Luck]) -> str:
    """What may be said of all measures together."""
    if not found:
        return "Nothing in this weather was left to the dice."
    odd = [each.what for each in found if each.two_sided * len(found) < SELDOM]
    if odd:
        return f"Seldom do dice give a scenario this weather: see {', '.join(odd)}."
    return "The dice gave no weather that would be unusual in this scenario."
