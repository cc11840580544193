"""Platoon and convoy movement: an Impulse moves several vehicles together (D14.2, 11.741)."""

from typing import Any

import pytest

from events.commands import MP
from tests import cases
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


def _used(table: Table) -> dict[str, MP]:
    return {name: found.mp_used for name, found in sorted(table.state.vehicles.items())}


# What an Impulse is -------------------------------------------------------------------------


@pytest.mark.rule("E11.1")
@cases("movement", "fully-tracked", "halftrack", "armoured-car", "truck", "motorcycle")
def test_all_motorized_vehicles_move_in_impulses(movement: str) -> None:
    """Whatever has an engine can be part of a platoon or convoy."""
    vehicles = (*PLATOON, _spec("M", "H5", movement=movement, armour="none"))
    table = _mph("impulse spend A 1mp, spend M 1mp", vehicles=vehicles)
    assert _used(table) == {"A": 1, "B": 0, "C": 0, "M": 1}
