"""B25.6 Spreading Fire: by what DR, by which Blaze, and without any in Heavy Winds and Gusts."""

from fractions import Fraction
from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, world
from tests.clauses.test_core_fire import ablaze, fires

AROUND: Final = ("D4", "E5", "E6", "D6", "C6", "C5")
"""The hexes around D5, clockwise from hexside 1."""

SIX: Final = dict.fromkeys(("D5", *AROUND), "b")
FARM: Final[dict[str, Any]] = {"hex": "D4", "material": "wooden"}


def spread(game: Played, to: str, of: str = "D5", level: int = 0) -> dict[str, Any]:
    """What the question says of one spread."""
    found: dict[str, Any] = game.json(f"burn --hex {of} --level {level}")["spread"][to]
    return found


def dice_of(game: Played) -> list[str]:
    """What each of the rolls of the last order was for."""
    return [roll.purpose for roll in game.game.entries[-1].dice]


def ways(least: int) -> str:
    """The chance of a DR of at least so much."""
    return str(Fraction(sum(a + b >= least for a in range(1, 7) for b in range(1, 7)), 36))


def in_gusts(marks: dict[str, str], *hexes: str, **facts: Any) -> Played:
    """A game in an AFPh with Gusts, with Blazes of an earlier Player Turn."""
    game = world(marks, **facts)
    game.to("PFPh")
    game.do(*(f"blaze {each}" for each in hexes), "phase RPh", "wc 6 6", "phase AFPh")
    return game


# Wind --------------------------------------------------------------------------------------------


@pytest.mark.rule("B25.63", "11.5m", "11.5n")
@pytest.mark.parametrize("direction", range(1, 7))
def test_heavy_winds_drive_fire_into_the_three_hexes_downwind(direction: int) -> None:
    """Downwind a Flame comes without a DR, into the other three hexes none can."""
    game = ablaze(SIX, "D5", wind="Heavy Winds", wind_direction=direction)
    down = {AROUND[(direction - 1 + turn) % 6] for turn in (-1, 0, 1)}
    for to in AROUND:
        told = spread(game, to)
        assert (told["chance"], told["rule"]) == ("1" if to in down else "0", "B25.63"), to
    game.do("spread")
    assert dice_of(game) == []
    assert fires(game) == {"D5": "Blaze"} | dict.fromkeys(down, "Flame")


@pytest.mark.rule("B25.63", "B25.15")
def test_heavy_winds_add_a_flame_in_each_player_turn() -> None:
    """Next time a second Flame comes beside the first, until the hex is ablaze."""
    game = ablaze({"D5": "b", "D4": "b"}, "D5", wind="Heavy Winds", wind_direction=1)
    game.do("spread", "phase RPh", "wc 3 4", "phase AFPh", "spread")
    assert game.json("burn --hex D4")["flames"] == 2
    game.do("flame-check D4 6 6", "phase RPh", "wc 3 4", "phase AFPh")
    assert spread(game, "D4")["chance"] == "0"


@pytest.mark.rule("B25.63", "B25.64")
@cases("wind, to_inside", ("Heavy Winds", 8), ("Mild Breeze", 8))
def test_wind_does_not_count_within_a_building(wind: str, to_inside: int) -> None:
    """Up in the same hex, and to the next hex of one building upwind, a plain DR is made."""
    house = {"material": "wooden", "building": "School", "upper_levels": 1}
    houses = [house | {"hex": "D5"}, house | {"hex": "D6"}]
    game = ablaze({}, "D5", buildings=houses, wind=wind, wind_direction=1)
    assert spread(game, "D6")["chance"] == ways(to_inside)
    assert spread(game, "D5@1")["chance"] == ways(7)
    other = ablaze(
        {}, "D5", buildings=[houses[0], FARM | {"hex": "D6"}], wind=wind, wind_direction=1
    )
    assert spread(other, "D6")["chance"] == ("0" if wind == "Heavy Winds" else ways(11))


@pytest.mark.rule("B25.64", "11.5h", "11.5j")
def test_a_mild_breeze_is_a_drm_and_no_wind_none() -> None:
    """+1 straight downwind, -1 straight upwind, and in No Wind nothing at all."""
    game = ablaze(SIX, "D5", wind="Mild Breeze", wind_direction=1)
    drms = [spread(game, to)["drms"].get("Wind") for to in AROUND]
    assert drms == [1, None, None, -1, None, None]
    calm = ablaze(SIX, "D5")
    assert all("Wind" not in spread(calm, to)["drms"] for to in AROUND)


