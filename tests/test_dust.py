"""Dust density: what raises and lowers it (11.7, 11.76)."""

from typing import Any

import pytest

from events.dust import DustFell, DustRose
from events.terms import Density, WindForce
from sim.chapter_11.dust import LADDER
from tests.table import Table

NONE, LIGHT, MODERATE, HEAVY, VERY_HEAVY, EXTREMELY_HEAVY = Density

GUSTS, CALM = "wc 6 6", "wc 3 4"


def _densities(table: Table, *rolls: str) -> list[Density]:
    """The density after each Wind Change DR of successive Player Turns."""
    seen = []
    for index, roll in enumerate(rolls):
        if index:
            table.next_turn()
        table.do(roll)
        seen.append(table.state.dust)
    return seen


@pytest.mark.rule("11.7")
def test_five_densities_stand_above_no_dust_in_order() -> None:
    """The ladder of densities goes from none by single steps to Extremely Heavy."""
    assert LADDER == (NONE, LIGHT, MODERATE, HEAVY, VERY_HEAVY, EXTREMELY_HEAVY)
    assert [density.level for density in LADDER] == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("11.76")
def test_the_printed_example_of_six_wind_change_drs() -> None:
    """Gusts; Heavy Winds; Gusts: Light; Gusts: Moderate; no Gusts: Light; and Light it stays."""
    table = Table()
    rolls = ("wc 6 6", "wc 1 1 5", "wc 6 6", "wc 6 6", "wc 3 4", "wc 2 5")
    assert _densities(table, *rolls) == [NONE, NONE, LIGHT, MODERATE, LIGHT, LIGHT]


@pytest.mark.rule("11.76")
@pytest.mark.parametrize(
    ("roll", "wind"),
    [("wc 3 4", WindForce.HEAVY_WINDS), ("wc 1 1 6", WindForce.MILD_BREEZE)],
    ids=["Gusts end", "both end"],
)
def test_whichever_half_of_the_pair_ends_density_falls_once(roll: str, wind: WindForce) -> None:
    """When Gusts end, or Gusts and Heavy Winds, density falls by one level and then stays."""
    table = Table(wind="Heavy Winds", dust="Moderate")
    assert _densities(table, GUSTS, roll, CALM, CALM) == [HEAVY, MODERATE, MODERATE, MODERATE]
    assert table.state.wind.force is wind


@pytest.mark.rule("11.76")
def test_heavy_winds_that_end_while_gusts_come_in_gusty_weather_lower_density() -> None:
    """The pair ceases too when Heavy Winds end and Gusts go on."""
    table = Table(wind="Heavy Winds", weather="Clear & Gusty")
    _densities(table, "wc 5 5", "wc 1 1 5")
    assert table.state.wind.force is WindForce.MILD_BREEZE
    assert table.state.dust is NONE
    kinds = [type(event) for entry in table.game.entries for event in entry.then]
    assert kinds.count(DustRose) == kinds.count(DustFell) == 1


@pytest.mark.rule("11.76")
def test_density_rises_to_extremely_heavy_and_no_further() -> None:
    """Each successive Player Turn of Heavy Winds with Gusts adds a level, up to the densest."""
    table = Table(wind="Heavy Winds")
    assert _densities(table, *[GUSTS] * 7) == [*LADDER[1:], EXTREMELY_HEAVY, EXTREMELY_HEAVY]


@pytest.mark.rule("11.76")
def test_dust_at_rest_does_not_settle() -> None:
    """Dust that the pair did not raise is not lowered by wind or Gusts alone."""
    breeze = Table(dust="Moderate")
    assert _densities(breeze, GUSTS, CALM, "wc 1 1 5", CALM, "wc 1 1 5") == [MODERATE] * 5


@pytest.mark.rule("11.76")
def test_density_does_not_fall_below_none() -> None:
    """Where no dust is left, the end of the pair changes nothing."""
    table = Table(wind="Heavy Winds", rulings={"11.76-cease": "each-turn"})
    assert _densities(table, GUSTS, CALM, CALM, CALM) == [LIGHT, NONE, NONE, NONE]


@pytest.mark.rule("11.76")
def test_by_the_other_ruling_density_falls_in_every_turn_without_the_pair() -> None:
    """Ruling 11.76-cease each-turn lowers density in each Player Turn without the pair."""
    table = Table(wind="Heavy Winds", dust="Heavy", rulings={"11.76-cease": "each-turn"})
    assert _densities(table, GUSTS, CALM, CALM) == [VERY_HEAVY, HEAVY, MODERATE]


TEMPERATE = [
    {"name": "27", "desert": True, "width": 15},
    {"name": "1", "desert": False, "width": 15},
]


@pytest.mark.rule("11.76", "11.1")
@pytest.mark.parametrize(
    "facts",
    [
        {"ec": "Moderate"},
        {"ec": "Very Dry", "steppe": True},
        {"boards": TEMPERATE, "vehicles": []},
    ],
    ids=["EC", "Steppe", "boards"],
)
def test_wind_moves_dust_only_where_heavy_dust_can_occur(facts: dict[str, Any]) -> None:
    """Without dry EC, with Steppe, or with another board, wind and Gusts leave density alone."""
    table = Table(wind="Heavy Winds", **facts)
    assert _densities(table, GUSTS, GUSTS, CALM) == [NONE, NONE, NONE]


@pytest.mark.rule("11.76")
def test_the_change_comes_with_the_wind_change_dr_itself() -> None:
    """Density changes at once with the DR, after wind and Gusts have changed."""
    table = Table(wind="Heavy Winds")
    events = table.do(GUSTS)
    assert events[-1] == DustRose(NONE, LIGHT, "11.76")
    table.next_turn()
    assert table.state.dust is LIGHT
    assert table.do(CALM)[-1] == DustFell(LIGHT, NONE, "11.76")
