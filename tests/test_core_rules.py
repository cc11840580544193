"""Core rules that no test of a desert rule proves, through what a player can order or ask."""

import pytest

from events.terms import Station, UnitKind
from events.units import GoodOrderLost, GoodOrderRegained, UnitPlaced, UnitRemoved
from sim.machine.telling import Reason
from tests.table import Table


@pytest.mark.rule("A.7", "A1", "A1.1")
def test_a_unit_comes_breaks_rallies_and_goes() -> None:
    """Each step of its life is an event of the core rulebook, and none happens twice."""
    table = Table()
    table.do("wc 3 4")
    placed = UnitPlaced("A", UnitKind.SQUAD, "German", "D4", Station.GROUND, 0, "A1.1")
    assert table.do("unit A squad D4 by German") == (placed,)
    assert table.do("break A") == (GoodOrderLost("A", "A.7"),)
    assert table.refused("break A").rule == "A.7"
    assert table.do("rally A") == (GoodOrderRegained("A", "A.7"),)
    assert table.refused("rally A").rule == "A.7"
    assert table.do("remove A") == (UnitRemoved("A", "A1.1"),)
    gone = table.refused("break A")
    assert (gone.reason, gone.rule) == (Reason.UNKNOWN_UNIT, "A1.1")