# Gusts -------------------------------------------------------------------------------------------


@pytest.mark.rule("B25.651")
def test_gusts_drive_fire_straight_downwind_without_a_dr() -> None:
    """Only the hex straight downwind is sure; the others make their DR in the Mild Breeze."""
    game = in_gusts(SIX, "D5", wind="Mild Breeze", wind_direction=1)
    assert (spread(game, "D4")["chance"], spread(game, "D4")["rule"]) == ("1", "B25.651")
    assert spread(game, "E5")["chance"] == ways(5)
    assert spread(game, "D6")["chance"] == ways(6)
    game.do("spread 1 1 1 1 1 1 1 1 1 1")
    assert fires(game) == {"D5": "Blaze", "D4": "Flame"}
    assert len(dice_of(game)) == 5


@pytest.mark.rule("B25.651", "B25.63")
def test_gusts_in_heavy_winds_keep_the_winds_three_hexes() -> None:
    """Heavy Winds go on as before; the Gusts add the hex two away straight downwind."""
    marks = SIX | {"D3": "b", "F4": "b", "D7": "b"}
    game = in_gusts(marks, "D5", wind="Heavy Winds", wind_direction=1)
    game.do("spread")
    assert fires(game) == {"D5": "Blaze"} | dict.fromkeys(("D4", "E5", "C5", "D3"), "Flame")


@pytest.mark.rule("B25.651")
@pytest.mark.parametrize("direction", range(1, 7))
def test_in_no_wind_the_direction_of_gusts_is_rolled(direction: int) -> None:
    """One dr says where to; before it, each hex has a sixth beside its DR."""
    game = in_gusts(SIX, "D5")
    told = spread(game, "D4")
    assert told["chance"] == str(Fraction(1, 6) + Fraction(5, 6) * Fraction(ways(5)))
    game.do(f"spread {direction} 1 1 1 1 1 1 1 1 1 1")
    assert fires(game) == {"D5": "Blaze", AROUND[direction - 1]: "Flame"}
    assert dice_of(game)[0] == "Gusts"


@pytest.mark.rule("B25.651")
def test_gusts_drive_one_blaze_two_hexes_far_over_ground_that_does_not_burn() -> None:
    """The Flame is in the second hex, on its ground level, even where the first is bare."""
    house = {"hex": "D3", "material": "stone", "upper_levels": 1}
    game = in_gusts({"D5": "b"}, "D5", wind="Mild Breeze", wind_direction=1, buildings=[house])
    game.do("spread")
    assert fires(game) == {"D5": "Blaze", "D3": "Flame"}
    assert game.json("burn --hex D3 --level 1")["fire"] is None


@pytest.mark.rule("B25.651", "A.9")
def test_random_selection_says_which_blaze_goes_two_hexes() -> None:
    """The highest dr; all that tie; a Blaze with nothing left to burn ahead is not among them."""
    marks = dict.fromkeys(("B5", "B4", "B3", "F5", "F4", "F3", "J5"), "b")
    for dice, far in (("2 5", {"F3"}), ("6 1", {"B3"}), ("4 4", {"B3", "F3"})):
        game = in_gusts(marks, "B5", "F5", "J5", wind="Mild Breeze", wind_direction=1)
        game.do(f"spread {dice}")
        assert {name for name, fire in fires(game).items() if fire == "Flame"} == {"B4", "F4"} | far


@pytest.mark.rule("B25.651")
def test_a_blaze_ahead_of_which_all_burns_goes_no_further() -> None:
    """With a fire in both hexes ahead it is not selected; a Flame in one gets a second Flame."""
    marks = dict.fromkeys(("D5", "D4", "D3"), "b")
    facts: dict[str, Any] = {"wind": "Mild Breeze", "wind_direction": 1}
    game = in_gusts(marks, "D5", **facts)
    game.do("flame D4", "flame D3", "spread")
    assert game.json("burn --hex D4")["flames"] == 2
    assert game.json("burn --hex D3")["flames"] == 1
    half = in_gusts(marks, "D5", **facts)
    half.do("flame D3", "spread")
    assert half.json("burn --hex D3")["flames"] == 2


