"""Bog: the Bog Check and its DRM (D8.2-.21), when it is made, and Bog Removal (D8.3)."""

import pytest

from events.vehicles import BogChecked, VehicleBogged, VehicleDestroyed, VehicleMoved, WreckRemoved
from tests import cases
from tests.clauses.movers import HALFTRACK, TANK, moving

# Buildings ----------------------------------------------------------------------------------


@pytest.mark.rule("B23.41", "B23.41d")
@cases(
    "dice, falls, bogs",
    ("6 1", True, True),
    ("6 6", True, True),
    ("5 1", False, False),
    ("2 6", False, True),
)
def test_an_original_coloured_six_drops_the_tank_into_the_cellar(
    dice: str, falls: bool, bogs: bool
) -> None:
    """It is gone, without a wreck, whatever else the Bog Check of +5 says."""
    game = moving({}, buildings=[{"hex": "C4"}])
    events = game.do(f"move PzA C4 {dice}")
    fell = [e for e in events if isinstance(e, VehicleDestroyed | WreckRemoved)]
    gone = [VehicleDestroyed("PzA", "B23.41"), WreckRemoved("PzA", "B23.41")]
    assert fell == (gone if falls else [])
    assert game.state.vehicles["PzA"].halted is (falls or bogs)


# When the check is made -----------------------------------------------------------------------


@pytest.mark.rule("D8.2", "AD3.42")
def test_the_bog_check_waits_for_defensive_first_fire() -> None:
    """Entry and MP stand in the log; the check is due, and an order rolls it."""
    game = moving({"C4": "w'"})
    first = game.do("move PzA C4")
    assert first[0] == VehicleMoved("PzA", "C3", "C4", 7, "D2.1")
    assert not [e for e in first if isinstance(e, BogChecked)]
    assert game.do("bog-check PzA 4 3") == (BogChecked("PzA", "C4", 4, 3, 4, "D8.21"),)
    assert game.refused("bog-check PzA").rule == "D8.2"
    assert game.audited().clean


@pytest.mark.rule("AD3.42", "D8.2")
@cases("order", "destroy PzA", "immobilize PzA")
def test_who_is_killed_by_that_fire_makes_no_check(order: str) -> None:
    """No DR is rolled or logged, then or later."""
    game = moving({"C4": "w'"})
    game.do("move PzA C4", order, "phase RPh")
    rolled = [e for entry in game.game.entries for e in entry.then if isinstance(e, BogChecked)]
    assert not rolled
    assert game.audited().clean


@pytest.mark.rule("AD3.42", "D8.2")
@cases(
    "orders, checks",
    (["destroy PzA"], 0),
    (["immobilize PzA"], 0),
    (["smoke H5"], 1),
    (["hatch PzA CE"], 1),
)
def test_fire_at_an_afv_in_debris_comes_before_its_check(orders: list[str], checks: int) -> None:
    """A quarter of its MP stand in the log first; then the fire, and +2 if it lives."""
    debris = [{"hex": "C4", "origin": "printed"}]
    game = moving({}, TANK, debris=debris, on={"ad": True}, ad=True)
    assert game.do("move PzA C4")[0] == VehicleMoved("PzA", "C3", "C4", 4, "D2.1")
    game.do(*orders, "phase DFPh")
    told = [e for entry in game.game.entries for e in entry.then if isinstance(e, BogChecked)]
    assert [e.drm for e in told] == [2] * checks


@pytest.mark.rule("D8.2")
def test_a_stunned_crew_still_has_its_check_to_make() -> None:
    """Stun stops the vehicle; where it came to is as boggy as before."""
    game = moving({"C4": "w'"})
    game.do("move PzA C4", "stun PzA")
    assert any(isinstance(e, BogChecked) for e in game.do("phase DFPh"))


@pytest.mark.rule("D8.2")
@cases("order", "move PzA C5", "start PzB", "phase DFPh", "spend PzA 1mp")
def test_a_check_that_is_due_is_rolled_before_anybody_moves_on(order: str) -> None:
    """With the next MP expenditure of any vehicle, or the end of the MPh, it is made first."""
    other = TANK | {"id": "PzB", "at": "F5"}
    game = moving({"C4": "w'"}, TANK | {"mp": 40}, other, started=False)
    game.do("start PzA", "move PzA C4")
    assert isinstance(game.do(order)[0], BogChecked)
    assert game.audited().clean


@pytest.mark.rule("D8.2")
def test_a_vehicle_that_bogs_then_does_not_move_on() -> None:
    """The order is given, the check comes first, and the vehicle stays."""
    game = moving({"C4": "w'"}, TANK | {"mp": 40})
    game.do("move PzA C4")
    events = game.do("move PzA C5 6 6")
    assert [type(e) for e in events] == [BogChecked, VehicleBogged]
    assert game.state.vehicles["PzA"].hex == "C4"


@pytest.mark.rule("D8.2")
def test_what_is_due_is_asked_and_shown() -> None:
    """`ask bog` gives the DRM and chance of the check that waits, `show` says that it does."""
    game = moving({"C4": "w'"})
    game.do("move PzA C4")
    asked = game.json("bog --to C4 --vehicle PzA")
    assert (asked["bog_check"], asked["drm"], asked["chance"]) == (True, [4], "5/12")
    assert "due" in asked["verdict"]
    assert "bog check due" in game.command("show", "GAME")[1]
    game.do("bog-check PzA 1 1")
    assert "bog check due" not in game.command("show", "GAME")[1]


@pytest.mark.rule("B9.4", "AD4.6")
def test_a_check_at_a_hexside_is_immediate() -> None:
    """At a hedge it decides whether the vehicle comes across at all."""
    game = moving({}, HALFTRACK, hexsides=[{"kind": "hedge", "at": ["C3/C4"]}])
    assert isinstance(game.do("move SPW C4")[0], BogChecked)
