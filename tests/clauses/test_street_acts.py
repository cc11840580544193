"""Ambush, Bypass, Dash and Street Fighting as the core rules have them, apart from AD Terrain."""

from typing import Any

import pytest

from tests.clauses.reached import world


@pytest.mark.rule("A2.9")
def test_a_road_lets_a_vehicle_set_up_in_a_crag() -> None:
    """A truck may be where a road leads it, or where the players say what terrain costs."""
    truck = {"id": "V", "side": "German", "movement": "truck", "armour": "none", "mp": 12}
    placed: dict[str, Any] = {"vehicles": [{**truck, "at": "H4"}]}
    road = [{"hexes": ["H3", "H4", "H5"]}]
    assert world({"H4": "c"}, roads=road, **placed).state.vehicles["V"].hex == "H4"
    declared = {"D2.1-cost": "declared"}
    assert world({"H4": "c"}, rulings=declared, **placed).state.vehicles["V"].hex == "H4"
