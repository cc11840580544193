"""Fire, rule by rule: what each answer, event and refusal of a fire names as its reason (B25)."""

from typing import Any, Final

import pytest

from tests.clauses.reached import Played, world
from tests.clauses.test_core_fire import HOUSE, ablaze
from tests.clauses.test_core_spread import SIX, spread

BREEZE: Final[dict[str, Any]] = {"wind": "Mild Breeze", "wind_direction": 1}


def drms(game: Played, to: str, of: str = "D5") -> dict[str, tuple[str, int]]:
    """The rule and amount of each DRM of a spread."""
    found = game.ask(f"burn --hex {of} --to {to}").items
    return {item.name: (item.rule, int(item.amount or 0)) for item in found}


def near(game: Played, to: str, of: str = "D5") -> dict[str, tuple[str, str]]:
    """The rule of each DRM that did not apply, and why it did not."""
    found = game.ask(f"burn --hex {of} --to {to}").near
    return {item.name: (item.rule, item.why) for item in found}


# A Spreading Fire DR ---------------------------------------------------------------------------


@pytest.mark.rule("B25.5", "B25.61", "B25.62", "B25.64")
def test_each_drm_of_a_spread_has_its_rule() -> None:
    """EC, elevation, wind, what is not attached, and a Fortified Building."""
    farm = HOUSE | {"hex": "C6"}
    marks = {"D5": "b1", "D4": "b2", "E5": "b", "D6": "b1", "E6": "b1"}
    forts = [{"kind": "Fortified Building", "hex": "C6"}]
    game = ablaze(marks, "D5", buildings=[farm], fortifications=forts, **BREEZE)
    ec = ("B25.5", 1)
    assert drms(game, "D4") == {"EC": ec, "Higher elevation": ("B25.61", 1), "Wind": ("B25.64", 1)}
    assert drms(game, "E5") == {"EC": ec, "Lower elevation": ("B25.61", -1)}
    assert drms(game, "D6") == {"EC": ec, "Wind": ("B25.64", -1)}
    assert drms(game, "E6") == {"EC": ec}
    assert drms(game, "C6") == {
        "Fortified Building": ("B23.94", -1),
        "Not attached": ("B25.62", -2),
        "Lower elevation": ("B25.61", -1),
    }
    assert near(game, "E6")["Not attached"][0] == "B25.62"
    assert near(game, "C6")["EC"] == ("B25.5", "C6 burns as inside a building")


@pytest.mark.rule("B25.64")
def test_why_the_wind_has_no_drm() -> None:
    """Across the wind, in No Wind, within a building, and by the ruling that gives it none."""
    across = near(ablaze(SIX, "D5", **BREEZE), "E5")["Wind"]
    assert across == ("B25.64", "nearly downwind in a Mild Breeze")
    assert near(ablaze(SIX, "D5"), "D4")["Wind"] == ("B25.64", "no Mild Breeze blows")
    none = ablaze(SIX, "D5", rulings={"B25.6-wind": "none"}, **BREEZE)
    assert near(none, "D4")["Wind"][0] == "B25.64"
    assert "B25.6-wind" in near(none, "D4")["Wind"][1]
    school = [HOUSE | {"hex": each, "building": "School"} for each in ("D4", "D5")]
    inside = near(ablaze({}, "D5", buildings=school, **BREEZE), "D4")["Wind"]
    assert inside == ("B25.64", "wind does not count within a building")


@pytest.mark.rule("B25.64")
def test_a_breeze_that_has_no_direction_yet_is_no_drm() -> None:
    """Before the dr for its direction a Mild Breeze of the scenario drives no fire."""
    game = world(SIX, wind="Mild Breeze")
    assert near(game, "D4")["Wind"] == ("B25.64", "no Mild Breeze blows")


# Heights ---------------------------------------------------------------------------------------


@pytest.mark.rule("B25.6", "B25.61")
def test_fire_goes_from_an_upper_level_to_a_building_as_high() -> None:
    """From level 1 to the ground floor of a house on higher ground, and not to woods there."""
    houses = [HOUSE | {"upper_levels": 1}, HOUSE | {"hex": "D4"}]
    game = world({"D4": ".1", "E5": "w1", "D6": "w"}, buildings=houses)
    game.to("PFPh")
    game.do("blaze D5 level 1")
    told = game.json("burn --hex D5 --level 1")["spread"]
    assert set(told) == {"D4", "D5"}
    assert told["D4"]["drms"] == {"Not attached": -2}
    assert told["D5"]["drms"] == {"Lower elevation": -1}
    back = game.json("burn --hex D4")["spread"]
    assert {to for to, each in back.items() if "drms" in each} == {"D5", "E5"}
    assert back["D5@1"]["why_not"] == "it has a Blaze already"


# What is attached ------------------------------------------------------------------------------


@pytest.mark.rule("B25.62", "E3.6", "B24.1")
def test_in_mud_rubble_and_debris_are_no_art_on_a_hexside() -> None:
    """Fire goes from brush to brush in Mud, but neither from nor to what fell into a hex."""
    mud: dict[str, Any] = {"weather": "Mud", "ec": "Mud"}
    debris = [{"hex": "D4", "origin": "printed"}]
    marks = {"D5": "b", "D6": "b"}
    game = ablaze(marks, "D5", debris=debris, on={"ad": True}, ad=True, **mud)
    assert (spread(game, "D4")["rule"], spread(game, "D4")["chance"]) == ("E3.6", "0")
    assert spread(game, "D6")["chance"] != "0"
    back = ablaze(marks, "D4", debris=debris, on={"ad": True}, ad=True, **mud)
    assert spread(back, "D5", of="D4")["rule"] == "E3.6"
    tower = [HOUSE | {"hex": "C5", "upper_levels": 1}]
    fallen = world({"D5": "b", "D4": "b"}, buildings=tower, **mud)
    fallen.to("PFPh")
    fallen.do("rubble C5 level 1 1 6 2")
    assert fallen.state.ground["D4"].rubble is not None
    assert spread(fallen, "D5", of="D4")["rule"] == "E3.6"
    assert spread(fallen, "D4")["rule"] == "E3.6"
