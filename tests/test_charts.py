"""The charts of DYO scenarios, typed a second time in another layout (11.2-11.5, 11.701)."""

from fractions import Fraction
from itertools import product
from typing import Any, Final

import pytest

from events.commands import Command, RollDust, RollEC, RollTimeOfDay, RollWeather, RollWindForce
from events.dust import DustSet
from events.errors import BadInput
from events.register import Event
from events.sky import ECSet, TimeOfDaySet, WeatherSet
from events.terms import EC, Density, Month, TimeOfDay, Weather, WindForce
from events.wind import WindForceSet
from sim.machine.decide import decide
from sim.machine.dice import outcomes
from sim.machine.telling import Refusal
from tests import cases
from tests.table import Table

MONTHS: Final = tuple(Month)

WEATHER: Final = {
    # DR of    2 3 4 5 6 7 8 9 X E T
    "January": "G G C C G O O M B B B",
    "February": "G G C C G O O M B B B",
    "March": "G G C C G O O M B B B",
    "April": "M G G C C G C C O O B",
    "May": "C G C G C C C G C C O",
    "June": "C G C G C C C G C C O",
    "July": "C G C G C C C G C C O",
    "August": "C G C G C C C G C C O",
    "September": "C G C G C C C G C C O",
    "October": "M G C C C C G O O C B",
    "November": "M G C C C C G O O C B",
    "December": "G G C C G O O M B B B",
}
"""The Weather of each month for a DR of 2 to 12; B is both Mud and Overcast."""

SKIES: Final = {
    "C": "Clear",
    "G": "Clear & Gusty",
    "O": "Overcast",
    "M": "Mud",
    "B": "Mud & Overcast",
}

WINTER_EC: Final = "Mud, Mud, Wet, Moist, Moderate, Dry"
MILD_EC: Final = "Mud, Wet, Moist, Moderate, Dry, Very Dry"
SUMMER_EC: Final = "Moderate, Dry, Very Dry, Very Dry, Very Dry, Very Dry"

ECS: Final = {
    "January": WINTER_EC,
    "February": WINTER_EC,
    "March": WINTER_EC,
    "April": SUMMER_EC,
    "May": SUMMER_EC,
    "June": SUMMER_EC,
    "July": SUMMER_EC,
    "August": SUMMER_EC,
    "September": SUMMER_EC,
    "October": MILD_EC,
    "November": MILD_EC,
    "December": WINTER_EC,
}
"""The EC of each month for an Original dr of 1 to 6, the month's drm worked in."""

NORTH_AFRICA: Final = ("Egypt", "Libya", "Cyrenaica", "Tunisia", "Morocco", "Algeria")
OTHER_ARID: Final = (
    *("Syria", "Lebanon", "Palestine", "Iraq", "Persia"),
    *("Crete", "Sicily", "Malta", "Cyprus", "Sardinia", "Corsica", "Rhodes"),
    *("Eritrea", "Ethiopia", "Somalia", "Sudan", "Kenya"),
    *("Middle East", "Mediterranean isles", "East Africa"),
)
ELSEWHERE: Final = ("France", "Norway", "Burma", "Russia")

MISTY: Final = ("November", "December", "January", "February", "March", "April")

DESERT: Final = {"name": "27", "desert": True, "width": 1, "height": 1}
FARMLAND: Final = {"name": "5", "desert": False, "width": 1, "height": 1}


def _dyo(**changes: Any) -> Table:
    """A DYO scenario on one hex of desert, with these changes."""
    facts: dict[str, Any] = {"dyo": True, "boards": [DESERT], "vehicles": [], **changes}
    return Table(**facts)


def _all_results(table: Table, command: Command) -> dict[tuple[int, ...], tuple[Event, ...]]:
    """The events of every way in which the dice of a roll can fall."""
    results: dict[tuple[int, ...], tuple[Event, ...]] = {}
    chances = Fraction(0)
    for chance, dice, events in outcomes(lambda rolled: decide(table.state, command, rolled)):
        assert not isinstance(events, Refusal), events
        assert dice not in results
        results[dice] = events
        chances += chance
    assert chances == 1
    return results


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("month", MONTHS)
def test_every_weather_dr_of_every_month(month: Month) -> None:
    """Two dice and the month give exactly one Weather, for all 36 ways in which they can fall."""
    table = _dyo(month=month.value, weather="roll")
    row = WEATHER[month.value].split()
    assert _all_results(table, RollWeather()) == {
        (one, two): (WeatherSet(Weather(SKIES[row[one + two - 2]]), "11.2"),)
        for one, two in product(range(1, 7), repeat=2)
    }


@pytest.mark.rule("11.2")
@cases("land", *NORTH_AFRICA, *OTHER_ARID)
def test_arid_lands_use_the_arid_charts(land: str) -> None:
    """Every country and region of the definition of Arid Lands uses the charts of this chapter."""
    table = _dyo(land=land, weather="roll", ec="roll", wind="roll", wind_direction=None)
    table.do("weather 2 2", "ec 3", "wind-force 4")
    assert table.state.sky.weather is Weather.CLEAR
    assert table.state.sky.ec is EC.VERY_DRY
    assert table.state.wind.force is WindForce.MILD_BREEZE


@pytest.mark.rule("11.2", "11.4", "11.5")
@pytest.mark.parametrize("land", ELSEWHERE)
@cases("key", "weather", "ec", "wind")
def test_other_lands_cannot_use_the_arid_charts(land: str, key: str) -> None:
    """A scenario set outside the Arid Lands rolls nothing on their charts."""
    with pytest.raises(BadInput) as caught:
        _dyo(land=land, **{key: "roll"})
    assert caught.value.where == key


