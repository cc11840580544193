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


@pytest.mark.rule("A4.3", "A4.63", "A11.4", "A11.8", "B.6", "B3.43", "D2.3", "AD3.42")
@cases(
    "asked, why_not",
    ("street-fighting --from D3 --to E4", {"A11.8": "D3 has neither building nor rubble"}),
    ("street-fighting --from D4 --to D5", {"A11.8": "no road is in D5"}),
    ("dash --from G4 --across H4 --to I4", {"A4.63": "no road is in H4"}),
    ("dash --from E3 --across E4 --to F4", {"A4.63": "from E3 to E4 it goes along the road"}),
    ("dash --from D4 --across E4 --to E5", {"A4.63": "from E4 to E5 it goes along the road"}),
    ("dash --from D4 --across E5 --to F5 --mf 8", {"B3.43": "rubble covers the road in E5"}),
    ("dash --from D3 --across E3 --to F3 --mf 8", {"AD3.42": "Arid Debris covers the road in E3"}),
    ("bypass --hex J4 --along J5", {"A4.3": "J4 has neither woods nor a building"}),
    ("bypass --hex E5 --along E4", {"A4.3": "rubble fills E5"}),
    ("bypass --hex L4 --along L5", {"B.6": "Orchard is Inherent Terrain"}),
    ("bypass --hex J4 --along J5 --mover truck", {"D2.31": "J4 has neither woods nor a building"}),
    ("bypass --hex D4 --along D5 --mover cavalry", {}),
    ("ambush --hex J4", {"A11.4": "Brush is not Ambush Terrain"}),
)
def test_each_reason_names_its_rule(asked: str, why_not: dict[str, str]) -> None:
    """What terrain forbids is said with the rule that forbids it, and nothing else is."""
    game = town(
        {"J4": "b", "L4": "o'", "F3": "w", "F5": "w", "D3": "w"},
        on={"ad": True},
        ad=True,
        debris=[{"hex": "E3"}],
        buildings=[{"hex": "D4"}, {"hex": "E5"}],
        hexsides=[{"kind": "wall", "at": ["D4/D5"]}],
    )
    game.to("MPh")
    game.do("rubble E5")
    found = {each["rule"]: each["why"] for each in game.json(asked)["why_not"]}
    assert set(found) == set(why_not)
    assert all(why in found[rule] for rule, why in why_not.items())
