"""Vehicle movement: Motion, Stop, Minimum Move, Stun, towing, platoons, slopes, COT (D2, D14)."""

from fractions import Fraction
from typing import Any

import pytest

from events.terms import Hatch
from events.vehicles import (
    BogChecked,
    HatchSet,
    MPSpent,
    VehicleBogged,
    VehicleEndedInMotion,
    VehicleStopped,
)
from tests import cases
from tests.clauses.movers import LORRY, TANK, moving
from tests.clauses.reached import unsound, world

# Wet slopes -----------------------------------------------------------------------------------


@pytest.mark.rule("E3.54")
@cases(
    "road, mover, slope",
    (None, "infantry", 1),
    ("unpaved", "infantry", 1),
    ("paved", "infantry", 0),
    (None, "truck", 1),
    ("unpaved", "truck", 1),
    ("paved", "truck", 0),
    ("paved", "cavalry", 0),
)
@cases("low, high", ("C3", "C4"), ("C4", "C3"))
def test_rain_makes_slopes_dearer_but_not_on_a_paved_road(
    low: str, high: str, road: str | None, mover: str, slope: int
) -> None:
    """A level up or down costs one more during and after rain, except along a paved road."""
    roads = [{"hexes": ["C3", "C4"], "kind": road}] if road else []
    game = world({high: ".1"}, weather="Overcast", ec="Moist", roads=roads)
    game.do("phase RPh")
    words = f"entry-cost --from {low} --to {high} --mover {mover}"
    dry = Fraction(game.json(words)["cost"])
    game.do("wc 6 4")
    wet = game.ask(words)
    assert Fraction(game.json(words)["cost"]) == dry + slope
    rules = [item.rule for item in wet.items if item.name == "wet slope"]
    assert rules == ["E3.54"] * slope


@pytest.mark.rule("E3.54")
def test_each_level_of_a_steep_slope_counts_when_wet() -> None:
    """Two levels up off the road: two MF more."""
    game = world({"C4": ".2"}, weather="Overcast", ec="Moist")
    game.do("phase RPh", "wc 6 4")
    items = game.ask("entry-cost --from C3 --to C4").items
    assert [item.amount for item in items if item.name == "wet slope"] == [2]


# Stun and Shock -------------------------------------------------------------------------------


@pytest.mark.rule("D5.34", "C7.41")
@cases("order, rule", ("stun", "D5.34"), ("shock", "C7.41"))
def test_a_stunned_or_shocked_crew_buttons_up_at_once(order: str, rule: str) -> None:
    """The event of the hatch follows that of the Stun; no order opens it in this Player Turn."""
    game = moving({}, TANK | {"bu": False})
    events = game.do(f"{order} PzA")
    assert events[1] == HatchSet("PzA", Hatch.BU, rule)
    assert game.state.vehicles["PzA"].bu
    assert game.refused("hatch PzA CE").rule == rule


@pytest.mark.rule("D5.34", "D5.3")
def test_a_stunned_crew_opens_its_hatch_in_a_later_player_turn() -> None:
    """Stun ends with the Player Turn."""
    game = moving({}, TANK | {"bu": False})
    game.do("stun PzA", "phase CCPh")
    assert game.refused("hatch PzA CE").rule == "D5.34"
    game.do("phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh", "hatch PzA CE")
    assert not game.state.vehicles["PzA"].bu


@pytest.mark.rule("C7.41", "C7.42")
def test_a_shocked_crew_stays_bu_until_it_recovers() -> None:
    """In a later RPh, and then not before the order to recover."""
    game = moving({}, TANK | {"bu": False})
    game.do("shock PzA", "phase RPh", "wc 3 4")
    assert game.refused("hatch PzA CE").rule == "C7.41"
    game.do("recover PzA", "phase RPh", "wc 3 4", "phase MPh", "hatch PzA CE")


# Towing ---------------------------------------------------------------------------------------


