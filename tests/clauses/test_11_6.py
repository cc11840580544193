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


def haze(time: str, words: str, **facts: Any) -> int:
    """The Heat Haze that `ask shot` gives to a shot from A1."""
    found = drms(sky(time, **facts), f"--from A1 --to B1 {words}")
    return sum(amount for name, amount in found.items() if "Haze" in name)


# DLV -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.6a")
@cases(
    "time, dust, words, name",
    ("None", "Light", "--from A1 --to D1", "Light Dust"),
    ("None", "Moderate", "--from A1 --to D1", "Moderate Dust"),
    ("Early Morning", "None", "--from D5 --to H5", "Sun Blindness"),
    ("Midday", "None", "--from A1 --to D1 --range 20", "Intense Heat Haze"),
    ("Mid Afternoon", "None", "--from A1 --to D1 --range 20", "Heat Haze"),
)
def test_what_is_dlv(time: str, dust: str, words: str, name: str) -> None:
    """Sun, both hazes, Light and Moderate Dust are DLV; Heavy Dust is a LOS Hindrance beside it."""
    items = sky(time, dust).json(f"shot {words}")["items"]
    assert {each["name"]: each["kind"] for each in items} == {name: "DLV"}
    heavy = sky(dust="Heavy").json("shot --from A1 --to D1")["items"]
    assert {each["kind"] for each in heavy} == {"DLV", "LOS Hindrance"}


@pytest.mark.rule("11.6e", "11.6f")
def test_dlv_never_blocks() -> None:
    """DLV of +7 blocks nothing; five Hindrances and Dust do not, six Hindrances do."""
    found = sky("Midday").json("shot --from A1 --to D1 --range 48")
    assert found["total"]["fixed"] == 7
    assert found["blocked"] is None
    line = {"B5": "b", "C6": "b", "D6": "b", "E7": "b", "F7": "b"}
    five = world(line, dust="Light").json("shot --from A5 --to G8")
    hindrance = sum(e["amount"] for e in five["items"] if e["kind"] == "LOS Hindrance")
    assert hindrance == 5
    assert five["blocked"] is None
    six = world({**line, "G8": "b"}).json("shot --from A5 --to H8")
    assert "B.10" in six["blocked"]


# HIP and concealment -------------------------------------------------------------------------

LIGHT: Final = {"dust": "Light"}


@pytest.mark.rule("11.601a", "11.601b", "11.601c", "11.601d", "11.601e", "A12.33")
def test_dlv_hides_entrenchments() -> None:
    """Only an enemy within six hexes reveals one by LOS, whichever DLV there is."""
    for game in (sky(**LIGHT), sky("Midday"), sky(dust="Heavy")):
        assert game.json("concealment --hex A5 --enemy G5")["revealed_by"] == ["G5"]
        assert game.json("concealment --hex A5 --enemy H5")["revealed_by"] == []
        assert game.json("concealment --hex A5 --enemy H5 M5")["revealed_by"] == []
        assert game.json("concealment --hex A5 --enemy H5 M5 G5")["revealed_by"] == ["G5"]
    assert "A12.33" in sky(**LIGHT).text("concealment --hex A5 --enemy H5")
    assert not sky().json("concealment --hex A5 --enemy H5")["in_effect"]
    bare = sky(**LIGHT).json("concealment --hex B5 --enemy I5")
    assert not bare["in_effect"]
    assert "not Concealment Terrain" in bare["verdict"]


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


@pytest.mark.rule("11.61a", "11.61b")
@cases(
    "facts, drm",
    ({}, 2),
    ({"boards": [board(columns=25), board(name="X2", columns=25, desert=False)]}, 2),
    ({"boards": [board(columns=25, desert=False)]}, 0),
    ({"weather": "Overcast"}, 0),
    ({"weather": "Mud & Overcast", "ec": "Mud"}, 0),
    ({"weather": "Mud", "ec": "Mud"}, 2),
    ({"weather": "Clear & Gusty"}, 2),
    ({"land": "France"}, 2),
)
def test_what_sun_blindness_needs(facts: dict[str, Any], drm: int) -> None:
    """A Desert Board and no Overcast; `check` and a shot say the same."""
    prefix = "X1" if len(facts.get("boards", ())) == 2 else ""
    game = sky("Early Morning", **facts)
    found = drms(game, f"--from {prefix}D5 --to {prefix}H5")
    assert found.get("Sun Blindness", 0) == drm
    row = checked(**({"time_of_day": "Early Morning", "ec": "Moist", "boards": WIDE} | facts))
    assert row["rules"][2]["in_effect"] is (drm == 2)


