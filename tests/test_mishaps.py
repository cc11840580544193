"""What happens to a vehicle: Stun, Shock, immobilization, destruction; hatches and Guns in tow."""

from fractions import Fraction
from typing import Any

import pytest

from events.commands import MP, Hook, Unhook
from events.dust import VehicleDustFlipped, VehicleDustRemoved
from events.moment import Moment, Phase
from events.smoke import DriftChanged
from events.terms import Hatch
from events.turn import GameEnded, PhaseBegan, PlayerTurnBegan
from events.vehicles import (
    HatchSet,
    MPSpent,
    TowingChanged,
    VehicleDestroyed,
    VehicleEndedInMotion,
    VehicleImmobilized,
    VehicleMoved,
    VehicleRecovered,
    VehicleShocked,
    VehicleStarted,
    VehicleStunned,
    VehicleUnstunned,
)
from events.vocabulary import Event
from sim.chapter_d.expenditure import mp_left
from sim.machine.decide import decide
from sim.machine.dice import EnteredDice
from sim.machine.telling import Reason, Refusal
from sim.state import Vehicle, VehicleDust, but
from tests.table import TANK, Table

MOVING: dict[str, Any] = {**TANK, "motion": True}
"""The tank in D4, in Motion."""

OFFBOARD: dict[str, Any] = {key: value for key, value in TANK.items() if key != "at"}
"""The tank still offboard."""

TRUCK: dict[str, Any] = {
    "id": "Lkw",
    "side": "German",
    "movement": "truck",
    "armour": "none",
    "mp": 20,
    "at": "H5",
    "motion": True,
}

HITS: dict[str, Event] = {
    "stun": VehicleStunned("PzA", "D5.34"),
    "shock": VehicleShocked("PzA", "C7.41"),
    "immobilize": VehicleImmobilized("PzA", "D8.1"),
    "destroy": VehicleDestroyed("PzA", "D10.1"),
}
"""What each order leads to."""

BUTTONED: dict[str, tuple[Event, ...]] = {
    "stun": (HatchSet("PzA", Hatch.BU, "D5.34"),),
    "shock": (HatchSet("PzA", Hatch.BU, "C7.41"),),
}
"""What else a hit does to a crew that was CE."""

ORDERS = {
    "stun PzA": "D5.34",
    "shock PzA": "C7.41",
    "recover PzA": "C7.42",
    "immobilize PzA": "D8.1",
    "destroy PzA": "D10.1",
    "hatch PzA BU": "D5.3",
}
"""Every order that does not need MP, and its rule."""

AFV_ONLY = ("stun", "shock", "recover", "hatch")


def _table(phase: str, *orders: str, tank: dict[str, Any] = MOVING, **facts: Any) -> Table:
    """A game in a phase of its first Player Turn, with the tank, after some orders."""
    table = Table(**{"ec": "Moderate", "vehicles": [tank, TRUCK], **facts})
    table.calm()
    if phase != "RPh":
        table.to(phase)
    table.do(*orders)
    return table


def _tank(table: Table) -> Vehicle:
    tank: Vehicle = table.state.vehicles["PzA"]
    return tank


def _why(refusal: Refusal) -> tuple[Reason, str]:
    return refusal.reason, refusal.rule


# Hits ---------------------------------------------------------------------------------------


@pytest.mark.rule("C7.4", "C7.41", "D5.34", "D8.1", "D10.1")
@pytest.mark.parametrize("word", HITS)
@pytest.mark.parametrize("phase", ["RPh", "PFPh", "MPh", "DFPh", "CCPh"])
@pytest.mark.parametrize("tank", [TANK, MOVING, {**MOVING, "side": "British"}])
def test_a_hit_stops_a_vehicle(word: str, phase: str, tank: dict[str, Any]) -> None:
    """In any phase, and on either side, a hit takes the vehicle out of Motion.

    A Stunned or Shocked crew is BU at once.
    """
    table = _table(phase, tank=tank)
    assert table.do(f"{word} PzA") == (HITS[word], *BUTTONED.get(word, ()))
    found = _tank(table)
    assert not found.in_motion
    assert found.hex == "D4"
    hits = (found.stunned, found.shocked, found.immobile, found.destroyed)
    assert hits == tuple(each == word for each in HITS)


