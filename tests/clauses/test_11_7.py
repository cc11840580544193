"""11.7-11.72 Dust: how it comes, its densities, Light and Moderate Dust."""

from fractions import Fraction
from typing import Any

import pytest

from replays import odds
from tests import cases
from tests.clauses.reached import Played, board, unsound, world

DENSITIES = ("None", "Light", "Moderate", "Heavy", "Very Heavy", "Extremely Heavy")

PZ = {"id": "PzA", "side": "German", "movement": "fully-tracked", "mp": 13, "at": "D5"}


MIXED = [board(), board(name="X2", desert=False)]
TEMPERATE = [board(desert=False)]


@pytest.mark.rule("11.7a")
@pytest.mark.parametrize("dust", DENSITIES)
def test_dust_comes_by_ssr(dust: str) -> None:
    """The density of the scenario is there from the first moment."""
    game = world(dust=dust, wind="Heavy Winds", wind_direction=2)
    game.do("phase RPh")
    assert game.command("show", "GAME")[1].split("Dust")[1].split("(")[0].strip() == dust


@pytest.mark.rule("11.7b")
def test_dust_comes_by_a_dyo_dr() -> None:
    """In a DYO scenario a dr gives the density, and is due before play."""
    game = world(dyo=True, dust="roll", wind="Heavy Winds", wind_direction=2)
    game.do("dust 4")
    assert str(game.state.density) == "Light"
    assert "Dust     Light" in game.command("show", "GAME")[1]


@pytest.mark.rule("11.7c")
def test_dust_comes_by_vehicles_ffe_and_wind() -> None:
    """A vehicle and an FFE raise Dust of their own; Heavy Winds with Gusts raise density."""
    game = world(vehicles=[PZ], wind="Heavy Winds", wind_direction=2)
    game.do("phase RPh", "wc 6 6")
    assert str(game.state.density) == "Light"
    game = world(vehicles=[PZ])
    game.to("MPh")
    assert "Vehicle Dust in D4" in game.told("start PzA", "move PzA D4 1mp", "move PzA D3 1mp")
    game.do("ffe A H5 60mm")
    (ffe,) = game.ask("shot --from H9 --to H2").items
    assert (ffe.name, ffe.amount, ffe.rule) == ("FFE Dust A", 2, "11.75")


@pytest.mark.rule("11.7d")
def test_there_are_five_densities_in_order() -> None:
    """Each rise is one step up, and no other word is a density."""
    game = world(dust="Heavy", wind="Heavy Winds", wind_direction=2)
    found = []
    for _ in range(2):
        game.do("phase RPh", "wc 6 6")
        found.append(str(game.state.density))
    assert found == ["Very Heavy", "Extremely Heavy"]
    for dust in DENSITIES:
        world(dust=dust)
    assert "dust" in unsound(dust="Dense")
    assert "dust" in unsound(dust="Vehicle")


@pytest.mark.rule("11.7e")
def test_vehicle_and_ffe_dust_have_no_density() -> None:
    """Their counters leave the density as it was."""
    game = world(vehicles=[PZ])
    game.to("MPh")
    game.do("start PzA", "move PzA D4", "move PzA D3", "ffe A H5 100mm")
    shown = game.command("show", "GAME")[1]
    assert "Dust     None" in shown
    assert "Vehicle Dust of PzA in D4" in shown
    assert "Light Dust" not in game.names("shot --from D6 --to D2")


def trails(count: int, dust: str = "None") -> Played:
    """A game with Vehicle Dust counters in C4, C6 and C8, as many as asked for."""
    vehicles = [PZ | {"id": f"Pz{n}", "at": f"C{4 + 2 * n}", "motion": True} for n in range(count)]
    game = world(dust=dust, vehicles=vehicles)
    game.to("MPh")
    for n in range(count):
        game.do(f"move Pz{n} B{4 + 2 * n} 2mp")
    return game


