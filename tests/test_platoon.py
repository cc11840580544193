"""Platoon and convoy movement: an Impulse moves several vehicles together (D14.2, 11.741)."""

from fractions import Fraction
from typing import Any

import pytest

from events.commands import MP, Impulse, Move, Start
from events.dust import VehicleDustPlaced, VehicleDustRemoved
from events.smoke import DriftChanged
from events.vehicles import (
    MPSpent,
    VehicleEntered,
    VehicleExited,
    VehicleMoved,
    VehicleStarted,
    VehicleStopped,
)
from sim.chapter_d.expenditure import mp_left
from sim.machine.telling import Reason, Refusal
from tests.table import TANK, Table


def _spec(name: str, at: str | None, **changes: Any) -> dict[str, Any]:
    spec = {**TANK, "id": name, "at": at, "motion": at is not None, **changes}
    return {key: value for key, value in spec.items() if value is not None}


PLATOON = (_spec("A", "D3"), _spec("B", "E4", mp=10), _spec("C", "F4"))
"""Three tanks in Motion with 13, 10 and 13 MP."""


def _mph(*orders: str, vehicles: tuple[dict[str, Any], ...] = PLATOON, **facts: Any) -> Table:
    """A game in its first MPh, with a platoon, after some orders."""
    table = Table(**{"ec": "Moderate", "vehicles": list(vehicles), **facts})
    table.to("MPh")
    table.do(*orders)
    return table


def _why(refusal: Refusal) -> tuple[Reason, str]:
    return refusal.reason, refusal.rule


def _used(table: Table) -> dict[str, MP]:
    return {name: found.mp_used for name, found in sorted(table.state.vehicles.items())}


# What an Impulse is -------------------------------------------------------------------------


@pytest.mark.rule("D14.2")
def test_an_impulse_moves_its_vehicles_in_the_order_given() -> None:
    """Two vehicles or three expend MP, one after the other."""
    table = _mph()
    assert table.do("impulse move B E5 2mp, move A D4 2mp") == (
        VehicleMoved("B", "E4", "E5", 2, "D2.1"),
        VehicleMoved("A", "D3", "D4", 2, "D2.1"),
    )
    assert table.do("impulse move A D5 1mp, move C F5 1mp, move B E6 1mp") == (
        VehicleMoved("A", "D4", "D5", 1, "D2.1"),
        VehicleMoved("C", "F4", "F5", 1, "D2.1"),
        VehicleMoved("B", "E5", "E6", 1, "D2.1"),
    )
    assert {name: found.hex for name, found in table.state.vehicles.items()} == {
        "A": "D5",
        "B": "E6",
        "C": "F5",
    }


@pytest.mark.rule("D14.2")
def test_one_vehicle_makes_no_impulse() -> None:
    """An Impulse takes two vehicles at least; none and one are too few."""
    table = _mph()
    assert _why(table.refused("impulse move A D4 1mp")) == (Reason.BAD_IMPULSE, "D14.2")
    nothing = table.game.attempt(Impulse(()))
    assert isinstance(nothing, Refusal)
    assert _why(nothing) == (Reason.BAD_IMPULSE, "D14.2")


@pytest.mark.rule("D14.31")
def test_each_vehicle_makes_one_expenditure() -> None:
    """Nobody expends MP twice in one Impulse."""
    table = _mph()
    for order in (
        "impulse move A D4 1mp, move A D5 1mp",
        "impulse move A D4 1mp, move B E5 1mp, spend A 1mp",
        "impulse move B E5 1mp, move A D4 1mp, spend A 1mp",
    ):
        assert _why(table.refused(order)) == (Reason.BAD_IMPULSE, "D14.31")


@pytest.mark.rule("E11.1")
def test_horses_do_not_move_in_impulses() -> None:
    """Platoons and convoys are of motorized vehicles; one wagon spoils the Impulse."""
    wagon = _spec("W", "H5", movement="horse-drawn", armour="none")
    table = _mph(vehicles=(*PLATOON, wagon))
    for order in (
        "impulse move A D4 1mp, spend W 1mp",
        "impulse spend W 1mp, move A D4 1mp",
    ):
        assert _why(table.refused(order)) == (Reason.BAD_IMPULSE, "E11.1")
    table.do("spend W 1mp")