@pytest.mark.rule("C10.1")
@cases("kind", "wall", "hedge", "cactus-hedge", "high-wall")
def test_nobody_tows_a_gun_over_a_wall_or_hedge(kind: str) -> None:
    """NA with a Gun in tow, allowed without, by question and by order."""
    facts: dict[str, Any] = {
        "hexsides": [{"kind": kind, "at": ["C3/C4"]}],
        "on": {"ad": True},
        "ad": True,
    }
    tows = moving({}, TANK | {"towing": True}, **facts)
    assert tows.json("may-enter --from C3 --to C4 --vehicle PzA")["allowed"] is False
    assert tows.refused("move PzA C4").rule == "C10.1"
    free = moving({}, TANK, **facts)
    assert free.json("may-enter --from C3 --to C4 --vehicle PzA")["allowed"] is True
    asked = "may-enter --from C3 --to C4 --mover fully-tracked --allotment 14"
    assert free.json(f"{asked} --towing")["allowed"] is False


@pytest.mark.rule("C10.1")
@cases("rubbled", False, True)
def test_nobody_tows_a_gun_into_a_building_or_rubble(rubbled: bool) -> None:
    """A tank may enter either alone."""
    for towing, allowed in ((True, False), (False, True)):
        game = moving({}, TANK | {"towing": towing}, buildings=[{"hex": "C4"}])
        if rubbled:
            game.do("rubble C4")
        asked = game.json("may-enter --from C3 --to C4 --vehicle PzA")
        assert asked["allowed"] is allowed
        assert ("C10.1" in asked["verdict"]) is towing


@pytest.mark.rule("C10.1")
def test_a_gun_is_towed_across_a_breach_and_along_a_road() -> None:
    """Where no wall stands on the hexside nothing keeps it back; one MP more."""
    wall = [{"kind": "high-wall", "at": ["C3/C4"]}]
    game = moving({}, TANK | {"towing": True}, hexsides=wall, on={"ad": True}, ad=True)
    game.do("breach C3 C4")
    assert game.json("may-enter --from C3 --to C4 --vehicle PzA")["cost"] == "2"


# Motion ---------------------------------------------------------------------------------------


@pytest.mark.rule("D2.4", "D2.1")
def test_a_vehicle_in_motion_uses_up_its_mp_in_its_hex() -> None:
    """It ends no MPh in Motion without expending MP: what it has is used in its hex."""
    game = moving()
    game.do("move PzA C4", "phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh")
    events = game.do("phase DFPh")
    assert events[:2] == (MPSpent("PzA", 14, "D2.1"), VehicleEndedInMotion("PzA", "D2.4"))


@pytest.mark.rule("D2.4", "D2.1")
def test_a_vehicle_that_stands_still_expends_nothing() -> None:
    """Neither a Stopped vehicle nor the DEFENDER's in Motion is touched."""
    other = TANK | {"id": "Grant", "side": "British", "at": "H5"}
    game = moving({}, TANK, other, started=False)
    assert not [e for e in game.do("phase DFPh") if isinstance(e, MPSpent)]


@pytest.mark.rule("D2.4", "11.74")
def test_its_dust_goes_with_those_mp() -> None:
    """A counter of who ended its last MPh in Motion goes with its first MP of the next (11.74)."""
    game = moving({}, TANK, ec="Dry")
    game.do("move PzA C4 1mp", "move PzA C5 1mp")
    assert "PzA" in game.state.vehicle_dust
    game.do("phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh")
    assert "PzA" in game.state.vehicle_dust
    game.do("phase DFPh")
    assert "PzA" not in game.state.vehicle_dust


@pytest.mark.rule("D2.4")
def test_no_vehicle_sets_up_on_board_in_motion() -> None:
    """NA, but where the scenario says that an SSR has it so."""
    car = TANK | {"motion": True}
    assert "Motion" in unsound({}, vehicles=[car], rulings={"D2.4-setup": "never"})
    by_ssr = world({}, vehicles=[car], rulings={"D2.4-setup": "ssr"})
    assert by_ssr.state.vehicles["PzA"].in_motion


# Immobile vehicles ----------------------------------------------------------------------------


@pytest.mark.rule("D8.1", "D2.1")
@cases("order", "immobilize PzA", "bog PzA")
def test_an_immobile_vehicle_expends_mp_that_move_nothing(order: str) -> None:
    """A smoke discharger costs MP of a vehicle that cannot leave; Start, move and turn are NA."""
    game = moving({}, started=False)
    game.do(order, "phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh", "spend PzA 1mp")
    assert game.state.vehicles["PzA"].mp_used == 1
    for refused in ("start PzA", "move PzA C4", "turn PzA"):
        assert game.refused(refused).rule in ("D8.1", "D8.2")