@pytest.mark.parametrize("word", ["stun", "shock", "immobilize"])
def test_a_hit_happens_once(word: str) -> None:
    """A vehicle that is Stunned, Shocked or immobilized is not so a second time."""
    table = _table("MPh", f"{word} PzA")
    refusal = table.refused(f"{word} PzA")
    assert _why(refusal) == (Reason.ALREADY_SO, ORDERS[f"{word} PzA"])


def test_hits_add_up() -> None:
    """One vehicle can be Stunned, Shocked and immobilized at once, and destroyed after all."""
    table = _table("MPh", "stun PzA", "shock PzA", "immobilize PzA")
    found = _tank(table)
    assert (found.stunned, found.shocked, found.immobile) == (True, True, True)
    assert table.do("destroy PzA") == (HITS["destroy"],)
    assert _tank(table).destroyed


@pytest.mark.rule("D1")
@pytest.mark.parametrize("order", ORDERS)
def test_nothing_happens_to_a_vehicle_that_is_not_there(order: str) -> None:
    """Unknown vehicles, and those offboard, cannot be hit, nor can their hatch be set."""
    refusal = _table("RPh").refused(order.replace("PzA", "PzX"))
    assert _why(refusal) == (Reason.UNKNOWN_VEHICLE, ORDERS[order])
    refusal = _table("RPh", tank=OFFBOARD).refused(order)
    assert _why(refusal) == (Reason.OUT_OF_PLAY, ORDERS[order])


@pytest.mark.parametrize("order", ORDERS)
def test_nothing_happens_to_a_vehicle_that_has_left(order: str) -> None:
    """Who exited the playing area is out of reach for good."""
    table = _table("MPh", "exit PzA 1mp", tank={**MOVING, "at": "D0"})
    table.next_turn()
    table.calm()
    assert _why(table.refused(order)) == (Reason.OUT_OF_PLAY, ORDERS[order])


@pytest.mark.rule("D10.1")
@pytest.mark.parametrize("order", ORDERS)
def test_nothing_happens_to_a_wreck(order: str) -> None:
    """A destroyed vehicle is a wreck, and stays what it is."""
    table = _table("RPh", "destroy PzA")
    assert _why(table.refused(order)) == (Reason.DESTROYED, ORDERS[order])


@pytest.mark.parametrize("order", ORDERS)
def test_only_an_afv_is_stunned_or_shocked_or_has_hatches(order: str) -> None:
    """A truck can be immobilized and destroyed; Stun, Shock and BU are for AFV."""
    table = _table("RPh")
    order = order.replace("PzA", "Lkw")
    if order.startswith(AFV_ONLY):
        rule = ORDERS[order.replace("Lkw", "PzA")]
        assert _why(table.refused(order)) == (Reason.NOT_AFV, rule)
        assert table.state.vehicles["Lkw"].in_motion
    else:
        table.do(order)
        assert not table.state.vehicles["Lkw"].in_motion


@pytest.mark.parametrize("word", ["stun", "shock"])
def test_an_open_topped_afv_is_an_afv(word: str) -> None:
    """Open-topped AFV are Stunned and Shocked like others."""
    table = _table("RPh", tank={**MOVING, "armour": "open-topped"})
    assert table.do(f"{word} PzA") == (HITS[word], *BUTTONED[word])


# Stun ---------------------------------------------------------------------------------------


@pytest.mark.rule("D5.34")
def test_a_stun_lasts_to_the_end_of_its_player_turn() -> None:
    """The crew is itself again as the CCPh ends, and the AFV must Start to move on."""
    table = _table("PFPh", "stun PzA")
    events = table.do("phase CCPh")
    assert not any(isinstance(event, VehicleUnstunned) for event in events)
    assert _tank(table).stunned
    assert table.do("phase RPh") == (
        VehicleUnstunned("PzA", "D5.34"),
        PlayerTurnBegan(Moment(1, 2, Phase.RPH), "British", "A3.1"),
    )
    assert not _tank(table).stunned
    table.next_turn()
    table.to("MPh")
    assert _why(table.refused("move PzA D5 1mp")) == (Reason.NOT_STARTED, "D2.12")
    assert table.do("start PzA") == (VehicleStarted("PzA", 1, "D2.12"),)


