"""A Fire Lane: which Hindrances of its LOS modify its attack, and none of Dust (A9.22, 11.794)."""

import pytest

from tests import cases
from tests.clauses.reached import Played, world
from tests.table import make_vehicle

PZ = make_vehicle("PzA", ground_pressure="normal", armour="closed-topped", at="D4", motion=True)


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


@pytest.mark.rule("A9.22e", "A9.222d", "E3.51")
def test_rain_hinders_no_fire_lane() -> None:
    """LV of rain is none of its DRM, does not block it, and does not negate FFMO."""
    game = world(dict.fromkeys(("D3", "D4", "D5", "D6", "D7"), "c"), weather="Overcast")
    game.do("phase RPh", "wc 5 5")
    assert lane(game) == {"Crag": 1}
    assert game.json("shot --from D8 --to D1 --attack 'Fire Lane'")["blocked"] is None
    assert "D1" in game.json("view --from D8 --attack 'Fire Lane'")["seen"]
    assert game.json("shot --from D8 --to D1 --attack IFT")["blocked"] is not None
    open_ground = world(weather="Overcast")
    open_ground.do("phase RPh", "wc 5 5")
    assert lane(open_ground, more="--moving") == {"FFMO": -1}


@pytest.mark.rule("11.794c", "11.794f")
def test_vehicle_dust_and_its_drift_are_nothing_to_a_fire_lane() -> None:
    """Neither a counter, nor what drifts of it; SMOKE adds no DRM, but negates FFMO."""
    game = world(vehicles=[PZ], wind="Mild Breeze", wind_direction=1)
    game.to("MPh")
    game.do("move PzA C5", "phase AFPh")
    assert "drift of Vehicle Dust PzA" in game.names("shot --from F2 --to B4 --attack IFT")
    for words in ("--from F2 --to B4", "--from D8 --to D1", "--from D4 --to D1"):
        answer = game.json(f"shot {words} --attack 'Fire Lane' --moving")
        assert [item["name"] for item in answer["items"]] == ["FFMO"]
    game.do("phase RPh", "wc 3 4", "phase PFPh", "smoke D6")
    assert lane(game, "D1", "--moving") == {}


@pytest.mark.rule("11.794b", "A9.22")
@cases("fp, left", (1, 0), (2, 1), (3, 1), (4, 2), (6, 4), (7, 4), (8, 6), (12, 8), (16, 12))
def test_a_fire_lane_leaves_the_column_before_its_own(fp: int, left: int) -> None:
    """Whatever hinders it: that modifies its attack instead; other fire leaves half and less."""
    for marks in ({}, {"D6": "b"}):
        answer = world(marks, dust="Heavy").json(
            f"shot --from D8 --to D4 --attack 'Fire Lane' --fp {fp}"
        )
        assert answer["residual_fp"] == left
        assert answer["residual_fp_reduction"] == 0