@pytest.mark.rule("E11.1")
@pytest.mark.parametrize(
    "movement", ["fully-tracked", "halftrack", "armoured-car", "truck", "motorcycle"]
)
def test_all_motorized_vehicles_move_in_impulses(movement: str) -> None:
    """Whatever has an engine can be part of a platoon or convoy."""
    vehicles = (*PLATOON, _spec("M", "H5", movement=movement, armour="none"))
    table = _mph("impulse spend A 1mp, spend M 1mp", vehicles=vehicles)
    assert _used(table) == {"A": 1, "B": 0, "C": 0, "M": 1}


# MP -----------------------------------------------------------------------------------------


@pytest.mark.rule("D14.31")
def test_all_are_treated_as_having_expended_the_highest_mp() -> None:
    """Whoever expends fewer MP than another of his Impulse makes up the difference."""
    table = _mph()
    assert table.do("impulse move A D4 1mp, move B E5 3.5mp, move C F5 3mp") == (
        VehicleMoved("A", "D3", "D4", 1, "D2.1"),
        VehicleMoved("B", "E4", "E5", Fraction(7, 2), "D2.1"),
        VehicleMoved("C", "F4", "F5", 3, "D2.1"),
        MPSpent("A", Fraction(5, 2), "D14.31"),
        MPSpent("C", Fraction(1, 2), "D14.31"),
    )
    assert _used(table) == {name: Fraction(7, 2) for name in "ABC"}


def test_equal_mp_leave_nothing_to_make_up() -> None:
    """Where all expend the same, nothing more is told of."""
    table = _mph()
    assert table.do("impulse spend A 2mp, spend B 2mp") == (
        MPSpent("A", 2, "D2.1"),
        MPSpent("B", 2, "D2.1"),
    )
    assert _used(table) == {"A": 2, "B": 2, "C": 0}


def test_start_and_stop_count_for_one_mp() -> None:
    """A Start or Stop in an Impulse is one MP, and is raised to the highest like any other."""
    vehicles = (_spec("A", "D3", motion=False), _spec("B", "E4"), _spec("C", "F3"))
    table = _mph(vehicles=vehicles)
    assert table.do("impulse start A, stop B, move C F4 2mp") == (
        VehicleStarted("A", 1, "D2.12"),
        VehicleStopped("B", 1, "D2.13"),
        VehicleMoved("C", "F3", "F4", 2, "D2.1"),
        MPSpent("A", 1, "D14.31"),
        MPSpent("B", 1, "D14.31"),
    )
    assert [table.state.vehicles[name].in_motion for name in "ABC"] == [True, False, True]
    table = _mph(vehicles=vehicles)
    assert table.do("impulse start A, stop B") == (
        VehicleStarted("A", 1, "D2.12"),
        VehicleStopped("B", 1, "D2.13"),
    )
    table = _mph(vehicles=vehicles)
    assert table.do("impulse start A, spend B 0.5mp") == (
        VehicleStarted("A", 1, "D2.12"),
        MPSpent("B", Fraction(1, 2), "D2.1"),
        MPSpent("B", Fraction(1, 2), "D14.31"),
    )
    table = _mph(vehicles=vehicles)
    assert table.do("impulse stop C, spend B 0.5mp")[-1] == MPSpent("B", Fraction(1, 2), "D14.31")


