"""AD3.11-AD3.162 The vegetation of AD boards."""

import pytest

from tests import cases
from tests.clauses.arid import arid
from tests.clauses.reached import Played


def cost(game: Played, mover: str, words: str = "") -> str | None:
    """What D4 costs a mover that comes from D3."""
    found: str | None = game.json(f"entry-cost --from D3 --to D4 --mover {mover} {words}")["cost"]
    return found


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
