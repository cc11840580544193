"""The rolls before the first RPh, one after the other, and what they settle (11.2-11.701)."""

from typing import Any, Final

import pytest

from events.commands import (
    Advance,
    RollDust,
    RollEC,
    RollTimeOfDay,
    RollWeather,
    RollWindDirection,
    RollWindForce,
)
from events.dust import DustSet
from events.moment import Moment, Phase
from events.sky import ECChanged, ECSet, TimeOfDaySet, WeatherSet
from events.terms import EC, Density, Rain, TimeOfDay, Weather, WindForce
from events.turn import PlayerTurnBegan
from events.wind import WindDirectionSet, WindForceSet
from sim.chapter_11.ec import forced_ec
from sim.machine.telling import Reason
from sim.soundness import faults
from sim.state import Sky, but
from tests.table import Table, scenario

ALL_ROLLED: Final[dict[str, Any]] = {
    "dyo": True,
    "weather": "roll",
    "time_of_day": "roll",
    "ec": "roll",
    "wind": "roll",
    "wind_direction": None,
    "dust": "roll",
}

ORDERS: Final = (
    "weather 3 4",
    "time-of-day 2",
    "ec 4",
    "wind-force 5",
    "wind-direction 3",
    "dust 6",
)

COMMANDS: Final = (
    RollWeather,
    RollTimeOfDay,
    RollEC,
    RollWindForce,
    RollWindDirection,
    RollDust,
)

FIRST_TURN: Final = PlayerTurnBegan(Moment(1, 1, Phase.RPH), "German", "A3.1")


def _setup(**changes: Any) -> Table:
    """A DYO scenario in Libya in June, everything still to be rolled but for these changes."""
    return Table(**{**ALL_ROLLED, **changes})


@pytest.mark.rule("11.2", "11.3", "11.4", "11.5", "11.701", "B.8")
def test_setup_is_rolled_from_weather_to_dust() -> None:
    """Each roll of setup gives its result in turn, and the game begins with all of them."""
    table = _setup()
    assert table.do("weather 3 4") == (WeatherSet(Weather.CLEAR, "11.2"),)
    assert table.do("time-of-day 2") == (
        TimeOfDaySet(TimeOfDay.MID_MORNING, mist=False, rule="11.3"),
    )
    assert table.do("ec 4") == (ECSet(EC.VERY_DRY, "11.4"),)
    assert table.do("wind-force 5") == (WindForceSet(WindForce.MILD_BREEZE, None, "11.5"),)
    assert table.do("wind-direction 3") == (WindDirectionSet(3, "B25.64", board="27"),)
    assert table.do("dust 6") == (DustSet(Density.LIGHT, "11.701"),)
    assert table.do("phase RPh") == (FIRST_TURN,)
    state = table.state
    assert state.sky == Sky(Weather.CLEAR, TimeOfDay.MID_MORNING, EC.VERY_DRY)
    assert (state.wind.force, state.wind.direction, state.wind.gusts) == (
        WindForce.MILD_BREEZE,
        3,
        False,
    )
    assert state.dust is Density.LIGHT
    assert state.moment == Moment(1, 1, Phase.RPH)


@pytest.mark.rule("11.3", "11.701")
def test_no_roll_of_setup_comes_before_its_turn() -> None:
    """Time of Day follows Weather and precedes EC, Dust follows the wind, and play follows all."""
    table = _setup()
    for due, order in enumerate(ORDERS):
        for other in (*ORDERS[:due], *ORDERS[due + 1 :]):
            assert table.refused(other).reason is Reason.NOT_ROLLED
        assert table.refused("phase RPh").reason is Reason.SETUP_PENDING
        assert table.refused("start PzA").reason is Reason.SETUP_PENDING
        table.do(order)
    for order in ORDERS:
        assert table.refused(order).reason is Reason.NOT_ROLLED
    assert table.refused("start PzA").reason is Reason.WRONG_PHASE


@pytest.mark.rule("11.2", "11.3", "11.4", "11.5", "11.701")
def test_setup_is_over_once_play_has_begun() -> None:
    """No roll of setup can be made in or after the first RPh."""
    table = _setup()
    table.do(*ORDERS, "phase RPh")
    for order in ORDERS:
        assert table.refused(order).reason is Reason.WIND_CHANGE_DUE
    table.do("wc 3 4")
    for order in ORDERS:
        assert table.refused(order).reason is Reason.PHASE_OVER


