"""11.7-11.72 Dust: how it comes, its densities, Light and Moderate Dust."""

from fractions import Fraction
from typing import Any

import pytest

from replays import odds
from tests import cases
from tests.clauses.reached import Played, board, world

DENSITIES = ("None", "Light", "Moderate", "Heavy", "Very Heavy", "Extremely Heavy")

PZ = {"id": "PzA", "side": "German", "movement": "fully-tracked", "mp": 13, "at": "D5"}


MIXED = [board(), board(name="X2", desert=False)]


@pytest.mark.rule("11.7a")
@pytest.mark.parametrize("dust", DENSITIES)
def test_dust_comes_by_ssr(dust: str) -> None:
    """The density of the scenario is there from the first moment."""
    game = world(dust=dust, wind="Heavy Winds", wind_direction=2)
    game.do("phase RPh")
    assert game.command("show", "GAME")[1].split("Dust")[1].split("(")[0].strip() == dust


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
