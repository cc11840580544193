"""11.6 to 11.624 Desert Low Visibility: concealment, Sun Blindness, Heat Haze."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, board, checked, unsound, world

WIDE: Final = [board({"A5": "b", "H5": "b"}, columns=25)]
"""A board of 25 hexrows with brush in A5 and H5."""


def sky(time: str = "None", dust: str = "None", **facts: Any) -> Played:
    """A wide board under a sky of some time and Dust; an Early Morning has Moist EC."""
    usual = {"ec": "Moist" if time == "Early Morning" else "Dry", "boards": WIDE}
    whole: dict[str, Any] = {"time_of_day": time, "dust": dust, **usual, **facts}
    return world(**whole)


def drms(game: Played, words: str, kind: str = "DLV") -> dict[str, Any]:
    """The modifiers of a kind that `ask shot` gives, by name."""
    items = game.json(f"shot {words}")["items"]
    return {each["name"]: each["amount"] for each in items if each["kind"] == kind}


# HIP and concealment -------------------------------------------------------------------------

LIGHT: Final = {"dust": "Light"}


@pytest.mark.rule("11.601f", "11.601g", "11.601h", "11.601i", "11.601k")
def test_far_concealment_terrain_is_as_out_of_los() -> None:
    """17 hexes from all unbroken enemy ground units; the LOS itself is there."""
    game = sky(**LIGHT)
    assert game.json("concealment --hex A5 --enemy R5")["out_of_los_for_gain"]
    assert not game.json("concealment --hex A5 --enemy Q5")["out_of_los_for_gain"]
    assert not game.json("concealment --hex A5 --enemy V5 Q5")["out_of_los_for_gain"]
    assert game.json("concealment --hex A5 --enemy V5")["out_of_los_for_gain"]
    assert game.json("shot --from R5 --to A5")["blocked"] is None
    _, shown, _ = game.command("ask", "concealment", "--help")
    assert "unbroken enemy ground units" in " ".join(shown.split())


@pytest.mark.rule("11.601j")
@cases(
    "unit, gains",
    ("infantry", True),
    ("emplaced-gun", True),
    ("gun", False),
    ("cavalry", False),
    ("vehicle", False),
)
def test_who_gains(unit: str, gains: bool) -> None:
    """Infantry and Emplaced Guns only."""
    found = sky(**LIGHT).json(f"concealment --hex A5 --enemy V5 --unit {unit}")
    assert found["out_of_los_for_gain"] is gains


@pytest.mark.rule("11.601l", "11.601m")
def test_with_sun_blindness_alone_the_zone_decides() -> None:
    """Who looks into the sun at range 7 reveals nothing; who does not does; Dust voids that."""
    game = sky("Early Morning")
    assert game.json("concealment --hex H5 --enemy A5")["revealed_by"] == []
    assert not game.json("concealment --hex H5 --enemy O5")["in_effect"]
    dusty = sky("Late Afternoon", "Light")
    assert dusty.json("concealment --hex H5 --enemy A5")["revealed_by"] == []
    assert sky("Late Afternoon").json("concealment --hex H5 --enemy A5")["in_effect"] is False


@pytest.mark.rule("11.601n")
@cases("choice, revealed", ("each-his-own", ["O5"]), ("all", None))
def test_whose_zones_count(choice: str, revealed: list[str] | None) -> None:
    """By the ruling, the one who looks; or all of them, and then the normal rules apply."""
    game = sky("Early Morning", rulings={"11.601-enemies": choice})
    found = game.json("concealment --hex H5 --enemy A5 O5")
    assert found.get("revealed_by") == revealed
    assert found["in_effect"] is (revealed is not None)


# Sun Blindness -------------------------------------------------------------------------------


EAST_OF_D5: Final = {"E5", "E6", "F4", "F5", "F6", "G4", "G5", "G6", "G7"}


@pytest.mark.rule("11.611m", "11.611n", "11.611p", "11.611w")
def test_the_zone_of_60_degrees() -> None:
    """East of D5: n + 1 hexes at range n, those with their dot on the border among them."""
    game = sky("Early Morning")
    zone = set(game.json("sun-zone --hex D5")["zone"])
    assert {name for name in zone if name[0] in "ABCDEFG"} == EAST_OF_D5
    seen = game.json("view --from D5")["seen"]
    assert {name for name in EAST_OF_D5 if seen[name]["low"] == 2} == EAST_OF_D5
    for name, drm in {
        "F4": 2,
        "F3": 0,
        "E5": 2,
        "E6": 2,
        "D4": 0,
        "D6": 0,
        "E4": 0,
        "F7": 0,
    }.items():
        assert drms(game, f"--from D5 --to {name}").get("Sun Blindness", 0) == drm


@pytest.mark.rule("11.6111a", "11.6111d")
def test_a_blinding_morning_needs_no_ec_in_its_scenario() -> None:
    """EC left out are Moist as the first RPh begins; `check` knows it, and bars Dust by it."""
    game = world(ec=None, time_of_day="Early Morning")
    assert "11.6111" in game.told("phase RPh")
    assert game.state.sky.ec == "Moist"
    assert drms(game, "--from D5 --to F5") == {"Sun Blindness": 2}
    found = checked(ec=None, time_of_day="Early Morning")
    assert found["sound"]
    assert [found["rules"][n]["applicable"] for n in (4, 5)] == [False, False]
    assert "11.71" in unsound(ec=None, time_of_day="Early Morning", dust="Light")


@pytest.mark.rule("11.6111a")
@cases(
    "facts",
    {},
    {"time_of_day": "Early Morning", "weather": "Overcast"},
    {"time_of_day": "Early Morning", "on": {"desert": False}},
    {"time_of_day": "Late Afternoon"},
    {"time_of_day": "Midday"},
)
def test_ec_are_asked_for_where_no_rule_decides_them(facts: dict[str, Any]) -> None:
    """Where nobody is blinded in the Early Morning, the scenario says its EC, or is DYO."""
    assert unsound(ec=None, **facts).startswith("ec: only a DYO scenario rolls this (11.4)")
    if facts.get("on") is None:
        assert checked(ec=None, dyo=True, **facts)["sound"]


@pytest.mark.rule("11.6111c")
def test_mud_needs_no_ec_in_its_scenario() -> None:
    """Under a Muddy sky EC left out are Mud, in an Early Morning and at any other time."""
    for time in ("Early Morning", "Midday"):
        game = world(ec=None, time_of_day=time, weather="Mud")
        game.do("wc 3 4")
        assert game.state.sky.ec == "Mud"


# Heat Haze -----------------------------------------------------------------------------------


@pytest.mark.rule("11.62p", "11.62q")
def test_who_counts_as_whom() -> None:
    """PRC are asked as their vehicle, Cavalry as Infantry, and the help says so."""
    _, shown, _ = sky().command("ask", "shot", "--help")
    said = " ".join(shown.split())
    assert "PRC as their vehicle" in said
    assert "Cavalry as Infantry" in said