@pytest.mark.rule("11.61c", "11.611a", "11.611b", "11.611h")
def test_an_early_morning_blinds() -> None:
    """+2 to TH and IFT at every range, where a scenario or the dr says so."""
    game = sky("Early Morning")
    for attack in ("TH", "IFT"):
        for target in ("E5", "H5", "X5"):
            assert drms(game, f"--from D5 --to {target} --attack {attack}") == {"Sun Blindness": 2}
    assert drms(sky(), "--from D5 --to H5") == {}


@pytest.mark.rule("11.611c", "11.611d", "11.611e", "11.611f", "11.611g", "11.612b")
@cases("attack", "OBA", "DC", "FT", "'Fire Lane'", "'Specific Collateral'")
def test_attacks_that_no_sun_blinds(attack: str) -> None:
    """Each exception is named; morning and afternoon alike."""
    for time, ends in (("Early Morning", "D5 --to E5"), ("Late Afternoon", "H5 --to G5")):
        found = sky(time).json(f"shot --from {ends} --attack {attack}")
        assert "Sun Blindness" not in {each["name"] for each in found["items"]}
        (why,) = (each["why"] for each in found["why_not"] if each["name"] == "Sun Blindness")
        assert attack.strip("'") in why


@pytest.mark.rule("11.611i", "11.611j", "11.611k", "11.611l", "11.611o")
def test_each_condition_of_the_ruling_is_named() -> None:
    """Outside the zone, at the air, in one building and in the own hex nobody is blinded."""
    rows = [{"hex": name, "building": "fort"} for name in ("D5", "E5")]
    fort = world(
        time_of_day="Early Morning", ec="Moist", on={"buildings": rows, "columns": 13, "rows": 10}
    )
    plain = sky("Early Morning")
    for game, words, why in (
        (plain, "--from D5 --to D1", "outside the Sun Blindness Zone"),
        (plain, "--from D5 --to H8", "outside the Sun Blindness Zone"),
        (plain, "--from D5 --to H5 --attack 'vs Aerial'", "not a ground target"),
        (fort, "--from D5 --to E5", "within one building"),
        (plain, "--from D5 --to D5 --attack IFT", "own hex"),
    ):
        found = game.json(f"shot {words}")
        assert "Sun Blindness" not in {each["name"] for each in found["items"]}
        (said,) = (each["why"] for each in found["why_not"] if each["name"] == "Sun Blindness")
        assert why in said


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


@pytest.mark.rule("11.611n")
def test_the_border_by_the_other_ruling() -> None:
    """With the border outside, a dot on it is free."""
    game = sky("Early Morning", rulings={"11.611-conditions": "in"})
    assert drms(game, "--from D5 --to F4") == {}
    assert drms(game, "--from D5 --to F5") == {"Sun Blindness": 2}


@pytest.mark.rule("11.611x")
@cases(
    "north, east, west",
    ("up", "H6", "B6"),
    ("down", "B6", "H6"),
    ("left", "E4", "E8"),
    ("right", "E8", "E4"),
)
def test_the_zone_follows_north(north: str, east: str, west: str) -> None:
    """East is where north says, not where the board's right is."""
    game = sky("Early Morning", north=north)
    assert drms(game, f"--from E6 --to {east}") == {"Sun Blindness": 2}
    assert drms(game, f"--from E6 --to {west}") == {}


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


@pytest.mark.rule("11.6111b")
def test_rain_would_make_it_wet() -> None:
    """Rain needs an Overcast sky, and that ends the blinding: so no game has both."""
    game = sky("Early Morning", weather="Overcast")
    game.do("wc 5 5")
    assert game.state.sky.ec == "Wet"
    assert drms(game, "--from D5 --to H5") == {}


