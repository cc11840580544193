"""Fire, rule by rule: what each answer, event and refusal of a fire names as its reason (B25)."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, world
from tests.clauses.test_core_fire import HOUSE, ablaze, fires
from tests.clauses.test_core_spread import AROUND, SIX, in_gusts, spread, ways

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


@pytest.mark.rule("B25.1", "B25.6", "E3.6")
def test_why_fire_does_not_reach_a_hex() -> None:
    """Nothing burns there, it is ablaze already, or Mud keeps it out: each by its rule."""
    game = ablaze({"D5": "b", "D6": "b", "E5": "b"}, "D5", "D6")
    told = {to: (spread(game, to)["rule"], spread(game, to)["chance"]) for to in ("D4", "D6")}
    assert told == {"D4": ("B25.1", "0"), "D6": ("B25.6", "0")}
    game.do("flame E5")
    assert spread(game, "E5")["chance"] == ways(5)


@pytest.mark.rule("B25.63", "B25.651")
def test_by_which_rule_fire_comes_without_a_dr() -> None:
    """Heavy Winds are B25.63, also where they keep fire out; Gusts are B25.651."""
    heavy = ablaze(SIX, "D5", wind="Heavy Winds", wind_direction=2)
    assert {spread(heavy, to)["rule"] for to in AROUND} == {"B25.63"}
    gusts = in_gusts(SIX, "D5", **BREEZE)
    assert spread(gusts, "D4")["rule"] == "B25.651"
    assert "rule" not in spread(gusts, "E5")


@pytest.mark.rule("B25.651", "B25.64")
def test_gusts_that_have_no_direction_yet_do_not_rise_within_a_hex() -> None:
    """Upstairs there is no sixth beside the DR, as no hexside lies between; beside it there is."""
    house = HOUSE | {"upper_levels": 1}
    game = world({"D4": "b"}, buildings=[house], weather="Clear & Gusty")
    game.to("PFPh")
    game.do("blaze D5", "phase RPh", "wc 5 5", "phase AFPh")
    assert spread(game, "D5@1")["chance"] == ways(7)
    assert "in all" in spread(game, "D4")["said"]


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


@pytest.mark.rule("B25.61", "A6.3")
@cases(
    "marks, name",
    ({"D5": "b", "D4": "ub"}, "Lower elevation"),
    ({"D5": "ub", "D4": "b"}, "Higher elevation"),
    ({"D5": "ub", "D4": "ub"}, ""),
    ({"D5": "b", "D4": "ub1"}, ""),
    ({"D5": "ub", "D4": "b-1"}, ""),
)
def test_what_burns_in_a_depression_lies_a_level_lower(marks: dict[str, str], name: str) -> None:
    """Brush in a gully is a level below the ground around it."""
    found = {each for each in drms(ablaze(marks, "D5"), "D4") if "elevation" in each}
    assert found == ({name} if name else set())


# What is attached ------------------------------------------------------------------------------


@pytest.mark.rule("B25.62", "B24.6")
@cases("rubbled, attached", ((), False), (("D5",), False), (("D4",), False), (("D4", "D5"), True))
def test_only_rubble_beside_rubble_is_one_building(
    rubbled: tuple[str, ...], attached: bool
) -> None:
    """Two houses stand apart; the rubble of both is attached, and out of the wind."""
    game = world({}, buildings=[HOUSE, HOUSE | {"hex": "D4"}], **BREEZE)
    game.to("PFPh")
    game.do("blaze D5", *(f"rubble {each}" for each in rubbled))
    found = spread(game, "D4")["drms"]
    assert ("Not attached" not in found) is attached
    assert ("Wind" not in found) is attached


@pytest.mark.rule("B25.62", "B25.64")
def test_the_same_name_alone_makes_one_building() -> None:
    """Of four houses two are one; a house is not attached to brush, nor to a nameless house."""
    school = [HOUSE | {"hex": each, "building": "School"} for each in ("D5", "D4")]
    others = [HOUSE | {"hex": "D6", "building": "Mill"}, HOUSE | {"hex": "E5"}]
    game = ablaze({"C5": "b"}, "D5", buildings=[*school, *others])
    found = {to: "Not attached" in spread(game, to)["drms"] for to in ("D4", "D6", "E5", "C5")}
    assert found == {"D4": False, "D6": True, "E5": True, "C5": True}
    mill = ablaze({"C5": "b"}, "E5", buildings=[*school, *others])
    assert "Not attached" in spread(mill, "D5", of="E5")["drms"]


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


@pytest.mark.rule("B25.62")
def test_rubble_that_fell_is_attached_to_terrain_and_its_ruin_to_both() -> None:
    """Rubble fills its hex, so brush beside it is attached; the tower that stands is not."""
    tower = [HOUSE | {"hex": "C5", "upper_levels": 1}]
    game = world({"D5": "b", "D4": "b"}, buildings=tower)
    game.to("PFPh")
    game.do("rubble C5 level 1 1 6 2", "blaze D4")
    assert "Not attached" not in spread(game, "D5", of="D4")["drms"]
    assert "Not attached" in spread(game, "C5", of="D4")["drms"]
    game.do("rubble C5")
    assert "Not attached" not in spread(game, "C5", of="D4")["drms"]


# Orders and refusals -------------------------------------------------------------------------


@pytest.mark.rule("B25.1", "B25.11", "B25.15", "B24.72", "B25.6", "B25.651")
def test_each_event_of_a_fire_names_its_rule() -> None:
    """From the first Flame to the Blaze that spreads."""
    game = world({"D5": "b", "D4": "b", "D3": "b"}, ec="Moderate", **BREEZE)
    game.to("PFPh")
    assert game.told("flame D5") == "a Flame in D5 (B25.1)"
    assert game.told("kindle D5 6 6") == "a Flame in D5 (B25.11)"
    assert game.told("kindle D5 1 1") == "Kindling fails in D5 (B25.11)"
    assert game.told("flame D5") == "a Flame in D5 (B25.1)"
    assert game.told("extinguish D5") == "one Flame in D5 is out (B24.72)"
    game.do("phase RPh", "wc 3 4", "phase AFPh")
    assert game.told("flame-check D5 1 1 2 2").splitlines() == [
        "one Flame in D5 is out (B25.15)",
        "the Flame in D5 stays a Flame (B25.15)",
    ]
    assert game.told("extinguish D5") == "the fire in D5 is out (B24.72)"
    assert game.told("blaze D5") == "a Blaze in D5 (B25.1)"
    game.do("phase RPh", "wc 6 6", "phase AFPh")
    told = game.told("spread").splitlines()
    assert [line.rsplit(" ", 1)[1] for line in told] == ["(B25.651)", "(B25.651)", "(B25.6)"]
    assert fires(game) == {"D5": "Blaze", "D4": "Flame", "D3": "Flame"}


@pytest.mark.rule("B25.1")
def test_where_nothing_is_left_to_burn_the_fire_is_out() -> None:
    """The Flame in fallen rubble goes with it once every hexside is cleared."""
    tower = [{"hex": "D5", "upper_levels": 1}]
    game = world({}, buildings=tower)
    game.to("PFPh")
    game.do("rubble D5 level 1 1 6 1", "flame D4")
    for across in ("1 4", "2 5"):
        game.do("phase RPh", "wc 3 4")
        game.to("CCPh")
        game.do(f"clear D4 squads 3 across {across} 1 1")
    game.do("phase RPh", "wc 3 4")
    game.to("CCPh")
    assert "the fire in D4 is out (B25.1)" in game.told("clear D4 squads 3 across 3 6 1 1")


BEFORE: Final = {
    "flame-check D5": ("B25.15", "wrong-phase"),
    "spread": ("B25.6", "wrong-phase"),
    "kindle D5 leader 2": ("B25.11", "impossible-number"),
    "kindle D5 leader -4": ("B25.11", "impossible-number"),
    "kindle D5 SMC leader -1": ("B25.11", "impossible-number"),
    "kindle D3": ("B25.11", "not-burnable"),
    "kindle Z9": ("B25.11", "unknown-hex"),
    "kindle H5 level 2": ("B25.11", "no-such-level"),
    "flame D3": ("B25.1", "not-burnable"),
    "flame Z9": ("B25.1", "unknown-hex"),
    "flame E5": ("B25.1", "already-so"),
    "blaze D3": ("B25.1", "not-burnable"),
    "blaze Z9": ("B25.1", "unknown-hex"),
    "blaze E5": ("B25.1", "already-so"),
    "blaze D5 level 1": ("B25.1", "no-such-level"),
    "extinguish D3": ("B24.72", "no-fire"),
    "extinguish E5": ("B24.72", "no-fire"),
    "extinguish Z9": ("B24.72", "unknown-hex"),
    "collapse": ("B25.66", "wrong-phase"),
}
"""What is refused in a PFPh, and by which rule."""

LATER: Final = {
    "flame-check D3": ("B25.15", "no-fire"),
    "flame-check E5": ("B25.15", "no-fire"),
    "flame-check Z9": ("B25.15", "unknown-hex"),
    "flame-check D5": ("B25.15", "already-tried"),
    "kindle D5": ("B25.11", "wrong-phase"),
    "spread": ("B25.6", "already-tried"),
    "spread E5": ("B25.6", "already-tried"),
    "spread D5": ("B25.6", "no-fire"),
    "spread Z9": ("B25.6", "unknown-hex"),
}
"""And in the AFPh of the same Player Turn."""


@pytest.mark.rule("B25.1", "B25.11", "B25.15", "B24.72", "B25.6", "B25.66")
def test_each_refusal_of_a_fire_names_its_rule() -> None:
    """In the PFPh, and in the AFPh of the Player Turn in which the fires began."""
    game = world({"D5": "b", "E5": "b"}, buildings=[HOUSE | {"hex": "H5", "upper_levels": 1}])
    game.to("PFPh")
    game.do("flame D5", "blaze E5")
    for order, (rule, slug) in BEFORE.items():
        refusal = game.refused(order)
        assert (refusal.rule, refusal.reason.slug) == (rule, slug), order
    assert "H5 has levels 0 to 1" in game.refused("flame H5 level 2").why
    assert "C3 has ground level only" in game.refused("flame C3 level 1").why
    game.do("phase AFPh")
    for order, (rule, slug) in LATER.items():
        refusal = game.refused(order)
        assert (refusal.rule, refusal.reason.slug) == (rule, slug), order


@pytest.mark.rule("E1.94", "B25.11")
@cases("time", "None", "Early Morning", "Night")
def test_kindling_is_barred_by_rule_at_night_alone(time: str) -> None:
    """E1.94 is named by order and question; by day nothing is."""
    game = world({"D5": "b"}, time_of_day=time, ec="Moist")
    game.to("PFPh")
    if time == "Night":
        assert game.refused("kindle D5 6 6").rule == "E1.94"
    else:
        assert game.told("kindle D5 6 6") == "a Flame in D5 (B25.11)"


@pytest.mark.rule("B25.11")
@cases(
    "words, found",
    ("", {}),
    ("--by HS", {"HS": ("B25.11", -1)}),
    ("--by crew", {"crew": ("B25.11", -1)}),
    ("--by SMC", {"SMC": ("B25.11", -2)}),
    ("--leadership 2", {"Leadership": ("B25.11", 2)}),
)
def test_who_kindles_is_a_drm_of_kindling(words: str, found: dict[str, tuple[str, int]]) -> None:
    """A squad has none; a HS or crew -1, a SMC -2; Leadership counts with its sign reversed."""
    game = world({"D5": "b"})
    items = game.ask(f"burn --hex D5 {words}").items
    told = {item.name: (item.rule, int(item.amount or 0)) for item in items}
    assert told == {"EC": ("B25.5", 1)} | found


@pytest.mark.rule("B23.94")
def test_the_drm_of_a_fortified_building_has_its_rule() -> None:
    """-1 by B23.94 to its Kindling and its Flame; no other Fortification has any."""
    for kind, drm in (("Fortified Building", {"Fortified Building": ("B23.94", -1)}), ("Wire", {})):
        where = "D5" if drm else "E5"
        game = world({"E5": "b"}, buildings=[HOUSE], fortifications=[{"kind": kind, "hex": where}])
        found = game.ask(f"burn --hex {where}").items
        assert {item.name: (item.rule, item.amount) for item in found if item.name != "EC"} == drm


@pytest.mark.rule("B25.6", "B25.651")
def test_in_gusts_all_blazes_spread_together() -> None:
    """`spread D5` is refused by B25.651 while another Blaze is due, and not once it is alone."""
    marks = dict.fromkeys(("D5", "D4", "H5", "H4"), "b")
    game = in_gusts(marks, "D5", "H5", **BREEZE)
    refusal = game.refused("spread D5")
    assert (refusal.rule, refusal.reason.slug) == ("B25.651", "wrong-phase")
    alone = in_gusts(marks, "D5", **BREEZE)
    alone.do("spread D5")
    calm = ablaze(marks, "D5", "H5")
    calm.do("spread D5 1 1", "spread H5 1 1")


@pytest.mark.rule("B25.651")
def test_the_direction_of_gusts_in_no_wind_is_told_by_its_rule() -> None:
    """The dr for the direction is an event of B25.651; of gusts in a breeze none is made."""
    game = in_gusts(SIX, "D5")
    first = game.told("spread 2 1 1 1 1 1 1 1 1 1 1").splitlines()[0]
    assert "Gusts" in first
    assert first.endswith("(B25.651)")


# Fire Collapse -------------------------------------------------------------------------------


@pytest.mark.rule("B25.66", "A.9")
def test_what_has_come_down_already_does_not_collapse_again() -> None:
    """Both levels of one house tie: the ground floor takes the other with it, once."""
    game = world({}, buildings=[HOUSE | {"upper_levels": 1}])
    game.to("PFPh")
    game.do("blaze D5", "blaze D5 level 1", "phase RPh")
    told = game.told("wc 6 6 3 3 1 1").splitlines()
    assert [line for line in told if "B25.66" in line] == [
        "D5 is wooden rubble from level 0 up (B25.66)"
    ]


@pytest.mark.rule("B25.66", "B24.121", "A.9")
def test_a_house_that_falling_rubble_struck_does_not_collapse_again() -> None:
    """Of two that tie the first falls on the second, which is rubble by B24.121 then."""
    houses = [HOUSE | {"hex": "D4", "upper_levels": 1}, HOUSE]
    game = world({}, buildings=houses)
    game.to("PFPh")
    game.do("blaze D4 level 1", "blaze D5", "phase RPh")
    told = game.told("wc 6 6 3 3 6 4")
    assert told.count("D5 is wooden rubble") == 1
    assert "D5 is wooden rubble from level 0 up (B24.121)" in told


@pytest.mark.rule("B25.66")
@cases(
    "ablaze_in, chance",
    (("D5",), "1/36"),
    (("D5", "G5"), "7/432"),
    (("D5", "D5 level 1", "G5"), "161/7776"),
    (("D5", "G5", "J5"), "91/7776"),
)
def test_the_chance_of_a_collapse(ablaze_in: tuple[str, ...], chance: str) -> None:
    """One in 36 for a 12, times the chance that a dr of this hex is the highest of all."""
    houses = [HOUSE | {"hex": each, "upper_levels": 1} for each in ("D5", "G5", "J5")]
    game = world({}, buildings=houses)
    game.to("PFPh")
    game.do(*(f"blaze {each}" for each in ablaze_in))
    assert game.json("burn --hex D5")["collapse"]["chance"] == chance