@pytest.mark.rule("B25.651", "E3.4")
def test_gusts_of_gusty_weather_drive_fire_too() -> None:
    """On a 10 in Gusty Weather they are Gusts like others; they end with the Player Turn."""
    game = world(SIX, weather="Clear & Gusty", wind="Mild Breeze", wind_direction=1)
    game.to("PFPh")
    game.do("blaze D5", "phase RPh", "wc 5 5", "phase AFPh")
    assert spread(game, "D4")["chance"] == "1"
    game.do("phase RPh", "wc 3 4", "phase AFPh")
    assert spread(game, "D4")["chance"] == ways(4)


@pytest.mark.rule("B25.651", "B25.6")
def test_a_blaze_of_this_player_turn_is_not_driven_by_its_gusts() -> None:
    """A Blaze spreads from the next Player Turn on, Gusts or not; and all Blazes go together."""
    marks = dict.fromkeys(("B5", "B4", "F5", "F4"), "b")
    game = in_gusts(marks, "B5", "F5", wind="Mild Breeze", wind_direction=1)
    assert game.refused("spread B5").rule == "B25.651"
    fresh = world(SIX, wind="Mild Breeze", wind_direction=1)
    fresh.do("phase RPh", "wc 6 6", "phase AFPh", "blaze D5")
    assert fresh.refused("spread").reason.slug == "already-tried"


# One DR ------------------------------------------------------------------------------------------


@pytest.mark.rule("B25.6")
def test_a_location_makes_one_dr_however_many_blazes_are_near() -> None:
    """Of two Blazes beside a hex only the one with the better chance rolls."""
    facts: dict[str, Any] = {"wind": "Mild Breeze", "wind_direction": 1}
    game = ablaze(SIX, "D4", "D6", **facts)
    told = spread(game, "D5", of="D4")
    assert (told["of"], told["drms"]) == ("D6", {"EC": 1, "Wind": 1})
    assert "of" not in spread(game, "D5", of="D6")
    game.do("spread")
    to = [purpose.split()[-1] for purpose in dice_of(game)]
    assert sorted(to) == sorted(set(to)) == ["C5", "C6", "D5", "E5", "E6"]
    assert "spread D6 D5" in dice_of(game)


@pytest.mark.rule("B25.6")
def test_who_rolls_near_one_blaze_first_does_not_roll_again_near_the_other() -> None:
    """`spread D4` rolls for D5, by the better Blaze; `spread D6` then leaves D5 alone."""
    game = ablaze({"D4": "b", "D5": "b", "D6": "b", "D7": "b"}, "D4", "D6")
    game.do("spread D4 1 1")
    assert dice_of(game) == ["spread D4 D5"]
    game.do("spread D6 1 1")
    assert dice_of(game) == ["spread D6 D7"]
    assert game.refused("spread").reason.slug == "already-tried"


@pytest.mark.rule("B25.6", "B25.15")
def test_a_location_with_a_flame_makes_its_dr_and_may_have_a_second() -> None:
    """A Flame does not keep fire out, a Blaze does."""
    game = ablaze({"D4": "b", "D5": "b"}, "D5")
    game.do("flame D4")
    assert spread(game, "D4")["chance"] == ways(5)
    game.do("spread 6 6")
    assert game.json("burn --hex D4")["flames"] == 2


# DRM ---------------------------------------------------------------------------------------------


@pytest.mark.rule("B25.62")
@cases(
    "what, drm",
    ({"D4": "b"}, None),
    ({"D4": "w"}, None),
    ({"D4": "o"}, None),
    ({"D4": "wooden"}, -2),
    ({"D4": "stone"}, -2),
)
def test_a_building_is_not_attached_to_what_burns_beside_it(
    what: dict[str, str], drm: int | None
) -> None:
    """Terrain fills its hex and touches its neighbours; a building stands apart, -2."""
    material = what["D4"]
    houses = [FARM | {"material": material}] if len(material) > 1 else []
    marks = {"D5": "b"} if houses else {"D5": "b"} | what
    game = ablaze(marks, "D5", buildings=houses)
    assert spread(game, "D4")["drms"].get("Not attached") == drm


@pytest.mark.rule("B25.62", "B24.6")
def test_hexes_of_one_building_and_adjacent_rubble_are_attached() -> None:
    """One name is one building; rubble beside rubble counts as one; two houses are two."""
    house = {"material": "wooden"}
    named = [house | {"hex": each, "building": "School"} for each in ("D5", "D4")]
    assert spread(ablaze({}, "D5", buildings=named), "D4")["drm"] == 0
    two = [house | {"hex": each} for each in ("D5", "D4")]
    game = world({}, buildings=two)
    game.to("PFPh")
    game.do("blaze D5")
    assert spread(game, "D4")["drm"] == -2
    game.do("rubble D5")
    assert spread(game, "D4")["drm"] == -2
    game.do("rubble D4")
    assert spread(game, "D4")["drm"] == 0