@pytest.mark.rule("11.2", "11.3", "11.4", "11.5", "11.701")
def test_what_a_scenario_states_is_not_rolled() -> None:
    """Values that the scenario itself states need no dice, and none are taken for them."""
    table = Table(dyo=True)
    for order in ORDERS:
        assert table.refused(order).reason is Reason.NOT_ROLLED
    assert table.do("phase RPh") == (FIRST_TURN,)


@pytest.mark.rule("11.2", "11.3", "11.4", "11.5", "11.701")
def test_the_seed_makes_the_rolls_that_people_leave_out() -> None:
    """Whoever goes straight on to play has every roll of setup made by the seed, in order."""
    table = _setup()
    table.do("phase RPh")
    made = [type(entry.do) for entry in table.game.entries]
    assert made == [command for command in (*COMMANDS, Advance) if command in made]
    assert {RollWeather, RollTimeOfDay, RollWindForce, Advance} <= set(made)
    sky, wind = table.state.sky, table.state.wind
    assert None not in (sky.weather, sky.time_of_day, sky.ec, wind.force, table.state.dust)
    assert (wind.direction is None) is (wind.force is WindForce.NO_WIND)


# Wind Direction -----------------------------------------------------------------------------


@pytest.mark.rule("11.5")
def test_no_wind_has_no_direction() -> None:
    """Where no wind blows no direction is rolled, and Dust is next."""
    table = _setup(weather="Clear", time_of_day="None", ec="Dry")
    table.do("wind-force 1")
    assert table.refused("wind-direction 3").reason is Reason.NOT_ROLLED
    table.do("dust 6", "phase RPh")
    assert table.state.wind.force is WindForce.NO_WIND
    assert table.state.wind.direction is None
    assert table.state.dust is Density.LIGHT


@pytest.mark.rule("B.8", "11.5", "B25.64")
@pytest.mark.parametrize("force", [2, 6])
@pytest.mark.parametrize("direction", [1, 2, 3, 4, 5, 6])
def test_any_wind_blows_to_the_hexside_rolled(force: int, direction: int) -> None:
    """In a Mild Breeze as in Heavy Winds a Random Direction says where the wind blows to."""
    table = _setup(weather="Clear", time_of_day="None", ec="Dry")
    table.do(f"wind-force {force}")
    assert table.refused("dust 6").reason is Reason.NOT_ROLLED
    assert table.do(f"wind-direction {direction}") == (
        WindDirectionSet(direction, "B25.64", board="27"),
    )
    assert table.state.wind.direction == direction


@pytest.mark.rule("B.8")
@pytest.mark.parametrize("dyo", [False, True])
def test_a_stated_wind_without_direction_has_it_rolled(dyo: bool) -> None:
    """A wind of the scenario whose direction is not stated gets a Random Direction first."""
    table = Table(dyo=dyo, wind="Heavy Winds", wind_direction=None)
    assert table.refused("phase RPh").reason is Reason.SETUP_PENDING
    table.do("wind-direction 5", "phase RPh")
    assert table.state.wind.direction == 5


@pytest.mark.rule("11.5")
def test_a_stated_direction_waits_for_a_rolled_wind() -> None:
    """A direction that the scenario states holds if wind is rolled, and is nothing in No Wind."""
    table = _setup(weather="Clear", time_of_day="None", ec="Dry", wind_direction=4)
    table.do("wind-force 3")
    assert table.state.wind.direction == 4
    table.do("dust 1")
    table = _setup(weather="Clear", time_of_day="None", ec="Dry", wind_direction=4)
    table.do("wind-force 1")
    assert table.state.wind.direction is None


# Mud ----------------------------------------------------------------------------------------


@pytest.mark.rule("11.2", "11.4", "E3.6")
@pytest.mark.parametrize(("dice", "month"), [("1 1", "April"), ("6 6", "October")])
def test_muddy_weather_is_mud_without_an_ec_dr(dice: str, month: str) -> None:
    """Under a Muddy sky EC are Mud, no EC dr is made, and no Dust can exist."""
    table = _setup(month=month)
    table.do(f"weather {dice}", "time-of-day 6")
    assert table.refused("ec 6").reason is Reason.NOT_ROLLED
    table.do("wind-force 1")
    assert table.refused("dust 6").reason is Reason.NOT_ROLLED
    assert table.do("phase RPh") == (
        ECSet(EC.MUD, "E3.6"),
        DustSet(Density.NONE, "11.71"),
        FIRST_TURN,
    )
    assert table.state.sky.ec is EC.MUD


