"""AD4.5-AD4.51: Broken Terrain on AD boards: Boulder-Crags, and Broken Ground beside them."""

from typing import Any, Final

import pytest

from tests.clauses.reached import Played, world

TANK: Final[dict[str, Any]] = {
    "side": "German",
    "movement": "fully-tracked",
    "mp": 13,
    "ground_pressure": "normal",
    "armour": "closed-topped",
}
ROAD: Final = [{"hexes": ["A4", "B4", "C4", "D4"]}]
"""A road by SSR, through C4."""


def broken(
    marks: dict[str, str] | None = None, on: dict[str, Any] | None = None, **facts: Any
) -> Played:
    """A game on an AD board with AD and Broken Terrain in effect."""
    return world(marks, on={"ad": True} | (on or {}), **({"ad": True, "broken": True} | facts))


@pytest.mark.rule("AD4.5k")
def test_a_platoon_has_no_room_on_a_single_lane() -> None:
    """Two vehicles of an Impulse do not enter a Boulder-Crag together, but one behind the other."""
    tanks = [TANK | {"id": "T1", "at": "C4"}, TANK | {"id": "T2", "at": "B4"}]
    game = broken({"C4": "h"}, roads=ROAD, vehicles=tanks)
    game.to("MPh")
    game.do("impulse start T1, start T2", "impulse move T1 D4, move T2 C4")
    assert game.state.vehicles["T2"].hex == "C4"
    game = broken({"C4": "h"}, roads=ROAD, vehicles=[tanks[0] | {"at": "B4"}, tanks[1]])
    game.to("MPh")
    game.do("impulse start T1, start T2")
    assert game.refused("impulse move T1 C4, move T2 C4").rule == "AD4.5"


@pytest.mark.rule("AD4.5k")
def test_the_lane_is_free_again_when_the_first_has_left() -> None:
    """One after the other two vehicles pass a Boulder-Crag by its road."""
    tanks = [TANK | {"id": "T1", "at": "C4"}, TANK | {"id": "T2", "at": "B4"}]
    game = broken({"C4": "h"}, roads=ROAD, vehicles=tanks)
    game.to("MPh")
    game.do("start T1", "move T1 D4", "start T2", "move T2 C4")
    assert game.state.vehicles["T2"].hex == "C4"