def test_a_stun_in_the_enemys_player_turn_ends_with_it() -> None:
    """It ends with the Player Turn in which it came, whoever is the ATTACKER."""
    table = _table("RPh")
    table.next_turn()
    table.to("DFPh")
    table.do("stun PzA")
    events = table.do("phase RPh")
    assert VehicleUnstunned("PzA", "D5.34") in events
    table.to("MPh")
    table.do("start PzA")


def test_a_stun_comes_again_in_a_later_player_turn() -> None:
    """Whose Stun has ended can be Stunned anew."""
    table = _table("MPh", "stun PzA")
    table.next_turn()
    table.calm()
    assert table.do("stun PzA") == (HITS["stun"],)


def test_all_stuns_end_together_in_the_order_of_ids() -> None:
    """Every Stunned AFV of both sides recovers, and no other vehicle is told of."""
    vehicles = [
        {**TANK, "id": "C", "at": "F4"},
        {**TANK, "id": "B", "at": "E4", "side": "British"},
        {**TANK, "id": "A"},
        {**TANK, "id": "D", "at": "G4"},
    ]
    table = _table("MPh", "stun C", "stun A", "stun B", vehicles=vehicles)
    table.do("phase CCPh")
    assert table.do("phase RPh")[:-1] == tuple(VehicleUnstunned(each, "D5.34") for each in "ABC")


def test_a_wreck_has_no_crew_to_recover() -> None:
    """A Stunned AFV that is destroyed is not told of at the end of the Player Turn."""
    table = _table("MPh", "stun PzA", "destroy PzA", "phase CCPh")
    assert [type(event) for event in table.do("phase RPh")] == [PlayerTurnBegan]


def test_stuns_end_with_the_last_player_turn_too() -> None:
    """The end of the game is the end of a Player Turn."""
    table = _table("RPh", turns=1)
    table.next_turn()
    table.to("CCPh")
    table.do("stun PzA")
    assert table.do("phase RPh") == (VehicleUnstunned("PzA", "D5.34"), GameEnded("A3.9"))


# Shock --------------------------------------------------------------------------------------


@pytest.mark.rule("C7.4", "C7.42")
def test_shock_lasts_until_the_afv_recovers_in_an_rph() -> None:
    """Player Turns do not end a Shock; recovery in an RPh does, and then the AFV may Start."""
    table = _table("MPh", "shock PzA")
    assert not any(isinstance(event, VehicleRecovered) for event in table.do("phase RPh"))
    table.next_turn()
    table.to("MPh")
    assert _why(table.refused("start PzA")) == (Reason.STUNNED_OR_SHOCKED, "C7.41")
    table.next_turn()
    table.calm()
    assert table.do("recover PzA") == (VehicleRecovered("PzA", "C7.42"),)
    assert not _tank(table).shocked
    table.next_turn()
    table.to("MPh")
    assert table.do("start PzA") == (VehicleStarted("PzA", 1, "D2.12"),)


@pytest.mark.rule("C7.42")
@pytest.mark.parametrize("phase", ["PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"])
def test_shock_is_recovered_from_in_an_rph_only(phase: str) -> None:
    """No other phase lets an AFV recover."""
    table = _table("RPh", "shock PzA")
    table.do(f"phase {phase}")
    assert _why(table.refused("recover PzA")) == (Reason.WRONG_PHASE, "C7.42")


@pytest.mark.rule("C7.42")
def test_only_a_shocked_afv_recovers() -> None:
    """Neither a sound nor a Stunned AFV recovers, and none recovers twice."""
    table = _table("RPh")
    assert _why(table.refused("recover PzA")) == (Reason.ALREADY_SO, "C7.42")
    table.do("stun PzA")
    assert _why(table.refused("recover PzA")) == (Reason.ALREADY_SO, "C7.42")
    table.do("shock PzA", "recover PzA")
    assert _tank(table).stunned
    assert _why(table.refused("recover PzA")) == (Reason.ALREADY_SO, "C7.42")
    assert table.do("shock PzA") == (HITS["shock"],)


