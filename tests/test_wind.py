"""Wind Force, Wind Direction, the Wind Change DR and Gusts (B25.63-B25.651, E3.4)."""

import pytest

from events.commands import WindChange
from events.terms import WindForce
from events.wind import (
    GustsBegan,
    GustsEnded,
    WindChangeRolled,
    WindDirectionChanged,
    WindForceChanged,
)
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
@pytest.mark.parametrize(
    ("dr", "direction"), [(1, 4), (2, 5), (3, 2), (4, 1)], ids=["1 cw", "2 cw", "1 ccw", "2 ccw"]
)
def test_a_wind_change_of_two_turns_the_direction(dr: int, direction: int) -> None:
    """After a Wind Change DR of 2, a dr of 1 to 4 turns the wind one or two hexsides."""
    table = _wind(MILD)
    events = table.do(f"wc 1 1 {dr}")
    assert events == (
        WindChangeRolled(1, 1, "B25.65"),
        WindDirectionChanged(3, direction, "B25.65"),
    )
    assert table.state.wind.direction == direction


def test_direction_wraps_around_the_six_hexsides() -> None:
    """Hexside 1 follows hexside 6, and 6 comes before 1."""
    table = _wind(MILD, 6)
    table.do("wc 1 1 2")
    assert table.state.wind.direction == 2
    table.next_turn()
    table.do("wc 1 1 4")
    assert table.state.wind.direction == 6


@pytest.mark.rule("B25.63", "B25.65")
@pytest.mark.parametrize(
    ("force", "dr", "after"),
    [
        (NO, 5, MILD),
        (NO, 6, MILD),
        (MILD, 5, HEAVY),
        (MILD, 6, NO),
        (HEAVY, 5, MILD),
        (HEAVY, 6, MILD),
    ],
)
def test_a_wind_change_of_two_moves_force(force: WindForce, dr: int, after: WindForce) -> None:
    """A dr of 5 strengthens and 6 weakens the wind; beyond either end is a Mild Breeze."""
    table = _wind(force, None if force is NO else 3)
    more = " 4" if force is NO else ""
    events = table.do(f"wc 1 1 {dr}{more}")
    kept = 3 if (force, after) in ((MILD, HEAVY), (HEAVY, MILD)) else None
    assert WindForceChanged(force, after, kept, "B25.65") in events
    assert table.state.wind.force is after
    expected = {NO: 4, MILD: 3, HEAVY: 3}[force]
    assert table.state.wind.direction == (None if after is NO else expected)


@pytest.mark.rule("B25.64")
def test_a_direction_is_rolled_only_where_wind_begins() -> None:
    """Wind that comes up from No Wind takes a direction dr; a change from wind to wind does not."""
    table = _wind(NO, None)
    assert WindDirectionChanged(None, 2, "B25.64", board="27") in table.do("wc 1 1 5 2")
    table.next_turn()
    assert not any(isinstance(e, WindDirectionChanged) for e in table.do("wc 1 1 5"))


def test_direction_results_do_nothing_in_no_wind() -> None:
    """Without wind there is no direction to turn."""
    table = _wind(NO, None)
    assert table.do("wc 1 1 3") == (WindChangeRolled(1, 1, "B25.65"),)


@pytest.mark.rule("B25.651")
def test_gusts_come_on_twelve_for_one_player_turn() -> None:
    """A Wind Change DR of 12 brings Gusts, without another effect, until the next DR."""
    table = _wind(MILD)
    assert table.do("wc 6 6") == (WindChangeRolled(6, 6, "B25.65"), GustsBegan("B25.651"))
    assert table.state.wind.gusts
    assert table.state.wind.force is MILD
    table.next_turn()
    assert table.do("wc 5 6") == (WindChangeRolled(5, 6, "B25.65"), GustsEnded("B25.651"))
    assert not table.state.wind.gusts


def test_gusts_renewed_begin_again_and_do_not_end() -> None:
    """Gusts are of one Player Turn: in the next they come anew, with no calm between."""
    table = _wind(MILD)
    table.do("wc 6 6")
    table.next_turn()
    assert table.do("wc 6 6") == (WindChangeRolled(6, 6, "B25.65"), GustsBegan("B25.651"))
    assert table.state.wind.gusts


@pytest.mark.rule("E3.4")
@pytest.mark.parametrize("dice", ["4 6", "5 5", "5 6", "6 6", "3 6"])
def test_gusty_weather_has_gusts_from_ten(dice: str) -> None:
    """In Gusty Weather Gusts come on a Wind Change DR of 10 or more."""
    gusts = sum(int(die) for die in dice.split()) >= 10
    table = _wind(MILD, weather="Clear & Gusty")
    table.do(f"wc {dice}")
    assert table.state.wind.gusts is gusts


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


@pytest.mark.rule("E3.4", "B25.651")
@pytest.mark.parametrize(("dice", "rule"), [("4 6", "E3.4"), ("5 6", "E3.4"), ("6 6", "B25.651")])
def test_gusts_name_the_rule_that_brought_them(dice: str, rule: str) -> None:
    """Gusts that come only because the Weather is Gusty cite its rule; a 12 brings them anyway."""
    assert _wind(MILD, weather="Clear & Gusty").do(f"wc {dice}")[-1] == GustsBegan(rule)