@pytest.mark.rule("11.4")
def test_mud_can_be_rolled_under_a_clear_sky() -> None:
    """A winter EC dr of 1 is Mud whatever the Weather."""
    table = _setup(month="January", weather="Clear", time_of_day="None")
    table.do("ec 1", "wind-force 1", "phase RPh")
    assert table.state.sky.ec is EC.MUD
    assert table.state.sky.weather is Weather.CLEAR


# Early Morning ------------------------------------------------------------------------------


@pytest.mark.rule("11.61", "11.6111")
@pytest.mark.parametrize("dice", ["3 4", "1 2"])
def test_early_morning_is_moist_without_an_ec_dr(dice: str) -> None:
    """Early Morning Sun Blindness makes EC Moist with no EC dr, so that no Dust can exist."""
    table = _setup()
    table.do(f"weather {dice}")
    assert table.do("time-of-day 1")[1:] == (ECSet(EC.MOIST, "11.6111"),)
    assert table.refused("ec 6").reason is Reason.NOT_ROLLED
    table.do("wind-force 1")
    assert table.refused("dust 6").reason is Reason.NOT_ROLLED
    assert table.do("phase RPh") == (
        DustSet(Density.NONE, "11.71"),
        FIRST_TURN,
    )
    assert table.state.sky == Sky(
        Weather.CLEAR if dice == "3 4" else Weather.GUSTY, TimeOfDay.EARLY_MORNING, EC.MOIST
    )


@pytest.mark.rule("11.3", "11.6111")
def test_early_morning_is_moist_in_winter_too_and_misty() -> None:
    """The month's drm does not matter to the EC of an Early Morning, but brings it Mist."""
    table = _setup(month="December")
    table.do("weather 2 2", "time-of-day 1", "wind-force 1", "phase RPh")
    assert table.state.sky == Sky(Weather.CLEAR, TimeOfDay.EARLY_MORNING, EC.MOIST, mist=True)


@pytest.mark.rule("11.6111")
def test_early_morning_leaves_mud_as_it_is() -> None:
    """Mud without Overcast keeps Early Morning Sun Blindness, and its EC are Mud."""
    table = _setup(month="April")
    table.do("weather 1 1", "time-of-day 1", "wind-force 1", "phase RPh")
    assert table.state.sky.time_of_day is TimeOfDay.EARLY_MORNING
    assert table.state.sky.ec is EC.MUD
    table = Table(time_of_day="Early Morning", ec="Mud")
    table.do("phase RPh")
    assert table.state.sky.ec is EC.MUD


@pytest.mark.rule("11.3", "11.6111")
def test_early_morning_leaves_wetter_ground_as_it_is() -> None:
    """An Early Morning asks for Moist EC or wetter, so those that a scenario states as Wet stay."""
    table = Table(time_of_day="Early Morning", ec="Wet")
    assert table.do("phase RPh") == (FIRST_TURN,)
    assert table.state.sky.ec is EC.WET


@pytest.mark.rule("11.6111")
@pytest.mark.parametrize("rain", [Rain.RAIN, Rain.HEAVY])
def test_early_morning_in_rain_is_wet(rain: Rain) -> None:
    """Where it rains, EC of an Early Morning are Wet; without rain they are Moist."""
    state = Table(time_of_day="Early Morning", ec="Moist").state
    for ec in (EC.MOIST, EC.DRY, None):
        raining = but(state, sky=Sky(Weather.CLEAR, TimeOfDay.EARLY_MORNING, ec, rain=rain))
        fair = but(state, sky=Sky(Weather.CLEAR, TimeOfDay.EARLY_MORNING, ec))
        assert forced_ec(raining) is EC.WET
        assert forced_ec(fair) is EC.MOIST


@pytest.mark.rule("11.6111")
@pytest.mark.parametrize("dr", [2, 3, 4, 5, 6])
def test_no_other_time_of_day_settles_the_ec(dr: int) -> None:
    """Every Time of Day but Early Morning leaves EC to their dr."""
    table = _setup()
    table.do("weather 3 4", f"time-of-day {dr}")
    assert table.do("ec 1") == (ECSet(EC.MODERATE, "11.4"),)