def test_the_wind_change_dr_comes_before_recovery() -> None:
    """In an RPh, too, nothing precedes the Wind Change DR."""
    table = _table("CCPh", "shock PzA", "phase RPh")
    assert _why(table.refused("recover PzA")) == (Reason.WIND_CHANGE_DUE, "B25.65")


# Immobilization and destruction -------------------------------------------------------------


@pytest.mark.rule("D8.1")
def test_immobilized_is_for_good() -> None:
    """Turns later an immobilized vehicle still cannot Start, nor recover."""
    table = _table("MPh", "immobilize PzA")
    for _ in range(4):
        table.next_turn()
    table.calm()
    assert _why(table.refused("recover PzA")) == (Reason.ALREADY_SO, "C7.42")
    table.to("MPh")
    assert _tank(table).immobile
    assert _why(table.refused("start PzA")) == (Reason.IMMOBILE, "D8.1")


def test_an_immobilized_crew_still_uses_its_hatches() -> None:
    """Immobilization does not keep a crew from going BU."""
    table = _table("MPh", "immobilize PzA")
    assert table.do("hatch PzA BU") == (HatchSet("PzA", Hatch.BU, "D5.3"),)


def test_a_wreck_tows_nothing() -> None:
    """A destroyed vehicle has lost its Gun; an immobilized one has not."""
    table = _table("MPh", "immobilize PzA", tank={**MOVING, "towing": True})
    assert _tank(table).towing
    table.do("destroy PzA")
    assert not _tank(table).towing


# Hatches ------------------------------------------------------------------------------------


@pytest.mark.rule("D5.3")
@pytest.mark.parametrize("phase", ["RPh", "MPh", "CCPh"])
def test_a_crew_goes_bu_and_ce(phase: str) -> None:
    """A crew is CE unless the scenario says otherwise, and changes in any phase, for no MP.

    What a vehicle in Motion has used up by the CCPh it has used in its hex.
    """
    table = _table(phase)
    assert _why(table.refused("hatch PzA CE")) == (Reason.ALREADY_SO, "D5.3")
    assert table.do("hatch PzA BU") == (HatchSet("PzA", Hatch.BU, "D5.3"),)
    assert _tank(table).bu
    assert _why(table.refused("hatch PzA BU")) == (Reason.ALREADY_SO, "D5.3")
    assert table.do("hatch PzA CE") == (HatchSet("PzA", Hatch.CE, "D5.3"),)
    assert not _tank(table).bu
    assert _tank(table).mp_used == (TANK["mp"] if phase == "CCPh" else 0)
    assert _tank(table).in_motion


def test_a_crew_can_set_up_bu() -> None:
    """Who is BU from the beginning can only go CE."""
    table = _table("RPh", tank={**TANK, "bu": True})
    assert _why(table.refused("hatch PzA BU")) == (Reason.ALREADY_SO, "D5.3")
    assert table.do("hatch PzA CE") == (HatchSet("PzA", Hatch.CE, "D5.3"),)


# Guns in tow --------------------------------------------------------------------------------

TOWING: dict[str, Any] = {**TANK, "towing": True}


@pytest.mark.rule("C10.11")
@pytest.mark.parametrize("allotment", [1, 2, 12, 13])
def test_hooking_up_a_gun_takes_all_mp_that_are_left(allotment: int) -> None:
    """A fresh vehicle that hooks up has expended its whole allotment."""
    table = _table("MPh", tank={**TANK, "mp": allotment})
    assert table.do("hook PzA") == (TowingChanged("PzA", True, allotment, "C10.11"),)
    assert _tank(table).towing
    assert not _tank(table).in_motion
    assert mp_left(table.state, "PzA") == 0
    for order in ("start PzA", "spend PzA 0.5mp", "unhook PzA"):
        assert table.refused(order).reason is Reason.BEYOND_ALLOTMENT


@pytest.mark.rule("C10.12")
@pytest.mark.parametrize(("allotment", "half"), [(1, 1), (2, 1), (12, 6), (13, 7)])
def test_unhooking_a_gun_takes_half_the_allotment(allotment: int, half: int) -> None:
    """Half the printed MP, fractions rounded up; the rest can still be expended."""
    table = _table("MPh", tank={**TOWING, "mp": allotment})
    assert table.do("unhook PzA") == (TowingChanged("PzA", False, half, "C10.12"),)
    assert not _tank(table).towing
    left = allotment - half
    assert mp_left(table.state, "PzA") == left
    if left:
        assert table.do(f"spend PzA {left}mp") == (MPSpent("PzA", left, "D2.1"),)


