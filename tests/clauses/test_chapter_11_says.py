"""What the rules of chapter 11 say where nothing, or only a ruling, decides: rules and reasons."""

from typing import Any, Final

import pytest

from tests.clauses.reached import board, checked

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
    open_ = rows(dyo=True, month="October", **ROLLED)
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
    assert rows(dyo=True, month="April", ec="roll")[mud] == dry[mud]
    steppe = rows(dyo=True, month="March", steppe=True, ec="roll")
    assert steppe[light] == (open_[light][1], [])
    barred = ["Broken Terrain is not in effect (191.1)", "Steppe Terrain is not in effect (191.2)"]
    assert rows(weather="Mud", ec="Mud", broken=True, steppe=True)[mud] == (barred, [])
    only = rows(boards=[board(), board() | {"name": "X2", "desert": False}])
    assert "only Desert Boards" in only[mud][0]
