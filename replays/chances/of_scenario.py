"""The tables of climates of a scenario, worked out once for all of its games that come together."""

from functools import lru_cache
from typing import Any, Final

import attrs

from events.scenario import Scenario
from events.terms import Month
from replays.playing.logs import start_of
from sim.climate.table import ClimateTable
from sim.climate.walk import Known, climate_table
from sim.machine.remembered import lately
from sim.soundness import ROLLABLE
from sim.state import State

__all__ = ["known_of", "table_from", "table_of"]

_SETUP_ONLY: Final[dict[str, Any]] = {
    **dict.fromkeys(ROLLABLE),
    "wind_direction": None,
    "month": Month.JUNE,
    "bombardments": 0,
    "dyo": True,
}
"""What only setup asks for: scenarios that differ in this alone have the same Player Turns."""


@lately
def known_of(scenario: Scenario) -> Known:
    """What is known of the Player Turns of a scenario, and of all that differ in setup alone."""
    return _known_in_play(attrs.evolve(scenario, **_SETUP_ONLY))


@lru_cache(maxsize=4)
def _known_in_play(alike: Scenario) -> Known:
    """What is known of the Player Turns of the scenarios that are this one but for setup."""
    del alike
    return Known()


def table_from(state: State) -> ClimateTable:
    """The table of a game, from its present state on."""
    return climate_table(state, known_of(state.setting.scenario))


@lately
def table_of(scenario: Scenario) -> ClimateTable:
    """The table of a scenario, from its setup on.

    Raises:
        BadInput: when its boards or rulings are impossible.
    """
    return climate_table(start_of(scenario), known_of(scenario))
