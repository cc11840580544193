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
            said = game.told(f"weather {dice[0]} {dice[1]}")
            assert said == f"Weather: {WEATHER[total][column]} (11.2)", month
    clean(game)


@pytest.mark.rule("11.2a", "11.2i")
@cases("boards", {"desert": True}, {"desert": False})
def test_the_weather_of_a_dyo_scenario_is_of_the_arid_chart(boards: dict[str, Any]) -> None:
    """It holds on any board of an Arid Land."""
    assert dyo("weather", on=boards).told("weather 1 1") == "Weather: Clear (11.2)"
    winter = dyo("weather", land="Egypt", month="December", on=boards)
    assert winter.told("weather 6 6") == "Weather: Mud & Overcast (11.2)"


@pytest.mark.rule("11.2b", "11.2c", "11.4b", "11.5c", "11.5e", "11.3a")
@cases("key, rule", ("weather", "11.2"), ("ec", "11.4"), ("wind", "11.5"), ("time_of_day", "11.3"))
def test_only_dyo_scenarios_in_arid_lands_roll(key: str, rule: str) -> None:
    """Elsewhere, and without DYO, a scenario that leaves a condition to be rolled is not sound."""
    left: dict[str, Any] = {key: "roll"}
    (plain,) = checked(**left)["faults"]
    assert plain.startswith(f"{key}: only a DYO scenario rolls this ({rule})")
    abroad = checked(dyo=True, land="France", **left)
    if key == "time_of_day":
        assert abroad["sound"]
    else:
        assert abroad["faults"] == [f"{key}: only a scenario with an Arid Land rolls this ({rule})"]


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


@pytest.mark.rule("11.2w")
@pytest.mark.parametrize(
    ("weather", "dice", "gusts"),
    [("Clear & Gusty", "5 5", True), ("Clear & Gusty", "4 5", False), ("Clear", "5 5", False)]
    + [(each, "6 6", True) for each in ("Clear & Gusty", "Clear")],
)
def test_gusty_weather_brings_gusts_on_ten(weather: str, dice: str, gusts: bool) -> None:
    """In Clear & Gusty Weather a Wind Change DR of 10 or more brings Gusts, else only a 12."""
    game = world(weather=weather, wind="Mild Breeze", wind_direction=2)
    game.do(f"wc {dice}")
    assert game.state.wind.gusts is gusts


@pytest.mark.rule("11.2x")
@cases(
    "weather, rains", ("Overcast", True), ("Mud & Overcast", True), ("Clear", False), ("Mud", False)
)
def test_rain_comes_from_overcast_skies_only(weather: str, rains: bool) -> None:
    """A Wind Change DR of 10 begins rain where Weather is Overcast."""
    game = world(weather=weather, ec="Mud" if "Mud" in weather else "Moist")
    game.do("wc 5 5")
    assert game.state.sky.rained is rains


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


@pytest.mark.rule("11.3b")
def test_the_time_of_day_is_rolled_with_a_desert_board_only() -> None:
    """Without one it cannot be left to a roll."""
    (fault,) = checked(dyo=True, time_of_day="roll", on={"desert": False})["faults"]
    assert "11.3" in fault
    assert checked(dyo=True, time_of_day="roll")["sound"]


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


@pytest.mark.rule("11.3d")
def test_weather_then_time_of_day_then_ec() -> None:
    """Each roll of setup has its turn."""
    game = dyo("weather", "time_of_day", "ec", "wind")
    for order in ("ec 4", "time-of-day 4"):
        assert game.refused(order).why == "`weather` is due first"
    game.do("weather 3 3")
    assert game.refused("ec 4").why == "`time-of-day` is due first"
    game.do("time-of-day 4", "ec 4")
    assert clean(game).state.sky.time_of_day == "Mid Afternoon"


@pytest.mark.rule("11.3e", "11.3l", "11.3u", "11.61c", "11.611a", "11.612a")
def test_a_rolled_time_of_day_does_what_its_row_says() -> None:
    """An Early Morning blinds who looks east, a Late Afternoon who looks west."""
    early, late = dyo("time_of_day", ec="roll"), dyo("time_of_day", ec="roll")
    early.do("time-of-day 1")
    late.do("time-of-day 5")
    for game, blinded, free in (
        (early, "D5 --to H5", "H5 --to D5"),
        (late, "H5 --to D5", "D5 --to H5"),
    ):
        items = game.json(f"shot --from {blinded}")["items"]
        assert [(each["name"], each["amount"]) for each in items] == [("Sun Blindness", 2)]
        assert game.json(f"shot --from {free}")["items"] == []