@pytest.mark.rule("B23.94")
def test_a_fortified_building_is_harder_to_set_afire() -> None:
    """-1 to kindle it, to spread to it, and for its Flame to grow."""
    forts = [{"kind": "Fortified Building", "hex": "D4"}]
    game = ablaze({"D5": "b"}, "D5", buildings=[FARM], fortifications=forts)
    assert spread(game, "D4")["drms"] == {"Not attached": -2, "Fortified Building": -1}
    assert game.json("burn --hex D4")["kindle"]["drm"] == -1
    game.do("flame D4")
    assert game.json("burn --hex D4")["flame"]["drm"] == -1


@pytest.mark.rule("B25.61")
def test_fire_climbs_better_than_it_descends() -> None:
    """+1 to a higher elevation, -1 to a lower one, however many levels; level ground nothing."""
    marks = {"D5": "b1", "D4": "b2", "D6": "b", "E5": "b1", "C5": "b3"}
    game = ablaze(marks, "D5", ec="Moderate")
    assert {to: spread(game, to)["drm"] for to in ("D4", "D6", "E5", "C5")} == {
        "D4": 1,
        "D6": -1,
        "E5": 0,
        "C5": 1,
    }


@pytest.mark.rule("B25.6", "B25.15")
def test_woods_with_a_road_take_fire_on_an_8() -> None:
    """Woods spread on 7, with a road through them on 8; so does a Flame in them grow."""
    roads = [{"hexes": ["C4", "D4", "E5"]}]
    game = ablaze({"D5": "w", "D4": "w", "D6": "w"}, "D5", roads=roads)
    assert (spread(game, "D4")["number"], spread(game, "D6")["number"]) == (8, 7)
    game.do("flame D4", "flame D6")
    assert game.json("burn --hex D4")["flame"]["number"] == 8
    assert game.json("burn --hex D6")["flame"]["number"] == 7
    assert game.json("burn --hex D4")["kindling"] == game.json("burn --hex D6")["kindling"]


@pytest.mark.rule("B25.6", "B25.61")
def test_a_building_burns_up_down_and_across_but_not_diagonally() -> None:
    """From level 1: to levels 0 and 2, and to level 1 of the next hex of its building."""
    house = {"material": "wooden", "building": "School", "upper_levels": 2}
    houses = [house | {"hex": each} for each in ("D5", "D4")]
    game = world({"D6": "w"}, buildings=houses)
    game.to("PFPh")
    game.do("blaze D5 level 1", "phase RPh")
    game.to("AFPh")
    told = game.json("burn --hex D5 --level 1")["spread"]
    assert {to: each["drm"] for to, each in told.items()} == {"D4@1": 0, "D5": -1, "D5@2": 1}
    game.do("spread 1 1 5 4 5 4")
    assert dice_of(game) == ["spread D5@1 D4@1", "spread D5@1 D5", "spread D5@1 D5@2"]
    fire = {level: each.fire for level, each in game.state.ground["D5"].fires.items()}
    assert fire == {0: "Flame", 1: "Blaze", 2: "Flame"}
    assert "not diagonally" in game.text("burn --hex D5 --level 1 --to D6")


@pytest.mark.rule("E3.6", "E3.6b")
def test_in_mud_fire_crosses_only_hexsides_with_something_to_burn_on_them() -> None:
    """Brush to brush it goes, to a house apart it does not; within a building it does."""
    house = {"material": "wooden", "building": "School", "upper_levels": 1}
    houses = [FARM, house | {"hex": "H5"}, house | {"hex": "H4"}]
    facts: dict[str, Any] = {"weather": "Mud", "ec": "Mud", "buildings": houses}
    game = ablaze({"D5": "b", "D6": "b"}, "D5", "H5", **facts)
    assert (spread(game, "D4")["chance"], spread(game, "D4")["rule"]) == ("0", "E3.6")
    assert spread(game, "D6")["chance"] == ways(9)
    assert spread(game, "H4", of="H5")["chance"] == ways(8)
    assert spread(game, "H5@1", of="H5")["chance"] == ways(7)
    clear = ablaze({"D5": "b"}, "D5", ec="Mud", buildings=[FARM])
    assert spread(clear, "D4")["rule"] == "E3.6", "EC of Mud are Mud under a Clear sky too (11.1)"
    wet = ablaze({"D5": "b"}, "D5", ec="Wet", buildings=[FARM])
    assert spread(wet, "D4")["chance"] == ways(10)