@pytest.mark.rule("11.6111e")
@cases("ec", "Moderate", "Dry", "Very Dry")
def test_a_dry_blinding_morning_contradicts_itself(ec: str) -> None:
    """It is rejected with its rule; where nobody is blinded it stands."""
    assert "11.6111" in unsound(time_of_day="Early Morning", ec=ec)
    assert checked(time_of_day="Early Morning", ec=ec, on={"desert": False})["sound"]


@pytest.mark.rule("11.612a", "11.612b")
def test_a_late_afternoon_blinds_to_the_west() -> None:
    """The same, toward the west."""
    game = sky("Late Afternoon")
    for target in ("D5", "A5", "G5"):
        assert drms(game, f"--from H5 --to {target}") == {"Sun Blindness": 2}
    assert drms(game, "--from D5 --to H5") == {}
    assert drms(game, "--from H5 --to D5 --attack 'vs Aerial'") == {}


@pytest.mark.rule("11.612c")
def test_a_late_afternoon_leaves_the_ec() -> None:
    """The EC dr is made as ever."""
    game = world(dyo=True, time_of_day="roll", ec="roll", month="July")
    game.do("time-of-day 5", "ec 3")
    assert game.state.sky.ec == "Very Dry"


# Heat Haze -----------------------------------------------------------------------------------

PLAIN, INTENSE = "Mid Afternoon", "Midday"


@pytest.mark.rule("11.62a", "11.62b", "11.62c", "11.62d", "11.621a")
@cases(
    "facts, why",
    ({}, None),
    ({"land": "Iraq"}, "it is not set in North Africa"),
    ({"land": "Sicily"}, "it is not set in North Africa"),
    ({"boards": [board(desert=False)]}, "there is no Desert Board"),
    ({"weather": "Overcast"}, "Weather is Overcast"),
    ({"weather": "Mud & Overcast", "ec": "Mud"}, "Weather is Overcast"),
    ({"weather": "Mud", "ec": "Mud"}, None),
)
def test_what_heat_haze_needs(facts: dict[str, Any], why: str | None) -> None:
    """North Africa, a Desert Board, no Overcast, and a Time of Day; what is missing is named."""
    assert haze(PLAIN, "--range 13", **facts) == int(why is None)
    assert haze(INTENSE, "--range 13", **facts) == 2 * int(why is None)
    assert haze("None", "--range 13", **facts) == 0
    near = sky(PLAIN, **facts).text("shot --from A1 --to B1 --range 13")
    assert why is None or f"Heat Haze (11.62, DLV): {why}\n" in near


@pytest.mark.rule("11.62e", "11.62f", "11.62g", "11.62h", "11.62i", "11.62j", "11.621b")
@cases(
    "attack, takes",
    ("TH", True),
    ("IFT", True),
    ("OBA", False),
    ("'Fire Lane'", False),
    ("'Specific Collateral'", False),
    ("'vs Aerial'", False),
)
def test_which_attacks_take_heat_haze(attack: str, takes: bool) -> None:
    """TH and non-ordnance IFT do."""
    assert haze(PLAIN, f"--attack {attack} --range 13") == int(takes)
    assert haze(INTENSE, f"--attack {attack} --range 7") == int(takes)


@pytest.mark.rule("11.62k")
@cases("attack", "FT", "DC")
def test_ft_and_dc_are_only_too_near(attack: str) -> None:
    """They are no exceptions of Heat Haze; the reason is the range."""
    text = sky(PLAIN).text(f"shot --from A1 --to B1 --attack {attack}")
    assert "begins beyond 12 hexes" in text
    assert haze(PLAIN, f"--attack {attack}") == 0


@pytest.mark.rule("11.62p", "11.62q")
def test_who_counts_as_whom() -> None:
    """PRC are asked as their vehicle, Cavalry as Infantry, and the help says so."""
    _, shown, _ = sky().command("ask", "shot", "--help")
    said = " ".join(shown.split())
    assert "PRC as their vehicle" in said
    assert "Cavalry as Infantry" in said


