"""11.1 The Arid Climate Summary, as ``khamsin check`` tells it."""

from typing import Any, Final

import pytest

from replays.asking.rulebook import known_above
from tests import cases
from tests.clauses.reached import board, checked, world

CHARTS, TIME, SUN, HAZE, HEAVY, LIGHT, MUD = range(7)

NOT_DESERT: Final = {"desert": False}
MIXED: Final = [board(), board(desert=False, name="X2")]


def row(number: int, **facts: Any) -> dict[str, Any]:
    """A row of the summary of a scenario in Libya on one Desert Board, and with these facts."""
    found = checked(**{"time_of_day": "Midday", **facts})
    assert found["sound"], found["faults"]
    assert len(found["rules"]) == 7
    return dict(found["rules"][number])


@pytest.mark.rule("11.1a")
def test_seven_rows_are_told_of_every_scenario() -> None:
    """Each row is applicable or not; what is not does nothing."""
    rows = checked(time_of_day="Midday", weather="Clear")["rules"]
    said = [each["applicable"] for each in rows]
    assert said == [False, False, True, True, True, True, False]
    ids = [rule for each in rows for rule in each["rules"]]
    assert {"11.2", "11.3", "11.61", "11.62", "11.76", "11.74", "11.8"} <= set(ids)
    assert all(map(known_above, ids))
    temperate = world(on=NOT_DESERT, time_of_day="Midday")
    assert "Heat Haze" not in temperate.names("shot --from A5 --to M5 --range 30")


@pytest.mark.rule("11.1b")
def test_a_row_names_each_condition_that_failed() -> None:
    """All that fails is named, and nothing else."""
    assert row(LIGHT, ec="Moist")["failing"] == ["EC are Dry or Very Dry (Very Dry if Steppe)"]
    both = row(HEAVY, ec="Moist", boards=MIXED)["failing"]
    assert both == ["only Desert Boards", "EC are Dry or Very Dry"]


@pytest.mark.rule("11.1c")
def test_what_is_to_be_rolled_leaves_rows_open() -> None:
    """EC still to be rolled are neither yes nor no; only a DYO scenario rolls them."""
    for number in (HEAVY, LIGHT):
        for rolled in ({"ec": "roll"}, {"time_of_day": "roll"}, {"weather": "roll"}):
            assert row(number, dyo=True, month="October", **rolled)["applicable"] is None
        assert row(number, dyo=True, month="May", weather="roll")["applicable"] is True


@pytest.mark.rule("11.1d")
def test_an_applicable_row_waits_for_its_trigger() -> None:
    """Where no Time of Day calls for it, Sun Blindness may apply, and does not."""
    found = row(SUN, time_of_day="None", weather="Clear")
    assert (found["applicable"], found["in_effect"]) == (True, False)
    game = world(time_of_day="None", weather="Clear")
    assert "Sun Blindness" not in game.names("shot --from D5 --to H5")


@pytest.mark.rule("11.1e", "11.1f", "11.1g")
@cases(
    "facts, answer, failing",
    ({}, False, ["it is a DYO scenario"]),
    ({"dyo": True, "land": "France"}, False, ["it is set in an Arid Land"]),
    ({"dyo": True}, True, []),
    ({"dyo": True, "land": "Iraq"}, True, []),
    ({"dyo": True, "land": "Malta"}, True, []),
    ({"dyo": True, "land": "Kenya"}, True, []),
    ({"dyo": True, "on": NOT_DESERT}, True, []),
)
def test_the_charts_need_dyo_and_an_arid_land(
    facts: dict[str, Any], answer: bool, failing: list[str]
) -> None:
    """Row 1 asks for both, and for no Desert Board."""
    found = row(CHARTS, **facts)
    assert (found["applicable"], found["failing"]) == (answer, failing)


