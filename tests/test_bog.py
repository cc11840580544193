"""Bog Checks, Bog Removal, Trail Breaks among palm trees, and what movement orders cost."""

from fractions import Fraction
from typing import Any

import attrs
import pytest

from events.ground import TrailBreakMade
from events.terms import GroundPressure, HexsideKind
from events.vehicles import (
    BogCheckDue,
    BogChecked,
    MPSpent,
    VehicleBogged,
    VehicleFreed,
    VehicleImmobilized,
    VehicleMired,
    VehicleMoved,
)
from replays.asking.ask import ask
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.mover import Mover
from sim.chapter_b.trail_breaks import crosses_trail_break
from sim.chapter_d.bog import bog_chance, bog_drm
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import outcomes
from sim.machine.opening import initial_state
from sim.machine.telling import Reason
from sim.map.terrain_kind import MoverKind
from tests.table import Table, scenario

GROVE = """
    A  B  C  D  E
0      P     .
1   .  P  P  w  .
2   .  P  d  .  .
3   .  .  .  .  .
"""
TANK: dict[str, Any] = {
    "id": "PzA",
    "side": "German",
    "movement": "fully-tracked",
    "mp": 14,
    "at": "A1",
}
LORRY: dict[str, Any] = {
    "id": "Opel",
    "side": "German",
    "movement": "truck",
    "mp": 24,
    "armour": "none",
    "at": "C3",
}


def _grove(*vehicles: dict[str, Any], **changes: Any) -> Table:
    """A game in a grove, in its MPh; all vehicles have Started."""
    board = {"name": "LFT9", "desert": True, "ad": True, "map": GROVE}
    facts = {"boards": [board], "ad": True, "vehicles": list(vehicles) or [TANK], **changes}
    table = Table(**facts)
    table.to("MPh")
    for vehicle in facts["vehicles"]:
        table.do(f"start {vehicle['id']}")
    return table


# The Bog Check ------------------------------------------------------------------------------


@pytest.mark.rule("D8.21")
@pytest.mark.parametrize(
    ("mover", "drm"),
    [
        (Mover(MoverKind.FULLY_TRACKED, 14, pressure=GroundPressure.LOW), 0),
        (Mover(MoverKind.FULLY_TRACKED, 14), 1),
        (Mover(MoverKind.FULLY_TRACKED, 14, pressure=GroundPressure.HIGH), 2),
        (Mover(MoverKind.HALFTRACK, 16), 2),
        (Mover(MoverKind.ARMOURED_CAR, 28, towing=True), 3),
        (Mover(MoverKind.TRUCK, 24), 3),
        (Mover(MoverKind.TRUCK, 24, towing=True, pressure=GroundPressure.HIGH), 5),
    ],
)
def test_what_a_vehicle_brings_to_its_bog_check(mover: Mover, drm: int) -> None:
    """Ground pressure, towing, wheels and truck-type MP each count (D8.21)."""
    state = initial_state(scenario(vehicles=[]))
    assert sum(int(each.amount or 0) for each in bog_drm(state, mover)) == drm


@pytest.mark.rule("D8.21")
def test_mud_adds_one() -> None:
    """EC of Mud make every Bog Check one harder."""
    mover = Mover(MoverKind.FULLY_TRACKED, 14)
    dry, mud = (initial_state(scenario(vehicles=[], ec=ec)) for ec in ("Dry", "Mud"))
    assert len(bog_drm(mud, mover)) == len(bog_drm(dry, mover)) + 1


@pytest.mark.rule("D8.2")
@pytest.mark.parametrize(
    ("terrain", "bogs"),
    [(1, Fraction(6, 36)), (3, Fraction(15, 36)), (5, Fraction(26, 36)), (0, Fraction(3, 36))],
)
def test_a_final_dr_of_twelve_bogs(terrain: int, bogs: Fraction) -> None:
    """With a normal ground pressure of +1: 11 or more bogs without more DRM, and so on."""
    state = initial_state(scenario(vehicles=[]))
    items = bog_drm(state, Mover(MoverKind.FULLY_TRACKED, 14))
    items += tuple(attrs.evolve(items[0], amount=1) for _ in range(terrain))
    assert bog_chance(items) == bogs