@pytest.mark.rule("11.62r", "11.621f", "11.622a", "11.622b", "11.622c", "E.5")
@cases("time, drm", (PLAIN, 1), (INTENSE, 2), ("None", 0))
def test_ground_support_in_heat_haze(time: str, drm: int) -> None:
    """+1, or +2 if Intense, whatever the range."""
    for range_ in (1, 3, 5, 30, 40):
        words = f"--attack 'Ground Support' --range {range_}"
        assert haze(time, words) == drm
        assert drm == 0 or "11.622" in sky(time).text(f"shot --from A1 --to B1 {words}")


@pytest.mark.rule("11.622d", "11.622e", "11.622f")
@cases("time, drm", (PLAIN, 1), (INTENSE, 1), ("None", 0))
def test_sighting_in_heat_haze(time: str, drm: int) -> None:
    """+1 to a Sighting TC by either, whatever the range."""
    game = sky(time)
    for name in ("A5", "X5"):
        items = game.json(f"sighting --hex {name}")["items"]
        assert [each["amount"] for each in items if "Haze" in each["name"]] == [1] * drm


@pytest.mark.rule("11.623a", "11.623c")
@cases("time, range_, drm", (PLAIN, 20, 0), (PLAIN, 30, 1), (INTENSE, 12, 0), (INTENSE, 13, 1))
def test_the_lesser_counts_at_both(time: str, range_: int, drm: int) -> None:
    """With the Area Target Type at Infantry and vehicles the lesser DRM counts, for OBA as well."""
    assert haze(time, f"--area --against both --range {range_}") == drm
    accuracy = sky(time).json(f"oba-accuracy --from A1 --to B1 --against both --range {range_}")
    assert accuracy["total"]["fixed"] == drm


@pytest.mark.rule("11.623b", "11.623g")
def test_oba_accuracy_of_an_onboard_observer() -> None:
    """The lesser at both; at a hex with neither as at Infantry."""
    game = sky(PLAIN)
    for words, drm in (
        ("--against both --range 30", 1),
        ("--against none --shell SMOKE --range 19", 2),
        ("--against none --shell HE --range 13", 1),
    ):
        assert game.json(f"oba-accuracy --from A1 --to B1 {words}")["total"]["fixed"] == drm


@pytest.mark.rule("11.623d")
def test_other_target_types_name_their_target() -> None:
    """Without the Area Target Type one asks for each target by itself."""
    assert "area" in sky(PLAIN).why_refused("shot --from A1 --to B1 --against both")
    assert haze(PLAIN, "--against infantry --range 20") == 2
    assert haze(PLAIN, "--against vehicle --range 20") == 0


@pytest.mark.rule("11.623e", "11.623f", "11.623h")
def test_a_hex_without_known_enemies_is_as_infantry() -> None:
    """HE and SMOKE at such a hex; a vehicle alone there is a vehicle."""
    for shell in ("HE", "SMOKE"):
        assert haze(PLAIN, f"--shell {shell} --against none --range 13") == 1
        assert haze(PLAIN, f"--shell {shell} --against vehicle --range 13") == 0
    assert "11.623" in sky(PLAIN).text(
        "shot --from A1 --to B1 --shell HE --against none --range 13"
    )


@pytest.mark.rule("11.624a", "11.624b", "11.624c", "11.624d")
@cases("time", PLAIN, INTENSE)
def test_offboard_observers_in_heat_haze(time: str) -> None:
    """+2 instead of what the range gives; an onboard Observer has the latter."""
    game = sky(time)
    for range_ in (1, 30):
        words = f"oba-accuracy --from A1 --to B1 --observer offboard --range {range_}"
        assert game.json(words)["total"]["fixed"] == 2
    onboard = game.json("oba-accuracy --from A1 --to B1 --range 6")
    assert onboard["total"]["fixed"] == 0


@pytest.mark.rule("11.3m", "E3.32")
@cases(
    "facts, mist",
    ({"month": "January"}, True),
    ({"month": "June"}, False),
    ({"month": "January", "rulings": {"11.3-stated": "sun-only"}}, False),
    ({"month": "January", "mist": False}, False),
    ({"month": "June", "mist": True}, True),
)
def test_mist_of_a_stated_morning(facts: dict[str, Any], mist: bool) -> None:
    """A stated Early Morning brings what a rolled one does; a scenario may say otherwise."""
    lv = drms(sky("Early Morning", **facts), "--from X5 --to A5", "LV")
    assert bool(lv) is mist