@pytest.mark.rule("E3.6", "E3.6b", "B25.651", "B25.63")
def test_gusts_carry_fire_over_mud_and_heavy_winds_do_not() -> None:
    """Only Gusts are excepted: in Heavy Winds a hexside without art keeps fire in."""
    facts: dict[str, Any] = {"weather": "Mud", "ec": "Mud", "buildings": [FARM]}
    heavy = ablaze({"D5": "b"}, "D5", wind="Heavy Winds", wind_direction=1, **facts)
    assert spread(heavy, "D4")["rule"] == "E3.6"
    gusts = in_gusts({"D5": "b"}, "D5", wind="Mild Breeze", wind_direction=1, **facts)
    assert spread(gusts, "D4")["chance"] == "1"


# AD Terrain --------------------------------------------------------------------------------------

AD: Final[dict[str, Any]] = {"ad": True, "on": {"name": "LFT6", "ad": True}}


@pytest.mark.rule("AD3.41", "B25.63", "B25.651")
def test_arid_debris_burns_and_is_driven_like_other_terrain() -> None:
    """It spreads on 8 without EC, attached to brush; Heavy Winds and Gusts need no DR."""
    debris = [{"hex": "D5"}, {"hex": "D4"}, {"hex": "D6"}]
    game = ablaze({"E5": "b"}, "D5", debris=debris, **AD)
    assert spread(game, "D4")["chance"] == ways(8)
    assert spread(game, "E5")["chance"] == ways(5)
    heavy = ablaze({}, "D5", debris=debris, wind="Heavy Winds", wind_direction=1, **AD)
    assert [spread(heavy, to)["chance"] for to in ("D4", "D6")] == ["1", "0"]
    heavy.do("spread", "shellholes D4")
    assert fires(heavy) == {"D5": "Blaze"}
    gusty = in_gusts({}, "D5", debris=debris, wind="Mild Breeze", wind_direction=4, **AD)
    gusty.do("spread 1 1")
    assert fires(gusty) == {"D5": "Blaze", "D6": "Flame"}


@pytest.mark.rule("AD3.41", "E3.6")
def test_arid_debris_has_no_art_on_its_hexsides_in_mud() -> None:
    """In Mud fire does not leave debris, except by Gusts."""
    game = ablaze(
        {"E5": "b"}, "D5", debris=[{"hex": "D5"}, {"hex": "D4"}], weather="Mud", ec="Mud", **AD
    )
    assert [spread(game, to)["rule"] for to in ("D4", "E5")] == ["E3.6", "E3.6"]


@pytest.mark.rule("AD4.42", "B25.66", "B24.6")
def test_a_burning_arid_building_collapses_into_burning_stone_rubble() -> None:
    """On a 12 its rubble is stone, burns on 9, and sets Arid Debris ablaze where it falls."""
    house = {"hex": "D5", "material": "wooden", "upper_levels": 1}
    game = world({}, buildings=[house], debris=[{"hex": "D4"}], **AD)
    game.to("PFPh")
    game.do("blaze D5", "phase RPh")
    told = game.told("wc 6 6 6 1")
    assert "D5 is stone rubble from level 0 up (B25.66)" in told
    assert fires(game) == {"D5": "Blaze", "D4": "Blaze"}
    for name in ("D5", "D4"):
        assert game.json(f"burn --hex {name}")["spreading"] == 9
        assert not game.json(f"may-enter --from {'E6' if name == 'D5' else 'D3'} --to {name}")[
            "allowed"
        ]
    assert game.audited().clean


@pytest.mark.rule("B25.6")
def test_fire_in_a_building_goes_to_the_levels_next_to_it() -> None:
    """From the first level to the ground and to the second, from either of them to the first."""
    tall = [{"hex": "D5", "material": "wooden", "upper_levels": 2}]
    for level, reached in ((0, {"D5@1"}), (1, {"D5", "D5@2"}), (2, {"D5@1"})):
        game = ablaze({}, f"D5 level {level}", buildings=tall)
        spread_to = game.json(f"burn --hex D5 --level {level}")["spread"]
        assert {each for each in spread_to if each.startswith("D5")} == reached
