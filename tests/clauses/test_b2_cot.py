"""B.2 and B.3 COT, and the chart from which all vehicle costs come."""

from fractions import Fraction
from typing import Any

import pytest

from tests import cases
from tests.clauses.movers import LORRY, moving
from tests.clauses.reached import Played, world
from tests.table import make_vehicle

CLASSES = ("horse-drawn", "motorcycle", "armoured-car", "fully-tracked", "halftrack", "truck")


def cost(game: Played, asked: str) -> Fraction | None:
    """What an entry costs; None if it is NA."""
    found = game.json(f"entry-cost {asked}")["cost"]
    return None if found is None else Fraction(found)


TANK: dict[str, Any] = make_vehicle("Pz", at="D3")


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