def test_vehicles_enter_and_exit_in_impulses() -> None:
    """A column comes onto the board, or leaves it, in Impulses."""
    vehicles = (_spec("A", None), _spec("B", None), _spec("C", "F0"))
    table = _mph(vehicles=vehicles)
    assert table.do("impulse enter A D0 2mp, enter B E1 1mp, exit C 1.5mp") == (
        VehicleEntered("A", "D0", 2, "A2.5"),
        VehicleEntered("B", "E1", 1, "A2.5"),
        VehicleExited("C", "F0", Fraction(3, 2), "A2.6"),
        MPSpent("B", 1, "D14.31"),
        MPSpent("C", Fraction(1, 2), "D14.31"),
    )
    assert _used(table) == {"A": 2, "B": 2, "C": 2}


@pytest.mark.parametrize(
    ("highest", "can"), [("9.5mp", True), ("10mp", True), ("10.5mp", False), ("11mp", False)]
)
def test_the_highest_mp_must_be_within_every_allotment(highest: str, can: bool) -> None:
    """An Impulse cannot be made where one of its vehicles has not the MP of the dearest step."""
    table = _mph()
    order = f"impulse move B E5 1mp, move A D4 {highest}"
    if can:
        table.do(order)
        assert mp_left(table.state, "B") == 10 - Fraction(highest.removesuffix("mp"))
    else:
        refusal = table.refused(order)
        assert _why(refusal) == (Reason.BEYOND_ALLOTMENT, "D14.31")
        words = Fraction(highest.removesuffix("mp"))
        assert refusal.why == f"B cannot expend the {words} MP of its Impulse"


@pytest.mark.parametrize(("spent", "can"), [("8.5mp", True), ("9mp", False), ("9.5mp", False)])
def test_mp_expended_before_the_impulse_count(spent: str, can: bool) -> None:
    """What a vehicle expended earlier in its MPh is missing in the Impulse."""
    table = _mph(f"spend B {spent}")
    order = "impulse move A D4 1.5mp, spend B 0.5mp"
    if can:
        table.do(order)
        assert mp_left(table.state, "B") == 0
    else:
        assert _why(table.refused(order)) == (Reason.BEYOND_ALLOTMENT, "D14.31")


def test_a_step_that_its_own_vehicle_cannot_afford_is_refused_as_such() -> None:
    """The allotment is held against each vehicle's own expenditure first."""
    table = _mph()
    for order in ("impulse spend B 10.5mp, spend A 1mp", "impulse spend A 1mp, spend B 10.5mp"):
        assert _why(table.refused(order)) == (Reason.BEYOND_ALLOTMENT, "D2.1")


# Refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "reason", "rule"),
    [
        ("move B ZZ9 1mp", Reason.UNKNOWN_HEX, "D2.1"),
        ("move B H8 1mp", Reason.NOT_ADJACENT, "D2.1"),
        ("move B E5 0.5mp", Reason.TOO_FEW_MP, "D2.1"),
        ("start B", Reason.IN_MOTION, "D2.12"),
        ("exit B 1mp", Reason.NOT_ON_EDGE, "A2.6"),
        ("enter B D0 1mp", Reason.IN_PLAY, "A2.5"),
        ("spend X 1mp", Reason.UNKNOWN_VEHICLE, "D1"),
    ],
)
def test_one_bad_step_spoils_the_impulse(bad: str, reason: Reason, rule: str) -> None:
    """A step that is not legal is refused for its own reason, and no vehicle moves."""
    table = _mph()
    for order in (f"impulse move A D4 2mp, {bad}", f"impulse {bad}, move A D4 2mp"):
        assert _why(table.refused(order)) == (reason, rule)
        assert table.state.vehicles["A"].hex == "D3"
        assert _used(table) == {"A": 0, "B": 0, "C": 0}


def test_of_two_bad_steps_the_lowest_number_is_given() -> None:
    """Of two bad steps the one with the lower reason is named, whichever comes first."""
    table = _mph()
    for order in (
        "impulse move A D4 0.5mp, move B ZZ9 1mp",
        "impulse move B ZZ9 1mp, move A D4 0.5mp",
    ):
        assert _why(table.refused(order)) == (Reason.UNKNOWN_HEX, "D2.1")