@pytest.mark.rule("11.7i", "11.793a", "E7.3")
@pytest.mark.parametrize("dust", DENSITIES)
@cases("counter", False, True)
def test_a_sighting_tc_takes_one_for_all_dust(dust: str, counter: bool) -> None:
    """+1 in all, whatever Dust there is in the air and in the hex; none without."""
    game = trails(int(counter), dust)
    answer = game.ask("sighting --hex C4")
    expected = [1] if counter or dust != "None" else []
    assert [each.amount for each in answer.items if each.rule == "11.793"] == expected
    elsewhere = [each.amount for each in game.ask("sighting --hex H8").items]
    assert elsewhere == ([1] if dust != "None" else [])


# 11.701 ----------------------------------------------------------------------------------------


def dyo(dr: int, **facts: Any) -> str:
    """The density that a Dust dr gives in a DYO scenario."""
    whole: dict[str, Any] = {"dyo": True, "dust": "roll", "wind_direction": 2} | facts
    if whole.get("wind", "No Wind") == "No Wind":
        whole["wind_direction"] = None
    game = world(**whole)
    game.do(f"dust {dr}")
    assert game.audited().clean
    return str(game.state.density)


@pytest.mark.rule("11.701b")
def test_no_dust_dr_where_no_dust_can_exist() -> None:
    """It is made only where Light Dust can exist; where not, density is None and no dr is due."""
    wet = world(dyo=True, dust="roll", ec="roll", month="January")
    wet.do("ec 1")
    assert wet.refused("dust 6").rule == "11.701"
    wet.do("phase RPh", "wc 3 4")
    assert str(wet.state.density) == "None"
    assert "11.701" in unsound(dyo=True, dust="roll", boards=TEMPERATE)
    for facts in ({"ec": "Moderate"}, {"ec": "Dry", "steppe": True}):
        game = world(dyo=True, dust="roll", **facts)
        assert game.refused("dust 6").rule == "11.701"
    world(dyo=True, dust="roll", steppe=True, ec="Very Dry").do("dust 6")
    world(dyo=True, dust="roll", boards=MIXED).do("dust 6")


@pytest.mark.rule("11.701c")
def test_the_place_of_the_dust_dr() -> None:
    """It follows the Wind Force, and comes before the first RPh."""
    game = world(dyo=True, dust="roll", weather="roll", ec="roll", wind="roll", time_of_day="roll")
    game.do("weather 3 4", "time-of-day 4", "ec 6")
    assert game.refused("dust 6").why == "`wind-force` is due first"
    game.do("wind-force 1")
    game.do("dust 6")
    assert str(game.state.density) == "Light"
    late = world(dyo=True, dust="roll")
    assert late.refused("wc 3 4").why == "`dust` comes first, in setup"
    late.do("phase RPh")
    assert late.refused("dust 6").reason.name == "WIND_CHANGE_DUE"


@pytest.mark.rule("11.701d")
def test_a_rolled_density_is_in_effect_at_once() -> None:
    """Still in setup a shot takes it."""
    game = world(dyo=True, dust="roll", wind="Heavy Winds", wind_direction=2)
    game.do("dust 6")
    assert str(game.state.moment) == "setup"
    assert "Moderate Dust" in game.names("shot --from B3 --to E4")


HEAVY_WINDS: dict[str, Any] = {"wind": "Heavy Winds"}
BREEZE: dict[str, Any] = {"wind": "Mild Breeze"}
CALM: dict[str, Any] = {}
STEPPE: dict[str, Any] = {"steppe": True, "ec": "Very Dry"}


LADDER = ["None", "Light", "Moderate", "Heavy"]