def test_the_question_knows_the_chance_that_the_game_has() -> None:
    """All 36 DR of an entry, walked through the engine, bog as often as `ask bog` says."""
    table = _grove()
    asked = ask(table.state, "bog", origin="A1", hex="B1", vehicle="PzA")
    from events.commands import Move

    command = Move("PzA", "B1")
    bogged = Fraction(0)
    for chance, _, outcome in outcomes(lambda dice: resolve(table.state, command, dice)):
        assert isinstance(outcome, Outcome)
        bogged += chance * outcome.state.vehicles["PzA"].bogged
    assert str(bogged) == asked.facts["chance"]
    assert bogged == Fraction(21, 36)


# Dense Palm Trees ---------------------------------------------------------------------------


@pytest.mark.rule("AD3.121")
def test_a_tank_enters_dense_palm_trees_at_half_its_allotment_and_a_bog_check() -> None:
    """Half of 14 MP; the check takes +1 for the palm trees beside woods and ground pressure."""
    table = _grove()
    assert table.do("move PzA B1 1 2") == (
        VehicleMoved("PzA", "A1", "B1", 7, "D2.1"),
        BogChecked("PzA", "B1", 1, 2, 5, "D8.21"),
    )
    palms = ask(table.state, "bog", origin="A1", hex="B1", vehicle="PzA").items
    assert [(each.rule, each.amount) for each in palms] == [
        ("D8.21", 1),
        ("D8.21", 3),
        ("AD3.121", 1),
    ]


@pytest.mark.rule("AD3.121")
def test_no_other_vehicle_enters_dense_palm_trees_off_a_road() -> None:
    """A truck is kept out, but not where a road leads in."""
    table = _grove(LORRY | {"at": "C2"})
    refusal = table.refused("move Opel C1")
    assert (refusal.reason, refusal.rule) == (Reason.CANNOT_ENTER, "B.2")
    road = [{"hexes": ["C2", "C1"], "kind": "unpaved"}]
    table = _grove(LORRY | {"at": "C2"}, roads=road)
    assert table.do("move Opel C1")[0] == VehicleMoved("Opel", "C2", "C1", Fraction(1, 2), "D2.1")


@pytest.mark.rule("AD3.121", "B13.41", "D2.11")
def test_a_vca_change_among_dense_palm_trees_is_a_bog_check() -> None:
    """It costs two MP there, and one with no check in Open Ground."""
    table = _grove()
    assert table.do("turn PzA") == (MPSpent("PzA", 1, "D2.11"),)
    table = _grove()
    table.do("move PzA B1 1 1")
    assert table.do("turn PzA 6 6") == (
        MPSpent("PzA", 2, "D2.11"),
        BogChecked("PzA", "B1", 6, 6, 5, "D8.21"),
        VehicleBogged("PzA", "B1", "D8.2"),
    )


@pytest.mark.rule("AD3.121", "B13.421")
def test_a_trail_break_joins_where_it_came_in_and_where_it_left() -> None:
    """As the tank leaves; then others enter across its hexsides as woods are entered there."""
    table = _grove(TANK | {"mp": 30}, LORRY | {"at": "A2"})
    table.do("move PzA B1 1 1")
    assert not table.state.ground.get("B1")
    assert TrailBreakMade("B1", (3, 6), "B13.421") in table.do("move PzA C2")
    for side in range(1, 7):
        assert crosses_trail_break(table.state, "B1", side) is (side in (3, 6))
    by_break = entry_cost(table.state, Mover(MoverKind.TRUCK, 24), "A1", "B1")
    assert by_break.amount == 24
    assert not by_break.bog
    tracked = entry_cost(table.state, Mover(MoverKind.FULLY_TRACKED, 13), "A1", "B1")
    assert tracked.amount == 7
    assert not tracked.bog
    assert entry_cost(table.state, Mover(MoverKind.TRUCK, 24), "B2", "B1").amount is None
    on_foot = entry_cost(table.state, Mover(MoverKind.INFANTRY, 4), "A1", "B1")
    assert on_foot.amount == Fraction(3, 2)


