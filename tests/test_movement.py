"""Vehicle movement: Start, entry, MP, roads, the edge of the playing area, Stop (D2)."""

from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from events.commands import MP
from events.orders import parse_order
from sim.chapter_d.expenditure import mp_left
from sim.machine.telling import Refusal
from tests.drawn import examples
from tests.table import TANK, Table

MOVING: dict[str, Any] = {**TANK, "motion": True}
"""The tank in D4, in Motion."""


def _mph(*orders: str, tank: dict[str, Any] = MOVING, **facts: Any) -> Table:
    """A game in its first MPh, with the tank, after some orders."""
    table = Table(**{"ec": "Moderate", "vehicles": [tank], **facts})
    table.to("MPh")
    table.do(*orders)
    return table


def _left(table: Table) -> MP:
    return mp_left(table.state, "PzA")


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


GROVE: Final = """
    A  B  C  D  E
0      P     .
1   .  P  P  w  .
2   .  P  d  .  .
3   .  .  .  .  .
"""
