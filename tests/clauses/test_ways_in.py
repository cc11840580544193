"""Who may not enter, who checks for bog on leaving, and what rubble does to those beneath."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.movers import LORRY, TANK, moving
from tests.clauses.reached import Played, world
from tests.clauses.test_core_fire import HOUSE
from tests.clauses.test_core_trail_breaks import broken

ON: Final[dict[str, Any]] = {"on": {"ad": True}, "ad": True}
DEBRIS: Final = [{"hex": "C4", "origin": "printed"}]
ROADS: Final = [{"hexes": ["C3", "C4", "C5"]}]


def why_not(game: Played, words: str) -> str:
    """Why a hex may not be entered; empty if it may."""
    found = game.json(f"may-enter --from C3 --to C4 {words}")
    return "" if found["allowed"] else str(found["verdict"])


@pytest.mark.rule("AD3.42", "AD4.6", "B23.41", "C10.1")
@cases(
    "facts, changes, why",
    ({"debris": DEBRIS}, {}, ""),
    ({"debris": DEBRIS}, {"armour": "open-topped", "bu": False}, ""),
    ({"debris": DEBRIS}, {"armour": "none", "bu": False}, "AFV enters Arid Debris"),
    ({"debris": DEBRIS}, {"towing": True}, ""),
    ({"buildings": [{"hex": "C4"}]}, {}, ""),
    ({"buildings": [{"hex": "C4"}]}, {"bu": False}, "B23.41"),
    ({"buildings": [{"hex": "C4"}]}, {"armour": "open-topped", "bu": False}, "B23.41"),
    ({"buildings": [{"hex": "C4"}]}, {"armour": "none", "bu": False}, "B23.41"),
    ({"buildings": [{"hex": "C4"}]}, {"towing": True}, "no Gun is towed into a building"),
    ({"buildings": [{"hex": "C4"}], "roads": ROADS}, {"bu": False, "towing": True}, ""),
)
def test_what_keeps_a_tank_out(facts: dict[str, Any], changes: dict[str, Any], why: str) -> None:
    """Debris all but AFV; a building what is not BU and closed-topped, or tows; a road none."""
    game = moving({}, TANK | changes, **ON, **facts)
    found = why_not(game, "--vehicle PzA")
    assert (why in found) if why else found == ""


@pytest.mark.rule("C10.1", "B24")
def test_no_gun_is_towed_into_rubble() -> None:
    """Said to be rubble, and no building any more; alone the tank enters, BU or not."""
    game = moving({}, TANK | {"bu": False}, started=False, buildings=[{"hex": "C4"}])
    game.do("rubble C4")
    assert why_not(game, "--vehicle PzA") == ""
    assert "no Gun is towed into rubble (C10.1)" in why_not(game, "--vehicle PzA --towing")


@pytest.mark.rule("B11.4", "AD4.6")
@cases(
    "kind, words, why",
    ("cliff", "--mover infantry", "B11.4"),
    ("cliff", "--mover fully-tracked", "B11.4"),
    ("high-wall", "--mover infantry", ""),
    ("high-wall", "--mover fully-tracked --allotment 14", ""),
    ("high-wall", "--mover truck", "AD4.6"),
    ("wall", "--mover infantry", ""),
    ("wall", "--mover fully-tracked", ""),
    ("wall", "--mover halftrack", "halftrack"),
)
def test_what_stands_on_a_hexside_keeps_some_out(kind: str, words: str, why: str) -> None:
    """A cliff all units, a High Wall all vehicles but fully-tracked AFV."""
    game = moving({}, hexsides=[{"kind": kind, "at": ["C3/C4"]}], **ON)
    found = why_not(game, words)
    assert (why in found) if why else found == ""


@pytest.mark.rule("AD4.6")
def test_only_an_afv_breaches_a_high_wall() -> None:
    """A fully-tracked tractor does not; a tank does, by half its MP."""
    wall = [{"kind": "high-wall", "at": ["C3/C4"]}]
    tractor = moving({}, TANK | {"armour": "none", "bu": False}, hexsides=wall, **ON)
    assert "AFV breaches a High Wall" in why_not(tractor, "--vehicle PzA")
    tank = moving({}, TANK, hexsides=wall, **ON)
    found = tank.json("entry-cost --from C3 --to C4 --vehicle PzA")
    assert [(each["name"], each["rule"], each["amount"]) for each in found["items"]][-1] == (
        "High Wall",
        "AD4.6",
        7,
    )


@pytest.mark.rule("AD4.5")
def test_a_boulder_crag_is_entered_by_its_road_alone() -> None:
    """Off the road by no vehicle; by it one at a time, by AD4.5."""
    game = moving({"C4": "C"}, TANK, LORRY | {"at": "B3"}, roads=ROADS, **ON)
    assert why_not(game, "--vehicle PzA") == ""
    assert why_not(game, "--vehicle PzA --road no")
    assert why_not(game, "--mover infantry --road no") == ""
    game.do("move PzA C4")
    assert why_not(game, "--mover truck --allotment 20")
    assert why_not(game, "--mover infantry") == ""


def leaves(game: Played, to: str, words: str = "") -> bool:
    """Whether a vehicle in C4 makes a Bog Check there as it leaves for another hex."""
    found = game.json(f"bog --from C4 --to {to} --vehicle PzA {words}")
    return bool(found["bog_check"])


@pytest.mark.rule("B13.421")
@cases(
    "marks, roads, to, words, due",
    ({"C4": "w'"}, ROADS, "D4", "", True),
    ({"C4": "w'"}, ROADS, "C5", "", False),
    ({"C4": "w'"}, ROADS, "C3", "", False),
    ({"C4": "w'"}, ROADS, "C5", "--road no", True),
    ({"C4": "w'"}, [], "D4", "", False),
    ({"C4": "b"}, ROADS, "D4", "", False),
    ({"C4": "."}, ROADS, "D4", "", False),
    ({"C4": "q"}, ROADS, "D4", "", False),
)
def test_who_set_up_on_a_woods_road_checks_off_it(
    marks: dict[str, str], roads: list[dict[str, Any]], to: str, words: str, due: bool
) -> None:
    """Where it stands on the road among trees; not by the road, not elsewhere, not without one."""
    game = moving(marks, TANK | {"at": "C4"}, roads=roads)
    assert leaves(game, to, words) is due
    if marks["C4"] in ("w'", "b"):
        game.do("flame C4")
        assert leaves(game, to, words) is due


@pytest.mark.rule("B13.421")
def test_it_matters_how_the_vehicle_came() -> None:
    """By road it checks on leaving elsewhere; through the trees it has checked already."""
    for start, due in (("C3", True), ("B4", False)):
        game = moving({"C4": "w'"}, TANK | {"mp": 40, "at": start}, roads=ROADS)
        game.do("move PzA C4" + ("" if due else " 1 1"))
        assert leaves(game, "D4") is due
        assert leaves(game, "C5") is False


@pytest.mark.rule("B13.421")
@cases("words", "", "--road no")
def test_a_trail_break_leads_out_whether_a_road_is_used_or_not(words: str) -> None:
    """Out by the Trail Break by which it came, no check is due; elsewhere one is."""
    game = broken(TANK | {"id": "PzB", "mp": 60})
    game.do("move PzB C4")
    for to, due in (("C5", False), ("C3", False), ("B4", True)):
        found = game.json(f"bog --from C4 --to {to} --vehicle PzB {words}")
        assert found["bog_check"] is due, to


@pytest.mark.rule("B24.121", "D5.34", "D8.21")
@cases(
    "car, orders, told",
    (TANK | {"bu": False}, [], ["Bog Check D8.21", "Stunned B24.121"]),
    (TANK, [], ["Bog Check D8.21"]),
    (TANK | {"bu": False}, ["bog PzA"], ["Stunned B24.121"]),
    (TANK | {"bu": False}, ["immobilize PzA"], ["Stunned B24.121"]),
    (TANK | {"bu": False}, ["stun PzA"], ["Bog Check D8.21"]),
    (TANK, ["destroy PzA"], []),
    (TANK | {"armour": "open-topped", "bu": False}, [], ["destroyed B24.121"]),
    (TANK | {"armour": "open-topped", "bu": False}, ["destroy PzA"], []),
    (TANK | {"armour": "none", "bu": False}, [], ["destroyed B24.121", "buried B24.121"]),
    (TANK | {"armour": "none", "bu": False}, ["destroy PzA"], ["buried B24.121"]),
)
def test_what_falling_rubble_does_to_a_vehicle(
    car: dict[str, Any], orders: list[str], told: list[str]
) -> None:
    """Each event with its rule: Bog Check and Stun, elimination, and a wreck that is gone."""
    house = HOUSE | {"upper_levels": 1}
    game = world(buildings=[house], vehicles=[car | {"at": "D4"}, LORRY | {"at": "H4"}])
    game.to("PFPh")
    game.do(*orders)
    dice = "6 1 1 1" if any("Bog" in each for each in told) else "6 1"
    found = game.told(f"rubble D5 level 1 1 {dice}").splitlines()[2:]
    assert len(found) == len(told)
    for line, expected in zip(found, told, strict=True):
        what, rule = expected.rsplit(" ", 1)
        assert what in line
        assert line.endswith(f"({rule})")
    assert not game.state.vehicles["Lkw"].destroyed


@pytest.mark.rule("B24.121")
def test_units_and_fortifications_under_rubble_are_gone_by_its_rule() -> None:
    """Those in the hex struck, and none beside."""
    road = [{"hexes": ["C4", "D4", "D3"], "kind": "unpaved"}]
    forts = [
        {"kind": "Foxhole", "hex": "D4", "side": "German"},
        {"kind": "Roadblock", "hex": "D4", "side": "German", "hexside": 1},
        {"kind": "Foxhole", "hex": "D3", "side": "German"},
    ]
    game = world(buildings=[HOUSE | {"upper_levels": 1}], roads=road, fortifications=forts)
    game.to("PFPh")
    game.do("unit A squad D4 entrenched", "unit B HS D4", "unit C HS D3")
    told = game.told("rubble D5 level 1 1 6 1").splitlines()
    assert told[2:] == [
        "A is eliminated in D4 (B24.121)",
        "B is eliminated in D4 (B24.121)",
        "the Foxhole in D4 is removed (B24.121)",
        "the Roadblock in D4 is removed (B24.121)",
    ]
    assert set(game.state.units) == {"C"}
    assert set(game.state.fortifications) == {"Foxhole-D3"}
    for one, two in (("D3", "D4"), ("D4", "D3")):
        asked = f"may-enter --from {one} --to {two} --mover fully-tracked --allotment 14"
        assert game.json(asked)["allowed"] is True
