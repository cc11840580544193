"""11.75 FFE Dust, 11.76-11.761 Wind and Gusts, 11.77 Rain."""

from collections.abc import Mapping
from typing import Any

import pytest

from replays import odds
from tests import cases
from tests.clauses.reached import Played, board, world
from tests.table import make_vehicle

MIXED = [board(), board(name="X2", desert=False)]
PZ: dict[str, Any] = make_vehicle("PzA", at="D5")
BREEZE: dict[str, Any] = {"wind": "Mild Breeze", "wind_direction": 2}
STORM: dict[str, Any] = {"wind": "Heavy Winds", "wind_direction": 2}
DENSITIES = ("Light", "Moderate", "Heavy", "Very Heavy", "Extremely Heavy")
WET: dict[str, Any] = {"weather": "Overcast"}


def densities(facts: Mapping[str, Any], *drs: str) -> list[str]:
    """The density after each Wind Change DR; each state is as ``odds`` and the audit have it."""
    game = world(**facts)
    found = []
    for dr in drs:
        game.do("phase RPh", f"wc {dr}")
        found.append(str(game.state.density))
        certain = odds(game.game, turns=10).player_turns[0].density
        assert {str(key): value for key, value in certain.items() if value} == {found[-1]: 1}
    assert game.audited().clean
    return found


def ffe_drm(game: Played, words: str = "shot --from D7 --to D1") -> list[tuple[str, int]]:
    """What FFE add to a shot."""
    items = game.ask(words).items
    return [(each.name, int(each.amount or 0)) for each in items if "FFE" in each.name]


# 11.76 -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.76a", "11.76b", "11.76c", "11.76d", "11.76e", "11.76f", "11.76g", "11.76h")
@pytest.mark.rule("11.1v", "11.76i", "11.76j", "11.76k", "11.76l", "11.76m", "191.2m")
@cases(
    "facts, drs, found",
    pytest.param(STORM | {"boards": MIXED}, ["6 6"], ["None"], id="11.76a"),
    pytest.param(
        STORM | {"boards": MIXED, "dust": "Light"}, ["6 6", "3 4"], ["Light", "Light"], id="11.76a"
    ),
    pytest.param(STORM | {"steppe": True, "ec": "Very Dry"}, ["6 6"], ["None"], id="11.76a"),
    pytest.param(STORM | {"ec": "Moderate"}, ["6 6"], ["None"], id="11.76a"),
    pytest.param(STORM, ["6 6"], ["Light"], id="11.76b 11.76c"),
    pytest.param(STORM | {"dust": "Light"}, ["6 6"], ["Moderate"], id="11.76c"),
    pytest.param(STORM, ["3 4", "2 3"], ["None", "None"], id="11.76d"),
    pytest.param(BREEZE, ["6 6"], ["None"], id="11.76e"),
    pytest.param({}, ["6 6", "6 6"], ["None", "None"], id="11.76e"),
    pytest.param(STORM, ["6 6", "6 6", "6 6"], ["Light", "Moderate", "Heavy"], id="11.76f"),
    pytest.param(
        STORM | {"dust": "Extremely Heavy"}, ["6 6", "6 6"], ["Extremely Heavy"] * 2, id="11.76g"
    ),
    pytest.param(
        STORM, ["6 6", "6 6", "3 4", "3 4"], ["Light", "Moderate", "Light", "Light"], id="11.76h"
    ),
    pytest.param(
        STORM | {"rulings": {"11.76-cease": "each-turn"}},
        ["6 6", "6 6", "3 4", "3 4", "3 4"],
        ["Light", "Moderate", "Light", "None", "None"],
        id="11.76h",
    ),
    pytest.param(STORM, ["6 6", "6 6", "1 1 6"], ["Light", "Moderate", "Light"], id="11.76i"),
    pytest.param(BREEZE | {"dust": "Heavy"}, ["3 4", "6 6", "3 4"], ["Heavy"] * 3, id="11.76j"),
    pytest.param(STORM | {"dust": "Heavy"}, ["3 4", "1 1 6", "3 4"], ["Heavy"] * 3, id="11.76j"),
    pytest.param(STORM, ["6 6", "3 4", "3 4"], ["Light", "None", "None"], id="11.76k"),
    pytest.param(
        STORM, ["6 6", "3 4", "6 6", "3 4"], ["Light", "None", "Light", "None"], id="11.76l"
    ),
    pytest.param(
        BREEZE | {"dust": "Moderate"}, ["1 1 1", "1 1 2", "1 1 5"], ["Moderate"] * 3, id="11.76m"
    ),
    pytest.param(
        BREEZE | {"dust": "Moderate"}, ["1 1 6", "1 1 5 3"], ["Moderate"] * 2, id="11.76m"
    ),
)
def test_wind_gusts_and_density(facts: dict[str, Any], drs: list[str], found: list[str]) -> None:
    """The density after each Wind Change DR."""
    assert densities(facts, *drs) == found