@pytest.mark.parametrize(
    ("allotment", "spent", "can"),
    [
        (13, "5.5", True),
        (13, "6", True),
        (13, "6.5", False),
        (13, "7", False),
        (12, "5.5", True),
        (12, "6", True),
        (12, "6.5", False),
    ],
)
def test_half_the_allotment_must_be_left(allotment: int, spent: str, can: bool) -> None:
    """With less than half the printed MP, rounded up, a Gun is neither hooked nor unhooked."""
    left = allotment - Fraction(spent)
    half = -(-allotment // 2)
    cases: tuple[tuple[str, dict[str, Any], str, bool, MP], ...] = (
        ("hook", TANK, "C10.11", True, left),
        ("unhook", TOWING, "C10.12", False, half),
    )
    for word, tank, rule, towing, mp in cases:
        table = _table("MPh", f"spend PzA {spent}mp", tank={**tank, "mp": allotment})
        if can:
            assert table.do(f"{word} PzA") == (TowingChanged("PzA", towing, mp, rule),)
            assert mp_left(table.state, "PzA") == left - mp
        else:
            refusal = table.refused(f"{word} PzA")
            assert _why(refusal) == (Reason.BEYOND_ALLOTMENT, rule)
            assert refusal.why == f"PzA needs {half} MP and has {left}"


def test_guns_are_hooked_and_unhooked_when_stopped() -> None:
    """A vehicle in Motion must Stop first, and may do so in the same MPh."""
    table = _table("MPh")
    assert _why(table.refused("hook PzA")) == (Reason.IN_MOTION, "C10.11")
    table.do("stop PzA")
    assert table.do("hook PzA") == (TowingChanged("PzA", True, 12, "C10.11"),)
    table = _table("MPh", tank={**MOVING, "towing": True})
    assert _why(table.refused("unhook PzA")) == (Reason.IN_MOTION, "C10.12")
    table.do("stop PzA")
    assert table.do("unhook PzA") == (TowingChanged("PzA", False, 7, "C10.12"),)


def test_one_gun_is_towed_at_a_time() -> None:
    """Who tows a Gun hooks up no other, and who tows none has none to unhook."""
    assert _why(_table("MPh", tank=TOWING).refused("hook PzA")) == (Reason.ALREADY_SO, "C10.11")
    assert _why(_table("MPh", tank=TANK).refused("unhook PzA")) == (Reason.ALREADY_SO, "C10.12")


def test_a_truck_tows_as_well() -> None:
    """Towing is for unarmoured vehicles too."""
    table = _table("MPh", "stop Lkw")
    assert table.do("hook Lkw") == (TowingChanged("Lkw", True, 19, "C10.11"),)
    assert table.state.vehicles["Lkw"].towing


def test_a_gun_hooked_up_is_towed_from_the_next_mph_on() -> None:
    """With the Gun in tow each hex takes one MP more until it is unhooked."""
    table = _table("MPh", "hook PzA", tank=TANK)
    table.next_turn()
    table.next_turn()
    table.to("MPh")
    table.do("start PzA")
    assert table.refused("move PzA D5 1mp").reason is Reason.TOO_FEW_MP
    table.do("move PzA D5 2mp", "stop PzA", "unhook PzA")
    assert mp_left(table.state, "PzA") == 2
    table.do("start PzA", "move PzA D6 1mp")


@pytest.mark.rule("11.74")
@pytest.mark.parametrize(("word", "tank"), [("hook", MOVING), ("unhook", TOWING)])
def test_dust_stays_behind_a_vehicle_that_handles_its_gun(word: str, tank: dict[str, Any]) -> None:
    """Neither hooking nor unhooking moves a counter that shows its usual side."""
    tank = {**tank, "motion": True, "mp": 20}
    orders = ("move PzA D5 2mp", "stop PzA")
    table = _table("MPh", *orders, tank=tank, ec="Dry")
    assert len(table.do(f"{word} PzA")) == 1
    assert table.state.vehicle_dust["PzA"] == VehicleDust("D4")


@pytest.mark.rule("11.74")
@pytest.mark.parametrize(
    ("command", "tank", "event"),
    [
        (Hook("PzA"), TANK, TowingChanged("PzA", True, 13, "C10.11")),
        (Unhook("PzA"), TOWING, TowingChanged("PzA", False, 7, "C10.12")),
    ],
)
def test_handling_a_gun_is_an_expenditure_that_takes_a_motion_counter(
    command: Hook | Unhook, tank: dict[str, Any], event: Event
) -> None:
    """Were its counter left in Motion, the MP of the coupling would be the first and take it."""
    state = _table("MPh", tank=tank).state
    counters = state.vehicle_dust.set("PzA", VehicleDust("D3", motion=True))
    events = decide(but(state, vehicle_dust=counters), command, EnteredDice(()))
    assert events == (event, VehicleDustRemoved("PzA", "D3", "11.74"))


# The end of the MPh -------------------------------------------------------------------------


@pytest.mark.rule("D2.4")
def test_vehicles_that_did_not_stop_end_their_mph_in_motion() -> None:
    """Of the ATTACKER's vehicles those in Motion are told of as the MPh ends, by their ids.

    One that expended none uses its MP in its hex.
    """
    vehicles = [
        {**MOVING, "id": "D", "at": "G4"},
        {**TANK, "id": "C", "at": "F4"},
        {**MOVING, "id": "B", "at": "E4", "side": "British"},
        {**TANK, "id": "A"},
        {**MOVING, "id": "E", "at": "H4"},
    ]
    table = _table("MPh", "start A", "stop E", vehicles=vehicles)
    assert table.do("phase") == (
        VehicleEndedInMotion("A", "D2.4"),
        MPSpent("D", 13, "D2.1"),
        VehicleEndedInMotion("D", "D2.4"),
        PhaseBegan(Moment(1, 1, Phase.DFPH), (), "A3.4"),
    )
    assert [v for v, found in sorted(table.state.vehicles.items()) if found.in_motion] == list(
        "ABD"
    )
    table.next_turn()
    table.to("MPh")
    assert table.do("phase") == (
        MPSpent("B", 13, "D2.1"),
        VehicleEndedInMotion("B", "D2.4"),
        PhaseBegan(Moment(1, 2, Phase.DFPH), (), "A3.4"),
    )


@pytest.mark.parametrize("word", HITS)
def test_a_vehicle_that_was_hit_does_not_end_its_mph_in_motion(word: str) -> None:
    """A hit in the MPh stops the vehicle, so that its MPh does not end in Motion."""
    table = _table("MPh", "stop Lkw", "move PzA D5 1mp", f"{word} PzA")
    assert table.do("phase") == (PhaseBegan(Moment(1, 1, Phase.DFPH), (), "A3.4"),)


@pytest.mark.rule("11.74")
def test_motion_is_told_of_before_its_dust_is_flipped() -> None:
    """First the vehicle ends its MPh in Motion, then its counter shows its other side."""
    table = _table("MPh", "stop Lkw", ec="Dry")
    assert table.do("move PzA D5 1mp")[0] == VehicleMoved("PzA", "D4", "D5", 1, "D2.1")
    assert table.do("phase") == (
        VehicleEndedInMotion("PzA", "D2.4"),
        VehicleDustFlipped("PzA", "D4", "11.74"),
        PhaseBegan(Moment(1, 1, Phase.DFPH), (), "A3.4"),
    )


@pytest.mark.rule("11.74")
def test_the_dust_of_a_vehicle_hit_in_its_mph_is_not_flipped() -> None:
    """A hit vehicle is Stopped: its counter keeps its usual side and goes in the next PFPh."""
    table = _table("MPh", "stop Lkw", "move PzA D5 1mp", "stun PzA", ec="Dry")
    assert table.do("phase") == (PhaseBegan(Moment(1, 1, Phase.DFPH), (), "A3.4"),)
    table.next_turn()
    table.next_turn()
    table.calm()
    events = table.do("phase PFPh")
    assert [event for event in events if not isinstance(event, DriftChanged)] == [
        PhaseBegan(Moment(2, 1, Phase.PFPH), (), "A3.2"),
        VehicleDustRemoved("PzA", "D4", "11.74"),
    ]
