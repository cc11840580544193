"""F3.31 Immobilization in and beside hammada, F9 Tracks, and hexes that hold one vehicle."""

from fractions import Fraction
from typing import Any

import pytest

from events.vehicles import ImmobilizationChecked, MPSpent, VehicleImmobilized, VehicleMoved
from replays.asking.ask import ask
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.mover import Mover
from sim.machine.telling import Reason
from sim.map.terrain_kind import MoverKind
from tests.table import Table

LORRY: dict[str, Any] = {
    "id": "Opel",
    "side": "German",
    "movement": "truck",
    "mp": 30,
    "armour": "none",
    "at": "A1",
}
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


@pytest.mark.rule("AD2.4", "F3.31")
@pytest.mark.parametrize(("dice", "stuck"), [("5 5", False), ("5 6", True)])
def test_a_truck_risks_immobilization_in_hammada(dice: str, stuck: bool) -> None:
    """Its Final DR of 12 or more immobilizes it, and it takes +1 unless it doubles its MP."""
    table = _table()
    events = table.do(f"move Opel A2 {dice}")
    one, two = (int(die) for die in dice.split())
    assert events[:2] == (
        VehicleMoved("Opel", "A1", "A2", 6, "D2.1"),
        ImmobilizationChecked("Opel", "A2", one, two, 1, "F3.31"),
    )
    assert (VehicleImmobilized("Opel", "F3.31") in events) is stuck
    asked = ask(_table().state, "bog", origin="A1", hex="A2", vehicle="Opel")
    assert asked.facts["immobilization_chance"] == str(Fraction(3, 36))


@pytest.mark.rule("AD2.4", "F3.31")
def test_a_truck_that_doubles_its_mp_is_safer() -> None:
    """Twice the cost in one expenditure spares the +1; a Gun in tow does not let it."""
    table = _table()
    assert ImmobilizationChecked("Opel", "A2", 6, 5, 0, "F3.31") in table.do(
        "move Opel A2 12mp 6 5"
    )
    table = _table({**LORRY, "towing": True})
    assert ImmobilizationChecked("Opel", "A2", 1, 1, 1, "F3.31") in table.do(
        "move Opel A2 14mp 1 1"
    )


@pytest.mark.rule("AD2.4", "F3.31")
def test_open_ground_beside_hammada_and_temperate_hammada() -> None:
    """Beside it the DR takes -1; hammada in a Temperate hex immobilizes like any other."""
    table = _table(LORRY | {"at": "A4"})
    assert ImmobilizationChecked("Opel", "A3", 6, 6, 0, "F3.31") in table.do("move Opel A3 6 6")
    temperate = _table(LORRY | {"at": "C4"})
    assert ImmobilizationChecked("Opel", "C3", 1, 1, 1, "F3.31") in temperate.do("move Opel C3 1 1")
    assert temperate.do("turn Opel 2 2") == (
        MPSpent("Opel", 1, "D2.11"),
        ImmobilizationChecked("Opel", "C3", 2, 2, 1, "F3.31"),
    )


@pytest.mark.rule("AD2.4")
@pytest.mark.parametrize("movement", ["fully-tracked"])
def test_who_is_spared(movement: str) -> None:
    """Tracks never check."""
    armour = "closed-topped" if movement == "fully-tracked" else "none"
    table = _table({**LORRY, "movement": movement, "armour": armour})
    assert len(table.do("move Opel A2")) == 1


@pytest.mark.rule("AD2.3", "F9.1", "F9.2")
def test_a_track_takes_one_off_and_spares_the_dr() -> None:
    """A printed road of an AD board is a Track: one less, never below one, and no DR."""
    board = {"roads": [{"hexes": ["A1", "A2", "A3"]}]}
    table = _table(board=board)
    assert table.do("move Opel A2") == (VehicleMoved("Opel", "A1", "A2", 5, "D2.1"),)
    assert entry_cost(table.state, Mover(MoverKind.INFANTRY, 4), "A1", "A2").amount == 1
    off = entry_cost(_table(board=board).state, Mover(MoverKind.TRUCK, 30), "A1", "A2", road=False)
    assert off.amount == 6


@pytest.mark.rule("AD4.5")
def test_vehicles_leave_a_boulder_crag_by_road_only() -> None:
    """Who set up in one goes nowhere off its road, and by its road anywhere; men walk out."""
    roads = [{"hexes": ["A2", "A3"]}]
    table = _table(LORRY | {"at": "A2"}, roads=roads, broken=True, ec="Moist")
    refusal = table.refused("move Opel A1")
    assert (refusal.reason, refusal.rule) == (Reason.CANNOT_ENTER, "AD4.5")
    assert "vehicles leave a Boulder-Crag by road only (AD4.5)" in refusal.why
    asked = ask(table.state, "may-enter", origin="A2", hex="A1", vehicle="Opel")
    assert asked.facts["allowed"] is False
    assert entry_cost(table.state, Mover(MoverKind.INFANTRY, 4), "A2", "A1").amount is not None
    table.do("move Opel A3")


@pytest.mark.rule("AD3.61", "AD3.7")
@pytest.mark.parametrize(("mark", "rule"), [("W", "AD3.61"), ("F", "AD3.7")])
def test_an_oasis_well_or_fountain_holds_one_vehicle(mark: str, rule: str) -> None:
    """A second one is kept out until the first has left; Infantry is not."""
    board = {"map": f"0\n1 .\n2 {mark}\n3 ."}
    other = LORRY | {"id": "Ford", "at": "A3"}
    table = _table(LORRY, other, board=board)
    table.do("move Opel A2")
    refusal = table.refused("move Ford A2")
    assert (refusal.reason, rule in refusal.why) == (Reason.CANNOT_ENTER, True)
    assert not ask(table.state, "may-enter", origin="A3", hex="A2", vehicle="Ford").facts["allowed"]
    assert entry_cost(table.state, Mover(MoverKind.INFANTRY, 4), "A3", "A2").amount is not None
    table.do("move Opel A1", "move Ford A2")


@pytest.mark.rule("AD4.51", "191.1", "F13.1")
@pytest.mark.parametrize("ad", [True, False])
def test_broken_ground_costs_double_and_bogs(ad: bool) -> None:
    """Twice the Open Ground of chapter B, and a Bog Check for all vehicles but motorcycles."""
    board = {"name": "LFT6", "desert": True, "ad": ad, "map": "0\n1 .\n2 .\n3 h"}
    table = Table(boards=[board], ad=ad, broken=True, vehicles=[], ec="Moist")
    costs = {
        kind: entry_cost(table.state, Mover(kind, 30), "A1", "A2")
        for kind in (
            MoverKind.INFANTRY,
            MoverKind.MOTORCYCLE,
            MoverKind.ARMOURED_CAR,
            MoverKind.FULLY_TRACKED,
            MoverKind.TRUCK,
        )
    }
    assert [each.amount for each in costs.values()] == [2, 6, 6, 2, 8]
    assert [each.bog for each in costs.values()] == [False, False, True, True, True]


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