def test_a_second_step_of_a_vehicle_is_not_looked_at() -> None:
    """An Impulse that orders a vehicle twice is judged by the first of its two steps."""
    table = _mph(vehicles=(_spec("A", "D3", motion=False), *PLATOON[1:]))
    refusal = table.refused("impulse start A, move A ZZ9 1mp")
    assert _why(refusal) == (Reason.BAD_IMPULSE, "D14.31")
    refusal = table.refused("impulse move A ZZ9 1mp, start A")
    assert _why(refusal) == (Reason.NOT_STARTED, "D2.12")


def test_a_bad_step_weighs_more_than_the_mp_of_the_impulse() -> None:
    """The highest MP are asked for once every step is legal."""
    refusal = _mph().refused("impulse spend B 1mp, spend A 12mp, move C H8 1mp")
    assert _why(refusal) == (Reason.NOT_ADJACENT, "D2.1")


def test_an_impulse_belongs_to_the_mph_of_its_side() -> None:
    """No Impulse outside the MPh, or with an enemy vehicle."""
    table = Table(ec="Moderate", vehicles=list(PLATOON))
    table.to("PFPh")
    refusal = table.refused("impulse spend A 1mp, spend B 1mp")
    assert _why(refusal) == (Reason.WRONG_PHASE, "D2.1")
    table = _mph(vehicles=(*PLATOON, _spec("X", "H5", side="British")))
    refusal = table.refused("impulse spend A 1mp, spend X 1mp")
    assert _why(refusal) == (Reason.NOT_ATTACKER, "A3.3")


# Dust ---------------------------------------------------------------------------------------


def _told(table: Table, order: str) -> list[object]:
    return [event for event in table.do(order) if not isinstance(event, DriftChanged)]


@pytest.mark.rule("11.741")
def test_dust_of_an_impulse_comes_after_all_its_mp() -> None:
    """Counters are placed in the order of the steps, once every MP of the Impulse is expended."""
    table = _mph(ec="Dry")
    assert _told(table, "impulse move B E5 2mp, move A D4 1mp, spend C 1mp") == [
        VehicleMoved("B", "E4", "E5", 2, "D2.1"),
        VehicleMoved("A", "D3", "D4", 1, "D2.1"),
        MPSpent("C", 1, "D2.1"),
        MPSpent("A", 1, "D14.31"),
        MPSpent("C", 1, "D14.31"),
        VehicleDustPlaced("B", "E4", "11.74"),
        VehicleDustPlaced("A", "D3", "11.74"),
    ]


@pytest.mark.rule("11.741")
def test_dust_of_an_impulse_does_not_slow_the_vehicle_behind() -> None:
    """The next vehicle enters the hex just exited for one MP; in the next Impulse it takes two."""
    column = (_spec("A", "D4"), _spec("B", "D3"), _spec("C", "F4"))
    table = _mph(vehicles=column, ec="Dry", wind="No Wind", wind_direction=None)
    assert _told(table, "impulse move A D5 1mp, move B D4 1mp")[2:] == [
        VehicleDustPlaced("A", "D4", "11.74"),
        VehicleDustPlaced("B", "D3", "11.74"),
    ]
    table.do("impulse move A D6 1mp, move B D5 1mp")
    assert table.state.vehicle_dust["A"].hex == "D5"
    refusal = table.refused("move B D4 1.5mp")
    assert _why(refusal) == (Reason.TOO_FEW_MP, "D2.1")


@pytest.mark.rule("11.741")
def test_counters_lie_where_they_are_until_the_impulse_is_over() -> None:
    """A counter that shifts with its Impulse still costs one MP in the hex that it leaves."""
    trucks = {"movement": "armoured-car", "armour": "none"}  # a convoy may have gaps
    column = (_spec("A", "D4", **trucks), _spec("B", "D3", **trucks), _spec("C", "F4"))
    table = _mph("move A D5 1mp", vehicles=column, ec="Dry", wind="No Wind", wind_direction=None)
    refusal = table.refused("impulse move A D6 1mp, move B D4 1mp")
    assert _why(refusal) == (Reason.TOO_FEW_MP, "D2.1")
    assert _told(table, "impulse move A D6 1mp, move B D4 2mp")[-3:] == [
        VehicleDustRemoved("A", "D4", "11.74"),
        VehicleDustPlaced("A", "D5", "11.74"),
        VehicleDustPlaced("B", "D3", "11.74"),
    ]


