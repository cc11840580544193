"""Vehicle movement: Start, entry, MP, roads, the edge of the playing area, Stop (D2)."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import MP
from events.orders import parse_order
from events.vehicles import MPSpent, VehicleExited, VehicleMoved
from replays.asking.ask import ask
from sim.chapter_d.expenditure import mp_left
from sim.machine.telling import Reason, Refusal
from tests import cases
from tests.drawn import examples
from tests.table import TANK, Table, make_vehicle

MOVING: dict[str, Any] = {**TANK, "motion": True}
"""The tank in D4, in Motion."""


def _mph(*orders: str, tank: dict[str, Any] = MOVING, **facts: Any) -> Table:
    """A game in its first MPh, with the tank, after some orders."""
    table = Table(**{"ec": "Moderate", "vehicles": [tank], **facts})
    table.to("MPh")
    table.do(*orders)
    return table


def _why(refusal: Refusal) -> tuple[Reason, str]:
    return refusal.reason, refusal.rule


def _left(table: Table) -> MP:
    return mp_left(table.state, "PzA")


ORDERS = [
    "start PzA",
    "stop PzA",
    "hook PzA",
    "unhook PzA",
    "move PzA D4 0.5mp paved",
    "move PzA D4 1mp",
    "move PzA D5 2.5mp",
    "move PzA D5 6mp",
    "spend PzA 1.5mp",
    "spend PzA 5mp",
]


@given(st.lists(st.sampled_from(ORDERS), max_size=20))
@examples(60)
def test_whatever_a_vehicle_does_its_allotment_suffices(orders: list[str]) -> None:
    """In any order of expenditures the MP of one MPh never add up to more than the allotment."""
    table = _mph(tank=TANK)
    for order in orders:
        before = _left(table)
        refused = isinstance(table.game.attempt(parse_order(order).command), Refusal)
        assert 0 <= _left(table) <= before
        assert (_left(table) == before) is refused


@pytest.mark.rule("A2.6")
def test_a_vehicle_that_exits_is_gone_for_good() -> None:
    """Nothing on the edge costs MP to exit, and what has left does not return."""
    table = _mph(tank={**MOVING, "at": "D0"})
    assert _why(table.refused("exit PzA 0mp")) == (Reason.TOO_FEW_MP, "D2.1")
    assert table.do("exit PzA 1mp") == (VehicleExited("PzA", "D0", 1, "A2.6"),)
    found = table.state.vehicles["PzA"]
    assert (found.hex, found.exited, found.in_motion) == (None, True, False)
    assert found.mp_used == 1
    for order in ("enter PzA D0 1mp", "start PzA", "spend PzA 1mp", "assault PzA", "hook PzA"):
        assert _why(table.refused(order)) == (Reason.OUT_OF_PLAY, "D2.1")


@pytest.mark.rule("E11.1")
@cases("movement", "fully-tracked", "halftrack", "armoured-car", "truck", "motorcycle")
def test_all_motorized_vehicles_move_in_impulses(movement: str) -> None:
    """Whatever has an engine can be part of a platoon or convoy."""
    other = make_vehicle("M", movement, armour="none", at="H5", motion=True)
    table = Table(vehicles=[MOVING, other])
    table.to("MPh")
    table.do("impulse spend PzA 1mp, spend M 1mp")
    assert {name: found.mp_used for name, found in table.state.vehicles.items()} == {
        "PzA": 1,
        "M": 1,
    }


GROVE: Final = """
    A  B  C  D  E
0      P     .
1   .  P  P  w  .
2   .  P  d  .  .
3   .  .  .  .  .
"""


def _grove(at: str = "A1", mp: int = 14, map_: str = GROVE, **changes: Any) -> Table:
    """A game in a grove, in its MPh, with a tank and a truck that have Started."""
    board = {"name": "LFT9", "desert": True, "ad": True, "map": map_}
    tank, truck = make_vehicle("PzA", mp=mp, at=at), make_vehicle("Opel", "truck", 30, at="A1")
    vehicles = [tank, {**truck, "armour": "none"}]
    table = Table(boards=[board], ad=True, vehicles=vehicles, **changes)
    table.to("MPh")
    table.do("start PzA", "start Opel")
    return table


def test_a_ruling_leaves_terrain_to_the_players() -> None:
    """Under D2.1-cost `declared` only what Dust, SMOKE and towing add is demanded."""
    table = _grove(rulings={"D2.1-cost": "declared"})
    assert table.do("move PzA B1 2mp")[0] == VehicleMoved("PzA", "A1", "B1", 2, "D2.1")
    assert table.refused("move PzA B2 0.5mp").reason is Reason.TOO_FEW_MP


@pytest.mark.rule("AD3.121")
def test_the_question_and_the_game_agree_on_vca_changes() -> None:
    """Among Dense Palm Trees a truck may not turn off a road, and on one it takes no Bog Check."""
    road = [{"hexes": ["A1", "A2", "A3"], "kind": "unpaved"}]
    table = _grove(map_="0\n1 .\n2 P\n3 .", roads=road)
    table.do("move Opel A2")
    assert table.do("turn Opel") == (MPSpent("Opel", 1, "D2.11"),)
    assert not ask(table.state, "bog", hex="A2", vehicle="Opel").facts["bog_check"]
    off = ask(table.state, "bog", hex="A2", mover="truck", road="no")
    assert off.facts["cost"] is None
    tank = ask(table.state, "bog", hex="A2", mover="fully-tracked", road="no")
    assert tank.facts["drm"] == [5]
