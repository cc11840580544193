"""191.2 Steppe Terrain: what hammada, scrub and sand become, and what else of the desert ends."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.checked import check_lines, rows_of
from tests.clauses.reached import board, khamsin, kinds, world


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


@pytest.mark.rule("191.2aa")
def test_what_an_overlay_brings_is_transformed_in_steppe_too() -> None:
    """Its hammada is brush."""
    game = world({"C4": "h"}, steppe=True)
    assert "Brush (191.2)" in game.text("overlay --hexes C4")
    drawn = game.command("map", "GAME", "--governed")[1]
    row = next(line for line in drawn.splitlines() if line.strip().startswith("4 "))
    assert "b" in row
