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


def with_ffe(*ffes: str, **facts: Any) -> Played:
    """A game in its first RPh, with these FFE placed."""
    game = world(**facts)
    game.do("phase RPh", "wc 3 4", *ffes)
    return game


def ffe_drm(game: Played, words: str = "shot --from D7 --to D1") -> list[tuple[str, int]]:
    """What FFE add to a shot."""
    items = game.ask(words).items
    return [(each.name, int(each.amount or 0)) for each in items if "FFE" in each.name]


# 11.75 -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.75a", "11.75b", "11.75e", "11.75h")
@cases(
    "facts, calibre, found",
    ({}, 100, [("FFE Dust A", 2)]),
    ({}, 60, [("FFE Dust A", 2)]),
    ({"ec": "Very Dry"}, 60, [("FFE Dust A", 2)]),
    ({"ec": "Moderate"}, 100, [("FFE A", 1)]),
    ({"ec": "Moderate"}, 70, [("FFE A", 1)]),
    ({"ec": "Moderate"}, 60, []),
    ({"boards": [board(desert=False)]}, 100, [("FFE A", 1)]),
    ({"steppe": True}, 100, [("FFE A", 1)]),
    ({"steppe": True, "ec": "Very Dry"}, 100, [("FFE Dust A", 2)]),
    ({"rulings": {"11.75-changes": "none"}}, 100, [("FFE A", 1)]),
    ({"rulings": {"11.75-changes": "none"}}, 60, []),
)
def test_ffe_dust(facts: dict[str, Any], calibre: int, found: list[tuple[str, int]]) -> None:
    """+2 instead of +1, of any calibre, wherever Light Dust can exist."""
    game = with_ffe(f"ffe A D4 {calibre}mm", **facts)
    assert ffe_drm(game) == found
    assert game.audited().clean


@pytest.mark.rule("11.75f", "11.75g")
@cases("facts, dr", (STORM, "3 4"), (BREEZE, "3 4"), (BREEZE, "6 6"), (STORM, "6 6"), ({}, "6 6"))
def test_wind_has_no_effect_on_ffe_dust(facts: dict[str, Any], dr: str) -> None:
    """Neither Wind Force nor Gusts; it does not drift either."""
    game = with_ffe("ffe A D4 100mm", **facts)
    game.do("phase AFPh", "phase RPh", f"wc {dr}")
    assert ffe_drm(game) == [("FFE Dust A", 2)]
    assert not game.state.drift


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


# 11.761 ----------------------------------------------------------------------------------------


def into_wind(game: Played, words: str) -> int:
    """What fire into Heavy Wind adds to a shot."""
    items = game.ask(words).items
    found = [each for each in items if each.name == "into Heavy Wind"]
    assert all((each.rule, str(each.kind)) == ("11.761", "DLV") for each in found)
    return sum(int(each.amount or 0) for each in found)


@pytest.mark.rule("11.761a", "11.761c")
@cases("attack", "TH", "IFT")
@cases("dust", "None", *DENSITIES)
def test_fire_into_heavy_wind_in_every_density(dust: str, attack: str) -> None:
    """+1 beside all other Dust; none without Dust."""
    game = world(dust=dust, **STORM)
    words = f"shot --from D5 --to B6 --attack {attack}"
    assert into_wind(game, words) == (dust != "None")
    away = game.ask(f"shot --from B6 --to D5 --attack {attack}").total
    assert game.ask(words).total.high - away.high == (dust != "None")


@pytest.mark.rule("11.761n")
@cases("attack", "FT", "DC")
@cases("choice, drm", (None, 0), ("any-fire", 1))
def test_ft_and_dc_into_heavy_wind(attack: str, choice: str | None, drm: int) -> None:
    """By ruling 11.761-attacks they take none, or as any fire at another hex."""
    rulings = {} if choice is None else {"11.761-attacks": choice}
    game = world(dust="Light", rulings=rulings, **STORM)
    assert into_wind(game, f"shot --from D5 --to C6 --attack {attack}") == drm
    assert into_wind(game, f"shot --from D5 --to D5 --attack {attack}") == 0


@pytest.mark.rule("11.761m")
@cases("facts", {"boards": MIXED}, {"steppe": True, "ec": "Very Dry"})
@cases("choice, drm", (None, 0), ("any-dust", 1))
def test_where_it_holds(facts: dict[str, Any], choice: str | None, drm: int) -> None:
    """By ruling 11.761-where only where Heavy Dust can occur, or wherever there is Dust."""
    rulings = {} if choice is None else {"11.761-where": choice}
    mixed = "boards" in facts
    game = world(dust="Light", rulings=rulings, **STORM, **facts)
    at = ("X1D5", "X1B6") if mixed else ("D5", "B6")
    assert into_wind(game, f"shot --from {at[0]} --to {at[1]}") == drm
    assert into_wind(game, f"oba-accuracy --from {at[0]} --to {at[1]}") == drm
    if choice is None:
        assert "Heavy Dust cannot occur" in game.text(f"shot --from {at[0]} --to {at[1]}")


# 11.77 -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.77a", "11.71d")
@pytest.mark.parametrize("dust", DENSITIES)
def test_rain_ends_all_density(dust: str) -> None:
    """At once, whatever it was, and whatever the wind does with the same DR."""
    assert densities(STORM | WET | {"dust": dust}, "5 5") == ["None"]
    assert densities(STORM | WET | {"dust": dust}, "6 6", "6 6") == ["None", "None"]
    assert densities(BREEZE | WET | {"dust": dust}, "4 5") == [dust]


@pytest.mark.rule("11.77c", "11.77d")
def test_rain_ends_ffe_dust() -> None:
    """A large FFE has its normal Hindrance again, a small one none; new ones raise no dust."""
    game = with_ffe("ffe A D4 100mm", "ffe B H4 60mm", **WET)
    assert ffe_drm(game) == [("FFE Dust A", 2)]
    assert ffe_drm(game, "shot --from H7 --to H1") == [("FFE Dust B", 2)]
    game.do("phase RPh", "wc 5 5")
    assert ffe_drm(game) == [("FFE A", 1)]
    assert ffe_drm(game, "shot --from H7 --to H1") == []
    game.do("ffe C L4 100mm")
    assert ffe_drm(game, "shot --from L7 --to L1") == [("FFE C", 1)]
    assert game.audited().clean


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
