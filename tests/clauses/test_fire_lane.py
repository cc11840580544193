"""A Fire Lane: which Hindrances of its LOS modify its attack, and none of Dust (A9.22, 11.794)."""

import pytest

from tests import cases
from tests.clauses.reached import Played, world


def lane(game: Played, to: str = "D1", more: str = "") -> dict[str, object]:
    """What modifies a Fire Lane from D8, by name."""
    found = game.ask(f"shot --from D8 --to {to} --attack 'Fire Lane' {more}")
    return {item.name: item.amount for item in found.items}


@pytest.mark.rule("11.794c", "A9.22")
@cases("mark, expected", (".", {}), ("b", {}), ("c", {"Crag": 1}), ("v", {"Vineyard": 1}))
def test_terrain_hinders_a_fire_lane(mark: str, expected: dict[str, int]) -> None:
    """In whatever Dust, it takes what terrain adds but brush, and nothing for the Dust (A9.222)."""
    for dust in ("None", "Light", "Very Heavy"):
        game = world({"D6": mark}, dust=dust)
        assert lane(game, "D4") == expected
        seen = game.json("view --from D8 --attack 'Fire Lane'")["seen"]["D4"]
        assert seen["low"] == seen["high"] == sum(expected.values())
