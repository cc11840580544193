"""Rain (E3.5-E3.54), and the end of all Dust that it brings (11.77)."""

import pytest

from events.dust import DustVanished, VehicleDustRemoved
from events.sky import ECChanged, RainBegan, RainEnded, RainGrewHeavy
from events.terms import EC, Density, Rain
from sim.chapter_e.rain import rain_after
from tests.table import Table

NONE, RAIN, HEAVY = Rain


@pytest.mark.rule("E3.51")
@pytest.mark.parametrize("dr", range(2, 13))
@pytest.mark.parametrize("rain", Rain)
def test_each_wind_change_leaves_one_rain(rain: Rain, dr: int) -> None:
    """10 or more begins or thickens rain, 3 or less ends it whatever its force, else it stays."""
    expected = {
        NONE: {**dict.fromkeys(range(2, 10), NONE), **dict.fromkeys((10, 11, 12), RAIN)},
        RAIN: {**dict.fromkeys((2, 3), NONE), **dict.fromkeys(range(4, 10), RAIN)}
        | dict.fromkeys((10, 11, 12), HEAVY),
        HEAVY: {**dict.fromkeys((2, 3), NONE), **dict.fromkeys(range(4, 13), HEAVY)},
    }
    assert rain_after(rain, dr) is expected[rain][dr]


@pytest.mark.rule("E3.5")
@pytest.mark.parametrize("weather", ["Clear", "Clear & Gusty"])
def test_it_rains_under_an_overcast_sky_only(weather: str) -> None:
    """Without Overcast Weather no Wind Change DR brings rain."""
    table = Table(weather=weather)
    table.do("wc 6 6")
    assert table.state.sky.rain is NONE


@pytest.mark.rule("E3.5", "E3.51")
def test_rain_begins_thickens_ends_and_begins_again() -> None:
    """Rain follows the Wind Change DRs of an Overcast scenario, and may come again."""
    table = Table(weather="Overcast")
    seen = []
    for dice in ("5 5", "4 5", "4 6", "6 5", "1 2", "5 6"):
        table.do(f"wc {dice}")
        seen.append(table.state.sky.rain)
        table.next_turn()
    assert seen == [RAIN, RAIN, HEAVY, HEAVY, NONE, RAIN]
    kinds = [type(event) for entry in table.game.entries for event in entry.then]
    assert kinds.count(RainBegan) == 2
    assert kinds.count(RainGrewHeavy) == 1
    assert kinds.count(RainEnded) == 1


@pytest.mark.rule("11.77", "E3.51")
def test_the_first_rain_makes_ec_wet_for_the_rest_of_the_scenario() -> None:
    """EC are Wet from the first rain on, also when it has ended."""
    table = Table(weather="Overcast", ec="Very Dry")
    assert ECChanged(EC.VERY_DRY, EC.WET, "E3.51") in table.do("wc 5 5")
    table.next_turn()
    table.do("wc 1 2")
    assert table.state.sky.rain is NONE
    assert table.state.sky.ec is EC.WET


@pytest.mark.parametrize(("ruling", "ec"), [("mud", EC.MUD), ("wet", EC.WET)])
def test_muddy_weather_keeps_its_mud_in_rain_by_ruling(ruling: str, ec: EC) -> None:
    """In Mud & Overcast the ruling E3.51-mud says whether rain leaves Mud or Wet."""
    table = Table(weather="Mud & Overcast", ec="Mud", rulings={"E3.51-mud": ruling})
    table.do("wc 5 5")
    assert table.state.sky.ec is ec


@pytest.mark.rule("11.77")
def test_rain_ends_dust_of_every_form_at_once() -> None:
    """Density, Vehicle Dust and its drift are gone with the Wind Change DR that brings rain."""
    table = Table(weather="Overcast", dust="Heavy")
    table.to("MPh")
    table.do("start PzA", "move PzA D5 2mp", "move PzA D6 2mp", "phase AFPh")
    assert table.state.drift["PzA"] == ("E6", "F6")
    table.next_turn()
    events = table.do("wc 4 6")
    assert DustVanished(Density.HEAVY, "11.77") in events
    assert VehicleDustRemoved("PzA", "D5", "11.77") in events
    assert table.state.dust is Density.NONE
    assert not table.state.vehicle_dust
    assert not table.state.drift


@pytest.mark.rule("11.77")
def test_no_dust_comes_again_after_rain() -> None:
    """Once it has rained, neither vehicles nor Heavy Winds with Gusts raise dust again."""
    table = Table(weather="Overcast", wind="Heavy Winds", ec="Very Dry")
    table.do("wc 5 5")
    table.next_turn()
    table.do("wc 1 2")
    for _ in range(2):
        table.next_turn()
        table.do("wc 6 6")
    assert table.state.wind.heavy_gusts
    assert table.state.dust is Density.NONE
    breeze = Table(weather="Overcast")
    breeze.do("wc 5 5", "phase RPh", "wc 1 2", "phase RPh", "wc 3 4", "phase MPh", "start PzA")
    breeze.do("move PzA D5 1mp", "move PzA D6 1mp")
    assert not breeze.state.vehicle_dust


@pytest.mark.rule("11.77")
def test_rain_wins_over_gusts_that_come_with_it() -> None:
    """A 12 under an Overcast sky with Heavy Winds brings rain and Gusts, and no Dust."""
    table = Table(weather="Overcast", wind="Heavy Winds", dust="Light")
    events = table.do("wc 6 6")
    assert DustVanished(Density.LIGHT, "11.77") in events
    assert table.state.wind.gusts
    assert table.state.dust is Density.NONE