@pytest.mark.rule("11.1h", "11.1i", "11.1j")
@cases(
    "facts, answer",
    ({}, False),
    ({"dyo": True}, True),
    ({"dyo": True, "boards": MIXED}, True),
    ({"dyo": True, "on": NOT_DESERT}, False),
    ({"dyo": True, "land": "France"}, True),
)
def test_the_time_of_day_table_needs_dyo_and_a_desert_board(
    facts: dict[str, Any], answer: bool
) -> None:
    """Row 2 asks for both, and for no Arid Land."""
    assert row(TIME, **facts)["applicable"] is answer


@pytest.mark.rule("11.1k", "11.1l", "11.1m", "11.1n", "11.1o", "11.1p", "11.1q", "11.1r")
@cases(
    "facts, sun, haze",
    ({"weather": "Clear"}, True, True),
    ({"weather": "Clear & Gusty"}, True, True),
    ({"weather": "Mud", "ec": "Mud"}, True, True),
    ({"weather": "Overcast"}, False, False),
    ({"weather": "Mud & Overcast", "ec": "Mud"}, False, False),
    ({"time_of_day": "Night"}, False, False),
    ({"time_of_day": "Early Morning", "ec": "Moist"}, True, True),
    ({"on": NOT_DESERT}, False, False),
    ({"on": NOT_DESERT, "land": "Tunisia"}, False, False),
    ({"boards": MIXED}, True, True),
    ({"land": "Egypt"}, True, True),
    ({"land": "Syria"}, True, False),
    ({"land": "Iraq"}, True, False),
    ({"land": "Sicily"}, True, False),
    ({"land": "Eritrea"}, True, False),
    ({"land": "France"}, True, False),
)
def test_sun_and_haze_need_daylight_a_desert_board_and_no_overcast(
    facts: dict[str, Any], sun: bool, haze: bool
) -> None:
    """Rows 3 and 4; Heat Haze asks for North Africa too, and plain Mud is in nobody's way."""
    assert row(SUN, **facts)["applicable"] is sun
    assert row(HAZE, **facts)["applicable"] is haze


@pytest.mark.rule("11.1s", "11.1t", "11.1u", "11.1w", "11.1x", "11.1y", "11.1z", "11.1ad")
@pytest.mark.rule("191.2f", "191.2i", "191.2ad")
@cases(
    "facts, heavy, light",
    ({}, True, True),
    ({"ec": "Very Dry"}, True, True),
    ({"ec": "Moderate"}, False, False),
    ({"ec": "Moist"}, False, False),
    ({"boards": MIXED}, False, True),
    ({"on": NOT_DESERT, "ec": "Very Dry"}, False, False),
    ({"steppe": True}, False, False),
    ({"steppe": True, "ec": "Very Dry"}, False, True),
    ({"broken": True}, True, True),
    ({"land": "France"}, True, True),
)
def test_dust_needs_dry_ec_and_desert_boards(
    facts: dict[str, Any], heavy: bool, light: bool
) -> None:
    """Rows 5 and 6: Heavy Dust on Desert Boards only and not in Steppe; other Dust on one."""
    assert row(HEAVY, **facts)["applicable"] is heavy
    assert row(LIGHT, **facts)["applicable"] is light


@pytest.mark.rule("11.1aa", "11.1ab", "11.1ac")
@cases(
    "facts, answer",
    ({"weather": "Mud", "ec": "Mud"}, True),
    ({"ec": "Mud"}, True),
    ({"weather": "Mud & Overcast", "ec": "Mud"}, True),
    ({"weather": "Clear", "ec": "Wet"}, False),
    ({"weather": "Mud", "ec": "Mud", "land": "France"}, False),
    ({"weather": "Mud", "ec": "Mud", "land": "Eritrea"}, True),
    ({"weather": "Mud", "ec": "Mud", "boards": MIXED}, False),
)
def test_desert_mud_needs_an_arid_land_and_desert_boards_only(
    facts: dict[str, Any], answer: bool
) -> None:
    """Row 7 asks for Mud by Weather or by EC, an Arid Land, and Desert Boards alone."""
    assert row(MUD, **facts)["applicable"] is answer
