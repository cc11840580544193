"""191.2 Steppe Terrain: what hammada, scrub and sand become, and what else of the desert ends."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.checked import check_lines, rows_of
from tests.clauses.reached import board, hindrance, khamsin, kinds, unsound, world

SAND_AS_GRAIN = {"Sand": "Grain"}


@pytest.mark.rule("191.2a", "191.2b")
def test_steppe_is_there_by_ssr_only_and_on_desert_boards_only() -> None:
    """Without the key nothing changes, and never on a temperate board."""
    marks = {"C4": "s", "E4": "h"}
    plain = world(marks)
    assert (kinds(plain, "C4"), kinds(plain, "E4")) == (("Scrub",), ("Hammada",))
    two = world(boards=[board(marks, name="A"), board(marks, name="T", desert=False)], steppe=True)
    assert (kinds(two, "AC4"), kinds(two, "AE4")) == (("Woods",), ("Brush",))
    assert (kinds(two, "TC4"), kinds(two, "TE4")) == (("Scrub",), ("Hammada",))


DUST = "DYO Dust Table; Light and Moderate Dust; Vehicle Dust; FFE Dust"
HEAVY = "Heavy, Very Heavy and Extremely Heavy Dust; Wind and Gust effects on Dust"
HAZE = "(Intense) Heat Haze"
SUN = "Sun Blindness"


@pytest.mark.rule("191.2f", "191.2i", "191.2m", "191.2ad")
@cases(
    "steppe, ec, light, heavy",
    (False, "Moderate", "no", "no"),
    (False, "Dry", "yes", "yes"),
    (False, "Very Dry", "yes", "yes"),
    (True, "Moderate", "no", "no"),
    (True, "Dry", "no", "no"),
    (True, "Very Dry", "yes", "no"),
)
def test_dust_in_steppe_needs_very_dry_ec(steppe: bool, ec: str, light: str, heavy: str) -> None:
    """As the summary of 11.1 has it; Heavy Dust and what wind does to Dust never exist there."""
    rows = rows_of(check_lines(steppe=steppe, ec=ec)[1])
    assert (rows[DUST][0], rows[HEAVY][0]) == (light, heavy)


TANK = {"id": "Pz", "side": "German", "movement": "fully-tracked", "mp": 13, "at": "C5"}


@pytest.mark.rule("191.2g")
@cases("ec, raises", ("Dry", False), ("Very Dry", True))
def test_vehicle_dust_in_steppe_needs_very_dry_ec(ec: str, raises: bool) -> None:
    """A tank that moves leaves a counter only then."""
    game = world(steppe=True, ec=ec, vehicles=[TANK])
    game.to("MPh")
    game.do("start Pz", "move Pz C6", "move Pz C7")
    assert bool(game.state.vehicle_dust) is raises


@pytest.mark.rule("191.2j", "191.2k")
@cases("ec", "Moderate", "Dry", "Very Dry")
def test_heat_haze_in_steppe_needs_no_very_dry_ec(ec: str) -> None:
    """It alone is excepted, and so is as always."""
    facts: dict[str, Any] = {"steppe": True, "ec": ec, "time_of_day": "Midday", "land": "Egypt"}
    assert rows_of(check_lines(**facts)[1])[HAZE][0] == "yes"
    game = world(**facts)
    items = {i["name"]: i["amount"] for i in game.json("shot --from A1 --to A8")["items"]}
    assert items["Intense Heat Haze"] == 1
    assert "Heat Haze" in khamsin("rules", "191.2-haze")[1]


@pytest.mark.rule("191.2l")
def test_early_morning_in_steppe_has_no_sun_blindness_by_default() -> None:
    """Early Morning makes EC Moist; so it comes under the other answer only."""
    facts: dict[str, Any] = {"steppe": True, "ec": "Moist", "time_of_day": "Early Morning"}
    assert rows_of(check_lines(**facts)[1])[SUN][0] == "no"
    always = rows_of(check_lines(**facts, rulings={"191.2-sun": "always"})[1])
    assert always[SUN][0] == "yes"


@pytest.mark.rule("191.2m")
def test_wind_raises_no_dust_in_steppe() -> None:
    """Heavy Winds with Gusts raise the density on a desert, and not in Steppe."""
    for steppe, density in ((True, "None"), (False, "Light")):
        game = world(steppe=steppe, ec="Very Dry", wind="Heavy Winds", wind_direction=1)
        game.do("phase RPh", "wc 6 6")
        assert str(game.state.density) == density


@pytest.mark.rule("191.2n", "191.2o", "191.2p")
def test_sand_may_be_grain_in_steppe() -> None:
    """Where the scenario says so, and only in Steppe."""
    game = world({"C4": "d"}, steppe=True, terrain=SAND_AS_GRAIN)
    found = game.json("terrain --hex C4")
    assert (found["terrain"], found["rules"]) == (["Grain"], ["191.2"])
    assert (found["kindling"], found["spreading"]) == (10, 6)
    assert kinds(world({"C4": "d"}, steppe=True), "C4") == ("Sand",)
    assert "191.2" in unsound({"C4": "d"}, terrain=SAND_AS_GRAIN)
    code, lines = check_lines({"C4": "d"}, terrain=SAND_AS_GRAIN)
    assert code != 0
    assert any("191.2" in line for line in lines)


@pytest.mark.rule("191.2r", "191.2s", "191.2t", "191.2u")
@cases(
    "mark, made, expected",
    ("h", True, 1),
    ("b", False, 0),
    ("s", True, None),
    ("w", False, 0),
    ("d", True, 1),
    ("g", False, 0),
)
def test_what_steppe_makes_is_inherent(mark: str, made: bool, expected: int | None) -> None:
    """A LOS along one such hex meets it; the same terrain as printed it does not."""
    game = world({"B1": mark}, steppe=True, terrain=SAND_AS_GRAIN)
    assert hindrance(game, "--from A1 --to C1") == expected
    assert game.json("terrain --hex B1")["inherent"] is made


@pytest.mark.rule("191.2v")
def test_a_steppe_board_is_a_desert_board_still() -> None:
    """Open Ground costs as in F.2, and Heat Haze counts it as a Desert Board."""
    game = world(steppe=True)
    assert game.json("entry-cost --from C4 --to C5 --mover truck")["cost"] == "1"
    rows = rows_of(check_lines(steppe=True, time_of_day="Midday")[1])
    assert rows[HAZE][0] == "yes"


@pytest.mark.rule("191.2w")
def test_guns_are_emplaced_by_the_normal_rule_in_steppe() -> None:
    """In plain Open Ground, too."""
    assert world(steppe=True).json("gun --hex H8 --calibre 75")["may_set_up_emplaced"]
    assert "191.2" in world(steppe=True).text("gun --hex H8 --calibre 75")
    assert not world().json("gun --hex H8 --calibre 75")["may_set_up_emplaced"]


@pytest.mark.rule("191.2x")
def test_entrenching_takes_nothing_more_in_steppe() -> None:
    """Neither in Open Ground nor in what was scrub."""
    game, plain = world({"C4": "s"}, steppe=True), world({"C4": "s"})
    for name in ("C4", "H8"):
        for question in (f"terrain --hex {name}", f"fortification --hex {name} --what Foxhole"):
            assert game.json(question)["entrenching_drm"] == 0
            assert plain.json(question)["entrenching_drm"] == 2


@pytest.mark.rule("191.2z")
def test_desert_mud_does_not_apply_in_steppe() -> None:
    """Neither `check` nor `ask mud-bog` lets it."""
    mud: dict[str, Any] = {"weather": "Mud", "ec": "Mud"}
    row = rows_of(check_lines({"C4": "h"}, steppe=True, **mud)[1])["Desert Mud"]
    assert row[0] == "no"
    assert "191.2" in row[1]
    game = world({"C4": "h"}, steppe=True, **mud)
    assert "191.2" in game.text("mud-bog --path C6 C5")


@pytest.mark.rule("191.2aa")
def test_what_an_overlay_brings_is_transformed_in_steppe_too() -> None:
    """Its hammada is brush."""
    game = world({"C4": "h"}, steppe=True)
    assert "Brush (191.2)" in game.text("overlay --hexes C4")
    drawn = game.command("map", "GAME", "--governed")[1]
    row = next(line for line in drawn.splitlines() if line.strip().startswith("4 "))
    assert "b" in row


@pytest.mark.rule("191.2ab", "191.2ac")
def test_gullies_are_wadis_in_steppe() -> None:
    """A wadi is one as ever; a gully has its costs, its FFMO and its name."""
    game = world({"C4": "y", "E4": "u"}, steppe=True)
    for name, rule in {"C4": "F5", "E4": "191.2"}.items():
        found = game.json(f"terrain --hex {name}")
        assert (found["terrain"], found["rules"]) == (["Wadi"], [rule])
        assert found["ffmo"]
        around = name.replace("4", "3")
        for mover, cost in {"infantry": "2", "fully-tracked": "3", "truck": "7"}.items():
            asked = f"entry-cost --from {around} --to {name} --mover {mover}"
            assert game.json(asked)["cost"] == cost
    assert kinds(world({"E4": "u"}), "E4") == ("Gully",)


@pytest.mark.rule("191.2a")
@cases("choice, hammada, scrub", ("broken", "Crag", "Brush"), ("steppe", "Brush", "Woods"))
def test_of_steppe_and_broken_terrain_one_decides_and_check_says_which(
    choice: str, hammada: str, scrub: str
) -> None:
    """What hammada and scrub become is Broken Terrain's affair, or by ruling Steppe's."""
    both: dict[str, Any] = {"steppe": True, "broken": True}
    both["rulings"] = {} if choice == "broken" else {"191.2-broken": choice}
    marks = {"C4": "h", "E4": "s"}
    game = world(marks, **both)
    assert (kinds(game, "C4"), kinds(game, "E4")) == ((hammada,), (scrub,))
    assert kinds(game, "C5") == (("Broken Ground" if choice == "broken" else "Open Ground"),)
    assert game.json("terrain --hex H8")["entrenching_drm"] == 0
    code, lines = check_lines(marks, **both)
    assert code == 0
    said = " ".join(lines)
    assert "191.2-broken" in said
    assert choice.capitalize() + " Terrain" in said
    assert "191.2-broken" not in " ".join(check_lines(marks, steppe=True)[1])
    alone = world(marks, broken=True, rulings=both["rulings"])
    assert (kinds(alone, "C4"), kinds(alone, "E4")) == (("Crag",), ("Brush",))
