"""Dust density: what raises and lowers it (11.7, 11.76)."""

import pytest

from events.terms import Density
from tests.table import Table

NONE, LIGHT, MODERATE, HEAVY, VERY_HEAVY, EXTREMELY_HEAVY = Density

GUSTS, CALM = "wc 6 6", "wc 3 4"


def _densities(table: Table, *rolls: str) -> list[Density]:
    """The density after each Wind Change DR of successive Player Turns."""
    seen = []
    for index, roll in enumerate(rolls):
        if index:
            table.next_turn()
        table.do(roll)
        seen.append(table.state.dust)
    return seen


@pytest.mark.rule("11.76")
def test_the_printed_example_of_six_wind_change_drs() -> None:
    """Gusts; Heavy Winds; Gusts: Light; Gusts: Moderate; no Gusts: Light; and Light it stays."""
    table = Table()
    rolls = ("wc 6 6", "wc 1 1 5", "wc 6 6", "wc 6 6", "wc 3 4", "wc 2 5")
    assert _densities(table, *rolls) == [NONE, NONE, LIGHT, MODERATE, LIGHT, LIGHT]
