"""B25.6 Spreading Fire: by what DR, by which Blaze, and without any in Heavy Winds and Gusts."""

from fractions import Fraction
from typing import Any, Final

import pytest

from tests.clauses.reached import Played, world
from tests.clauses.test_core_fire import ablaze, fires

AROUND: Final = ("D4", "E5", "E6", "D6", "C6", "C5")
"""The hexes around D5, clockwise from hexside 1."""

SIX: Final = dict.fromkeys(("D5", *AROUND), "b")


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


# Gusts -------------------------------------------------------------------------------------------


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


@pytest.mark.rule("B25.651", "A.9")
def test_random_selection_says_which_blaze_goes_two_hexes() -> None:
    """The highest dr; all that tie; a Blaze with nothing left to burn ahead is not among them."""
    marks = dict.fromkeys(("B5", "B4", "B3", "F5", "F4", "F3", "J5"), "b")
    for dice, far in (("2 5", {"F3"}), ("6 1", {"B3"}), ("4 4", {"B3", "F3"})):
        game = in_gusts(marks, "B5", "F5", "J5", wind="Mild Breeze", wind_direction=1)
        game.do(f"spread {dice}")
        assert {name for name, fire in fires(game).items() if fire == "Flame"} == {"B4", "F4"} | far


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


# DRM ---------------------------------------------------------------------------------------------


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
