"""The tables of climates of a scenario, worked out once for all of its games that come together."""

from events.scenario import Scenario
from replays.playing.logs import start_of
from sim.climate.table import ClimateTable
from sim.climate.walk import Known, climate_table
from sim.machine.remembered import lately
from sim.state import State

__all__ = ["table_from", "table_of"]


@lately
def _known_of(scenario: Scenario) -> Known:
    """What is known of the Player Turns of a scenario."""
    del scenario
    return Known()


def table_from(state: State) -> ClimateTable:
    """The table of a game, from its present state on."""
    return climate_table(state, _known_of(state.setting.scenario))


@lately
def table_of(scenario: Scenario) -> ClimateTable:
    """The table of a scenario, from its setup on.

    Raises:
        BadInput: when its boards or rulings are impossible.
    """
    return climate_table(start_of(scenario), _known_of(scenario))
