"""Wind Force, Wind Direction, the Wind Change DR and Gusts (B25.63-B25.651, E3.4)."""

from events.commands import WindChange
from events.terms import WindForce
from sim.machine.decide import decide
from sim.machine.dice import outcomes
from tests import cases
from tests.table import Table

NO, MILD, HEAVY = WindForce


def _wind(force: WindForce, direction: int | None = 3, weather: str = "Clear") -> Table:
    table = Table(wind=force.value, wind_direction=direction, weather=weather)
    table.do("phase RPh")
    return table


@cases("force, leaves", (NO, 51), (MILD, 41), (HEAVY, 41))
def test_the_outcomes_of_a_wind_change_add_up(force: WindForce, leaves: int) -> None:
    """All ways in which a Wind Change can fall are enumerated, with chances that add up to one."""
    table = _wind(force, None if force is NO else 3)
    every = list(outcomes(lambda dice: decide(table.state, WindChange(), dice)))
    assert sum(chance for chance, _, _ in every) == 1
    assert len(every) == leaves