@pytest.mark.rule("11.76a", "11.76b", "11.76c", "11.76d", "11.76e", "11.76j", "11.77a")
@cases(
    "facts, found",
    (STORM, {"None": 35, "Light": 1}),
    (STORM | {"dust": "Moderate"}, {"Moderate": 35, "Heavy": 1}),
    (STORM | {"dust": "Extremely Heavy"}, {"Extremely Heavy": 36}),
    (STORM | {"weather": "Clear & Gusty"}, {"None": 30, "Light": 6}),
    (BREEZE | {"dust": "Moderate"}, {"Moderate": 36}),
    ({"dust": "Heavy"}, {"Heavy": 36}),
    (STORM | {"boards": MIXED, "dust": "Light"}, {"Light": 36}),
    (STORM | {"steppe": True, "ec": "Very Dry", "dust": "Light"}, {"Light": 36}),
    (STORM | {"ec": "Moderate"}, {"None": 36}),
    (STORM | WET | {"dust": "Light"}, {"None": 6, "Light": 30}),
    (BREEZE | WET | {"dust": "Heavy"}, {"None": 6, "Heavy": 30}),
)
def test_the_odds_of_the_next_dr(facts: dict[str, Any], found: dict[str, int]) -> None:
    """What the next Wind Change DR leaves, in chances of 36: a rise takes Gusts, rain a 10."""
    game = world(**facts)
    row = odds(game.game, turns=1).player_turns[0].density
    exact = {str(key): chance * 36 for key, chance in row.items() if chance}
    assert exact == found
    code, out, _ = game.command("odds", "GAME", "--turns", "1")
    assert code == 0
    assert "Dust" in out or "None" in out


@pytest.mark.rule("11.76h", "11.76k", "11.76l")
def test_the_odds_of_a_fall() -> None:
    """After a DR with the pair density falls unless the next has it again, with 1/36."""
    game = world(dust="Light", **STORM)
    game.do("phase RPh", "wc 6 6")
    row = odds(game.game, turns=1).player_turns[1].density
    assert {str(key): chance * 36 for key, chance in row.items() if chance} == {
        "Light": 35,
        "Heavy": 1,
    }


# 11.77 -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.77a", "11.71d")
@pytest.mark.parametrize("dust", DENSITIES)
def test_rain_ends_all_density(dust: str) -> None:
    """At once, whatever it was, and whatever the wind does with the same DR."""
    assert densities(STORM | WET | {"dust": dust}, "5 5") == ["None"]
    assert densities(STORM | WET | {"dust": dust}, "6 6", "6 6") == ["None", "None"]
    assert densities(BREEZE | WET | {"dust": dust}, "4 5") == [dust]


@pytest.mark.rule("11.77d", "11.77e")
def test_no_dust_comes_after_rain() -> None:
    """Not when it has stopped either: neither by wind, nor by vehicles, nor by FFE."""
    game = world(vehicles=[PZ | {"motion": True}], **WET, **STORM)
    game.do("phase RPh", "wc 5 5", "phase RPh", "wc 1 2")
    assert str(game.state.sky.rain) == "None"
    game.do("phase RPh", "wc 6 6")
    assert str(game.state.density) == "None"
    assert "11.77" in game.command("show", "GAME")[1] + game.text("shot --from B3 --to E4")
    dry = world(vehicles=[PZ | {"motion": True}], **WET)
    dry.do("phase RPh", "wc 5 5", "phase RPh", "wc 1 2", "phase RPh", "wc 3 4", "phase MPh")
    dry.do("move PzA D4 2mp", "ffe A H4 60mm")
    assert not dry.state.vehicle_dust
    assert ffe_drm(dry, "shot --from H7 --to H1") == []
    row = odds(dry.game, turns=6).reached
    assert all(chance == 0 for chance in row.values())
