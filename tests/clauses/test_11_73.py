"""11.711 Interdiction in Dust, and 11.73-11.732 Heavy and denser Dust."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import world
from tests.table import make_vehicle

DENSER = ("Heavy", "Very Heavy", "Extremely Heavy")
PZ: dict[str, Any] = make_vehicle("PzA", at="D5")


# 11.73-11.732 ----------------------------------------------------------------------------------


@pytest.mark.rule("11.73h", "11.73i", "11.73j", "11.731d", "11.731e", "11.731f", "11.732a")
@cases(
    "mover, costs",
    ("fully-tracked --allotment 13", (1, 2, 2, 2)),
    ("fully-tracked --allotment 13 --bu", (1, 2, 3, 3)),
    ("armoured-car --allotment 30 --bu", (1, 2, 3, 3)),
    ("halftrack --allotment 20 --bu", (1, 2, 3, 3)),
    ("halftrack --allotment 20", (1, 2, 2, 2)),
    ("truck --allotment 20", (1, 2, 2, 2)),
    ("cavalry --allotment 8", (1, 2, 2, 2)),
    ("infantry --allotment 4", (1, 1, 1, 1)),
    ("horse-drawn --allotment 8", (1, 2, 2, 2)),
    ("motorcycle --allotment 20", (1, 2, 2, 2)),
)
def test_what_heavy_dust_costs(mover: str, costs: tuple[int, ...]) -> None:
    """One MP or MF more for vehicles and Cavalry, and one more for a BU AFV in denser Dust."""
    plain = world().json(f"entry-cost --from D5 --to D4 --mover {mover}")
    base = int(plain["cost"])
    for dust, cost in zip(("Light", *DENSER), costs, strict=True):
        answer = world(dust=dust).json(f"entry-cost --from D5 --to D4 --mover {mover}")
        assert int(answer["cost"]) - base == cost - 1, dust


@pytest.mark.rule("11.73k")
def test_only_entry_costs_more_in_heavy_dust() -> None:
    """Start, VCA change and Stop take one MP each."""
    game = world(dust="Extremely Heavy", vehicles=[PZ | {"bu": True}])
    game.to("MPh")
    game.do("start PzA", "turn PzA")
    assert game.state.vehicles["PzA"].mp_used == 2
    game.do("stop PzA")
    assert game.state.vehicles["PzA"].mp_used == 3


@pytest.mark.rule("11.732c", "11.732d")
@cases("number", 12, 11, 10, 2)
@cases("dust, less", ("None", 0), ("Heavy", 0), ("Very Heavy", 0), ("Extremely Heavy", 1))
def test_b_and_x_numbers_in_extremely_heavy_dust(number: int, dust: str, less: int) -> None:
    """They are one lower, but for those of Aerial units."""
    game = world(dust=dust)
    assert str(number - less) in game.ask(f"bx --number {number}").verdict
    assert str(number) in game.ask(f"bx --number {number} --aerial").verdict
    assert game.json(f"bx --number {number}")["now"] == number - less
    assert game.json(f"bx --number {number} --aerial")["now"] == number
