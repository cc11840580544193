"""What happens to a vehicle: Stun, Shock, immobilization, destruction; hatches and Guns in tow."""

from typing import Any

import pytest

from events.commands import Hook, Unhook
from events.dust import VehicleDustRemoved
from events.register import Event
from events.vehicles import TowingChanged
from sim.machine.decide import decide
from sim.machine.dice import EnteredDice
from sim.state import VehicleDust, replace
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


TOWING: dict[str, Any] = {**TANK, "towing": True}


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
