"""F3.31 Immobilization in and beside hammada, F9 Tracks, and hexes that hold one vehicle."""

from typing import Any

import pytest

from events.vehicles import MPSpent
from replays.asking.ask import ask
from tests.table import Table, make_vehicle

LORRY: dict[str, Any] = make_vehicle("Opel", "truck", 30, armour="none", at="A1")
STONES = """
    A  B  C
0      .
1   .  .  .
2   h  .  .
3   .  .  h'
4   .  .  .
"""


def _table(*vehicles: dict[str, Any], board: dict[str, Any] | None = None, **facts: Any) -> Table:
    """A game beside hammada in its MPh, all vehicles Started."""
    place = {"name": "LFT6", "desert": True, "ad": True, "map": STONES, **(board or {})}
    table = Table(boards=[place], ad=True, vehicles=list(vehicles) or [LORRY], **facts)
    table.to("MPh")
    for vehicle in list(vehicles) or [LORRY]:
        table.do(f"start {vehicle['id']}")
    return table


@pytest.mark.rule("AD3.121")
def test_the_question_and_the_game_agree_on_vca_changes() -> None:
    """Among Dense Palm Trees a truck may not turn off a road, and on one it takes no Bog Check."""
    board = {"map": "0\n1 .\n2 P\n3 ."}
    road = [{"hexes": ["A1", "A2", "A3"], "kind": "unpaved"}]
    table = _table(LORRY, board=board, roads=road)
    table.do("move Opel A2")
    assert table.do("turn Opel") == (MPSpent("Opel", 1, "D2.11"),)
    assert not ask(table.state, "bog", hex="A2", vehicle="Opel").facts["bog_check"]
    off = ask(table.state, "bog", hex="A2", mover="truck", road="no")
    assert off.facts["cost"] is None
    tank = ask(table.state, "bog", hex="A2", mover="fully-tracked", road="no")
    assert tank.facts["drm"] == [5]