@pytest.mark.rule("D8.2", "D8.1")
def test_a_bog_ends_an_mph_and_an_immobilization_does_not() -> None:
    """In the MPh in which it bogs a vehicle expends nothing more."""
    game = moving()
    game.do("bog PzA")
    assert game.refused("spend PzA 1mp").rule == "D8.2"
    game = moving()
    game.do("immobilize PzA", "spend PzA 1mp")
    assert game.state.vehicles["PzA"].mp_used == 2


# The whole allotment, and the Minimum Move ----------------------------------------------------


@pytest.mark.rule("B13.41", "D2.13")
def test_an_entry_that_takes_all_leaves_a_stop() -> None:
    """All of a truck's MP but those of its Start and Stop take it into woods."""
    game = moving({"C4": "w'"}, LORRY)
    game.do("move Lkw C4 1 1")
    assert game.state.vehicles["Lkw"].mp_used == 20
    assert isinstance(game.do("stop Lkw")[0], VehicleStopped)
    assert not game.state.vehicles["Lkw"].in_motion


@pytest.mark.rule("D2.15")
def test_a_minimum_move_takes_all_and_ends_in_motion() -> None:
    """A slow truck goes up a hill in sand that costs more than it has; it cannot Stop."""
    game = moving({"C4": "b1"}, LORRY | {"mp": 5})
    asked = game.json("entry-cost --from C3 --to C4 --vehicle Lkw")
    assert asked["cost"] == "10"
    assert "Minimum Move" in asked["verdict"]
    game.do("move Lkw C4")
    assert game.state.vehicles["Lkw"].mp_used == 5
    assert game.refused("stop Lkw").rule == "D2.1"
    assert game.refused("move Lkw C5").rule == "D2.1"


@pytest.mark.rule("D2.15")
def test_a_minimum_move_is_all_that_a_vehicle_does() -> None:
    """Who has expended MP for anything but its Start has none."""
    game = moving({"C4": "b1"}, LORRY | {"mp": 5})
    game.do("spend Lkw 1mp")
    refusal = game.refused("move Lkw C4")
    assert (refusal.reason.slug, refusal.rule) == ("beyond-allotment", "B12")
    assert "has 3 MP left" in refusal.why


@pytest.mark.rule("D2.15", "D14.21")
def test_a_platoon_makes_no_minimum_move() -> None:
    """Its members move together or not at all."""
    slow = TANK | {"mp": 3}
    game = moving({"C4": "b1"}, slow, slow | {"id": "PzB"})
    assert game.refused("impulse move PzA C4, move PzB C4").rule == "D14.21"


# Platoons -------------------------------------------------------------------------------------

PAIR = (TANK, TANK | {"id": "PzB", "at": "D3"})


@pytest.mark.rule("D14.21")
def test_a_platoon_stays_together() -> None:
    """At the end of an Impulse every AFV is beside another of its platoon."""
    game = moving({}, *PAIR)
    game.do("impulse move PzA C4, move PzB D4")
    assert game.refused("impulse move PzA C5, move PzB D3").rule == "D14.21"
    third = TANK | {"id": "PzC", "at": "H5"}
    scattered = moving({}, *PAIR, third)
    order = "impulse move PzA C4, move PzB D4, spend PzC 1mp"
    assert scattered.refused(order).rule == "D14.21"


@pytest.mark.rule("D14.21", "D8.2")
@cases(
    "dice, bogs",
    ("3 4", set()),
    ("4 4 6 1", {"PzA"}),
    ("4 4 1 6", {"PzB"}),
    ("4 4 5 5", {"PzA", "PzB"}),
)
def test_a_platoon_makes_one_bog_check(dice: str, bogs: set[str]) -> None:
    """One DR for both; Random Selection among those that it would bog, ties all."""
    game = moving({"C4": "w'", "D4": "w'"}, *PAIR)
    events = game.do(f"impulse move PzA C4, move PzB D4, {dice}")
    rolled = {(e.coloured, e.white) for e in events if isinstance(e, BogChecked)}
    assert len(rolled) == 1
    assert {e.vehicle for e in events if isinstance(e, VehicleBogged)} == bogs


