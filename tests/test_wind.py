"""Wind Force, Wind Direction, the Wind Change DR and Gusts (B25.63-B25.651, E3.4)."""

import pytest

from events.commands import WindChange
from events.terms import WindForce
from sim.machine.decide import decide
from sim.machine.dice import outcomes
from sim.machine.telling import Reason
from tests.table import Table

NO, MILD, HEAVY = WindForce


def _wind(force: WindForce, direction: int | None = 3, weather: str = "Clear") -> Table:
    table = Table(wind=force.value, wind_direction=direction, weather=weather)
    table.do("phase RPh")
    return table


@pytest.mark.rule("B25.65")
def test_the_wind_change_dr_is_the_first_act_of_every_rph() -> None:
    """Nothing is done in a RPh before its Wind Change DR, which is made once."""
    table = _wind(MILD)
    assert table.refused("phase MPh").reason is Reason.WIND_CHANGE_DUE
    assert table.refused("smoke D5").reason is Reason.WIND_CHANGE_DUE
    table.do("wc 3 3")
    assert table.refused("wc 3 3").reason is Reason.WIND_CHANGE_MADE
    table.do("phase MPh")
    assert table.refused("wc 3 3").reason is Reason.WIND_CHANGE_MADE


@pytest.mark.parametrize(("force", "leaves"), [(NO, 51), (MILD, 41), (HEAVY, 41)])
def test_the_outcomes_of_a_wind_change_add_up(force: WindForce, leaves: int) -> None:
    """All ways in which a Wind Change can fall are enumerated, with chances that add up to one."""
    table = _wind(force, None if force is NO else 3)
    every = list(outcomes(lambda dice: decide(table.state, WindChange(), dice)))
    assert sum(chance for chance, _, _ in every) == 1
    assert len(every) == leaves
