"""11.2 to 11.5 The charts of DYO scenarios: Weather, Time of Day, EC and Wind Force."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, checked, world

TO_ROLL: Final = {"weather": "roll", "time_of_day": "roll", "ec": "roll", "wind": "roll"}
STATED: Final = {"weather": "Clear", "time_of_day": "None", "ec": "Moderate", "wind": "No Wind"}

GUSTY, CLEAR, DULL, MUD, BOTH = "Clear & Gusty", "Clear", "Overcast", "Mud", "Mud & Overcast"
COLUMNS: Final = {
    0: ("April",),
    1: ("May", "June", "July", "August", "September"),
    2: ("October", "November"),
    3: ("December", "January", "February", "March"),
}
WEATHER: Final = {
    2: (MUD, CLEAR, MUD, GUSTY),
    3: (GUSTY, GUSTY, GUSTY, GUSTY),
    4: (GUSTY, CLEAR, CLEAR, CLEAR),
    5: (CLEAR, GUSTY, CLEAR, CLEAR),
    6: (CLEAR, CLEAR, CLEAR, GUSTY),
    7: (GUSTY, CLEAR, CLEAR, DULL),
    8: (CLEAR, CLEAR, GUSTY, DULL),
    9: (CLEAR, GUSTY, DULL, MUD),
    10: (DULL, CLEAR, DULL, BOTH),
    11: (DULL, CLEAR, CLEAR, BOTH),
    12: (BOTH, DULL, BOTH, BOTH),
}
"""The Arid Weather Chart, row by row."""


def dyo(*rolled: str, **facts: Any) -> Played:
    """A DYO scenario in Libya in July that rolls some of its conditions, and states the others."""
    given = {key: TO_ROLL[key] if key in rolled else STATED[key] for key in STATED}
    whole: dict[str, Any] = {"dyo": True, "month": "July", "dust": "None", **given, **facts}
    return world(**whole)


def clean(game: Played) -> Played:
    """The game, once its audit has found nothing."""
    assert game.audited().clean
    return game


@pytest.mark.rule("11.2j", "11.2k", "11.2l", "11.2m", "11.2n", "11.2o", "11.2p", "11.2q", "11.2r")
@pytest.mark.rule("11.2s", "11.2t", "11.2u", "11.2v")
@pytest.mark.parametrize("total", WEATHER)
def test_every_cell_of_the_weather_chart(total: int) -> None:
    """The plain sum of two dice gives the row, the month the column."""
    dice = (1, total - 1) if total <= 7 else (6, total - 6)
    for column, months in COLUMNS.items():
        for month in months:
            game = dyo("weather", month=month, time_of_day="Night", ec="Very Dry")
            said = game.told(f"weather {dice[0]} {dice[1]}").splitlines()[0]
            assert said == f"Weather: {WEATHER[total][column]} (11.2)", month
    clean(game)


def region(land: str) -> tuple[bool, bool]:
    """Whether a land is an Arid Land, and whether it is in North Africa, as `check` says."""
    rows = checked(land=land, dyo=True, time_of_day="Midday")["rules"]
    return rows[0]["applicable"], rows[3]["applicable"]


@pytest.mark.rule("11.2d", "11.2e", "11.2f", "11.2g", "11.2h")
@cases(
    "lands, arid, african",
    ("Egypt Libya Cyrenaica Tunisia Morocco Algeria", True, True),
    ("Syria Lebanon Palestine Iraq Persia", True, False),
    ("Crete Sicily Malta Cyprus Sardinia Corsica Rhodes Leros Kos", True, False),
    ("Naxos Pantelleria Samos Corfu Lampedusa Djerba Gozo Elba", True, False),
    ("Eritrea Ethiopia Kenya Sudan Somalia Djibouti Tanganyika Uganda", True, False),
    ("Italy France Turkey Greece Norway India Nigeria", False, False),
)
def test_lands_and_their_regions(lands: str, arid: bool, african: bool) -> None:
    """North Africa and the Middle East are listed; islands and East Africa are whole regions."""
    for land in lands.split():
        assert region(land) == (arid, african), land
    for name in (
        *("British Somaliland", "Italian Somaliland"),
        *("Mediterranean isles", "East Africa", "Middle East"),
    ):
        assert region(name) == (True, False), name


@pytest.mark.rule("11.2y")
@cases("weather, mud", (MUD, True), (BOTH, True), (DULL, False), (CLEAR, False))
def test_mud_exists_in_both_kinds_of_muddy_weather(weather: str, mud: bool) -> None:
    """Mud and Mud & Overcast bring Desert Mud; Overcast does not."""
    assert checked(weather=weather, ec="Mud" if mud else "Wet")["rules"][6]["applicable"] is mud


# Time of Day ---------------------------------------------------------------------------------

TIMES: Final = (
    "Early Morning",
    "Mid Morning",
    "Midday",
    "Mid Afternoon",
    "Late Afternoon",
    "Night",
)


@pytest.mark.rule("11.3c", "11.3f", "11.3g", "11.3h", "11.3i", "11.3w", "11.3x", "11.3y")
@pytest.mark.parametrize("number", range(1, 7))
def test_the_table_of_times(number: int) -> None:
    """The dr stands as it is; Overcast leaves only Night, and haze is North Africa's alone."""
    order, usual = f"time-of-day {number}", TIMES[number - 1]
    for month in ("January", "July"):
        for weather in ("Clear", "Clear & Gusty"):
            said = dyo("time_of_day", month=month, weather=weather, ec="Wet").told(order)
            mist = ", with Mist" if (number, month) == (1, "January") else ""
            assert said.splitlines()[0] == f"Time of Day: {usual}{mist} (11.3)"
    mud = dyo("time_of_day", weather="Mud", ec="Mud").told(order)
    assert f"Time of Day: {usual}" in mud
    for weather in ("Overcast", "Mud & Overcast"):
        said = dyo("time_of_day", weather=weather, ec="Mud").told(order)
        assert f"Time of Day: {usual if number == 6 else 'None'} (11.3)" in said
    abroad = dyo("time_of_day", land="Syria").told(order)
    assert f"Time of Day: {'None' if number in (2, 3, 4) else usual} (11.3)" in abroad