@pytest.mark.rule("AD3.121")
@pytest.mark.parametrize("order", ["move PzA A1", "move PzA B1"])
def test_no_trail_break_without_a_way_through(order: str) -> None:
    """Who goes back the way it came leaves none, nor who set up among the trees."""
    inside = order.endswith("B1")
    table = _grove(TANK | {"mp": 30, "at": "C1" if inside else "A1"})
    if not inside:
        table.do("move PzA B1 1 1")
    events = table.do(f"{order} 1 1" if inside else order)
    assert not any(isinstance(event, TrailBreakMade) for event in events)


def test_who_leaves_the_road_breaks_a_trail_after_a_bog_check() -> None:
    """In by road, out among the trees: the check is made in the hex that is left (B13.421)."""
    road = [{"hexes": ["A1", "B1"], "kind": "unpaved"}]
    table = _grove(TANK | {"mp": 30}, roads=road)
    table.do("move PzA B1")
    events = table.do("move PzA B2 1 1")
    assert events[:2] == (
        BogChecked("PzA", "B1", 1, 1, 5, "D8.21"),
        VehicleMoved("PzA", "B1", "B2", 15, "D2.1"),
    )
    assert TrailBreakMade("B1", (4, 6), "B13.421") in events
    assert BogCheckDue("PzA", "B2", 5, None, "D8.2") in events


# Bogged -------------------------------------------------------------------------------------


@pytest.mark.rule("D8.2")
def test_a_bogged_vehicle_stands_still_until_it_is_freed() -> None:
    """It is Stopped, and can neither Start nor move; nor does it raise dust."""
    table = _grove(LORRY)
    events = table.do("move Opel C2 6 6")
    assert VehicleBogged("Opel", "C2", "D8.2") in events
    for order in ("start Opel", "move Opel C3", "stop Opel", "turn Opel"):
        assert table.refused(order).reason is Reason.IMMOBILE
    assert not table.state.vehicles["Opel"].in_motion


@pytest.mark.rule("D8.3")
@pytest.mark.parametrize(
    ("dice", "mired", "mp", "what"),
    [
        ("1 1", False, 2, VehicleFreed),
        ("4 2", False, 16, VehicleFreed),
        ("4 2", True, 16, VehicleMired),
        ("5 1", False, 10, VehicleMired),
        ("5 1", True, 10, VehicleImmobilized),
        ("6 1", False, 12, VehicleImmobilized),
        ("4 6", False, 24, VehicleFreed),
    ],
)
def test_a_bog_removal_dr(dice: str, mired: bool, mp: int, what: type[Any]) -> None:
    """The coloured die decides, one worse if Mired; the product is the MP, twice it for trucks."""
    table = _grove(LORRY)
    table.do("move Opel C2 6 6")
    for turn in range(1 + mired):
        table.next_turn()
        table.next_turn()
        table.to("MPh")
        if mired and turn == 0:
            table.do("unbog Opel 5 1")
    events = table.do(f"unbog Opel {dice}")
    assert events[0] == MPSpent("Opel", mp, "D8.3")
    assert type(events[1]) is what
    assert table.state.vehicles["Opel"].bogged is (what is not VehicleFreed)
    assert table.state.vehicles["Opel"].in_motion is (what is VehicleFreed)


@pytest.mark.rule("D8.3")
def test_no_removal_of_a_vehicle_that_is_free_or_not_its_turn() -> None:
    """Bog Removal is for bogged vehicles of the ATTACKER with MP left, in their MPh."""
    table = _grove()
    assert table.refused("unbog PzA 1 1").reason is Reason.ALREADY_SO
    table.do("bog PzA")
    assert table.refused("bog PzA").reason is Reason.ALREADY_SO
    table.do("phase DFPh")
    assert table.refused("unbog PzA 1 1").reason is Reason.WRONG_PHASE
    table.next_turn()
    table.to("MPh")
    assert table.refused("unbog PzA 1 1").reason is Reason.NOT_ATTACKER
    assert table.refused("unbog Nobody 1 1").reason is Reason.UNKNOWN_VEHICLE


