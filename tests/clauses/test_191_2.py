"""191.2 Steppe Terrain: what hammada, scrub and sand become, and what else of the desert ends."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import board, checked, khamsin, kinds, world


@pytest.mark.rule("191.2a", "191.2b")
def test_steppe_is_there_by_ssr_only_and_on_desert_boards_only() -> None:
    """Without the key nothing changes, and never on a temperate board."""
    marks = {"C4": "s", "E4": "h"}
    plain = world(marks)
    assert (kinds(plain, "C4"), kinds(plain, "E4")) == (("Scrub",), ("Hammada",))
    two = world(boards=[board(marks, name="A"), board(marks, name="T", desert=False)], steppe=True)
    assert (kinds(two, "AC4"), kinds(two, "AE4")) == (("Woods",), ("Brush",))
    assert (kinds(two, "TC4"), kinds(two, "TE4")) == (("Scrub",), ("Hammada",))


SUN, HAZE = 2, 3
"""Rows of 11.1, as `check` tells them."""


@pytest.mark.rule("191.2j", "191.2k")
@cases("ec", "Moderate", "Dry", "Very Dry")
def test_heat_haze_in_steppe_needs_no_very_dry_ec(ec: str) -> None:
    """It alone is excepted, and so is as always."""
    facts: dict[str, Any] = {"steppe": True, "ec": ec, "time_of_day": "Midday", "land": "Egypt"}
    assert checked(**facts)["rules"][HAZE]["in_effect"]
    game = world(**facts)
    items = {i["name"]: i["amount"] for i in game.json("shot --from A1 --to A8")["items"]}
    assert items["Intense Heat Haze"] == 1
    assert "Heat Haze" in khamsin("rules", "191.2-haze")[1]


@pytest.mark.rule("191.2l")
def test_early_morning_in_steppe_has_no_sun_blindness_by_default() -> None:
    """Early Morning makes EC Moist; so it comes under the other answer only."""
    facts: dict[str, Any] = {"steppe": True, "ec": "Moist", "time_of_day": "Early Morning"}
    assert not checked(**facts)["rules"][SUN]["in_effect"]
    assert checked(**facts, rulings={"191.2-sun": "always"})["rules"][SUN]["in_effect"]


@pytest.mark.rule("191.2aa")
def test_what_an_overlay_brings_is_transformed_in_steppe_too() -> None:
    """Its hammada is brush."""
    game = world({"C4": "h"}, steppe=True)
    assert "Brush (191.2)" in game.text("overlay --hexes C4")
    drawn = game.command("map", "GAME", "--governed")[1]
    row = next(line for line in drawn.splitlines() if line.strip().startswith("4 "))
    assert "b" in row
