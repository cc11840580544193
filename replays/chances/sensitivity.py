"""``sensitivity``: which setting of a scenario moves the odds of Dust, and how far."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import attrs

from events.scenario import Scenario
from events.terms import EC, Density, Month, TimeOfDay, Weather, WindForce
from replays.chances.odds import known_of
from replays.game.scenario_file import load_scenario
from replays.game.text import html_table
from sim.chapter_11.dust import ENOUGH_BOMBARDMENTS
from sim.chapter_b.wind_change import has_direction
from sim.climate.climate import percent
from sim.climate.exact_odds import DUSTY, chance_reached, climate_odds
from sim.climate.walk import climate_table
from sim.machine.opening import initial_state
from sim.soundness import MOST_TURNS, ROLLABLE, faults, sound

Reached = dict[Density, Fraction]


@attrs.frozen
class Value:
    """A value of a setting, all else as it is, and the chances of ever reaching each density."""

    name: str
    reached: Reached = attrs.field(hash=False)

    def rank(self, density: Density) -> tuple[Fraction, ...]:
        """Its chance of a density; where values are alike in that, the denser ones tell."""
        return self.reached[density], *(self.reached[each] for each in reversed(DUSTY))


@attrs.frozen
class VariedSetting:
    """A setting of a scenario, and what each of its sound values does."""

    name: str
    now: str
    values: tuple[Value, ...]

    def least(self, density: Density) -> Value:
        """The value with the lowest chance of a density."""
        return min(self.values, key=lambda each: each.rank(density))

    def most(self, density: Density) -> Value:
        """The value with the highest chance of a density."""
        return max(self.values, key=lambda each: each.rank(density))

    def span(self, density: Density) -> Fraction:
        """How far the setting moves the chance of a density."""
        return self.most(density).reached[density] - self.least(density).reached[density]

    def said(self, density: Density) -> str:
        """The span in words, from the least chance to the greatest."""
        low, high = self.least(density).reached[density], self.most(density).reached[density]
        return f"{percent(low)} to {percent(high)}"

    @property
    def extremes(self) -> tuple[str, str]:
        """The values with the lowest and the highest chance of the density that it moves most."""
        density = max(DUSTY, key=self.span)
        return self.least(density).name, self.most(density).name

    @property
    def whole_span(self) -> Fraction:
        """How far it moves the chances of all densities together."""
        return sum((self.span(density) for density in DUSTY), Fraction(0))


@attrs.frozen
class Sensitivity:
    """How the chance of ever reaching each density depends on each setting.

    The setting that moves it most comes first; ``fixed`` are those that have no other sound value
    as long as the rest stays.
    """

    name: str
    turns: int
    reached: Reached = attrs.field(hash=False)
    settings: tuple[VariedSetting, ...]
    fixed: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        """What each setting does, as notebooks show it: from the least chance to the greatest."""
        rows = (
            [setting.name, setting.now, *(setting.said(density) for density in DUSTY)]
            for setting in self.settings
        )
        title = f"{self.name}: what moves the chance of ever reaching each density"
        return html_table(title, ("", "now", *map(str, DUSTY)), rows)


_VALUES: Final[dict[str, Iterable[Any]]] = {
    "weather": Weather,
    "wind": WindForce,
    "ec": EC,
    "time_of_day": TimeOfDay,
    "dust": Density,
    "month": Month,
    "steppe": (False, True),
    "bombardments": range(ENOUGH_BOMBARDMENTS + 1),
    "dyo": (),
}
"""Every setting that is varied but the Game Turns, and its values."""


def sensitivity(source: Scenario | str | Path, *, turns: int | None = None) -> Sensitivity:
    """Vary one setting of a scenario after the other, over all its sound values.

    ``turns`` is the last Game Turn to look at, that of the scenario if None.
    """
    scenario = source if isinstance(source, Scenario) else load_scenario(source)
    scenario = sound(scenario if turns is None else attrs.evolve(scenario, turns=turns))
    here = reached_in(scenario)
    settings, fixed = [_turns(scenario)], []
    for name in _VALUES:
        values = tuple(
            Value(said, here if other == scenario else reached_in(other))
            for said, other in _variants(scenario, name)
            if other == scenario or not list(faults(other))
        )
        if len(values) > 1:
            now = _AS_IT_IS if name == "dyo" else _said(getattr(scenario, name))
            settings.append(VariedSetting(name, now, values))
        else:
            fixed.append(name)
    settings.sort(key=lambda each: -each.whole_span)
    return Sensitivity(scenario.name, scenario.turns, here, tuple(settings), tuple(fixed))


def reached_in(scenario: Scenario) -> Reached:
    """The chance of ever reaching each density in a scenario.

    Scenarios that differ in setup alone share what is known of their Player Turns.
    """
    table = climate_table(initial_state(scenario), known_of(scenario))
    return chance_reached(table, scenario.turns)


def _turns(scenario: Scenario) -> VariedSetting:
    """Game Turns from one to twice as many, which all have the same table."""
    most = min(2 * scenario.turns, MOST_TURNS)
    odds = climate_odds(climate_table(initial_state(scenario), known_of(scenario)), most)
    values = (
        Value(str(each.moment.turn), each.reached)
        for each in odds.player_turns
        if each.moment.player == 2
    )
    return VariedSetting("turns", str(scenario.turns), tuple(values))


def _said(value: Any) -> str:
    if value is None:
        return "roll"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


_AS_IT_IS: Final = "as it is"


def _variants(scenario: Scenario, name: str) -> Iterator[tuple[str, Scenario]]:
    """The scenario with each value of a setting; those that need no Wind Direction lose it.

    ``dyo`` is with everything rolled that a DYO scenario can roll.
    """
    if name == "dyo":
        yield _AS_IT_IS, scenario
        rolled: dict[str, Any] = dict.fromkeys(ROLLABLE)
        yield "all rolled", attrs.evolve(scenario, dyo=True, wind_direction=None, **rolled)
    for value in (*_VALUES[name], *((None,) if name in ROLLABLE else ())):
        changes = {name: value}
        if isinstance(value, WindForce) and not has_direction(value):
            changes["wind_direction"] = None
        yield _said(value), attrs.evolve(scenario, **changes)