@pytest.mark.rule("B9.4", "D8.2")
def test_a_hedge_bogs_in_the_hex_that_is_left() -> None:
    """A halftrack checks before it crosses; if it bogs it has not moved, and its MP are spent."""
    half = {**TANK, "id": "Half", "movement": "halftrack", "mp": 16, "at": "A3"}
    hedge = [{"kind": HexsideKind.HEDGE.value, "at": ["A3/B3"]}]
    table = _grove(half, hexsides=hedge, ec="Dry")
    assert table.do("move Half B3 5 5") == (
        BogChecked("Half", "A3", 5, 5, 2, "D8.21"),
        VehicleBogged("Half", "A3", "D8.2"),
        MPSpent("Half", 3, "D8.2"),
    )
    assert table.state.vehicles["Half"].hex == "A3"
    assert not table.state.vehicle_dust


# What orders cost ---------------------------------------------------------------------------


def test_an_order_without_mp_takes_what_the_hex_costs() -> None:
    """Terrain, vehicles in the way and all else that `ask entry-cost` says."""
    table = _grove(TANK, LORRY | {"at": "A2"})
    asked = ask(table.state, "entry-cost", origin="A1", hex="A2", vehicle="PzA")
    assert asked.facts["cost"] == "2"
    assert table.do("move PzA A2")[0] == VehicleMoved("PzA", "A1", "A2", 2, "D2.1")


def test_fewer_mp_than_terrain_takes_are_refused_and_more_are_not() -> None:
    """A declared overspending is the player's right; less than the cost is a mistake."""
    table = _grove()
    refusal = table.refused("move PzA B1 6mp 1 1")
    assert (refusal.reason, refusal.rule) == (Reason.TOO_FEW_MP, "D2.1")
    assert "Dense Palm Trees 7" in refusal.why
    assert table.do("move PzA B1 9mp 1 1")[0] == VehicleMoved("PzA", "A1", "B1", 9, "D2.1")


def test_a_ruling_leaves_terrain_to_the_players() -> None:
    """Under D2.1-cost `declared` only what Dust, SMOKE and towing add is demanded."""
    table = _grove(rulings={"D2.1-cost": "declared"})
    assert table.do("move PzA B1 2mp")[0] == VehicleMoved("PzA", "A1", "B1", 2, "D2.1")
    assert table.refused("move PzA B2 0.5mp").reason is Reason.TOO_FEW_MP


def test_the_whole_allotment_takes_what_a_start_has_left() -> None:
    """Woods cost a truck its whole allotment, its Start MP included; later they are too dear."""
    wood = {"name": "1", "desert": False, "map": "0\n1 .\n2 w\n3 ."}
    car = LORRY | {"at": "A1"}
    facts: dict[str, Any] = {"boards": [wood], "vehicles": [car], "ad": False, "ec": "Moist"}
    table = Table(**facts)
    table.to("MPh")
    table.do("start Opel")
    assert table.do("move Opel A2 1 1")[0] == VehicleMoved(
        "Opel", "A1", "A2", 23, "D2.1", whole=True
    )
    table = Table(**facts)
    table.to("MPh")
    table.do("spend Opel 2mp", "start Opel")
    assert table.refused("move Opel A2").reason is Reason.BEYOND_ALLOTMENT


def test_vehicles_that_leave_together_are_not_in_each_others_way() -> None:
    """In an Impulse, a vehicle pays nothing for the one ahead that leaves its hex as well."""
    table = _grove(TANK | {"at": "A2"}, TANK | {"id": "PzB", "at": "A1"})
    asked = ask(table.state, "entry-cost", origin="A1", hex="A2", vehicle="PzB")
    assert asked.facts["cost"] == "2"
    events = table.do("impulse move PzB A2, move PzA A3")
    assert VehicleMoved("PzB", "A1", "A2", 1, "D2.1") in events


def test_one_bog_check_is_made_for_an_impulse() -> None:
    """The DR follows the steps; it bogs only whom its Final DR would bog (D14.21)."""
    table = _grove(TANK, LORRY)
    events = table.do("impulse move PzA B1, move Opel C2, 5 3")
    rolled = [(e.vehicle, e.coloured, e.drm) for e in events if isinstance(e, BogChecked)]
    assert rolled == [("Opel", 5, 3), ("PzA", 5, 5)]
    assert VehicleBogged("PzA", "B1", "D8.2") in events
    assert not table.state.vehicles["Opel"].bogged