@pytest.mark.rule("D14.21")
def test_only_those_that_the_dr_would_bog_are_selected_from() -> None:
    """With DRM +5 and +4 an Original 7 bogs the one with more, without Random Selection."""
    high = PAIR[0] | {"ground_pressure": "high"}
    game = moving({"C4": "w'", "D4": "w'"}, high, PAIR[1])
    events = game.do("impulse move PzA C4, move PzB D4, 3 4")
    assert [e.vehicle for e in events if isinstance(e, VehicleBogged)] == ["PzA"]


# COT: what killed no mutant before ------------------------------------------------------------


@pytest.mark.rule("B10.51", "D8.21")
@cases("levels, drm", (0, [3]), (1, [3]), (2, [4]), (3, [4]))
@cases("up", True, False)
def test_an_abrupt_change_is_more_than_one_level(levels: int, drm: list[int], up: bool) -> None:
    """One level up or down is no Abrupt Elevation Change; two are."""
    low, high = ("C3", "C4") if up else ("C4", "C3")
    game = world({low: "d" if low == "C4" else ".", high: ("d" if up else ".") + str(levels)})
    assert game.json("bog --from C3 --to C4 --mover truck --allotment 20")["drm"] == drm


@pytest.mark.rule("F9.1")
@cases(
    "mark, mover, cost",
    (".", "truck", 1),
    (".", "infantry", 1),
    ("s", "truck", 5),
    ("h", "infantry", 1),
    ("h", "fully-tracked", 1),
    ("s", "halftrack", 2),
    ("d", "truck", 6),
    ("b", "infantry", 1),
)
def test_a_track_takes_one_off_and_no_cost_below_one(mark: str, mover: str, cost: int) -> None:
    """A cost of six becomes five, two becomes one, one stays."""
    track = [{"hexes": ["C3", "C4"], "kind": "unpaved"}]
    game = world({"C4": mark}, on={"ad": True, "roads": track}, ad=True)
    assert game.json(f"entry-cost --from C3 --to C4 --mover {mover}")["cost"] == str(cost)


@pytest.mark.rule("B3.4", "B3.41")
def test_a_crew_that_looks_out_drives_faster_along_a_road() -> None:
    """Half an MP along a road, one for a BU AFV."""
    roads = [{"hexes": ["C3", "C4"]}]
    game = world({}, roads=roads)
    asked = "entry-cost --from C3 --to C4 --mover armoured-car"
    assert game.json(asked)["cost"] == "1/2"
    assert game.json(f"{asked} --bu")["cost"] == "1"


@pytest.mark.rule("B3.4", "A2.5", "A2.51")
@cases(
    "order, rule",
    ("enter Lkw A4 paved", None),
    ("enter Lkw A4 unpaved", "B3.4"),
    ("enter Lkw A5 paved", "B3.4"),
    ("enter Lkw A5", None),
    ("enter Lkw D4", "A2.51"),
)
def test_one_enters_by_a_road_that_leads_in(order: str, rule: str | None) -> None:
    """By the kind of road that runs into the hex, on the edge of the playing area."""
    truck = {"id": "Lkw", "side": "German", "movement": "truck", "armour": "none", "mp": 20}
    game = world(vehicles=[truck], roads=[{"hexes": ["A4", "B4"], "kind": "paved"}])
    game.to("MPh")
    if rule is None:
        assert "enters in" in game.told(order)
    else:
        assert game.refused(order).rule == rule


@pytest.mark.rule("B13.41", "D2.1", "D2.12")
@cases("before, mp", ((), 12), (("spend",), None), (("start", "spend"), None))
def test_what_takes_all_takes_what_a_start_leaves(before: tuple[str, ...], mp: int | None) -> None:
    """All MP but the Start take a halftrack into woods, and nothing if it expended any before."""
    half = TANK | {"movement": "halftrack", "armour": "open-topped", "mp": 13}
    game = world({"C4": "w'"}, vehicles=[half | {"at": "C3"}])
    game.to("MPh")
    for order in before or ("start",):
        game.do("start PzA" if order == "start" else "spend PzA 1mp")
    if before == ("spend",):
        game.do("start PzA")
    if mp is None:
        assert "whole allotment" in game.refused("move PzA C4").why
    else:
        assert f"({mp} MP)" in game.told("move PzA C4 1 1")
