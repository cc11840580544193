"""B.1 Symbology: which terrain governs a hex, combinations, and art that is not the whole hex."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world

TEMPERATE: dict[str, Any] = {"desert": False}


def temperate(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game on a temperate board."""
    return world(marks, on=TEMPERATE, **facts)


@pytest.mark.rule("B.1d", "B.1h")
@cases("covers", [1], [2, 3], [4, 5, 6])
@cases("material, tem", ("stone", 3), ("wooden", 2))
def test_a_hex_with_any_building_is_a_building_hex(
    covers: list[int], material: str, tem: int
) -> None:
    """Art away from the centre dot is a building all the same: cost, TEM, and no FFMO."""
    here = {"hex": "D4", "covers": covers, "material": material}
    game = temperate(buildings=[here])
    assert game.json("entry-cost --from D3 --to D4")["cost"] == "2"
    assert game.json("tem --hex D4")["tem"] == tem
    shot = game.json("shot --from D2 --to D4 --moving")
    assert shot["ffmo"]["applies"] is False
    assert not game.json("terrain --hex D4")["ffmo"]
