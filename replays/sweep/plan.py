"""A table of climates as arrays, ready for millions of games."""

from functools import cached_property
from typing import Final, NamedTuple

import attrs
import numpy as np

from events.scenario import Scenario
from replays.sweep.columns import Array, Lookup, lookup
from sim.climate.table import ClimateTable, Step
from sim.climate.walk import climate_table
from sim.machine.opening import initial_state

__all__ = ["ClimateRoll", "Plan", "Stride", "plan_of"]

_MOST_CELLS: Final = 1 << 16
"""A table of strides has no more cells, so that it stays in the cache."""

_MOST_COMBINATIONS: Final = 256
"""The columns of a stride together fit in a byte."""

_LONGEST: Final = 4


class ClimateRoll(NamedTuple):
    """A step at its moment: how its dice are addressed, and where its columns lead."""

    moment: str
    look: Lookup
    rows: Array


@attrs.frozen(eq=False)
class Stride:
    """Some Player Turns at once: where all their columns together lead.

    Attributes:
        turns: how many Player Turns it takes.
        after: for each of them, the climate after it; the cell of climate and columns is
            ``climate * combinations + columns``, columns in base ``width``, the first highest.
        ahead: the climate after the last, times ``combinations``.
        combinations: how many columns there are together.
    """

    turns: int
    after: tuple[Array, ...]
    ahead: Array
    combinations: int


@attrs.frozen(eq=False, slots=False)
class Plan:
    """How the games of a scenario go from climate to climate.

    Attributes:
        table: what it was made of.
        setup: the steps of setup.
        turns: each Player Turn.
    """

    table: ClimateTable
    setup: tuple[ClimateRoll, ...]
    turns: tuple[ClimateRoll, ...]

    @property
    def climates(self) -> int:
        """How many climates can be met."""
        return len(self.table.climates)

    def stride(self, turns: int) -> Stride:
        """A stride of so many Player Turns."""
        look, rows = self.turns[0].look, self.turns[0].rows
        after = [rows]
        for _ in range(turns - 1):
            after.append(_onward(rows, after[-1], look.width))
        combinations = look.width**turns
        cells = combinations * self.climates
        spread = tuple(np.repeat(each, cells // len(each)) for each in after)
        return Stride(turns, spread, after[-1] * combinations, combinations)

    @cached_property
    def strides(self) -> list[Stride]:
        """Strides that take all Player Turns; only the last may be shorter."""
        longest = self._longest()
        whole, rest = divmod(len(self.turns), longest)
        return [self.stride(longest)] * whole + ([self.stride(rest)] if rest else [])

    def _longest(self) -> int:
        width = self.turns[0].look.width
        for turns in range(min(_LONGEST, len(self.turns)), 1, -1):
            many = width**turns
            if many <= _MOST_COMBINATIONS and many * self.climates <= _MOST_CELLS:
                return turns
        return 1


def _onward(rows: Array, after: Array, width: int) -> Array:
    """Where one more Player Turn leads, for each column of it."""
    found: Array = rows.reshape(-1, width)[after].ravel()
    return found


def plan_of(scenario: Scenario) -> Plan:
    """The plan of a scenario, from its setup to the end of its last Game Turn."""
    table = climate_table(initial_state(scenario))
    setup = tuple(_roll("setup", step) for step in table.setup)
    turn = _roll("", table.player_turn)
    turns = tuple(turn._replace(moment=str(m)) for m in table.player_turns(scenario.turns))
    return Plan(table, setup, turns)


def _roll(moment: str, step: Step) -> ClimateRoll:
    return ClimateRoll(moment, lookup(step), np.array(step.rows, np.intp).ravel())
