"""AD3.4 Arid Debris: where it is, how it burns, and what rubble and shellholes do to it."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from events.ground import DebrisCleared, DebrisEnded, DebrisPlaced
from events.terms import DebrisOrigin
from sim.chapter_ad.arid_debris import arid_debris_in
from tests.drawn import examples
from tests.table import Table

AD_BOARD = {"name": "LFT7", "desert": True, "ad": True, "width": 15}
TOWER = {"hex": "E4", "upper_levels": 1}
SURE = "squads 1 leader -1 bulldozers 1"


def desert(**changes: Any) -> Table:
    """A table in the first PFPh: AD Terrain, a tower in E4, printed Arid Debris in F4 and F6."""
    facts: dict[str, Any] = {
        "ad": True,
        "boards": [AD_BOARD],
        "buildings": [TOWER],
        "debris": [{"hex": "F4"}, {"hex": "F6"}],
    }
    facts.update(changes)
    table = Table(**facts)
    table.to("PFPh")
    return table


ORDERS = st.lists(
    st.sampled_from(
        (
            "debris E4",
            "debris F4",
            "debris G6",
            "shellholes F4",
            "shellholes F6",
            "shellholes G6",
            "flame F4",
            "blaze F6",
            "extinguish F4",
            "rubble E4 6 3",
            "rubble E4 level 1 1 6 3",
            f"clear F4 {SURE} 1 1",
            f"clear G6 {SURE} 1 1",
            "phase CCPh",
            "turn",
        )
    ),
    min_size=5,
    max_size=25,
)


def debris_of(table: Table) -> dict[str, DebrisOrigin]:
    """The debris of every hex, in effect or not."""
    ground = table.state.ground.items()
    return {hex_: found.debris for hex_, found in ground if found.debris is not None}


@pytest.mark.rule("AD3.43", "AD3.44", "AD3.45")
@examples(60)
@given(ORDERS)
def test_debris_goes_only_by_shellholes_or_clearance(orders: list[str]) -> None:
    """Rubble hides debris but never takes it away, and printed debris is never cleared."""
    table = desert()
    for order in orders:
        before, count = debris_of(table), len(table.game.entries)
        with suppress(BadInput):
            table.next_turn() if order == "turn" else table.do(order)
        events = [event for entry in table.game.entries[count:] for event in entry.then]
        cleared = {event.hex for event in events if isinstance(event, DebrisCleared)}
        ended = {event.hex for event in events if isinstance(event, DebrisEnded)}
        placed = {event.hex for event in events if isinstance(event, DebrisPlaced)}
        after = debris_of(table)
        assert before.keys() - after.keys() == cleared | ended
        assert after.keys() - before.keys() == placed
        assert all(before[hex_] is DebrisOrigin.PLACED for hex_ in cleared)
        for hex_ in after:
            found = table.state.ground[hex_]
            ruined = found.building is not None and found.building.rubbled_from == 0
            assert arid_debris_in(table.state, hex_) is (found.rubble is None and not ruined)
