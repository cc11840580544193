"""What happens to a vehicle: Stun, Shock, immobilization, destruction; hatches and Guns in tow."""

from typing import Any

import pytest

from events.commands import Hook, Unhook
from events.dust import VehicleDustRemoved
from events.register import Event
from events.vehicles import MPSpent, TowingChanged, VehicleRecovered, VehicleStarted
from sim.chapter_d.expenditure import mp_left
from sim.machine.decide import decide
from sim.machine.dice import EnteredDice
from sim.machine.telling import Reason, Refusal
from sim.state import Vehicle, VehicleDust, replace
from tests import cases
from tests.table import TANK, Table, make_vehicle

MOVING: dict[str, Any] = {**TANK, "motion": True}
"""The tank in D4, in Motion."""


TRUCK: dict[str, Any] = make_vehicle("Lkw", "truck", 20, armour="none", at="H5", motion=True)


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


TOWING: dict[str, Any] = {**TANK, "towing": True}


@pytest.mark.rule("C10.11")
@cases("allotment", 1, 2, 12, 13)
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
@cases("allotment, half", (1, 1), (2, 1), (12, 6), (13, 7))
def test_unhooking_a_gun_takes_half_the_allotment(allotment: int, half: int) -> None:
    """Half the printed MP, fractions rounded up; the rest can still be expended."""
    table = _table("MPh", tank={**TOWING, "mp": allotment})
    assert table.do("unhook PzA") == (TowingChanged("PzA", False, half, "C10.12"),)
    assert not _tank(table).towing
    left = allotment - half
    assert mp_left(table.state, "PzA") == left
    if left:
        assert table.do(f"spend PzA {left}mp") == (MPSpent("PzA", left, "D2.1"),)


@pytest.mark.rule("11.74")
@cases(
    "command, tank, event",
    (Hook("PzA"), TANK, TowingChanged("PzA", True, 13, "C10.11")),
    (Unhook("PzA"), TOWING, TowingChanged("PzA", False, 7, "C10.12")),
)
def test_handling_a_gun_is_an_expenditure_that_takes_a_motion_counter(
    command: Hook | Unhook, tank: dict[str, Any], event: Event
) -> None:
    """Were its counter left in Motion, the MP of the coupling would be the first and take it."""
    state = _table("MPh", tank=tank).state
    counters = state.vehicle_dust.set("PzA", VehicleDust("D3", motion=True))
    events = decide(replace(state, vehicle_dust=counters), command, EnteredDice(()))
    assert events == (event, VehicleDustRemoved("PzA", "D3", "11.74"))