@pytest.mark.rule("11.701b", "11.701e", "11.701f", "11.701g", "11.701h", "11.701i", "11.701j")
@pytest.mark.rule("11.701k", "11.701l", "11.701m", "11.701n", "11.701o")
@cases(
    "facts, sixths, gusts",
    (CALM, [5, 1, 0, 0], False),
    (BREEZE, [4, 2, 0, 0], False),
    (HEAVY_WINDS, [3, 2, 1, 0], True),
    ({"bombardments": 1}, [2, 2, 2, 0], False),
    ({"bombardments": 2}, [0, 1, 2, 3], False),
    ({"bombardments": 3}, [0, 0, 0, 6], False),
    (BREEZE | {"bombardments": 1}, [1, 2, 2, 1], False),
    (STEPPE | {"bombardments": 2}, [0, 1, 5, 0], False),
    (STEPPE | HEAVY_WINDS | {"bombardments": 1}, [0, 2, 4, 0], False),
    ({"boards": MIXED, "bombardments": 2}, [0, 1, 5, 0], False),
    (
        {"boards": MIXED, "bombardments": 2, "rulings": {"11.701-heavy": "none"}},
        [3, 1, 2, 0],
        False,
    ),
    (
        {"boards": MIXED, "bombardments": 2, "rulings": {"11.701-heavy": "heavy"}},
        [0, 1, 2, 3],
        False,
    ),
    ({"ec": "Moderate"}, [6, 0, 0, 0], False),
    ({"steppe": True}, [6, 0, 0, 0], False),
)
def test_the_odds_of_the_dyo_dust_dr(facts: dict[str, Any], sixths: list[int], gusts: bool) -> None:
    """Each dr with 1/6; in Heavy Winds the first Wind Change DR may raise the density (11.76)."""
    whole: dict[str, Any] = {"dyo": True, "dust": "roll", "month": "July"} | facts
    if "wind" in whole:
        whole["wind_direction"] = 2
    game = world(**whole)
    expected = dict.fromkeys([*LADDER, "Very Heavy"], Fraction(0))
    for level, count in enumerate(sixths):
        rise = Fraction(int(gusts), 36)
        expected[LADDER[level]] += Fraction(count, 6) * (1 - rise)
        expected[[*LADDER, "Very Heavy"][level + 1]] += Fraction(count, 6) * rise
    found = odds(game.game, turns=1).player_turns[0].density
    exact = {str(key): chance for key, chance in found.items() if chance}
    assert exact == {key: chance for key, chance in expected.items() if chance}
    assert game.command("odds", "GAME", "--turns", "1")[0] == 0


@pytest.mark.rule("11.701o")
@cases("choice, density", (None, "Moderate"), ("none", "None"), ("heavy", "Heavy"))
def test_a_heavy_result_where_heavy_dust_cannot_exist(choice: str | None, density: str) -> None:
    """By ruling 11.701-heavy it reads Moderate, is no Dust, or stands; in Steppe Moderate."""
    rulings = {} if choice is None else {"11.701-heavy": choice}
    heavy = HEAVY_WINDS | {"bombardments": 1, "rulings": rulings}
    assert dyo(6, boards=MIXED, **heavy) == density
    assert dyo(6, **STEPPE, **heavy) == "Moderate"
    assert dyo(6, **heavy) == "Heavy"


# 11.71, 11.72 ----------------------------------------------------------------------------------


@pytest.mark.rule("11.71h", "11.71i", "11.71j", "11.71k", "11.71l", "11.72b", "11.73f")
@cases("attack", "OBA", "DC", "FT", "Fire Lane", "Specific Collateral")
@pytest.mark.parametrize("dust", DENSITIES[1:])
@cases("target", "C5", "D4")
def test_attacks_that_take_no_dust(attack: str, dust: str, target: str) -> None:
    """OBA, DC, FT, Fire Lanes and Specific Collateral Attacks take none, and the answer says so."""
    answer = world(dust=dust).json(f"shot --from D5 --to {target} --attack '{attack}'")
    assert not [item for item in answer["items"] if "Dust" in item["name"]]
    near = [item for item in answer["why_not"] if item["name"].endswith("Dust")]
    assert any("excepted" in item["why"] for item in near)
