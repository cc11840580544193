"""Ambush, Bypass, Dash and Street Fighting as the core rules have them, apart from AD Terrain."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world

ROADS: list[dict[str, Any]] = [{"hexes": ["E3", "E4", "E5"]}]


def town(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A road down hexrow E, with buildings in D4 and F4."""
    built = [{"hex": "D4"}, {"hex": "F4", "material": "wooden"}]
    return world(marks, roads=ROADS, **({"buildings": built} | facts))


@pytest.mark.rule("A11.4")
@cases("mark, terrain", (".", False), ("w", True), ("b", False), ("o", False), ("l", True))
def test_where_an_ambush_is_possible(mark: str, terrain: bool) -> None:
    """In woods and buildings, and in rubble; anywhere else if a unit is concealed."""
    game = town({"H4": mark})
    assert game.json("ambush --hex H4")["possible"] is terrain
    assert game.json("ambush --hex H4 --concealed")["possible"] is True
    assert game.json("ambush --hex D4")["rule"] == "A11.4"
    game.to("MPh")
    game.do("rubble D4")
    assert game.json("ambush --hex D4")["ambush_terrain"] is True


@pytest.mark.rule("A2.9")
def test_a_road_lets_a_vehicle_set_up_in_a_crag() -> None:
    """A truck may be where a road leads it, or where the players say what terrain costs."""
    truck = {"id": "V", "side": "German", "movement": "truck", "armour": "none", "mp": 12}
    placed: dict[str, Any] = {"vehicles": [{**truck, "at": "H4"}]}
    road = [{"hexes": ["H3", "H4", "H5"]}]
    assert world({"H4": "c"}, roads=road, **placed).state.vehicles["V"].hex == "H4"
    declared = {"D2.1-cost": "declared"}
    assert world({"H4": "c"}, rulings=declared, **placed).state.vehicles["V"].hex == "H4"