@pytest.mark.rule("11.741")
@pytest.mark.parametrize("ruling", ["own", "impulse"])
@pytest.mark.parametrize(
    ("other", "own_raises", "impulse_raises"),
    [("2mp", True, True), ("2.5mp", True, False), ("3mp", True, False)],
)
def test_the_mp_that_count_for_dust_are_a_ruling(
    ruling: str, other: str, own_raises: bool, impulse_raises: bool
) -> None:
    """Held against the limit of two MP: the vehicle's own, or the highest of its Impulse."""
    table = _mph(
        f"impulse move A D4 1mp, spend B {other}", ec="Dry", rulings={"11.741-cost": ruling}
    )
    assert ("A" in table.state.vehicle_dust) is (own_raises if ruling == "own" else impulse_raises)


@pytest.mark.rule("11.741")
def test_a_start_in_an_impulse_raises_no_dust() -> None:
    """A Start, Stop or other expenditure in its hex leaves nothing behind."""
    vehicles = (_spec("A", "D3", motion=False), _spec("B", "E4"), _spec("C", "F4"))
    table = _mph("impulse start A, stop B, spend C 1mp", vehicles=vehicles, ec="Dry")
    assert not table.state.vehicle_dust


@pytest.mark.rule("11.741")
def test_a_step_in_its_hex_takes_a_motion_counter_at_the_end() -> None:
    """The first MP of an MPh take the counter left in Motion, when the Impulse is over."""
    table = _mph("impulse move A D4 1mp, move B E5 1mp", ec="Dry")
    table.next_turn()
    table.next_turn()
    table.to("MPh")
    assert _told(table, "impulse spend A 1mp, stop B") == [
        MPSpent("A", 1, "D2.1"),
        VehicleStopped("B", 1, "D2.13"),
        VehicleDustRemoved("A", "D3", "11.74"),
        VehicleDustRemoved("B", "E4", "11.74"),
    ]


@pytest.mark.rule("11.741")
@pytest.mark.parametrize("ruling", ["at-once", "next-pfph"])
def test_the_counter_of_a_vehicle_that_exits_goes_at_the_end_of_its_impulse(ruling: str) -> None:
    """Exit takes a Motion counter, or by ruling any, but not before the Impulse is over."""
    column = (_spec("A", "D1"), _spec("B", "D2"), _spec("C", "F4"))
    table = _mph("move A D0 1mp", vehicles=column, ec="Dry", rulings={"11.74-exit": ruling})
    order = "impulse exit A 1mp, move B D1 2mp"
    table.refused("impulse exit A 1mp, move B D1 1mp")
    events = _told(table, order)
    assert events[:3] == [
        VehicleExited("A", "D0", 1, "A2.6"),
        VehicleMoved("B", "D2", "D1", 2, "D2.1"),
        MPSpent("A", 1, "D14.31"),
    ]
    gone = [VehicleDustRemoved("A", "D1", "11.74")] if ruling == "at-once" else []
    assert set(events[3:]) == {VehicleDustPlaced("B", "D2", "11.74"), *gone}


def test_an_impulse_is_one_command() -> None:
    """Steps may be given as commands, and make one entry of the log."""
    table = _mph(vehicles=(_spec("A", "D3", motion=False), *PLATOON[1:]))
    count = len(table.game.entries)
    entry = table.game.do(Impulse((Start("A"), Move("B", "D4", 1))))
    assert len(table.game.entries) == count + 1
    assert entry.then == (
        VehicleStarted("A", 1, "D2.12"),
        VehicleMoved("B", "E4", "D4", 1, "D2.1"),
    )
