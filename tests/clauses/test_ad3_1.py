"""AD3.11-AD3.162 The vegetation of AD boards."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid
from tests.clauses.reached import Played, unsound, world

DENSE: dict[str, Any] = {"terrain": {"Orchard": "Dense Palm Trees"}}
PALMS: dict[str, Any] = {"terrain": {"Orchard": "Palm Trees"}}


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


@pytest.mark.rule("AD3.11b", "AD3.12a", "AD3.12c", "AD3.12d", "AD3.12e")
def test_palm_trees_by_ssr() -> None:
    """They have no TEM, the cost and LOS of an orchard, and burn by 10 and 10."""
    assert arid({"D4": "o"}).json("terrain --hex D4")["terrain"] == ["Olive Grove"]
    game, orchard = arid({"D4": "o"}, **PALMS), world({"D4": "o"})
    found = game.json("terrain --hex D4")
    assert (found["terrain"], found["rules"], found["tem"]) == (["Palm Trees"], ["AD3.12"], 0)
    assert found["inherent"]
    assert hindrance(game) == hindrance(orchard) == 1
    burning = game.json("burn --hex D4")
    assert (burning["kindling"], burning["spreading"]) == (10, 10)
    for mover, points in ("infantry", "1"), ("cavalry", "1"), ("truck", "4"), ("halftrack", "1"):
        assert cost(game, mover) == points


@pytest.mark.rule("AD3.12a", "AD3.12b")
@cases("terrain", {"H4": "Palm Trees"}, {"B2": "Woods"}, {"Z9": "Palm Trees"})
def test_what_no_ssr_makes_palm_trees(terrain: dict[str, str]) -> None:
    """A hex without an orchard, another kind, or a hex that is not there is a fault."""
    said = unsound({"B2": "o", "H4": "b"}, ad=True, on={"ad": True}, terrain=terrain)
    assert "no SSR declares" in said


@pytest.mark.rule("AD3.121b", "AD3.121c")
def test_dense_palm_trees_are_inherent_forest() -> None:
    """A two-level obstacle with TEM +2, costing 2 MF and 4; along its hexside as well."""
    game = arid({"D4": "o"}, **DENSE)
    found = game.json("terrain --hex D4")
    assert (found["terrain"], found["tem"], found["inherent"]) == (["Dense Palm Trees"], 2, True)
    assert (cost(game, "infantry"), cost(game, "cavalry")) == ("2", "4")
    assert "level 2" in game.json("shot --from D6 --to D2")["blocked"]
    along = game.json("shot --from C4 --to E4")
    assert along["los"]["touched"] == ["D3", "D4"]
    assert "Dense Palm Trees in D4" in along["blocked"]
    woods = world({"D4": "w"}).json("shot --from C4 --to E4")
    assert woods["blocked"] is None
    assert game.ask("tem --hex D4 --indirect").total.fixed == -1


@pytest.mark.rule("AD3.121e", "AD3.121g")
@cases(
    "mover, off_road",
    ("fully-tracked", True),
    ("halftrack", False),
    ("armoured-car", False),
    ("truck", False),
    ("motorcycle", False),
    ("horse-drawn", False),
)
def test_who_enters_dense_palm_trees(mover: str, off_road: bool) -> None:
    """Off road only a fully-tracked vehicle; by road every vehicle, without a Bog Check."""
    game = arid({"D4": "o"}, roads=[{"hexes": ["D3", "D4"]}], **DENSE)
    assert game.json(f"may-enter --from D5 --to D4 --mover {mover}")["allowed"] is off_road
    by_road = game.json(f"bog --from D3 --to D4 --mover {mover}")
    assert (by_road["bog_check"], by_road["cost"] is None) == (False, False)


@pytest.mark.rule("AD3.121l")
def test_how_dense_palm_trees_burn() -> None:
    """As Forest, or by ruling AD3.121-fire as Palm Trees; plain Palm Trees are untouched."""
    for marks, facts in ({"D4": "o"}, DENSE), ({"D4": "P"}, {}):
        burning = arid(marks, **facts).json("burn --hex D4")
        assert (burning["kindling"], burning["spreading"]) == (9, 7)
        other = arid(marks, rulings={"AD3.121-fire": "palms"}, **facts).json("burn --hex D4")
        assert (other["kindling"], other["spreading"]) == (10, 10)


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


@pytest.mark.rule("AD3.161b")
@cases("month, amount, concealment", ("July", 1, True), ("January", 0, False), ("May", 0, False))
def test_otherwise_grain_goes_by_its_season(month: str, amount: int, concealment: bool) -> None:
    """In season it hinders, hides and burns; out of season it does none of these."""
    game = arid({"D4": "g"}, month=month)
    assert hindrance(game) == amount
    assert game.json("terrain --hex D4")["concealment_terrain"] is concealment
    burning = game.json("burn --hex D4")
    assert burning.get("spreading") == (6 if concealment else None)


@pytest.mark.rule("AD3.161d")
@cases("month", "January", "July", "September")
def test_grain_is_never_broken_terrain(month: str) -> None:
    """Beside a Boulder-Crag it has no TEM and is no Broken Ground, as Open Ground is."""
    game = arid({"D3": "h", "D4": "g"}, month=month, broken=True)
    assert game.json("terrain --hex D3")["terrain"] == ["Boulder-Crag"]
    found = game.json("terrain --hex D4")
    assert "Broken Ground" not in found["terrain"]
    assert found["tem"] == 0
    assert "Broken Ground" in game.json("terrain --hex C3")["terrain"]


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


@pytest.mark.rule("AD3.162h", "AD3.162i", "A10.61")
@cases("month, thick", ("August", False), ("September", True), ("October", True))
def test_thick_grain_is_rout_and_rally_terrain(month: str, thick: bool) -> None:
    """A routing unit heads for it, and rallies in it with -1; grain does not help to rally."""
    game = arid({"D4": "g"}, month=month)
    rout = game.json("rout --hex D4")
    assert ("Thick Grain" in rout["verdict"]) is thick
    if thick:
        assert rout["rout_terrain"]
    assert (game.ask("rally --hex D4").total.fixed == -1) is thick
