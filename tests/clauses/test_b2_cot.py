"""B.2 and B.3 COT, and the chart from which all vehicle costs come."""

from fractions import Fraction
from typing import Any

import pytest

from tests import cases
from tests.clauses.movers import LORRY, moving
from tests.clauses.reached import Played, world
from tests.table import make_vehicle

CLASSES = ("horse-drawn", "motorcycle", "armoured-car", "fully-tracked", "halftrack", "truck")


def smoked(marks: dict[str, str], where: str = "D4", **facts: Any) -> Played:
    """A game with SMOKE in a hex."""
    game = world(marks, **facts)
    game.to("MPh")
    game.do(f"smoke {where}")
    return game


def cost(game: Played, asked: str) -> Fraction | None:
    """What an entry costs; None if it is NA."""
    found = game.json(f"entry-cost {asked}")["cost"]
    return None if found is None else Fraction(found)


@pytest.mark.rule("B.2a", "B.2c", "B.2d", "B.9l")
@cases(
    "marks, mover, points",
    ({}, "infantry", 2),
    ({}, "cavalry", 2),
    ({"D4": ".1"}, "infantry", 4),
    ({"D4": ".1"}, "cavalry", 4),
    ({"D4": "b"}, "infantry", 3),
    ({"D4": "b1"}, "infantry", 6),
)
def test_cot_has_the_cost_of_smoke_in_it(marks: dict[str, str], mover: str, points: int) -> None:
    """SMOKE is one MF more, doubled with the rest uphill: 2 x (1 + 1) = 4, not 3."""
    assert cost(smoked(marks), f"--from D3 --to D4 --mover {mover}") == points


TANK: dict[str, Any] = make_vehicle("Pz", at="D3")


@pytest.mark.rule("B.2b")
def test_smoke_costs_vehicles_a_mp_more() -> None:
    """A tank enters desert Open Ground with SMOKE for two MP; an order with one is refused."""
    game = smoked({}, vehicles=[TANK])
    assert cost(game, "--from D3 --to D4 --vehicle Pz") == 2
    game.do("start Pz")
    assert "2" in game.refused("move Pz D4 1mp").why
    game.do("move Pz D4 2mp")


@pytest.mark.rule("B.2e", "B.2f")
@cases("level, points", (1, 4), (2, 5), (3, 7))
def test_an_abrupt_elevation_change_multiplies_no_smoke(level: int, points: int) -> None:
    """From two levels on the terrain alone is doubled, each level between costs two more."""
    game = smoked({"D4": f".{level}"})
    assert cost(game, "--from D3 --to D4") == points
    named = {each["rule"] for each in game.json("entry-cost --from D3 --to D4")["items"]}
    assert ("B10.51" in named) is (level > 1)
    text = game.text("entry-cost --from D3 --to D4")
    assert ("B.2-abrupt" in text) is (level > 1)


MARKS = "shdeybvgopPkwlcqmSz"


@pytest.mark.rule("B.3a")
@cases("mark", *".sbgk")
@cases("movement", "fully-tracked", "truck")
def test_question_and_order_take_one_cost(mark: str, movement: str) -> None:
    """The chart, the question and the least MP of an order agree."""
    tank = TANK | {"movement": movement, "mp": 30, "armour": "none"}
    if movement == "fully-tracked":
        tank["armour"] = "closed-topped"
    game = world({"D4": mark}, vehicles=[tank])
    chart = game.json("terrain --hex D4")["costs"]
    points = cost(game, "--from D3 --to D4 --vehicle Pz")
    assert points is not None
    (printed,) = (of[movement].split(",")[0] for of in chart.values())
    plain = cost(world(), f"--from D3 --to D4 --mover {movement}") or 0
    parts = [Fraction(part) if part != "COT" else plain for part in printed.split(" + ")]
    assert sum(parts) == points
    game.to("MPh")
    game.do("start Pz")
    if points > 1:
        refused = game.refused(f"move Pz D4 {points - 1}mp").why
        assert f"{points - 1} MP paid, {points} due" in refused
    game.do(f"move Pz D4 {points}mp")


@pytest.mark.rule("B.3b")
@pytest.mark.parametrize("mark", MARKS)
def test_every_terrain_has_six_classes_of_vehicle(mark: str) -> None:
    """No mark of a map is without a cost for any of the six, and brush has those of the chart."""
    game = world({"D4": mark}, month="July")
    for costs in game.json("terrain --hex D4")["costs"].values():
        assert {each for each in costs if costs[each]} >= set(CLASSES)
    brush = world({"D4": "b"}).json("terrain --hex D4")["costs"]["Brush"]
    assert [brush[each] for each in CLASSES] == ["2", "4", "4", "2", "2", "6"]


@pytest.mark.rule("B.3d")
@cases("terrain, times, rule", ("Cactus Patch", 3, "191.4"), ("Olive Grove", 2, "191.5"))
def test_a_multiple_works_on_the_number_of_the_chart(terrain: str, times: int, rule: str) -> None:
    """Thrice, or twice, an orchard's cost is charged for each class, and the rule is named."""
    game = world({"D4": "o"}, terrain={"Orchard": terrain})
    plain = dict(zip(CLASSES, (1, 3, 3, 1, 1, 4), strict=True))
    for mover, points in plain.items():
        assert cost(game, f"--from D3 --to D4 --mover {mover} --allotment 30") == times * points
    assert game.json("terrain --hex D4")["rules"] == [rule]


@pytest.mark.rule("B.9", "B2")
def test_a_vehicle_pays_for_shellholes_as_the_question_says() -> None:
    """A truck that enters them pays more than for Open Ground, in the order as in the question."""
    game = moving({"C4": "S"}, LORRY)
    said = game.json("entry-cost --from C3 --to C4 --vehicle Lkw")["cost"]
    before = game.state.vehicles["Lkw"].mp_used
    game.do("move Lkw C4")
    assert game.state.vehicles["Lkw"].mp_used - before == Fraction(said)
    bare = game.json("entry-cost --from C4 --to C5 --vehicle Lkw")["cost"]
    assert Fraction(said) > Fraction(bare)
