"""What the rules of chapter 11 say where nothing, or only a ruling, decides: rules and reasons."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import board, checked, world

ROLLED: Final[dict[str, Any]] = dict.fromkeys(
    ("weather", "time_of_day", "ec", "wind", "dust"), "roll"
)


# What check says of the summary ----------------------------------------------------------------


def rows(**facts: Any) -> dict[str, tuple[list[str], list[str]]]:
    """The rows of 11.1 by title: which conditions fail, and which a roll decides."""
    found = checked(**facts)["rules"]
    return {each["title"]: (each["failing"], each["open"]) for each in found}


@pytest.mark.rule("11.1")
def test_what_check_says_fails_and_what_a_roll_decides() -> None:
    """Before any roll all that rolls decide is open; what cannot hold fails."""
    mud, light = "Desert Mud", "DYO Dust Table; Light and Moderate Dust; Vehicle Dust; FFE Dust"
    open_ = rows(dyo=True, **ROLLED)
    assert open_[mud] == ([], ["Mud is in effect"])
    assert open_[light] == ([], ["EC are Dry or Very Dry (Very Dry if Steppe)"])
    assert open_["(Intense) Heat Haze"][1] == [
        "it is daytime",
        "Weather is not Overcast",
        "it is Mid Morning, Midday or Mid Afternoon",
    ]
    dry = rows()
    assert dry[mud] == (["Mud is in effect"], [])
    assert dry[light] == ([], [])
    muddy = rows(weather="Mud", ec="Mud", broken=True, steppe=True)
    assert muddy[mud] == (
        ["Broken Terrain is not in effect (191.1)", "Steppe Terrain is not in effect (191.2)"],
        [],
    )
    only = rows(boards=[board(), board() | {"name": "X2", "desert": False}])
    assert "only Desert Boards" in only[mud][0]


# Setup of a DYO scenario -----------------------------------------------------------------------


@pytest.mark.rule("11.3", "11.6111")
@cases(
    "facts, dr, told",
    ({}, 1, [("TimeOfDaySet", "11.3"), ("ECSet", "11.6111")]),
    ({}, 3, [("TimeOfDaySet", "11.3")]),
    ({"weather": "Mud"}, 1, [("TimeOfDaySet", "11.3"), ("ECSet", "11.6111")]),
    ({"weather": "Overcast"}, 1, [("TimeOfDaySet", "11.3")]),
    ({"ec": "Moist"}, 1, [("TimeOfDaySet", "11.3")]),
    ({"ec": "Dry"}, 1, [("TimeOfDaySet", "11.3"), ("ECChanged", "11.6111")]),
)
def test_an_early_morning_settles_the_ec_at_once(
    facts: dict[str, Any], dr: int, told: list[tuple[str, str]]
) -> None:
    """Moist, or Mud under a Muddy sky, unless they are so; no other Time of Day does."""
    game = world(dyo=True, **(ROLLED | {"weather": "Clear"} | facts))
    events = game.do(f"time-of-day {dr}")
    assert [(type(each).__name__, each.rule) for each in events] == told
    if told[1:]:
        assert game.state.sky.ec == ("Mud" if "weather" in facts else "Moist")


@pytest.mark.rule("11.4t")
@cases("dr, ec", ("6 6", "Mud"), ("1 1", "to be rolled"))
def test_nobody_waits_for_ec_that_no_dr_decides(dr: str, ec: str) -> None:
    """EC are Mud as soon as the Weather brings Mud; after any other they are to be rolled."""
    game = world(dyo=True, month="January", **ROLLED)
    game.do(f"weather {dr}")
    assert f"EC: {ec} (11.4)" in game.text("in-effect")
    _, said, _ = game.command("do", "GAME", "note here")
    assert f"EC {ec}" in said