@pytest.mark.rule("11.3j")
@cases("consent, time", (True, "None"), (False, "Night"))
def test_night_by_consent_is_none(consent: bool, time: str) -> None:
    """Only if both players agree is a rolled Night played as None."""
    game = dyo("time_of_day", night_by_consent=consent)
    assert f"Time of Day: {time} (11.3)" in game.told("time-of-day 6")


@pytest.mark.rule("11.3k")
def test_none_does_nothing() -> None:
    """In an Overcast January an early morning is None: no sun, no Mist, and EC are rolled."""
    game = dyo("time_of_day", "ec", weather="Overcast", month="January")
    assert "Time of Day: None" in game.told("time-of-day 1")
    assert game.json("shot --from A5 --to M5")["items"] == []
    assert not game.state.sky.mist
    assert game.told("ec 4") == "EC: Moist (11.4)"


@pytest.mark.rule("11.3m", "11.3n")
@pytest.mark.parametrize("month", [month for months in COLUMNS.values() for month in months])
def test_mist_of_an_early_morning(month: str) -> None:
    """It comes with a dr of 1 from November to April."""
    game = dyo("time_of_day", "ec", month=month)
    game.do("time-of-day 1")
    winter = month in ("November", "December", "January", "February", "March", "April")
    assert clean(game).state.sky.mist is winter
    assert ("Mist" in game.names("shot --from A5 --to M5")) is winter


@pytest.mark.rule("11.3o", "E3.1")
@cases("range_, drm", (6, 0), (7, 1), (12, 1), (13, 2), (18, 2), (19, 3))
def test_mist_is_lv_and_counts_toward_blockage(range_: int, drm: int) -> None:
    """+1 per six hexes or part of it beyond six, and with Hindrances it blocks at +6."""
    game = dyo("time_of_day", "ec", month="January")
    game.do("time-of-day 1")
    found = game.json(f"shot --from M5 --to A5 --range {range_}")
    lv = {each["name"]: each["amount"] for each in found["items"] if each["kind"] == "LV"}
    assert lv == ({"Mist": drm} if drm else {})
    assert game.json("shot --from M5 --to A5 --range 36")["blocked"] is None
    assert "B.10" in game.json("shot --from M5 --to A5 --range 37")["blocked"]


@pytest.mark.rule("11.3p", "11.6111a", "11.6111c")
@cases("weather, month, ec", ("Clear", "July", "Moist"), ("Mud", "October", "Mud"))
def test_an_early_morning_makes_ec_moist_without_a_dr(weather: str, month: str, ec: str) -> None:
    """No EC dr is made; Mud stays Mud."""
    game = dyo("time_of_day", "ec", weather=weather, month=month)
    game.do("time-of-day 1")
    assert game.state.sky.ec == ec
    assert (game.refused("ec 4").rule, game.refused("ec 4").reason.name) == ("11.4", "NOT_ROLLED")
    clean(game)


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


@pytest.mark.rule("11.3v")
def test_night_is_night() -> None:
    """A dr of 6 brings Night: a starshell lights three hexes around."""
    game = dyo("time_of_day")
    game.do("time-of-day 6")
    assert game.json("illumination --light starshell")["radius"] == 3


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


# Wind Force ----------------------------------------------------------------------------------


@pytest.mark.rule("11.5a", "11.5b", "11.5f", "11.5g", "11.5i", "11.5l")
@pytest.mark.parametrize("number", range(1, 7))
def test_the_wind_force_table(number: int) -> None:
    """1 is No Wind, 2 to 5 a Mild Breeze, 6 Heavy Winds; no drm, whatever the boards."""
    force = {1: "No Wind", 6: "Heavy Winds"}.get(number, "Mild Breeze")
    for facts in ({}, {"ec": "Very Dry"}, {"land": "Egypt", "on": {"desert": False}}):
        said = dyo("wind", **facts).told(f"wind-force {number}")
        assert said == f"Wind Force: {force} (11.5)"


@pytest.mark.rule("11.5d")
def test_later_the_wind_changes_by_its_own_dr() -> None:
    """From No Wind a Mild Breeze rises, and takes a direction."""
    game = dyo("wind")
    game.do("wind-force 1", "wc 1 1 5 3")
    assert (game.state.wind.force, game.state.wind.direction) == ("Mild Breeze", 3)


@pytest.mark.rule("11.5k")
def test_smoke_drifts_in_a_mild_breeze_only() -> None:
    """Gray counters stand downwind by the AFPh."""
    for force, hexes in (("Mild Breeze", {"E5", "F4", "G4"}), ("No Wind", set())):
        facts: dict[str, Any] = {"wind_direction": 2} if hexes else {}
        game = world(wind=force, **facts)
        game.to("PFPh")
        game.do("smoke D5 by German", "phase AFPh")
        drifted = {name for names in game.state.drift.values() for name in names}
        assert drifted == hexes
