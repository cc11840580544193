"""AD3.11-AD3.162 The vegetation of AD boards."""

import pytest

from tests import cases
from tests.clauses.arid import arid
from tests.clauses.reached import Played, world


def hindrance(game: Played, words: str = "--from D6 --to D2") -> int:
    """The LOS Hindrance of a shot."""
    found = game.ask(f"shot {words} --attack IFT")
    return sum(int(each.amount or 0) for each in found.items if each.kind == "LOS Hindrance")


def cost(game: Played, mover: str, words: str = "") -> str | None:
    """What D4 costs a mover that comes from D3."""
    found: str | None = game.json(f"entry-cost --from D3 --to D4 --mover {mover} {words}")["cost"]
    return found


@pytest.mark.rule("AD3.11a", "AD3.11d")
@cases("month", "January", "June")
def test_orchards_of_desert_hexes_are_olive_groves(month: str) -> None:
    """TEM +1 and twice the cost in every month; a Temperate orchard is an orchard in season."""
    game = arid({"D4": "o"}, month=month)
    found = game.json("terrain --hex D4")
    assert (found["terrain"], found["tem"]) == (["Olive Grove"], 1)
    assert (cost(game, "infantry"), cost(game, "truck")) == ("2", "8")
    assert hindrance(game) == 1
    green = arid({"D4": "o'"}, month=month)
    found = green.json("terrain --hex D4")
    assert (found["terrain"], found["rules"], found["tem"]) == (["Orchard"], ["B14"], 0)
    assert (cost(green, "infantry"), cost(green, "truck")) == ("1", "4")


@pytest.mark.rule("AD3.131a", "AD3.131c")
@cases("month", "January", "June")
def test_cactus_patches_of_lft9(month: str) -> None:
    """They need no SSR: a Half-Level Obstacle with TEM +1, three times the cost, never bare."""
    game = arid({"D4": "k"}, month=month, on={"name": "LFT9"})
    found = game.json("terrain --hex D4")
    assert (found["terrain"], found["tem"], found["inherent"]) == (["Cactus Patch"], 1, True)
    assert (found["kindling"], found["spreading"]) == (12, 10)
    assert (cost(game, "infantry"), cost(game, "truck")) == ("3", "12")
    assert "Cactus Patch in D4" in game.json("shot --from D6 --to D2")["blocked"]
    high = arid({"D4": "k", "D6": ".1"}, month=month)
    assert high.json("shot --from D6 --to D1")["blocked"] is None


@pytest.mark.rule("AD3.132a", "AD3.132c")
def test_cactus_hedges_of_lft9_and_hedges_elsewhere() -> None:
    """A cactus-hedge hexside needs no SSR; a hedge is a hedge unless an SSR says otherwise."""
    cactus = {"hexsides": [{"kind": "cactus-hedge", "at": ["D3/D4"]}]}
    hedge = {"hexsides": [{"kind": "hedge", "at": ["D3/D4"]}]}
    prickly = arid(on={"name": "LFT9"} | cactus)
    for mover in "cavalry", "horse-drawn":
        assert not prickly.json(f"may-enter --from D3 --to D4 --mover {mover}")["allowed"]
    assert "in each of two: TI in the first" in prickly.ask("entry-cost --from D3 --to D4").verdict
    plain = arid(on={"name": "LFT6"} | hedge)
    assert cost(plain, "infantry") == "2"
    assert plain.json("may-enter --from D3 --to D4 --mover cavalry")["allowed"]
    declared = arid(on={"name": "LFT6"} | hedge, terrain={"Hedge": "Cactus Hedge"})
    assert not declared.json("may-enter --from D3 --to D4 --mover cavalry")["allowed"]


FIELD = [
    ("infantry", "3/2"),
    ("cavalry", "3/2"),
    ("horse-drawn", "3/2"),
    ("fully-tracked", "1"),
    ("truck", "5"),
]


@pytest.mark.rule("AD3.161a")
@cases("month", "January", "April", "June", "July", "August", "November")
@pytest.mark.parametrize(("mover", "points"), FIELD)
def test_grain_costs_what_a_plowed_field_does(month: str, mover: str, points: str) -> None:
    """It does so in every month but those of Thick Grain, by AD3.161."""
    game = arid({"D4": "g"}, month=month)
    found = game.json(f"entry-cost --from D3 --to D4 --mover {mover}")
    assert found["cost"] == points
    assert [each["rule"] for each in found["items"]] == ["AD3.161"]


@pytest.mark.rule("AD3.162a", "AD3.161c")
@cases(
    "month, kind, points",
    ("August", "Grain", "3/2"),
    ("September", "Thick Grain", "2"),
    ("October", "Thick Grain", "2"),
    ("November", "Plowed Field", "3/2"),
)
def test_the_months_of_thick_grain(month: str, kind: str, points: str) -> None:
    """Grain is thick in September and October, out of its usual season too."""
    for mark in "g", "g'":
        game = arid({"D4": mark}, month=month)
        assert game.json("terrain --hex D4")["terrain"] == [kind]
        assert cost(game, "infantry") == points
    assert world({"D4": "g"}, month=month).json("terrain --hex D4")["terrain"] != ["Thick Grain"]


@pytest.mark.rule("AD3.162b", "AD3.162e", "AD3.162f", "AD3.162g")
@cases("month", "September", "October")
def test_thick_grain_is_grain_with_other_costs(month: str) -> None:
    """2 MF on foot, mounted or drawn; else as a plowed field; it burns and hides as grain."""
    game = arid({"D4": "g"}, month=month)
    for mover in "infantry", "cavalry", "horse-drawn":
        assert cost(game, mover) == "2"
    for mover, points in ("truck", "5"), ("fully-tracked", "1"), ("armoured-car", "4"):
        assert cost(game, mover) == points
    found = game.json("terrain --hex D4")
    assert found["concealment_terrain"] is True
    assert (found["kindling"], found["spreading"], found["tem"]) == (10, 6, 0)
