"""``sensitivity``: which setting of a scenario moves the odds of Dust, and how far."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import attrs

from events.scenario import Scenario
from events.terms import EC, Density, Month, TimeOfDay, Weather, WindForce
from replays.chances.odds import known_of
from replays.game.scenario_file import load_scenario
from replays.game.text import html_table
from sim.chapter_11.setup import ENOUGH_BOMBARDMENTS
from sim.chapter_b.wind_change import has_direction
from sim.climate.climate import percent
from sim.climate.exact_odds import DUSTY, chance_reached, climate_odds
from sim.climate.walk import climate_table
from sim.machine.opening import initial_state
from sim.soundness import MOST_TURNS, ROLLABLE, faults, sound

Reached = dict[Density, Fraction]
Variants = Iterator[tuple[str, Scenario]]


@attrs.frozen
class Value:
    """A value of a setting, all else as it is."""

    name: str
    reached: Reached = attrs.field(hash=False)


def _in_all(value: Value) -> tuple[Fraction, ...]:
    """What tells values apart that are alike in one density: their chances in the denser ones."""
    return tuple(value.reached[density] for density in reversed(DUSTY))


@attrs.frozen
class VariedSetting:
    """A setting of a scenario, and what each of its sound values does."""

    name: str
    now: str
    values: tuple[Value, ...]

    def least(self, density: Density) -> Value:
        """The value with the lowest chance of a density."""
        return min(self.values, key=lambda each: (each.reached[density], *_in_all(each)))

    def most(self, density: Density) -> Value:
        """The value with the highest chance of a density."""
        return max(self.values, key=lambda each: (each.reached[density], *_in_all(each)))

    def span(self, density: Density) -> Fraction:
        """How far the setting moves the chance of a density."""
        return self.most(density).reached[density] - self.least(density).reached[density]

    @property
    def whole_span(self) -> Fraction:
        """How far it moves the chances of all densities together."""
        return sum((self.span(density) for density in DUSTY), Fraction(0))


@attrs.frozen
class Sensitivity:
    """How the chance of ever reaching each density depends on each setting.

    Attributes:
        name: title of the scenario.
        turns: its Game Turns.
        reached: the chances as the scenario is.
        settings: the settings that have another sound value; the one that moves most comes first.
        fixed: the settings that have no other sound value as long as the rest stays.
    """

    name: str
    turns: int
    reached: Reached = attrs.field(hash=False)
    settings: tuple[VariedSetting, ...]
    fixed: tuple[str, ...] = ()

    def ranked(self, density: Density) -> tuple[VariedSetting, ...]:
        """The settings by how far they move the chance of one density."""
        return tuple(sorted(self.settings, key=lambda each: -each.span(density)))

    def _repr_html_(self) -> str:
        """What each setting does, as notebooks show it: from the least chance to the greatest."""
        rows = (
            [
                setting.name,
                setting.now,
                *(
                    f"{percent(setting.least(density).reached[density])} to "
                    f"{percent(setting.most(density).reached[density])}"
                    for density in DUSTY
                ),
            ]
            for setting in self.settings
        )
        heads = ("", "now", *map(str, DUSTY))
        title = f"{self.name}: what moves the chance of ever reaching each density"
        return html_table(title, heads, rows)


_ROLLED: Final = tuple(ROLLABLE)
_ROLL: Final = "roll"


def sensitivity(source: Scenario | str | Path) -> Sensitivity:
    """Vary one setting of a scenario after the other, over all its sound values."""
    scenario = sound(source) if isinstance(source, Scenario) else load_scenario(source)
    here = reached_in(scenario)
    settings, fixed = [_turns(scenario)], []
    for name, (now, variants) in SETTINGS.items():
        values = tuple(
            Value(said, here if other == scenario else reached_in(other))
            for said, other in variants(scenario)
            if other == scenario or not list(faults(other))
        )
        if len(values) > 1:
            settings.append(VariedSetting(name, now(scenario), values))
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


def said_turns(scenario: Scenario) -> range:
    """The Game Turns that are tried: from one to twice as many."""
    return range(1, min(2 * scenario.turns, MOST_TURNS) + 1)


def _turns(scenario: Scenario) -> VariedSetting:
    """Game Turns from one to twice as many, which all have the same table."""
    most = said_turns(scenario)[-1]
    odds = climate_odds(climate_table(initial_state(scenario), known_of(scenario)), most)
    values = (
        Value(str(each.moment.turn), each.reached)
        for each in odds.player_turns
        if each.moment.player == 2
    )
    return VariedSetting("turns", str(scenario.turns), tuple(values))


def _said(value: Any) -> str:
    if value is None:
        return _ROLL
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _now(field: str) -> Callable[[Scenario], str]:
    return lambda scenario: _said(getattr(scenario, field))


def _each(field: str, values: Any) -> Callable[[Scenario], Variants]:
    """All values of a field; those that need No Wind or a direction get it."""

    def variants(scenario: Scenario) -> Variants:
        rolled = (None,) if field in _ROLLED else ()
        for value in (*values, *rolled):
            changes = {field: value}
            if isinstance(value, WindForce) and not has_direction(value):
                changes["wind_direction"] = None
            yield _said(value), attrs.evolve(scenario, **changes)

    return variants


def _design_your_own(scenario: Scenario) -> Variants:
    """As it is, and with everything rolled that a DYO scenario can roll."""
    yield "as it is", scenario
    rolled: dict[str, Any] = dict.fromkeys(_ROLLED)
    yield "all rolled", attrs.evolve(scenario, dyo=True, wind_direction=None, **rolled)


SETTINGS: Final[dict[str, tuple[Callable[[Scenario], str], Callable[[Scenario], Variants]]]] = {
    **{
        name: (_now(name), _each(name, values))
        for name, values in (
            ("weather", Weather),
            ("wind", WindForce),
            ("ec", EC),
            ("time_of_day", TimeOfDay),
            ("dust", Density),
            ("month", Month),
            ("steppe", (False, True)),
            ("bombardments", range(ENOUGH_BOMBARDMENTS + 1)),
        )
    },
    "dyo": (lambda _: "as it is", _design_your_own),
}
"""Every setting that is varied: its value in a scenario, and the scenarios with each value."""
