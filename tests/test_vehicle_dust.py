"""Vehicle Dust through a vehicle's whole life (11.74, 11.741)."""

import pytest

from events.dust import VehicleDustPlaced
from tests.table import Table


def _dust(table: Table) -> dict[str, tuple[str, bool]]:
    return {v: (d.hex, d.motion) for v, d in table.state.vehicle_dust.items()}


@pytest.mark.rule("11.74")
def test_the_printed_example_up_to_the_smoke_hex() -> None:
    """No dust behind a Start; dust behind the second hex, entered through SMOKE for two MP."""
    table = Table()
    table.to("MPh")
    table.do("smoke D6")
    assert not _dust(table)
    events = table.do("start PzA", "move PzA D5 1mp")
    assert not any(isinstance(event, VehicleDustPlaced) for event in events)
    assert table.do("move PzA D6 2mp")[-1] == VehicleDustPlaced("PzA", "D5", "11.74")
    table.do("spend PzA 3mp")
    assert _dust(table) == {"PzA": ("D5", False)}