HOURS: Final = {
    "E": TimeOfDay.EARLY_MORNING,
    "M": TimeOfDay.MID_MORNING,
    "D": TimeOfDay.MIDDAY,
    "A": TimeOfDay.MID_AFTERNOON,
    "L": TimeOfDay.LATE_AFTERNOON,
    "N": TimeOfDay.NIGHT,
    "-": TimeOfDay.NONE,
}

TIMES: Final = {
    ("Clear", True): "EMDALN",
    ("Clear", False): "E---LN",
    ("Clear & Gusty", True): "EMDALN",
    ("Clear & Gusty", False): "E---LN",
    ("Mud", True): "EMDALN",
    ("Mud", False): "E---LN",
    ("Overcast", True): "-----N",
    ("Overcast", False): "-----N",
    ("Mud & Overcast", True): "-----N",
    ("Mud & Overcast", False): "-----N",
}
"""By Weather, and whether in North Africa: the Time of Day for a dr of 1 to 6."""


@pytest.mark.rule("11.3")
@pytest.mark.parametrize("weather", Weather)
@cases("land", "Egypt", "Sicily")
def test_every_time_of_day_dr(weather: Weather, land: str) -> None:
    """The dr names the hour, unless an Overcast sky or a land without Heat Haze makes it None."""
    row = TIMES[weather.value, land == "Egypt"]
    for month, consent in product(MONTHS, (False, True)):
        table = _dyo(
            land=land,
            month=month.value,
            weather=weather.value,
            time_of_day="roll",
            night_by_consent=consent,
            ec="roll",
        )
        letters = row.replace("N", "-") if consent else row
        assert _all_results(table, RollTimeOfDay()) == {
            (dr,): (
                TimeOfDaySet(
                    HOURS[letter], mist=letter == "E" and month.value in MISTY, rule="11.3"
                ),
                # the EC of a blinding morning follow at once
                *([ECSet(EC.MUD if weather.mud else EC.MOIST, "11.6111")] if letter == "E" else []),
            )
            for dr, letter in enumerate(letters, start=1)
        }


@pytest.mark.rule("11.3")
@cases("land", *NORTH_AFRICA, *OTHER_ARID, *ELSEWHERE)
def test_only_north_african_middays_shimmer(land: str) -> None:
    """Midday comes to nothing unless the scenario is set in one of five North African countries."""
    table = _dyo(land=land, time_of_day="roll")
    table.do("time-of-day 3")
    expected = TimeOfDay.MIDDAY if land in NORTH_AFRICA else TimeOfDay.NONE
    assert table.state.sky.time_of_day is expected


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("month", MONTHS)
def test_every_ec_dr_of_every_month(month: Month) -> None:
    """One die with the drm of the month gives exactly one kind of EC."""
    table = _dyo(month=month.value, ec="roll")
    row = ECS[month.value].split(", ")
    assert _all_results(table, RollEC()) == {
        (dr,): (ECSet(EC(row[dr - 1]), "11.4"),) for dr in range(1, 7)
    }


@pytest.mark.rule("11.5", "B25.63")
def test_every_wind_force_dr() -> None:
    """There is no wind on a 1, a Mild Breeze on 2 to 5, and Heavy Winds on a 6."""
    table = _dyo(wind="roll", wind_direction=None)
    drs = ["No Wind", *4 * ["Mild Breeze"], "Heavy Winds"]
    assert _all_results(table, RollWindForce()) == {
        (dr,): (WindForceSet(WindForce(force), None, "11.5"),)
        for dr, force in enumerate(drs, start=1)
    }


BY_FINAL_DR: Final = "?NNNNNLLMMHHHHHHHHHHH"
"""The density for a Final dr of 1 to 20; the place before is for none."""

DENSITIES: Final = {
    "N": Density.NONE,
    "L": Density.LIGHT,
    "M": Density.MODERATE,
    "H": Density.HEAVY,
}


def _dusty(force: str, **changes: Any) -> Table:
    """A DYO scenario in which dust is to be rolled in a wind of this force."""
    direction = None if force == "No Wind" else 3
    return _dyo(wind=force, wind_direction=direction, dust="roll", **changes)


@pytest.mark.rule("11.701")
@cases("force, wind_drm", ("No Wind", 0), ("Mild Breeze", 1), ("Heavy Winds", 2))
@cases("ruling", "moderate", "none")
def test_every_dust_dr(force: str, wind_drm: int, ruling: str) -> None:
    """Die, wind and Bombardments give a density, tamed where Heavy Dust cannot exist."""
    for bombardments, steppe, mixed, ec in product(
        range(5), (False, True), (False, True), ("Dry", "Very Dry")
    ):
        if steppe and ec == "Dry":
            continue
        table = _dusty(
            force,
            ec=ec,
            bombardments=bombardments,
            steppe=steppe,
            boards=[DESERT, FARMLAND] if mixed else [DESERT],
            rulings={"11.701-heavy": ruling},
        )
        expected = {}
        for dr in range(1, 7):
            letter = BY_FINAL_DR[dr + wind_drm + 3 * bombardments]
            if letter == "H" and steppe:
                letter = "M"
            elif letter == "H" and mixed:
                letter = "M" if ruling == "moderate" else "N"
            expected[(dr,)] = (DustSet(DENSITIES[letter], "11.701"),)
        assert _all_results(table, RollDust()) == expected