@pytest.mark.rule("11.3m", "11.3n")
@pytest.mark.parametrize("month", [month for months in COLUMNS.values() for month in months])
def test_mist_of_an_early_morning(month: str) -> None:
    """It comes with a dr of 1 from November to April."""
    game = dyo("time_of_day", "ec", month=month)
    game.do("time-of-day 1")
    winter = month in ("November", "December", "January", "February", "March", "April")
    assert clean(game).state.sky.mist is winter
    assert ("Mist" in game.names("shot --from A5 --to M5")) is winter


@pytest.mark.rule("11.3q", "11.3r", "11.3s", "11.3t")
@pytest.mark.parametrize("month", [month for months in COLUMNS.values() for month in months])
def test_which_haze_a_time_brings(month: str) -> None:
    """Mid Morning is Intense from May to September, Midday always, Mid Afternoon never."""
    summer = month in ("May", "June", "July", "August", "September")
    for number, intense in ((2, summer), (3, True), (4, False)):
        game = dyo("time_of_day", month=month)
        game.do(f"time-of-day {number}")
        names = game.names("shot --from A5 --to M5 --range 30")
        assert names == {"Intense Heat Haze" if intense else "Heat Haze"}


# EC ------------------------------------------------------------------------------------------

DRM: Final = {
    **dict.fromkeys(("December", "January", "February", "March"), -1),
    **dict.fromkeys(("April", "May", "June", "July", "August", "September"), 3),
    **dict.fromkeys(("October", "November"), 0),
}
EC: Final = ("Mud", "Wet", "Moist", "Moderate", "Dry", "Very Dry")


@pytest.mark.rule(
    "11.4a",
    "11.4c",
    "11.4d",
    "11.4e",
    "11.4f",
    "11.4g",
    "11.4h",
    "11.4i",
    "11.4j",
    "11.4q",
    "11.4r",
    "11.4s",
)
@pytest.mark.parametrize("month", DRM)
def test_every_cell_of_the_ec_chart(month: str) -> None:
    """The dr with the drm of the month gives the row, from Mud at 1 to Very Dry at 6."""
    for number in range(1, 7):
        row = min(max(number + DRM[month], 1), 6)
        for facts in ({}, {"land": "Crete", "on": {"desert": False}}):
            game = dyo("ec", month=month, **facts)
            assert game.told(f"ec {number}") == f"EC: {EC[row - 1]} (11.4)"
    clean(game)


@pytest.mark.rule("11.4t")
@cases("weather", "Mud", "Mud & Overcast")
def test_muddy_weather_makes_ec_mud(weather: str) -> None:
    """Where Mud exists no EC dr is made."""
    game = dyo("ec", weather=weather, month="October")
    assert (game.refused("ec 5").rule, game.refused("ec 5").reason.name) == ("11.4", "NOT_ROLLED")
    game.to("PFPh")
    assert game.state.sky.ec == "Mud"
