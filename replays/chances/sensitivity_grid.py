"""Sensitivity to two settings at once: the odds of Dust with every pair of their values."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

import attrs

from events.errors import BadInput
from events.html_table import html_table
from events.scenario import Scenario
from events.terms import Density
from replays.chances.sensitivity import SETTINGS, Reached, reached_in, said_turns
from replays.scenarios.library import load_scenario
from sim.climate.odds import DUSTY
from sim.climate.percent import percent
from sim.soundness import faults, sound

__all__ = ["GridSide", "SensitivityGrid", "sensitivity_grid"]

_TURNS: Final = "turns"

Variants = Iterator[tuple[str, Scenario]]
_Varied = tuple[Callable[[Scenario], str], Callable[[Scenario], Variants]]


@attrs.frozen
class GridSide:
    """One of the two settings.

    Attributes:
        name: the setting, as scenarios write it.
        now: the value that it has.
        values: its values, in their order; each is sound with some value of the other setting.
    """

    name: str
    now: str
    values: tuple[str, ...]


@attrs.frozen
class SensitivityGrid:
    """The chance of ever reaching each density, by two settings of a scenario.

    Attributes:
        name: title of the scenario.
        down: the setting whose values are rows.
        across: the setting whose values are columns.
        reached: the chances with a value of each, all else as it is; a pair that would make the
            scenario unsound is not there.
    """

    name: str
    down: GridSide
    across: GridSide
    reached: dict[tuple[str, str], Reached] = attrs.field(hash=False)

    @property
    def most_moved(self) -> Density:
        """The density whose chance the two move farthest; of several the least dense."""

        def span(density: Density) -> Fraction:
            chances = [each[density] for each in self.reached.values()]
            return max(chances) - min(chances)

        return max(DUSTY, key=span)

    def _repr_html_(self) -> str:
        """The grid as notebooks show it, for the density that it moves most."""
        density = self.most_moved
        rows = (
            [
                down,
                *(
                    percent(self.reached[down, across][density])
                    if (down, across) in self.reached
                    else ""
                    for across in self.across.values
                ),
            ]
            for down in self.down.values
        )
        title = f"{self.name}: chance of {density} Dust by {self.down.name} and {self.across.name}"
        return html_table(title, ("", *self.across.values), rows)


def sensitivity_grid(source: Scenario | str | Path, down: str, across: str) -> SensitivityGrid:
    """Vary two settings of a scenario together, over all pairs of their sound values.

    Args:
        source: a scenario, a TOML file, or the name of a bundled scenario.
        down: a setting, such as ``weather``; the names are those of `sensitivity`.
        across: another.

    Raises:
        BadInput: when the scenario cannot be read or is not sound, or there are no such settings.
    """
    scenario = sound(source) if isinstance(source, Scenario) else load_scenario(source)
    rows, columns = _varied(down), _varied(across)
    if rows[0] == columns[0]:
        raise BadInput("two settings are expected, and this is named twice", down)
    (one, (one_now, one_values)), (two, (two_now, two_values)) = rows, columns
    found: dict[tuple[str, str], Reached] = {}
    down_said: dict[str, bool] = {}
    across_said: dict[str, bool] = {}
    for first, half in one_values(scenario):
        for second, whole in two_values(half):
            there = whole == scenario or not list(faults(whole))
            down_said[first] = down_said.get(first, False) or there
            across_said[second] = across_said.get(second, False) or there
            if there:
                found[first, second] = reached_in(whole)
    return SensitivityGrid(
        scenario.name,
        GridSide(one, one_now(scenario), _kept(down_said)),
        GridSide(two, two_now(scenario), _kept(across_said)),
        found,
    )


def _kept(said: dict[str, bool]) -> tuple[str, ...]:
    return tuple(name for name, there in said.items() if there)


def _varied(name: str) -> tuple[str, _Varied]:
    """A setting by its name, and how it is varied.

    Raises:
        BadInput: when no setting is called so.
    """
    known: dict[str, _Varied] = {_TURNS: (lambda scenario: str(scenario.turns), _turns), **SETTINGS}
    called = name.strip().lower().replace("-", "_").replace(" ", "_")
    if called not in known:
        raise BadInput(f"no such setting; one of {', '.join(known)} is expected", name[:40])
    return called, known[called]


def _turns(scenario: Scenario) -> Variants:
    for turns in said_turns(scenario):
        yield str(turns), attrs.evolve(scenario, turns=turns)