@pytest.mark.rule("11.3", "11.61")
def test_an_overcast_morning_rolls_its_ec() -> None:
    """Under an Overcast sky an Early Morning dr comes to nothing, and EC are rolled as usual."""
    table = _setup(month="October")
    table.do("weather 4 5", "time-of-day 1")
    assert table.state.sky.weather is Weather.OVERCAST
    assert table.state.sky.time_of_day is TimeOfDay.NONE
    assert table.do("ec 6") == (ECSet(EC.VERY_DRY, "11.4"),)


@pytest.mark.rule("11.61", "11.6111")
def test_a_stated_early_morning_needs_sun_to_blind() -> None:
    """A stated Early Morning under a sky rolled Overcast leaves EC to their dr."""
    table = _setup(month="October", time_of_day="Early Morning")
    table.do("weather 4 5")
    assert table.do("ec 6") == (ECSet(EC.VERY_DRY, "11.4"),)
    table.do("wind-force 1", "dust 1", "phase RPh")
    assert table.state.sky.ec is EC.VERY_DRY


# Dust ---------------------------------------------------------------------------------------


@pytest.mark.rule("11.701")
def test_a_dyo_scenario_without_dust_dice_begins_clear() -> None:
    """On ground that is not dry enough the density is None from the first RPh on."""
    table = _setup(weather="Clear", time_of_day="None", month="November")
    table.do("ec 4", "wind-force 1")
    assert table.do("phase RPh") == (DustSet(Density.NONE, "11.71"), FIRST_TURN)
    assert table.state.dust is Density.NONE


@pytest.mark.rule("11.1")
@pytest.mark.parametrize("dust", ["Light", "Heavy"])
@pytest.mark.parametrize(
    ("changes", "orders"),
    [
        ({"month": "January"}, ["ec 3"]),
        ({"month": "November"}, ["ec 4"]),
        ({"time_of_day": "Early Morning"}, []),
        ({"weather": "Mud"}, []),
    ],
    ids=["Wet", "Moderate", "Early Morning", "Mud"],
)
def test_stated_dust_cannot_exist_on_ground_that_turns_out_damp(
    dust: str, changes: dict[str, Any], orders: list[str]
) -> None:
    """Dust that a scenario states is gone, or refused, where the EC still to come are not dry."""
    facts = scenario(**{"dyo": True, "ec": "roll", "dust": dust, **changes})
    if found := list(faults(facts)):
        assert [fault.where for fault in found] == ["dust"]
        return
    table = Table(facts)
    table.do(*orders, "phase RPh")
    assert table.state.sky.ec not in (EC.DRY, EC.VERY_DRY)
    assert table.state.dust is Density.NONE


@pytest.mark.rule("11.1")
@pytest.mark.parametrize("dust", ["Light", "Moderate", "Heavy", "Extremely Heavy"])
def test_stated_dust_stays_on_ground_that_turns_out_dry(dust: str) -> None:
    """Dust that a scenario states is there where the EC rolled allow it."""
    table = Table(dyo=True, ec="roll", dust=dust)
    table.do("ec 2", "phase RPh")
    assert table.state.dust is Density(dust)


@pytest.mark.rule("11.6111")
@pytest.mark.parametrize(("ec", "after"), [(EC.VERY_DRY, EC.MOIST), (EC.WET, EC.WET)])
def test_a_rolled_early_morning_moistens_the_ec_of_an_ssr(ec: EC, after: EC) -> None:
    """EC given by SSR become Moist when the Time of Day rolled is Early Morning; Wet stays Wet."""
    table = Table(dyo=True, time_of_day="roll", ec=ec.value)
    events = table.do("time-of-day 1")
    changes = [event for event in events if isinstance(event, ECChanged)]
    assert changes == ([] if after is ec else [ECChanged(ec, after, "11.6111")])
    assert table.state.sky.ec is after


def test_ec_that_are_mud_under_a_muddy_sky_are_not_set_again() -> None:
    """Only EC that are not Mud yet become Mud as the first RPh begins under a Muddy sky."""
    table = Table(weather="Mud", ec="Mud")
    assert not any(isinstance(event, ECSet) for event in table.do("phase RPh"))
    rolled = Table(dyo=True, weather="roll", ec="Dry", month="November")
    events = rolled.do("weather 1 1", "phase RPh")
    assert ECSet(EC.MUD, "E3.6") in events
