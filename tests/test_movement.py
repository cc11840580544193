"""Vehicle movement: Start, entry, MP, roads, the edge of the playing area, Stop (D2)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import MP
from events.orders import parse_order
from events.vehicles import VehicleExited
from sim.chapter_d.expenditure import mp_left
from sim.machine.telling import Reason, Refusal
from tests import cases
from tests.drawn import examples
from tests.table import TANK, Table, make_vehicle

MOVING: dict[str, Any] = {**TANK, "motion": True}
"""The tank in D4, in Motion."""


TRUCK: dict[str, Any] = make_vehicle("Lkw", "truck", 20, armour="none", at="H5")


def _mph(*orders: str, tank: dict[str, Any] = MOVING, **facts: Any) -> Table:
    """A game in its first MPh, with the tank, after some orders."""
    table = Table(**{"ec": "Moderate", "vehicles": [tank], **facts})
    table.to("MPh")
    table.do(*orders)
    return table


def _why(refusal: Refusal) -> tuple[Reason, str]:
    return refusal.reason, refusal.rule


def _left(table: Table) -> MP:
    return mp_left(table.state, "PzA")


# MP -----------------------------------------------------------------------------------------


ORDERS = [
    "start PzA",
    "stop PzA",
    "hook PzA",
    "unhook PzA",
    "move PzA D4 0.5mp paved",
    "move PzA D4 1mp",
    "move PzA D5 2.5mp",
    "move PzA D5 6mp",
    "spend PzA 1.5mp",
    "spend PzA 5mp",
]


@given(st.lists(st.sampled_from(ORDERS), max_size=20))
@examples(60)
def test_whatever_a_vehicle_does_its_allotment_suffices(orders: list[str]) -> None:
    """In any order of expenditures the MP of one MPh never add up to more than the allotment."""
    table = _mph(tank=TANK)
    for order in orders:
        before = _left(table)
        refused = isinstance(table.game.attempt(parse_order(order).command), Refusal)
        assert 0 <= _left(table) <= before
        assert (_left(table) == before) is refused


# Entering hexes -----------------------------------------------------------------------------


def _least(table: Table, order: str, mp: str, can: bool) -> None:
    if can:
        table.do(f"{order} {mp}")
        assert table.state.vehicles["PzA"].mp_used == Fraction(mp.removesuffix("mp"))
    else:
        refusal = table.refused(f"{order} {mp}")
        assert _why(refusal) == (Reason.TOO_FEW_MP, "D2.1")


@pytest.mark.rule("A24.7")
@cases("mp, can", ("1mp", False), ("1.5mp", False), ("2mp", True))
@cases("smoke", "smoke D5", "smoke D5 gray", "smoke D5 dispersed")
def test_smoke_of_any_kind_takes_one_mp_more(smoke: str, mp: str, can: bool) -> None:
    """White, gray or Dispersed SMOKE in the hex to be entered adds one MP."""
    _least(_mph(smoke), "move PzA D5", mp, can)


# The edge -----------------------------------------------------------------------------------


@pytest.mark.rule("A2.6")
def test_a_vehicle_that_exits_is_gone_for_good() -> None:
    """Nothing on the edge costs MP to exit, and whoever has left does not return."""
    table = _mph(tank={**MOVING, "at": "D0"})
    assert _why(table.refused("exit PzA 0mp")) == (Reason.TOO_FEW_MP, "D2.1")
    half = Fraction(1, 2)
    assert table.do("exit PzA 0.5mp") == (VehicleExited("PzA", "D0", half, "A2.6"),)
    found = table.state.vehicles["PzA"]
    assert (found.hex, found.exited, found.in_motion) == (None, True, False)
    assert found.mp_used == half
    for order in ("enter PzA D0 1mp", "start PzA", "spend PzA 1mp", "assault PzA", "hook PzA"):
        assert _why(table.refused(order)) == (Reason.OUT_OF_PLAY, "D2.1")
